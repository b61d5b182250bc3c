"""What choosing comes to."""

from dataclasses import dataclass

from bot.model import Finding, Pick


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What was chosen, best first with wildcards last, what only just was not, and all else; each with its reason.

    `shortlist` is what the program itself offers to choose from, whatever maintainers decided. `picker` is the model
    that chose from the ranking, "" where the ranking itself did; `findings` are what asking it brought up.
    """

    picks: tuple[Pick, ...]
    near_misses: tuple[Pick, ...]
    others: tuple[Pick, ...] = ()
    shortlist: tuple[Pick, ...] = ()
    picker: str = ""
    findings: tuple[Finding, ...] = ()
