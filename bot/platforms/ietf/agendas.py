"""The agendas of a meeting: which sessions are held, and which drafts they name."""

import re

from bot.page import Format, Page
from bot.platforms.ietf.datatracker import SITE

HOSTS = f"{SITE}/", "https://www.ietf.org/"

_DRAFT = re.compile(r"\bdraft-[a-z0-9]+(?:-[a-z0-9]+)+")
_OFF = re.compile(r"cancel|resched|notmeet|deleted")  # "resched" marks where a session was to be before
_REVISION = re.compile(r"-\d\d$")


def listed(meeting: Page) -> tuple[Page, ...]:
    """The sessions in a meeting's agenda, the cancelled ones too."""
    return tuple(row for row in meeting.all("*.*") if row.text("objtype", default="") == "session")


def is_held(session: Page) -> bool:
    return not _OFF.match(session.text("status", default=""))


def names_on(agenda: Page) -> tuple[str, ...]:
    """The drafts that an agenda names, in its text or by its links, without their revisions."""
    text = " ".join((agenda.raw(), *(agenda.texts("a@href") if agenda.format is Format.HTML else ())))
    return tuple(dict.fromkeys(_REVISION.sub("", name) for name in _DRAFT.findall(text.lower())))
