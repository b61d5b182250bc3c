"""The harvest gate: whether a program is whole enough to be drafted, and what a reader of its digest must know."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from bot.compare.mark import is_marked
from bot.errors import Incomplete, NotPublished
from bot.model import Contribution, Edition, Finding, Kind, Program
from bot.opinions import Opinion, doubts
from bot.text import folded

ENOUGH = 0.9  # of what the source itself declares; less is a feed that was cut
_PLACEHOLDER = re.compile(r"^(?:tba|tbd|t\.b\.[ad]\.?|to be (?:announced|determined|confirmed)|lorem ipsum\b.*)$", re.I)
_FRONT_MATTER = re.compile(
    r"^(?:papers and proceedings|(?:full |complete )?proceedings(?: (?:front matter|cover|interior))?|front ?matter"
    r"|(?:title|copyright) pages?|table of contents|cover|preface|foreword|message from the .{0,60}chairs?"
    r"|conference organizers)$",
    re.I,
)
_DRAFT_VERSION = re.compile(r"^\W*(?:test|draft|template|dummy|example|wip)\b", re.I)


def judge(program: Program, edition: Edition, opinions: Iterable[Opinion] = ()) -> Program:
    """The program without phantom and repeated rows, its findings complete. Raises NotPublished or Incomplete.

    `opinions` are what others count.
    """
    refuse_unpublished(program, edition)
    for mend in (without_cancelled, without_front_matter, without_phantoms, without_repeats):
        program = mend(program)
    refuse_partial(program)
    told = (*doubts(program, opinions), *gaps(program), *shared_abstracts(program))
    return replace(program, findings=(*program.findings, *told))


def refuse_unpublished(program: Program, edition: Edition) -> None:
    """Raises NotPublished for a test schedule, a template, a program of placeholders, or another year's program."""
    titles = [contribution.title for contribution in program.listed]
    if not titles:
        raise NotPublished(
            f"{program.url or 'the program'} lists no contribution yet", hint="nothing is wrong; try again later"
        )
    if _DRAFT_VERSION.match(program.version):
        raise NotPublished(
            f"the schedule of {program.name or program.url} calls itself {program.version!r}",
            hint="that is not a published program; try again later",
        )
    placeholders = sum(bool(_PLACEHOLDER.match(title)) for title in titles)
    if placeholders * 3 >= len(titles):
        example = next(filter(_PLACEHOLDER.match, titles))
        raise NotPublished(
            f"{placeholders} of {len(titles)} titles are placeholders such as {example!r}",
            hint="the program is still being made; try again later",
        )
    found, wanted = years(program), edition.ends[:4]
    if found and wanted and wanted not in found:
        raise NotPublished(
            f"the program there is of {min(found)}, not of {edition.name} ({wanted})",
            hint="the site still shows an older edition; try again later, or correct its url in config.yml",
        )


def refuse_partial(program: Program) -> None:
    """Raises Incomplete when the source declares clearly more contributions than were read."""
    count = len(program.listed)
    if program.declared and count < ENOUGH * program.declared:
        raise Incomplete(
            f"the source declares {program.declared} contributions, but only {count} could be read",
            hint="it may page or be cut off; save the whole feed from a browser and pass it with --from FILE",
        )


def without_cancelled(program: Program) -> Program:
    """The program without what its titles call cancelled or withdrawn."""
    cancelled = {contribution.id for contribution in program.contributions if is_marked(contribution.title)}
    return without(program, cancelled, "{} contribution{s} cancelled or withdrawn; left out.")


def without_front_matter(program: Program) -> Program:
    """The program without the covers and lists of a proceedings volume."""
    covers = {contribution.id for contribution in program.contributions if _FRONT_MATTER.match(contribution.title)}
    return without(program, covers, "{} row{s} of the proceedings' front matter; left out.")


def without_phantoms(program: Program) -> Program:
    """The program without session headings that pose as contributions, with the people and link of the first one."""
    uses = Counter(contribution.url for contribution in program.contributions)
    phantoms: set[str] = set()
    for heading, paper in zip(program.contributions, program.contributions[1:], strict=False):
        same = heading.url and heading.url == paper.url and uses[heading.url] == 2 and heading.people == paper.people
        if same and folded(heading.title) != folded(paper.title) and not heading.abstract:
            phantoms.add(heading.id)
    return without(
        program, phantoms, "{} session heading{s} posed as contribution{s}, with the people of the next one; left out."
    )


def without_repeats(program: Program) -> Program:
    """The program with a talk that stands in two slots counted once. Drafts have no slots: each is its own document."""
    seen: set[tuple[str, ...]] = set()
    repeats: set[str] = set()
    for contribution in program.listed:
        names = sorted(folded(person.name) for person in contribution.people)
        identity = (folded(contribution.title), *(names or [contribution.abstract]))
        if identity in seen and (names or contribution.abstract) and contribution.kind is not Kind.DRAFT:
            repeats.add(contribution.id)
        seen.add(identity)
    return without(program, repeats, "{} contribution{s} stood in the program twice; counted once.")


def without(program: Program, ids: set[str], sentence: str) -> Program:
    if not ids:
        return program
    left = tuple(contribution for contribution in program.contributions if contribution.id not in ids)
    finding = Finding(text=sentence.format(len(ids), s="s" if len(ids) > 1 else ""))
    return replace(program, contributions=left, findings=(*program.findings, finding))


def gaps(program: Program) -> Iterator[Finding]:
    """What the program leaves out, for each thing that more than a twentieth of it lacks."""
    contributions = program.listed
    for noun, has, hint in _GAPS:
        missing = sum(not has(contribution) for contribution in contributions)
        if missing == len(contributions):
            yield Finding(text=f"No contribution has a{'n' if noun[0] == 'a' else ''} {noun}.", hint=hint)
        elif missing * 20 > len(contributions):
            yield Finding(text=f"{missing} of {len(contributions)} contributions have no {noun}.", hint=hint)


_GAPS: tuple[tuple[str, Callable[[Contribution], object], str], ...] = (
    ("abstract", lambda contribution: contribution.passages, "their write-ups rest on the title alone"),
    ("person", lambda contribution: contribution.people, "see the program itself for who contributed"),
    ("link", lambda contribution: contribution.url or contribution.links, "search for the title"),
)


def shared_abstracts(program: Program) -> Iterator[Finding]:
    """Pairs of different contributions that carry the very same abstract: one of them is probably wrong."""
    holders: dict[str, list[Contribution]] = defaultdict(list)
    for contribution in program.listed:
        if len(contribution.abstract) > 200:
            holders[folded(contribution.abstract)].append(contribution)
    for first, *others in holders.values():
        if others and folded(others[0].title) != folded(first.title):
            titles = " and ".join(f"“{contribution.title}”" for contribution in (first, *others)[:3])
            yield Finding(
                text=f"{titles} carry the same abstract.", hint="one of them is probably wrong in the program"
            )


def years(program: Program) -> set[str]:
    """The years in which the program takes place, as far as it says."""
    moments: Iterable[str] = (program.starts, program.ends, *(c.starts for c in program.contributions))
    return {moment[:4] for moment in moments if moment}
