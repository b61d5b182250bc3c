"""Opens the edition's pull request, or updates the one already open: the files, and what their reviewer should know."""

from collections.abc import Iterable, Sequence

from bot.forges import Forge
from bot.markdown import cell, link, quiet
from bot.model import Digest, Draft, Pick, Proposal, PullRequest, WriteUp
from bot.text import listing


def propose(digest: Digest, draft: Draft, forge: Forge) -> PullRequest:
    """Shows a draft to its reviewers."""
    return forge.put(
        Proposal(
            edition=draft.edition, title=f"Digest: {digest.edition.name}", body=review(digest, draft.kept), draft=draft
        )
    )


def review(digest: Digest, kept: Sequence[str] = ()) -> str:
    """The pull request's text: the picks as a table, what was missing, what only a human can judge."""
    key = digest.edition.key
    blocks = [
        f"# Digest: {quiet(digest.edition.name)}",
        *map(quiet, digest.lead),
        *(f"**A person changed `{path}` since the last draft: it stays as it is.**" for path in kept),
        "## Picks",
        table(
            ("#", "Tier", "Contribution", "Picked for", "Rests on", "Source"), map(row, enumerate(digest.writeups, 1))
        ),
        "## What was blocked or missing",
        "\n".join(f"- {quiet(finding.sentence)}" for finding in digest.findings)
        or "- Nothing: every source was read whole.",
        "## What only a human can judge",
        "\n".join(f"- [ ] {question}" for question in _QUESTIONS),
        folded_table("Near misses", ("Score", "Contribution", "Why not"), map(near_row, digest.near_misses)),
        f"Files: `digests/{key}.md`, `digests/{key}.json`, `prompts/{key}.md`.",
    ]
    return "\n\n".join(filter(None, blocks)) + "\n"


_QUESTIONS = (
    "Do these picks matter to the reader? The table says what each was picked for; the near misses are below.",
    "Does each Why say why *this reader* should care? Code can check that it is true, not that it is interesting.",
    "Are the wildcards worth a reader's time?",
    "Would you say the lead and the themes in these words?",
)


def row(numbered: tuple[int, WriteUp]) -> tuple[str, ...]:
    number, writeup = numbered
    contribution = writeup.pick.contribution
    address = contribution.url or next(iter(contribution.links.values()), "")
    parts = listing([passage.part for passage in contribution.passages]) or "title"
    return (
        str(number),
        writeup.pick.tier.value,
        cell(contribution.title),
        cell(", ".join(match.topic for match in writeup.pick.matches[:2]) or writeup.pick.reason),
        writeup.depth.value,
        link(parts, address) if address else cell(parts),
    )


def near_row(pick: Pick) -> tuple[str, ...]:
    return f"{pick.score:.3f}", cell(pick.contribution.title), cell(pick.reason)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = (head, ["---"] * len(head), *rows)
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def folded_table(summary: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = list(rows)
    return (
        f"<details><summary>{summary} ({len(lines)})</summary>\n\n{table(head, lines)}\n\n</details>" if lines else ""
    )
