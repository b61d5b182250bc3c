"""Opens the edition's pull request, or updates the one already open: the files, and what their reviewer should know."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from bot.budget import amount
from bot.compare import SHOWN
from bot.errors import StoreError
from bot.forges import Forge
from bot.markdown import cell, linked_cell, quiet
from bot.model import Bill, Depth, Digest, Draft, Pick, Proposal, Tier, WriteUp, by_model, summed
from bot.text import clipped, listing

BODY, TOOK = "pull-request.md", "took.txt"
PICKS = "## Picks"
COUNTED = "Counted are all answers that the digest was made from, whichever run paid for them."
CHANGED = "## What changed in the program"
LONGEST_FILE, LONGEST_CHANGE = 5_000_000, 1_000  # whoever may push to the branch writes them
_CHANGED = re.compile(rf"^{CHANGED}\n\n(?:- .*\n)*\n?", re.M)
_ROW = re.compile(r"^(\| )(\d+)(?= \|)", re.M)
_DOUBT = re.compile(r"^(- \[ \] Pick )(\d+)(?=: the model doubted it)", re.M)
_FILES = re.compile(r"^Files: `digests/([a-z0-9-]+)\.md`", re.M)


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """What the bot says of a draft to its reviewer, in Markdown; `took` is how long drafting took, where noted."""

    title: str
    body: str
    took: str = ""


def proposal(
    draft: Draft, review: Review, numbers: Sequence[int], changes: Sequence[str] = (), bill: Bill | None = None
) -> Proposal:
    """What a forge is asked to show of a draft: what a person changed comes before what the bot says of it.

    `numbers` are those that the draft's picks have on the page, 0 for one that a person took out; `changes` is what
    changed in the program, `bill` what models took for all its versions.
    """
    body = "\n\n".join((*hand(draft.kept), *changed(changes), renumbered(_CHANGED.sub("", review.body), numbers)))
    body = body.replace(COUNTED, f"{COUNTED}{earlier(bill)}", 1)
    return Proposal(edition=draft.edition, title=review.title, body=body, draft=draft, took=review.took)


def saved(edition: str, drafted: Forge, of: Sequence[str] = ()) -> tuple[Draft, Review]:
    """A draft that another run left, and what it said of it. Raises StoreError when it is not whole.

    `of` are its files where they are not those of a digest.
    """
    paths = (*(of or (f"digests/{edition}.md", f"digests/{edition}.json", f"prompts/{edition}.md")), BODY)
    files = dict(drafted.files(paths))
    if missing := [path for path in paths if path not in files]:
        raise StoreError(
            f"the draft of {edition} has no {missing[0]}",
            hint=f"draft it first: python -m bot draft {edition} --out DIR",
        )
    if too_long := [path for path in paths if len(files[path]) > LONGEST_FILE]:
        raise StoreError(f"{too_long[0]} is too long to be a draft", hint="draft the edition anew")
    if (whose := _FILES.search(files[BODY])) and whose[1] != edition:
        raise StoreError(
            f"{BODY} there is that of {whose[1]}, which was drafted after {edition}",
            hint=f"draft {edition} there once more; what a model answered is kept",
        )
    heading, _, body = files.pop(BODY).partition("\n")
    title = heading.removeprefix("# ").strip() or f"Digest: {edition}"
    took = re.fullmatch(r"\d{1,6} s", drafted.files((TOOK,)).get(TOOK, "").strip())
    review = Review(title=title, body=body.strip(), took=took.group() if took else "")
    return Draft(edition=edition, files=files), review


def renumbered(body: str, numbers: Sequence[int]) -> str:
    """What is said of picks by the numbers of the page, which commands go by: their table, and a model's doubts."""
    before, heading, rest = body.partition(PICKS)
    table, end, after = rest.partition("\n## ")

    def numbered(row: re.Match[str]) -> str:
        drafted = int(row.group(2))
        return f"{row.group(1)}{numbers[drafted - 1] or '–'}" if 0 < drafted <= len(numbers) else row.group()

    return f"{before}{heading}{_ROW.sub(numbered, table)}{end}{_DOUBT.sub(numbered, after)}"


def hand(kept: Sequence[str]) -> tuple[str, ...]:
    """What a person changed, and that it stays."""
    if not kept:
        return ()
    said = "A person changed these since the bot wrote them, so they stay as they are:"
    return said, "\n".join(f"- {quiet(what)}" for what in kept)


def changed(changes: Sequence[str]) -> tuple[str, ...]:
    """What changed in the program since an earlier draft."""
    if not changes:
        return ()
    return CHANGED, "\n".join(f"- {quiet(clipped(change, LONGEST_CHANGE))}" for change in changes[: SHOWN + 1])


def reviewed(digest: Digest) -> Review:
    """The pull request's words: the picks as a table, what was missing, what only a human can judge."""
    key = digest.edition.key
    blocks = [
        *map(quiet, digest.lead),
        PICKS,
        picked(digest, range(1, len(digest.writeups) + 1)),
        "## What was blocked or missing",
        "\n".join(f"- {quiet(finding.sentence)}" for finding in digest.findings)
        or "- Nothing: every source was read whole.",
        "## What it cost",
        cost(digest.bill),
        "## What only a human can judge",
        "\n".join(f"- [ ] {question}" for question in (*questions(digest), *doubts(digest))),
        folded_table("Near misses", ("Score", "Contribution", "Why not"), map(near_row, digest.near_misses)),
        f"Files: `digests/{key}.md`, `digests/{key}.json`, `prompts/{key}.md`.",
    ]
    noun = "" if digest.edition.form == "roundup" else "Digest: "  # its name says that it is one
    return Review(title=f"{noun}{quiet(digest.edition.name)}", body="\n\n".join(filter(None, blocks)))


def cost(bill: Bill | None) -> str:
    """What the answers took that the digest was made from, by model; those kept from an earlier run are counted too."""
    if bill is None:
        return "Nothing: no model was asked."
    if not bill.charges:
        return "Nothing: no answer of a model came."
    head = ("Model", "Questions", "Tokens read", "Tokens written", "Cost")
    rows = (
        (
            cell(took.model),
            f"{took.questions:,}",
            f"{took.tokens_in:,}",
            f"{took.tokens_out:,}",
            cell(amount(took.money, bill.currency)),
        )
        for took in by_model(bill.charges)
    )
    return f"{table(head, rows)}\n\n{COUNTED}"


def earlier(bill: Bill | None) -> str:
    """What was paid for versions of a digest that are gone, in a sentence."""
    if bill is None or not bill.before:
        return ""
    took = summed(bill.before)
    tokens = f"{took.tokens_in + took.tokens_out:,} tokens"
    return f" Earlier versions took {tokens} more, for {amount(took.money, bill.currency)}."


def questions(digest: Digest) -> Iterator[str]:
    below = "; the near misses are below" if digest.near_misses else ""
    yield f"Do these picks matter to the reader? The table says what each was picked for{below}."
    yield "Does each Why say why *this reader* should care? Code can check that it is true, not that it is interesting."
    if any(writeup.pick.tier is Tier.WILDCARD for writeup in digest.writeups):
        yield "Are the wildcards worth a reader's time?"
    yield "Would you say the lead and the themes in these words?"


def doubts(digest: Digest) -> Iterator[str]:
    """What a model that chose the picks held against them."""
    for number, writeup in enumerate(digest.writeups, 1):
        if writeup.pick.doubt:
            yield f"Pick {number}: the model doubted it, saying “{quiet(writeup.pick.doubt)}”. Does it belong here?"


def picked(digest: Digest, numbers: Sequence[int]) -> str:
    """The picks with their numbers as a table, narrow enough for a phone: each title leads to its source."""
    rows = (row(number, writeup) for number, writeup in zip(numbers, digest.writeups, strict=True))
    return table(("#", "Tier", "Contribution", "Picked for", "Rests on"), rows)


def row(number: int, writeup: WriteUp) -> tuple[str, ...]:
    contribution = writeup.pick.contribution
    known = (contribution.url, *contribution.links.values())
    address = next((url for url in known if url.startswith("http")), "")  # a pull request knows no relative one
    parts = listing([*dict.fromkeys(passage.part for passage in contribution.passages)])
    more = f" ({cell(parts)})" if writeup.depth is Depth.FULL_TEXT and parts else ""
    return (
        str(number),
        writeup.pick.tier.value,
        linked_cell(contribution.title, address),
        cell(", ".join(match.topic for match in writeup.pick.matches[:2]) or writeup.pick.reason),
        f"{writeup.depth.value}{more}",
    )


def near_row(pick: Pick) -> tuple[str, ...]:
    return f"{round(pick.score, 4):.3f}", cell(pick.contribution.title), cell(pick.reason)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = (head, ["---"] * len(head), *rows)
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def folded_table(summary: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = list(rows)
    return (
        f"<details><summary>{summary} ({len(lines)})</summary>\n\n{table(head, lines)}\n\n</details>" if lines else ""
    )
