"""What people see in the terminal: progress while it works, tables when it is done."""

import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from bot.budget import amount
from bot.errors import BotError
from bot.model import Charge, Contribution, Edition, Program, Remark, by_model, summed

if TYPE_CHECKING:  # for their names only: what is shown need not be loaded by what shows it
    from bot.config import Config, Spending
    from bot.doctor import Diagnosis
    from bot.forges.github.places import Place
    from bot.pipeline import Outcome
    from bot.publish import Published

ROWS, REMARKS = 25, 500
WEIGHTS = {"failure": ("✗", "bold red"), "warning": ("!", "yellow"), "notice": ("·", "dim")}
MARKS = {"good": ("✓", "green"), "to do": ("✗", "bold red"), "cannot see": ("?", "yellow")}
_COMMAND = re.compile(r":(?=:)|#(?=#\[)")
# What JSON may hold as it is, and a terminal acts on, shows the other way round, or cannot write: half a character.
_UNSHOWN = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)


def json(tree: object, indent: int | None = None) -> None:
    """Data for other programs. Foreign text reads in it as it is; what a log or a terminal would act on is escaped."""
    text = dumps(tree, ensure_ascii=False, indent=indent).replace("##[", "#\\u0023[")
    sys.stdout.write(_UNSHOWN.sub(lambda match: f"\\u{ord(match.group()):04x}", text) + "\n")


def failure(error: BotError) -> None:
    err.print(Text.assemble(("✗ ", "bold red"), (safe(str(error)), "bold")), soft_wrap=True)
    err.print(Text(f"  → {safe(error.hint)}"), soft_wrap=True)


def step(line: str) -> None:
    err.print(Text.assemble(("✓ ", "green"), safe(line)), soft_wrap=True)


def program(found: Program, *, whole: bool = False) -> None:
    """A program at a glance: what it is, how many of which kind, what is missing, then its contributions.

    Unless the whole is asked for, breaks and booths are only counted, and a long list is cut.
    """
    out.print(Text(safe(found.name or found.url or "A program"), style="bold"))
    where = safe(found.url or found.sources[0].url)
    out.print(Text(f"{found.platform} · {days(found)} · {where}", style="dim"), soft_wrap=True)
    out.print(counts(found))
    for finding in found.findings:
        out.print(
            Text.assemble(
                ("! ", "yellow"), safe(finding.text), (f" ({safe(finding.hint)})" if finding.hint else "", "dim")
            )
        )
    rows = found.contributions if whole else found.listed[:ROWS]
    out.print(contributions(rows))
    if more := 0 if whole else len(found.listed) - len(rows):
        out.print(Text(f"… and {more:,} more; --all shows them, --json gives everything.", style="dim"))


def counts(found: Program) -> Table:
    """How many of each kind, and how many of those have an abstract, people, a link and a time."""
    table = Table("Kind", box=None, header_style="dim", padding=(0, 2, 0, 0))
    for head in ("Number", "Abstract", "People", "Link", "Time"):
        table.add_column(head, justify="right")
    for kind, number in Counter(contribution.kind for contribution in found.contributions).most_common():
        of_kind = [contribution for contribution in found.contributions if contribution.kind is kind]
        table.add_row(
            kind.value,
            f"{number:,}",
            share(bool(contribution.abstract) for contribution in of_kind),
            share(bool(contribution.people) for contribution in of_kind),
            share(bool(contribution.url or contribution.links) for contribution in of_kind),
            share(bool(contribution.starts) for contribution in of_kind),
        )
    return table


def share(has: Iterable[bool]) -> str:
    flags = list(has)
    return "all" if all(flags) else "–" if not any(flags) else f"{sum(flags):,}"


def contributions(rows: Iterable[Contribution]) -> Table:
    table = Table(box=None, header_style="dim", padding=(0, 2, 0, 0), expand=True)
    table.add_column("Time", no_wrap=True)
    table.add_column("Kind", no_wrap=True)
    table.add_column("Title", ratio=3, no_wrap=True, overflow="ellipsis")
    table.add_column("People", ratio=1, no_wrap=True, overflow="ellipsis", style="dim")
    for row in rows:
        names = ", ".join(person.name for person in row.people)
        starts = Text(safe(row.starts[5:16].replace("T", " ")))
        table.add_row(starts, row.kind.value, Text(safe(row.title)), Text(safe(names)))
    return table


def outcome(done: "Outcome", folder: Path) -> None:
    """What a draft came to: its picks as a table, by their numbers on the page, then where to look."""
    from bot.pipeline import numbers

    table = Table("#", "Tier", "Pick", "Picked for", box=None, header_style="dim", padding=(0, 2, 0, 0))
    for number, writeup in zip(numbers(done.draft), done.digest.writeups, strict=True):
        topics = ", ".join(match.topic for match in writeup.pick.matches[:2]) or writeup.pick.reason
        title = Text(safe(writeup.pick.contribution.title))
        table.add_row(str(number or "–"), writeup.pick.tier.value, title, Text(safe(topics), style="dim"))
    out.print(table)
    key = done.draft.edition
    out.print("\nRead it:", style="bold")
    for path, what in (
        (f"digests/{key}.md", "the digest"),
        ("pull-request.md", "what its reviewer would see"),
        (f"prompts/{key}.md", "what was asked for, to read and change"),
        (f"digests/{key}.json", "its data, with the quotes behind every sentence"),
    ):
        out.print(Text.assemble(f"  {folder / path}", (f"  {what}", "dim")), soft_wrap=True)


def estimate(edition: str, charges: Sequence[Charge], paid: Sequence[Charge], budget: "Spending") -> None:
    """What a draft would ask of each model, and what there is to spend."""
    rows = [
        (
            each.model,
            f"{each.questions:,}",
            f"{each.tokens_in:,}",
            f"{each.tokens_out:,}",
            amount(each.money, budget.currency),
        )
        for each in by_model(charges)
    ]
    if not rows:
        step(f"{edition}: every answer is kept already, so a draft asks nothing")
        return
    figures((edition, "Questions", "Tokens read, about", "Written, at most", "Cost, at most"), rows)
    step("One whose answer does not hold is asked once more; most answers are far shorter than they may be")
    took = summed(paid)
    spent = f"; {took.tokens_in + took.tokens_out:,} were taken by {edition} so far" if paid else ""
    step(
        f"Budget: {budget.tokens:,} tokens or {budget.money} {budget.currency} for a draft, "
        f"{budget.tokens_per_edition:,} or {budget.money_per_edition} for an edition{spent}"
    )


def published(done: "Published", folder: Path) -> None:
    """What a site came to, and where to look."""
    digests = "1 digest" if done.digests == 1 else f"{done.digests:,} digests"
    counts = f"{digests} with {done.picks:,} picks on {done.pages:,} pages"
    out.print(Text(f"{counts}; {done.changed:,} files are new or different.", style="bold"))
    out.print(
        Text(f"  {folder}/index.html  look at it with: python -m bot serve {folder}", style="dim"), soft_wrap=True
    )


def reply(markdown: str) -> None:
    """What a comment's author would read."""
    for line in markdown.splitlines():
        out.print(Text(safe(line)), soft_wrap=True)


def due(editions: Sequence[Edition]) -> None:
    """The editions that want a digest, and how to draft one."""
    if not editions:
        out.print("Nothing is due: every edition of these weeks has its digest.")
        return
    table = Table(box=None, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("Edition", no_wrap=True, min_width=max(len(edition.key) for edition in editions))  # to be copied
    table.add_column("Name")
    table.add_column("Ends", no_wrap=True)
    for edition in editions:
        table.add_row(edition.key, Text(safe(edition.name)), edition.ends)
    out.print(table)
    out.print(f"Draft one with: python -m bot draft {editions[0].key}", style="dim")


def configuration(config: "Config") -> None:
    """What config.yml says, at a glance."""
    out.print(Text(safe(config.site.title), style="bold"))
    out.print(Text(f"{safe(config.reader.name)} · {config.picks.total} picks · writer: {config.writer}", style="dim"))
    topics = Table("Topic", "Weight", "Tier", "Terms", box=None, header_style="dim", padding=(0, 2, 0, 0))
    for topic in config.reader.topics:
        terms = ", ".join(term.rstrip("^") for term in topic.terms[:6])
        topics.add_row(safe(topic.name), f"{topic.weight:g}", topic.tier.value, f"{len(topic.terms)}: {safe(terms)} …")
    out.print(topics)
    series = Table("Series", "Kind", "Editions", "Address", box=None, header_style="dim", padding=(0, 2, 0, 0))
    for key, one in config.series.items():
        series.add_row(key, one.kind.value, one.numbering, Text(safe(one.url[0]), style="dim"))
    out.print(series)


def diagnoses(found: "Sequence[Diagnosis]") -> None:
    """How every setting is, as a table; then what there is to do, each with its page's address in one piece."""
    table = Table("", "Setting", "How it is", box=None, header_style="dim", padding=(0, 2, 0, 0))
    for each in found:
        table.add_row(Text(*MARKS[each.health]), each.setting, Text(safe(each.says)))
    out.print(table)
    to_do = [each for each in found if each.health == "to do"]
    for number, each in enumerate(to_do, 1):
        out.print(Text.assemble((f"\n{number}. {each.setting}: ", "bold"), safe(each.click)), soft_wrap=True)
        out.print(Text(f"   {safe(each.address)}"), soft_wrap=True)
    unseen = [each for each in found if each.health == "cannot see"]
    for each in unseen:
        out.print(Text(f"\n? {each.setting}: {safe(each.click)}\n   {safe(each.address)}", style="dim"), soft_wrap=True)
    out.print(f"\n{len(to_do) or 'Nothing'} to do; {len(unseen) or 'nothing'} unseen with this token.", style="bold")


def remarks(found: Sequence[Remark]) -> None:
    """What there is to say of a person's edits, line by line."""
    if not found:
        out.print("Nothing to remark: whatever people wrote is borne out by its sources.")
        return
    table = Table("", "Where", "Remark", box=None, header_style="dim", padding=(0, 2, 0, 0))
    for each in found[:REMARKS]:
        said = Text.assemble(safe(each.text), (f" ({safe(each.hint)})" if each.hint else "", "dim"))
        table.add_row(Text(*WEIGHTS[each.weight]), f"{each.path}:{each.line}", said)
    out.print(table)
    if (more := len(found) - REMARKS) > 0:
        out.print(Text(f"… and {more:,} more; mend these, then check again.", style="dim"))


def notes(sentences: Iterable[str]) -> None:
    """What a person should know of figures before reading them."""
    for sentence in sentences:
        err.print(Text.assemble(("! ", "yellow"), safe(sentence)), soft_wrap=True)


def figures(head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Figures side by side; a row of one cell is a heading."""
    table = Table(box=None, header_style="dim", padding=(0, 2, 0, 0))
    for name in head:
        table.add_column(Text(safe(name)))
    for row in rows:
        is_heading = len(row) == 1
        if is_heading and table.row_count:
            table.add_row()
        table.add_row(*(Text(safe(cell), style="bold" if is_heading else "") for cell in row))
    out.print(table)


def commands(lines: Iterable[str]) -> None:
    """Lines that a workflow's log acts on; whoever makes them has escaped what is foreign in them."""
    for line in lines:
        sys.stdout.write(f"{line}\n")


def changes(difference: Sequence[str], gone: Sequence[str]) -> None:
    """What init would write and take away."""
    for line in difference:
        indent = " " * (len(line[1:]) - len(line[1:].lstrip()))
        style = {"+": "green", "-": "red"}.get(line[:1], "dim")
        out.print(Text(f"{line[:1]}{indent}{safe(line[1:])}", style=style), soft_wrap=True)
    for path in gone:
        out.print(Text(f"- {safe(path)} (the demo's)", style="red"), soft_wrap=True)
    if not difference and not gone:
        out.print("config.yml says all of this already.")


def left(settings: "Sequence[tuple[str, Place]]") -> None:
    """What only a person can do on GitHub."""
    out.print("\nThree settings are left, on GitHub:", style="bold")
    for number, (why, place) in enumerate(settings, 1):
        out.print(Text(f"{number}. {why}: {place.click}"), soft_wrap=True)
        out.print(Text(f"   {place.address}"), soft_wrap=True)
    out.print("\nThen commit config.yml, and see whether all is well with: python -m bot doctor", style="dim")


def days(found: Program) -> str:
    first, last = safe(found.starts[:10]), safe(found.ends[:10])
    return f"{first} to {last}" if first and last and first != last else first or "no dates"


def safe(text: str) -> str:
    """Foreign text on one line, without anything that a terminal or a workflow's log would act on.

    A runner looks for `::` where a line begins, and a table begins new lines anywhere; for `##[` it looks everywhere.
    """
    line = " ".join("".join(character if character.isprintable() else " " for character in text).split())
    return _COMMAND.sub(lambda match: f"{match.group()}\N{WORD JOINER}", line)
