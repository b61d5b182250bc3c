"""Turns a Digest into a Draft: the page people read. Same digest, same bytes."""

from collections.abc import Iterator, Sequence

import yaml

from bot.budget import amount
from bot.markdown import escape, link
from bot.model import Bill, Claim, Contribution, Depth, Digest, Draft, Person, Pick, Tier, WriteUp, summed
from bot.seal import seal
from bot.store import as_json
from bot.text import listing

PARTS = (("why", "Why"), ("what", "What"), ("how", "How"), ("where", "Where applicable"))
MARKS = {Depth.TITLE: " (from the title only)", Depth.ABSTRACT: " (from abstract only)", Depth.FULL_TEXT: ""}
_LINK_ORDER = ("page", "pdf", "slides", "video", "code")
_PEOPLE_SHOWN = 8


def render(digest: Digest, prompt: str) -> Draft:
    """The files of a digest; `prompt` is the record of what was asked for."""
    key = digest.edition.key
    files = {
        f"digests/{key}.md": page(digest),
        f"digests/{key}.json": as_json(digest),
        f"prompts/{key}.md": prompt,
    }
    return Draft(edition=key, files=files)


def page(digest: Digest) -> str:
    """The digest as people read it."""
    body = session_notes if digest.edition.form == "session-notes" else tiers
    blocks = (*map(escape, digest.lead), *body(digest), *about(digest))
    return seal(f"---\n{front_matter(digest)}---\n\n" + "\n\n".join(blocks) + "\n")


def front_matter(digest: Digest) -> str:
    edition, program = digest.edition, digest.program
    fields = {
        "title": edition.name,
        "edition": edition.key,
        "kind": edition.kind.value,
        "form": edition.form,
        "starts": program.starts[:10],
        "ends": program.ends[:10],
        "program": program.url,
        "picks": len(digest.writeups),
        "contributions": program.contributions,
        "reader": digest.reader,
        "writer": digest.writer,
    }
    shown = {name: value for name, value in fields.items() if value != ""}
    return yaml.safe_dump(shown, sort_keys=False, allow_unicode=True, width=10_000) + 'seal: ""\n'


def tiers(digest: Digest) -> Iterator[str]:
    """The picks under their tiers, then the themes."""
    numbers = {writeup.pick.contribution.id: number for number, writeup in enumerate(digest.writeups, 1)}
    for tier in Tier:
        yield f"## {tier.capitalize()}"
        chosen = [writeup for writeup in digest.writeups if writeup.pick.tier is tier]
        if not chosen:
            yield "Nothing in this program."
        for writeup in chosen:
            yield from entry(writeup, numbers[writeup.pick.contribution.id])
    yield "## Themes"
    yield from themes(digest, numbers)


def entry(writeup: WriteUp, number: int) -> Iterator[str]:
    """One pick: title, people and links, the four parts, why it was picked."""
    contribution = writeup.pick.contribution
    yield f"### {number}. {escape(contribution.title)}"
    yield "  \n".join(filter(None, (byline(contribution.people), " · ".join(places(contribution)))))
    yield "\n".join(f"- **{label}:** {part(writeup, name)}" for name, label in PARTS)
    yield f"*{escape(reasons(writeup.pick))}*"


def part(writeup: WriteUp, name: str) -> str:
    """One of the four parts; the depth mark ends What and is computed here, never typed."""
    claims: tuple[Claim, ...] = getattr(writeup, name)
    mark = MARKS[writeup.depth] if name == "what" else ""
    return escape(" ".join(claim.text for claim in claims)) + mark


def byline(people: Sequence[Person]) -> str:
    """The people as the program gives them, those of one affiliation together; a long list says how many more."""
    groups: list[tuple[str, list[str]]] = []
    for person in people[:_PEOPLE_SHOWN]:
        if groups and groups[-1][0] == person.affiliation:
            groups[-1][1].append(person.name)
        else:
            groups.append((person.affiliation, [person.name]))
    shown = (f"{listing(names)} ({affiliation})" if affiliation else listing(names) for affiliation, names in groups)
    more = len(people) - _PEOPLE_SHOWN
    return escape("; ".join(shown)) + (f" and {more} more" if more > 0 else "")


def places(contribution: Contribution) -> Iterator[str]:
    """Where to find it: session, then the links that the program gives."""
    if contribution.session:
        yield escape(contribution.session)
    links = {**({"page": contribution.url} if contribution.url else {}), **contribution.links}
    seen: set[str] = set()
    for name in sorted(links, key=lambda name: (_LINK_ORDER.index(name) if name in _LINK_ORDER else 99, name)):
        if links[name] not in seen:
            yield link(name, links[name])
        seen.add(links[name])


def reasons(pick: Pick) -> str:
    """Why it was picked, in the topics of config.yml and the source's own words."""
    matched = (f"{match.topic} ({', '.join(match.terms[:4])})" for match in pick.matches[:3])
    return f"Picked for {'; '.join(matched)}." if pick.matches else pick.reason


def themes(digest: Digest, numbers: dict[str, int]) -> Iterator[str]:
    if not digest.themes:
        yield "No two picks share enough to speak of a theme."
    for theme in digest.themes:
        behind = ", ".join(str(numbers[pick]) for pick in theme.picks if pick in numbers)
        yield f"- **{escape(theme.name)}.** {escape(theme.text)} (picks {behind})"


def session_notes(digest: Digest) -> Iterator[str]:
    """The second form: an overview, then notes by track or session as bullets."""
    numbers = {writeup.pick.contribution.id: number for number, writeup in enumerate(digest.writeups, 1)}
    yield "## Overview"
    yield from themes(digest, numbers)
    sessions: dict[str, list[WriteUp]] = {}
    for writeup in sorted(digest.writeups, key=lambda writeup: writeup.pick.contribution.starts):
        sessions.setdefault(writeup.pick.contribution.session or "Other contributions", []).append(writeup)
    for session, writeups in sessions.items():
        yield f"## {escape(session)}"
        yield "\n".join(line for writeup in writeups for line in note(writeup, numbers[writeup.pick.contribution.id]))


def note(writeup: WriteUp, number: int) -> Iterator[str]:
    contribution = writeup.pick.contribution
    who = byline(contribution.people)
    yield f"- **{number}. {link(contribution.title, contribution.url)}**{f' – {who}' if who else ''}"
    for name, _ in PARTS:
        claims: tuple[Claim, ...] = getattr(writeup, name)
        if any(not claim.silent and not claim.judgement for claim in claims) or name == "what":
            yield f"  - {part(writeup, name)}"


def about(digest: Digest) -> Iterator[str]:
    """Who picked and wrote it, from what, and where its data and its prompt lie."""
    key = digest.edition.key
    yield "## About this digest"
    yield "\n".join(
        (
            f"- Picked for the {escape(digest.reader)} of `config.yml` {picked(digest)}.",
            f"- Written {written(digest)}. Figures, names and links were held against the sources by program.",
            *((f"- {asked(digest.bill)}",) if digest.bill else ()),
            *(f"- Source: {source_line(source.url, source.time, source.sha256)}" for source in digest.program.sources),
            *(f"- Know that: {escape(finding.sentence)}" for finding in digest.findings),
            f"- This page is `digests/{key}.md`, its data and evidence `digests/{key}.json`, "
            f"what was asked for `prompts/{key}.md`.",
        )
    )


def picked(digest: Digest) -> str:
    if not digest.picker:
        return "by the topics there; no model was asked"
    return f"by a model ({escape(digest.picker)}), from a ranking by the topics there"


def written(digest: Digest) -> str:
    """By whom. What a model left open, or what its source did not hold, is extracts."""
    models = listing(sorted({writeup.model for writeup in digest.writeups if writeup.model}))
    extracts = "extracts: the sources' own sentences, shortened"
    if not models:
        return f"as {extracts}"
    taken = [
        f"{number} {part}"
        for number, writeup in enumerate(digest.writeups, 1)
        for part in (writeup.extracts if writeup.model else ("whole",))
    ]
    rest = f"; as {extracts}: {', '.join(taken)}" if taken else ""
    return f"by a model ({escape(models)}), each sentence with what it rests on{rest}"


def asked(bill: Bill) -> str:
    """What models took, in a sentence."""
    if not bill.charges:
        return "Asking a model brought nothing and took nothing."
    took = summed(bill.charges)
    tokens = f"{took.tokens_in:,} tokens read and {took.tokens_out:,} written"
    return f"Asked of models: {took.questions:,} questions, {tokens}, for {amount(took.money, bill.currency)}."


def source_line(url: str, time: str, sha256: str) -> str:
    where = link(url, url) if url.startswith("http") else f"saved file `{url.replace('`', '')}`"
    return f"{where}, {f'read {time}' if time else 'time not recorded'}, SHA-256 `{sha256[:16]}`"
