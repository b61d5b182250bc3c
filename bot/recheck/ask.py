"""Asks a link whether it leads anywhere, and the Internet Archive for a copy of one that does not."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from urllib.parse import quote

from bot.errors import Blocked, BotError, NotPublished, SourceError
from bot.lost import is_address, is_copy
from bot.page import Format
from bot.text import clipped, one_line
from bot.web import Web
from bot.web.answer import NoSuchHostError


class Health(StrEnum):
    """How a link is. Only what a site says of itself, or that there is no such site, makes it dead."""

    WELL = "well"
    DEAD = "dead"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """How a link is, and why if it is not well. `has_host` says that its host's name is somebody's."""

    health: Health
    why: str = ""
    has_host: bool = True


def verdict(url: str, web: Web) -> Verdict:
    """How a link is. A wall, a login, a failure or a slow site says nothing about what is there."""
    if not is_address(url):
        return Verdict(health=Health.UNKNOWN, why="no address that can be asked")
    try:
        web.start(url)
    except NotPublished as error:
        return _verdict(Health.DEAD, error)
    except NoSuchHostError as error:
        return replace(_verdict(Health.DEAD, error), has_host=False)
    except (Blocked, SourceError) as error:
        return _verdict(Health.UNKNOWN, error)
    return Verdict(health=Health.WELL)


def weighed(verdicts: Mapping[str, Verdict]) -> dict[str, Verdict]:
    """The verdicts; where no site answered at all, it is this machine that finds none of them."""
    if any(each.health is not Health.UNKNOWN and each.has_host for each in verdicts.values()):
        return dict(verdicts)
    return {url: replace(each, health=Health.UNKNOWN) for url, each in verdicts.items()}


def copy(url: str, day: str, web: Web, archive: str) -> str:
    """The copy that the archive names for about that day, "" where it names none. Raises what the web raises."""
    found = web.page(f"{archive}?url={quote(url, safe='')}&timestamp={day.replace('-', '')}")
    closest = found.first("archived_snapshots.closest") if found.format is Format.JSON else None
    if closest is None or not closest.flag("available") or closest.text("status", default="") != "200":
        return ""
    address = re.sub(r"^http:", "https:", closest.text("url", default=""))
    return address if is_copy(address, url) else ""


def _verdict(health: Health, error: BotError) -> Verdict:
    return Verdict(health=health, why=clipped(one_line(str(error)), 300))
