"""What changed since the meeting before: which drafts are new on a group's agenda, which were revised, which are gone.

It is a hope: where the meeting before cannot be read, a finding says so. Only the agendas of groups that have drafts to
discuss now are read again, and "new" is said only of a group whose agendas then were all read and named drafts.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from bot.errors import BotError, NotPublished
from bot.model import Contribution, Finding, Passage, Provenance
from bot.page import Page
from bot.platforms import further, number
from bot.platforms.ietf import datatracker
from bot.platforms.ietf.agendas import HOSTS, is_held, listed, names_on
from bot.platforms.ietf.datatracker import DOCUMENTS, SITE, Draft
from bot.text import listing
from bot.web import Web

_REVISIONS = "/api/v1/doc/newrevisiondocevent/?doc__name__in="
_REVISION = re.compile(r"[0-9]{2}")
_MOST_AGENDAS = 150

Posted = Mapping[str, Sequence[tuple[str, str, Provenance]]]
"""When which revision of a draft came, and where that was read."""
News = tuple[str, Passage]
"""What happened to a draft, in words that a count can stand before, and the sentence that says so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """The meeting before: the drafts that its agendas named, and for each group an agenda that speaks for it."""

    name: str
    began: str
    named: frozenset[str]
    groups: Mapping[str, Provenance]


def since(
    meeting: str, drafts: Sequence[Draft], groups: Mapping[str, str], web: Web
) -> tuple[tuple[Contribution, ...], tuple[Finding, ...]]:
    """The drafts with what is new about them, and how much changed. `groups` are their groups' acronyms, by name."""
    same, last = tuple(draft.contribution for draft in drafts), number(meeting) - 1
    if not drafts or last < 1:
        return same, ()
    name = f"IETF {last}"
    try:
        before, findings = read(last, name, {*groups.values()}, web)
        posted = revisions([each.id for each in same], web)
        gone = fates(before, {each.id for each in same}, web)
    except BotError as failure:
        return same, (Finding(text=f"What changed since {name} is not told: {failure}", hint=failure.hint),)
    told = [(*revised(draft, before, posted), *fresh(draft, groups, before)) for draft in drafts]
    pairs = zip(same, told, strict=True)
    changed = tuple(replace(each, passages=(*each.passages, *(new for _, new in all_new))) for each, all_new in pairs)
    return changed, (*findings, summary(before, chain(*told), gone))


def read(meeting: int, name: str, groups: Collection[str], web: Web) -> tuple[Before, tuple[Finding, ...]]:
    """Raises NotPublished where the meeting has no agenda, and whatever the web raises."""
    sessions = tuple(filter(is_held, listed(page := web.page(f"{SITE}/meeting/{meeting}/agenda.json"))))
    if not sessions:
        raise NotPublished(f"{page.url} has no session", hint="nothing to do: no meeting may have had that number")
    links = {link: group_of(row) for row in sessions if (link := row.link("agenda")).startswith(HOSTS)}
    wanted = [link for link, group in links.items() if group in groups]
    agendas, findings = further(wanted, web, f"agendas of {name}", most=_MOST_AGENDAS)
    silent = {links[link] for link in wanted if link not in agendas or not names_on(agendas[link])}
    return Before(
        name=name,
        began=min(row.text("start", default="9")[:10] for row in sessions),
        named=frozenset(draft for agenda in agendas.values() for draft in names_on(agenda)),
        groups={links[link]: page.source for link, page in agendas.items() if links[link] not in silent},
    ), findings


def group_of(session: Page) -> str:
    return session.text("group.acronym", default="")


def revisions(names: Sequence[str], web: Web) -> Posted:
    found: dict[str, list[tuple[str, str, Provenance]]] = {}
    for row in datatracker.asked(web, _REVISIONS, names):
        day, revision = row.text("time", default="")[:10], row.text("rev", default="")
        if _REVISION.fullmatch(revision):
            found.setdefault(datatracker.tail(row, "doc"), []).append((day, revision, row.source))
    return found


def revised(draft: Draft, before: Before, posted: Posted) -> Iterator[News]:
    """How far a draft came since the meeting before began, where anybody tells."""
    name, known = draft.contribution.id, posted.get(draft.contribution.id, ())
    if not known or not draft.revision:
        return
    then = max((each for each in known if each[0] < before.began), key=lambda each: each[:2], default=None)
    _, revision, source = then or known[0]
    if not then:
        yield news("first posted", f"{name} was first posted since {before.name}.", source)
    elif revision == draft.revision:
        yield news("not revised", f"{name} was not revised since {before.name}, and stands at -{revision}.", source)
    else:
        text = f"{name} was revised from -{revision} to -{draft.revision} since {before.name}."
        yield news("revised", text, source)


def fresh(draft: Draft, groups: Mapping[str, str], before: Before) -> Iterator[News]:
    """That a group did not have the draft on its agenda the last time, where that is certain."""
    name, group = draft.contribution.id, groups.get(draft.contribution.id, "")
    if name not in before.named and group in before.groups:
        text = f"{name} is new on the agenda of {group} since {before.name}."
        yield news("new on their group's agenda", text, before.groups[group])


def news(what: str, text: str, source: Provenance) -> News:
    return what, Passage(text=text, part="status", source=source)


def fates(before: Before, alive: Collection[str], web: Web) -> Counter[str]:
    """What became of the others that the meeting before discussed."""
    names = sorted(before.named - {*alive})
    states = datatracker.state_words(web) if names else {}
    rows = datatracker.asked(web, f"{DOCUMENTS}?name__in=", names)
    others = (datatracker.read(row, states, {}) for row in rows if row.text("name", default="") in names)
    return Counter(each.fate for each in others if each.fate and each.ended >= before.began)


def summary(before: Before, told: Iterable[News], gone: Counter[str]) -> Finding:
    here, there = (
        Counter(what for what, _ in told),
        listing([f"{count} {fate}" for fate, count in sorted(gone.items())]),
    )
    known = listing([f"{count} {what}" for what, count in sorted(here.items())]) or "nothing is known"
    rest = f"; of those that the same groups had on theirs then: {there}" if there else ""
    return Finding(text=f"Since {before.name}, of the drafts on these agendas: {known}{rest}.")
