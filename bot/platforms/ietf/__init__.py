"""ietf: the meetings of the IETF in its Datatracker, which know their sessions and, by their agendas, their drafts.

A document does not say where it was discussed. So the drafts of a meeting are those that the agendas of its sessions
name, never those that its working groups happen to have today.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo

from bot.errors import NotPublished
from bot.kinds import kind_of_entry
from bot.model import Contribution, Finding, Kind, Program
from bot.moments import after
from bot.page import Format, Page
from bot.platforms import Example, further
from bot.platforms.ietf import datatracker
from bot.platforms.ietf.agendas import HOSTS, is_held, listed, names_on
from bot.platforms.ietf.before import since
from bot.platforms.ietf.datatracker import DOCUMENTS, SITE, Draft
from bot.text import listing
from bot.web import Web

URL = re.compile(r"https?://datatracker\.ietf\.org/(?:meeting/|(?:wg|rg|group)/|api/v1/doc/document/)")
EXAMPLES = (
    Example(file="agenda-931.json", contributions=5, first="Registration Desk"),
    Example(file="documents.json", contributions=2, first="Tidal Header Compression"),
)

_MEETING = re.compile(r"https?://datatracker\.ietf\.org/meeting/(\d{1,4}|interim-[\w-]+)(?:/|$)", re.I)
_GROUP = re.compile(r"https?://datatracker\.ietf\.org/(?:wg|rg|group)/([\w-]+)(?:/|$)")
_NUMBER = re.compile(r"\d{1,4}|interim-[\w-]+")
_DURATION = re.compile(r"(\d{1,2}):([0-5]\d)(?::[0-5]\d)?")


def addresses(url: str) -> tuple[str, ...]:
    if found := _MEETING.match(url):
        return (f"{SITE}/meeting/{found[1].lower()}/agenda.json",)
    if found := _GROUP.match(url):
        return (f"{SITE}{DOCUMENTS}?format=json&group__acronym={found[1]}&type=draft&limit=200",)
    return (url,)


def looks_like(page: Page) -> bool:
    if page.format is not Format.JSON or not isinstance(page.tree, dict):
        return False
    if page.has("meta.total_count"):
        return f"{page.text('objects.*.resource_uri', default='')} {page.url}".find(DOCUMENTS) >= 0
    keyed = len(page.tree) == 1 and _NUMBER.fullmatch(next(iter(page.tree)))
    return bool(keyed and page.has("*.*.objtype")) or bool(_MEETING.match(page.url))


def scrape(page: Page, web: Web) -> Program:
    live = web if page.url.startswith(f"{SITE}/") else None
    return documents(page, live) if page.has("meta.total_count") else meeting(page, live)


def documents(page: Page, web: Web | None) -> Program:
    """The drafts that an answer of the Datatracker lists, as far as they are alive."""
    following = page.text("meta.next", default="")
    pages = (page, *(datatracker.answers(web, following) if web and following else ()))
    found = datatracker.drafts([each for answer in pages for each in answer.all("objects.*")], web)
    alive = tuple(draft.contribution for draft in found if not draft.fate)
    if not alive:
        raise NotPublished(f"{page.url} lists no draft that is alive", hint="ask for another group, or come back later")
    total = page.text("meta.total_count", default="")
    return Program(
        contributions=alive,
        sources=tuple(answer.source for answer in pages),
        declared=int(total) - len(found) + len(alive) if re.fullmatch(r"\d{1,6}", total) else None,
        findings=tuple(farewells(draft for draft in found if draft.fate)),
    )


def meeting(page: Page, web: Web | None) -> Program:
    """The sessions of a meeting, and the drafts on their agendas."""
    number = next(iter(page.tree), "")
    rows = listed(page)
    held = tuple(filter(is_held, rows))
    if not held:
        raise NotPublished(f"{page.url} has no session yet", hint="the agenda is not out; come back later")
    zone = datatracker.zone(number, web) if web else UTC
    sessions = tuple(session(row, zone) for row in held)
    links = (each.url for each in sessions if each.url.startswith(HOSTS))
    agendas, findings = further(links, web, "agendas, and so the drafts on them,") if web else ({}, ())
    alive, more = discussed(sessions, agendas, web) if web else ((), ())
    groups = {draft.contribution.id: acronym_of(draft.contribution) for draft in alive}
    drafts, news = since(number, alive, groups, web) if web else ((), ())
    cancelled = Finding(text=f"Sessions that are cancelled, and left out: {len(rows) - len(held)}.")
    return Program(
        contributions=(*sessions, *drafts),
        sources=(page.source, *(agenda.source for agenda in agendas.values())),
        name=f"IETF {number}" if number.isdecimal() else number,
        url=page.url,
        findings=(*findings, *more, *news, *((cancelled,) if len(rows) > len(held) else ())),
    )


def session(row: Page, zone: tzinfo) -> Contribution:
    group, acronym = row.text("group.name", default=""), row.text("group.acronym", default="")
    title = row.text("name", default="") or group or acronym or "Session"
    kind = kind_of_entry(title, "", ())
    starts, ends = times(row.text("start", default=""), row.text("duration", default=""), zone)
    return Contribution(
        id=row.text("session_id", default=""),
        title=f"{title} ({acronym})" if acronym and acronym not in title else title,
        kind=kind if kind in (Kind.LOGISTICS, Kind.SOCIAL) else Kind.SESSION,
        session=f"{group} ({acronym})" if group and acronym else group or acronym,
        starts=starts,
        ends=ends,
        url=row.link("agenda"),
        links={name: link for name in ("agenda", "minutes") if (link := row.link(name))},
    )


def times(start: str, duration: str, zone: tzinfo) -> tuple[str, str]:
    """Given in UTC, told as the clocks of the meeting's place show it."""
    try:
        stated = datetime.fromisoformat(start)
        starts = (stated.astimezone(zone) if stated.tzinfo else stated).isoformat()
    except (ValueError, OverflowError):
        return "", ""
    found = _DURATION.fullmatch(duration)
    return starts, after(starts, timedelta(hours=int(found[1]), minutes=int(found[2]))) if found else ""


def discussed(
    sessions: Sequence[Contribution], agendas: Mapping[str, Page], web: Web
) -> tuple[tuple[Draft, ...], tuple[Finding, ...]]:
    """The drafts that the agendas name, each once. Which of them were dead before the meeting is a finding."""
    named: dict[str, list[Contribution]] = {}
    for each in sessions:
        for name in names_on(agendas[each.url]) if each.url in agendas else ():
            named.setdefault(name, []).append(each)
    found = datatracker.drafts(tuple(datatracker.asked(web, f"{DOCUMENTS}?name__in=", list(named))), web)
    first_day = min(each.starts[:10] for each in sessions)
    dead = {draft.contribution.id: draft for draft in found if draft.fate and draft.ended < first_day}
    alive = (draft for draft in found if draft.contribution.id in named and draft.contribution.id not in dead)
    strangers = set(named) - {draft.contribution.id for draft in found}
    unknown = Finding(text=f"Drafts that agendas name and nobody knows: {listing(sorted(strangers))}.")
    placed = tuple(in_session(each, named[each.contribution.id]) for each in alive)
    return placed, (*farewells(dead.values()), *((unknown,) if strangers else ()))


def in_session(draft: Draft, sessions: Sequence[Contribution]) -> Draft:
    """The draft in the session of its own group, whose acronym is in its name, or else in the first that names it."""
    told = draft.contribution
    place = next((each for each in sessions if f"-{acronym_of(each)}-" in told.id), sessions[0])
    return replace(draft, contribution=replace(told, session=place.session, starts=place.starts, ends=place.ends))


def acronym_of(contribution: Contribution) -> str:
    """The group's, as in "Tidal Transport (tides)"."""
    return contribution.session.rpartition("(")[2].rstrip(")")


def farewells(dead: Iterable[Draft]) -> Iterator[Finding]:
    fates: dict[str, list[str]] = {}
    for draft in dead:
        fates.setdefault(draft.fate, []).append(draft.contribution.id)
    for fate, names in fates.items():
        yield Finding(text=f"No longer drafts but {fate}, so left out: {listing(names)}.")
