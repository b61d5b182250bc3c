"""RainFocus's search API, asked as a catalog's page asks it: with the keys that stand in the page or in its address."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode, urlsplit

from bot.errors import Blocked, BotError, LayoutChanged
from bot.model import Finding
from bot.page import Format, Page
from bot.platforms import number
from bot.web import Web

_ITEMS = "sectionList.*.items.*", "items.*", "*.sectionList.*.items.*", "*.items.*"
_TOTALS = "totalSearchItems", "total", "sectionList.*.total"
_API = "https://events.rainfocus.com/api/search"
_ADDRESS = re.compile(r"https?://[\w.:-]+/api/(?:search|sessions)\b")
_STATED = r"""\b(?:data-)?{}(?:\\?["']|&quot;)?\s?[:=]\s?(?:\\?["']|&quot;)([\w-]{{8,100}})(?:\\?["']|&quot;)"""
_KEYS = {
    "rfApiProfileId": re.compile(_STATED.format("(?:rf-?)?api-?profile-?id"), re.I | re.A),
    "rfWidgetId": re.compile(_STATED.format("rf-?widget-?id"), re.I | re.A),
}
_KEY = re.compile(r"[\w-]{8,100}", re.A)
_FORM = {"type": "session", "browserTimezone": "UTC", "catalogDisplay": "list"}
_SIZE, _MOST_ANSWERS = 50, 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Interface:
    """Where a catalog's page asks, what it asks for, and what it brings along."""

    address: str
    form: Mapping[str, str]
    headers: Mapping[str, str]


def interface(page: Page) -> Interface | None:
    """The API behind a catalog's page; None where neither the page nor its address gives the key to it.

    Tabs and keys may stand in the address, as a browser shows it or as config.yml completes it.
    """
    text, told = page.tree.html if page.tree else "", dict(parse_qsl(urlsplit(page.url).query))
    found = {name: told.get(name, "") or first(stated, text) for name, stated in _KEYS.items()}
    keys = {name: key for name, key in found.items() if _KEY.fullmatch(key)}
    if "rfApiProfileId" not in keys:
        return None
    scheme, host, *_ = urlsplit(page.url)
    site = {"Origin": f"{scheme}://{host}", "Referer": f"{scheme}://{host}/"} if host.isascii() else {}
    return Interface(
        address=address(page, text),
        form={**_FORM, **{name: value for name, value in told.items() if name.startswith("tab.")}},
        headers={**keys, **site, "Content-Type": "application/x-www-form-urlencoded; charset=UTF-8"},
    )


def has_keys(page: Page) -> bool:
    """Whether it certainly is a catalog's page, wherever it stands: other pages may bear one of the keys."""
    return (api := interface(page)) is not None and api.headers.keys() >= _KEYS.keys()


def first(stated: re.Pattern[str], text: str) -> str:
    return found[1] if (found := stated.search(text)) else ""


def address(page: Page, text: str) -> str:
    """A page may send us to RainFocus or to where it is itself, and nowhere else."""
    named = (found.group() for found in _ADDRESS.finditer(text))
    own = (each for each in named if urlsplit(each)[:2] == urlsplit(page.url)[:2] or is_rainfocus(each))
    return next(own, _API)


def is_rainfocus(address: str) -> bool:
    return address.startswith("https://") and f"{urlsplit(address).hostname}".endswith(".rainfocus.com")


def asked(api: Interface, web: Web) -> tuple[tuple[Page, ...], tuple[Finding, ...]]:
    """The API's answers to the end, and what came in between. What is missing shows in the number that it declares."""
    answers = [ask(api, 0, web)]
    seen = {key(item) for item in items(answers[0])}
    while len(answers) < _MOST_ANSWERS and (rows := sum(len(items(each)) for each in answers)) < total(answers[-1]):
        try:
            answer = ask(api, rows, web)
        except BotError as failure:
            cut = Finding(text=f"The catalog broke off after {rows} sessions: {failure}", hint=failure.hint)
            return tuple(answers), (*changed(answers), cut)
        fresh = {key(item) for item in items(answer)} - seen
        if not fresh:  # it begins again, or hands out no more in one search
            short = Finding(text=f"The catalog announces {total(answers[-1])} sessions and hands out {rows}.")
            return tuple(answers), (*changed(answers), short)
        answers.append(answer)
        seen |= fresh
    return tuple(answers), changed(answers)


def ask(api: Interface, start: int, web: Web) -> Page:
    form = {**api.form, "from": str(start), "size": str(_SIZE)}
    return allowed(web.post(api.address, urlencode(form), api.headers))


def allowed(answer: Page) -> Page:
    """The answer. Raises Blocked for a refusal, which comes as a good answer, and LayoutChanged for what is none."""
    if answer.format is not Format.JSON:
        raise LayoutChanged(
            f"{answer.url} answers in {answer.format} and not in JSON", hint="compare it with a recording"
        )
    if answer.text("responseCode", default="0") != "0":
        raise Blocked(
            f"{answer.url} answers {answer.text('responseMessage', default='with an error')!r}",
            hint="its keys change with each event: copy rfApiProfileId and rfWidgetId from what your browser sends into"
            " the catalog's address in config.yml (?rfApiProfileId=…&rfWidgetId=…), or save the answers to /api/search",
        )
    return answer


def changed(answers: list[Page]) -> tuple[Finding, ...]:
    totals = list(filter(None, map(total, answers)))
    if len(set(totals)) < 2:
        return ()
    text = f"The catalog changed while it was read, from {totals[0]} to {totals[-1]} sessions."
    return (Finding(text=text, hint="draft it again: some sessions may be missing"),)


def key(item: Page) -> tuple[str, ...]:
    return tuple(item.text(path, default="") for path in ("sessionID", "sessionTimeID", "code", "title"))


def is_answer(page: Page) -> bool:
    return any(page.has(f"{items}.sessionID") for items in _ITEMS) or page.has("responseCode")


def items(answer: Page) -> tuple[Page, ...]:
    return next(filter(None, map(answer.all, _ITEMS)), ())


def total(answer: Page) -> int:
    return next(filter(None, (number(answer.text(path, default="")) for path in _TOTALS)), 0)
