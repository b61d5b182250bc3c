"""What there is to say of one setting."""

from dataclasses import dataclass
from enum import StrEnum

from bot.forges.github.places import Place
from bot.forges.github.seen import Unseen


class Health(StrEnum):
    """How a setting is."""

    GOOD = "good"
    TO_DO = "to do"
    UNSEEN = "cannot see"


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis:
    """One setting: how it is; and where a person may want to do something, what to click on which page."""

    setting: str
    health: Health
    says: str
    click: str = ""
    address: str = ""


def good(setting: str, says: str) -> Diagnosis:
    return Diagnosis(setting=setting, health=Health.GOOD, says=says)


def to_do(setting: str, says: str, place: Place) -> Diagnosis:
    return Diagnosis(setting=setting, health=Health.TO_DO, says=says, click=place.click, address=place.address)


def unseen(setting: str, why: Unseen, permission: str, address: str) -> Diagnosis:
    """`permission` is what a token needs to see it, as GitHub calls it."""
    return Diagnosis(
        setting=setting,
        health=Health.UNSEEN,
        says=f"cannot see this with this token ({why.why})",
        click=f"look there yourself (a token needs “{permission}: Read-only”)",
        address=address,
    )
