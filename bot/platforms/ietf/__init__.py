"""ietf: the meetings of the IETF in its Datatracker, which know their sessions and, by their agendas, their drafts.

A document does not say where it was discussed. So the drafts of a meeting are those that the agendas of its sessions
name, never those that its working groups happen to have today.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC

from bot.errors import LayoutChanged, NotPublished
from bot.model import Contribution, Finding, Program
from bot.page import Format, Page
from bot.platforms import Example, further
from bot.platforms.ietf import datatracker, forms, lists
from bot.platforms.ietf.agendas import HOSTS, is_held, listed, names_on
from bot.platforms.ietf.before import since
from bot.platforms.ietf.datatracker import DOCUMENTS, SITE, Draft
from bot.platforms.ietf.sessions import session, told
from bot.text import listing
from bot.web import Web

URL = re.compile(r"https?://datatracker\.ietf\.org/(?:meeting/|(?:wg|rg|group)/|api/v1/doc/document/)")
EXAMPLES = (
    Example(file="agenda-931.json", contributions=5, first="Registration Desk"),
    Example(file="documents.json", contributions=2, first="Tidal Header Compression"),
)

_MEETING = re.compile(r"https?://datatracker\.ietf\.org/meeting/(\d{1,4}|interim-[\w-]+)(?:/|$)", re.I)
_GROUP = re.compile(r"https?://datatracker\.ietf\.org/(?:wg|rg|group)/([\w-]+)(?:/|$)")
_MEETINGS = "/api/v1/meeting/"
_NUMBER = re.compile(r"\d{1,4}|interim-[\w-]+")


def addresses(url: str) -> tuple[str, ...]:
    if found := _MEETING.match(url):
        return (f"{SITE}/meeting/{found[1].lower()}/agenda.json",)
    if found := _GROUP.match(url):
        return (f"{SITE}{DOCUMENTS}?format=json&group__acronym={found[1]}&type=draft&limit=200",)
    return (url,)


def looks_like(page: Page) -> bool:
    if forms.is_form(page) or lists.is_list(page):
        return True
    if page.format is not Format.JSON or not isinstance(page.tree, dict):
        return False
    if page.has("meta.total_count"):
        listed_here = f"{page.text('objects.*.resource_uri', default='')} {page.url}"
        return any(kind in listed_here for kind in (DOCUMENTS, _MEETINGS))
    keyed = len(page.tree) == 1 and _NUMBER.fullmatch(next(iter(page.tree)))
    known = keyed and (page.has("*.*.objtype") or [*page.tree.values()] == [[]])
    return bool(known or _MEETING.match(page.url))


def scrape(page: Page, web: Web) -> Program:
    live = web if page.url.startswith(f"{SITE}/") else None
    if forms.is_form(page):
        return saved(page)
    if lists.is_list(page):
        return listed_on(page)
    return documents(page, live) if page.has("meta.total_count") else meeting(page, live)


def documents(page: Page, web: Web | None) -> Program:
    """The drafts that an answer of the Datatracker lists, as far as they are alive."""
    if _MEETINGS in page.text("objects.*.resource_uri", default=""):
        raise LayoutChanged(
            f"{page.url} lists meetings or their sessions by numbers, without the names of their groups",
            hint=f"read {SITE}/meeting/<number>/agenda.json instead",
        )
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
    return Program(
        contributions=(*sessions, *drafts),
        sources=(page.source, *(agenda.source for agenda in agendas.values())),
        name=name_of(number),
        url=page.url,
        findings=(*findings, *more, *news, *off(len(rows) - len(held))),
    )


def saved(page: Page) -> Program:
    """The sessions of a meeting from another form of its agenda. What their agendas name, only the site knows."""
    slots = forms.slots(page)
    held = tuple(told(slot) for slot in slots if not slot.is_off)
    if not held:
        raise NotPublished(f"{page.url} has no session yet", hint="the agenda is not out; come back later")
    return Program(
        contributions=held,
        sources=(page.source,),
        name=name_of(forms.number_of(page)),
        url=page.url,
        findings=off(len(slots) - len(held)),
    )


def listed_on(page: Page) -> Program:
    """The drafts on a page that lists documents, without their abstracts."""
    found, findings = lists.drafts(page)
    if not found:
        raise NotPublished(f"{page.url} lists no draft that is alive", hint="ask for another group, or come back later")
    return Program(contributions=found, sources=(page.source,), name=page.title, url=page.url, findings=findings)


def name_of(number: str) -> str:
    return f"IETF {number}" if number.isdecimal() else number


def off(count: int) -> tuple[Finding, ...]:
    finding = Finding(text=f"Sessions that are cancelled or moved, and left out: {count}.")
    return (finding,) if count else ()


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
