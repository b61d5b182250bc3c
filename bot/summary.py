"""What people see on the page of a workflow's run: one Markdown text a verb. Foreign words go in as text only."""

from collections.abc import Sequence

from bot.markdown import cell, link, quiet
from bot.model import Attempt, Digest, Finding, PullRequest, State, Status
from bot.propose import picked, table
from bot.render import numbered

_INTENT = {State.DRAFTED: "update its pull request", State.WAITING: "look whether its program is out"}


def due(statuses: Sequence[Status]) -> str:
    """What this run drafts and why, and how the other editions stand."""
    wanted = [each for each in statuses if each.due]
    blocks = [
        "## What is due",
        table(
            ("Edition", "Name", "Ends", "Stands", "This run will"),
            ((*told(each), _INTENT.get(each.state, "try again")) for each in wanted),
        )
        if wanted
        else "Nothing: every edition of these weeks is published or skipped.",
    ]
    if rest := [each for each in statuses if not each.due]:
        rows = ((*told(each), cell(each.reason)) for each in rest)
        blocks += ["## What is not", table(("Edition", "Name", "Ends", "Stands", "Why"), rows)]
    return "\n\n".join(blocks) + "\n"


def asked_for(edition: str) -> str:
    """As `due`, where a person named the one edition."""
    return f"## What is due\n\nOnly {quiet(edition)}, because someone asked for it, however it stands.\n"


def told(status: Status) -> tuple[str, ...]:
    edition, state = status.edition, str(status.state)
    return edition.key, cell(edition.name), edition.ends, link(state, status.address) if status.address else state


def drafted(digest: Digest) -> str:
    """The picks of a digest as a table, and what was dropped or blocked on the way."""
    findings, numbers = [f"- {quiet(finding.sentence)}" for finding in digest.findings], numbered(digest)
    blocks = (
        f"## {quiet(digest.edition.name)}",
        *map(quiet, digest.lead),
        picked(digest, [numbers[each.pick.contribution.id] for each in digest.writeups]),
        "### What was blocked, missing or dropped",
        "\n".join(findings) or "- Nothing: every source was read whole, and every sentence is supported.",
    )
    return "\n\n".join(blocks) + "\n"


def failed(attempt: Attempt) -> str:
    """Why an edition was not drafted, and what to do."""
    why = Finding(text=attempt.reason, hint=attempt.hint).sentence
    return f"## {attempt.edition}: {attempt.state}\n\n{quiet(why)}\n"


def proposed(edition: str, shown: PullRequest, kept: Sequence[str] = ()) -> str:
    """Where a digest is proposed, and what changed there."""
    changed = [f"- changed `{path}`" for path in shown.changed] or ["- changed nothing"]
    hand = [f"- kept as a person left it: {quiet(what)}" for what in kept]
    note = [quiet(shown.note)] if shown.note else []
    return "\n\n".join((f"## {link(edition, shown.address)}", *note, "\n".join(changed + hand))) + "\n"


def revisited(visits: Sequence[tuple[str, str]]) -> str:
    """What came of reading the programs of published digests again."""
    rows = ((key, cell(said)) for key, said in visits)
    came = table(("Edition", "What came of it"), rows) if visits else "No digest of these months is published."
    return f"## Published digests\n\n{came}\n"


def reported(address: str, attempts: Sequence[Attempt]) -> str:
    """What came of every edition that this run tried."""
    rows = ((each.edition, str(each.state), cell(each.reason)) for each in attempts)
    came = table(("Edition", "Outcome", "Why"), rows) if attempts else "This run tried no edition."
    return f"## {link('The dashboard', address)}\n\n{came}\n"
