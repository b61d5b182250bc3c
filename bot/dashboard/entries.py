"""What the dashboard says of each edition: its state, why, what to do, and the boxes to tick."""

import re
from collections.abc import Collection, Iterator, Sequence

from bot.markdown import link, linked_cell, quiet
from bot.model import Action, Amendment, Finding, State, Status

GROUPS = (
    ("Needs a person", (State.BLOCKED, State.STALLED, State.INCOMPLETE, State.FAILED)),
    ("Waits for review", (State.DRAFTED,)),
    ("Waits for its program", (State.WAITING,)),
    ("Skipped", (State.SKIPPED,)),
)
BOX = re.compile(rf"^- \[([ xX])\] ({'|'.join(Action)}) `([a-z0-9-]{{1,80}})`$", re.M)

Ticks = Collection[tuple[str, Action]]


def grouped(statuses: Sequence[Status], ticks: Ticks, amendments: Sequence[Amendment] = ()) -> Iterator[str]:
    """The entries under their headings, what needs a person first. Of what cannot be ticked there is only a list."""
    for heading, states in GROUPS:
        members = [each for state in states for each in statuses if each.state is state and each.actions]
        if members:
            yield f"### {heading} ({len(members)})"
        for each in members:
            yield entry(each, ticks)
        if State.DRAFTED in states and amendments:
            yield f"### News of what is published ({len(amendments)})"
            yield "Merge what is right; what you close is not proposed again as it is."
            yield "\n".join(f"- {linked_cell(each.title, each.address)}" for each in amendments)
    later = [each for each in statuses if each.state is State.WAITING and not each.actions]
    published = [each for each in reversed(statuses) if each.state is State.PUBLISHED]
    yield from listed("Comes later", [(each, next(iter(each.edition.urls), "")) for each in later])
    yield from listed("Published", [(each, each.address) for each in published])


def listed(heading: str, members: Sequence[tuple[Status, str]]) -> Iterator[str]:
    """Editions and where they lead to. When they take place is only what their series is used to."""
    if members:
        yield f"### {heading} ({len(members)})"
        yield "\n".join(f"- {link(each.edition.name, address)}, about {each.edition.ends}" for each, address in members)


def entry(status: Status, ticks: Ticks) -> str:
    """One edition that is not done with."""
    edition = status.edition
    name = link(edition.name, next(iter(edition.urls), ""))
    why = quiet(Finding(text=status.reason).sentence)
    marks = {action: "x" if (edition.key, action) in ticks else " " for action in status.actions}
    boxes = "\n".join(f"- [{mark}] {action} `{edition.key}`" for action, mark in marks.items())
    return f"**{name}** · {status.state}  \n{why} {advice(status)}\n\n{boxes}"


def advice(status: Status) -> str:
    """What to do, in one sentence."""
    key = status.edition.key
    save = (
        f"save the program in your browser and attach it to this issue with the comment `/program {key}`, or run "
        f"`python -m bot draft {key} --from FILE` on your machine."
    )
    pull = link("its pull request", status.address)
    match status.state:
        case State.BLOCKED:
            return f"S{save[1:]}"
        case State.STALLED:
            return f"Four runs in a row came to nothing: check its address in `config.yml`, or {save}"
        case State.INCOMPLETE:
            return f"Every weekly run reads it again; if your browser shows all of it, {save}"
        case State.FAILED:
            hint = quiet(Finding(text=status.hint or "retry it; if it fails again, read the run's log").sentence)
            return hint[:1].upper() + hint[1:]
        case State.DRAFTED:
            return f"Review and merge {pull}, or close it to skip this edition."
        case State.SKIPPED:
            return f"Tick the box{f', or reopen {pull},' if status.address else ''} to have it drafted after all."
        case _:
            return "Nothing to do: every weekly run looks for it." if status.due else "Tick the box to try it again."
