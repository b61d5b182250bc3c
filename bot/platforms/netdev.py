"""netdev: the sessions of the Netdev conference, one static page each; the pages that list them only lead there.

Addresses are what the site keeps from one edition to the next (…/0x19/sessions/talk/some-title.html), so they decide
what is a session, of which kind, and which of a page's headings is its title.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import unquote

from bot.errors import NotPublished
from bot.kinds import kind_of
from bot.model import Contribution, Finding, Passage, Person, Program
from bot.page import Format, Page, web_address
from bot.people import affiliated, people_in
from bot.platforms import Example, further, watchable
from bot.text import slug
from bot.web import Web

URL = re.compile(r"https?://(?:(?:www|legacy)\.)?netdevconf\.(?:info|org)/(0x[0-9a-fA-F]+|\d\.\d)(?:/|$)")
EXAMPLES = (Example(file="0x31-schedule.html", contributions=3, first="Queues Under Water"),)

_MOST_LISTS, _MOST_PAGES = 5, 200
# Until 0x16 one page showed whichever session its address asked for, whose kind stands before its name or behind it.
_SESSION = re.compile(
    r"(?:^|/)(?:sessions/(?P<kind>[a-z][\w-]*)/(?P<name>[^/?#]+)\.html|session\.html\?(?P<asked>[^/#&=]+))$"
)
_EDITION = re.compile(r"(?:^|[\s/])(0x[0-9a-fA-F]+|\d\.\d)(?![\w.])")
_LIST = re.compile(r"(?:^|/)(?:[\w-]*sessions?|schedule|program)(?:\.html|/)?$")
_PARTS = ", ".join(
    f"{part}:not(nav *):not(footer *)" for part in ("h1", "h2", "h3", "h4", "dt", "dd", "p:not(li p)", "li")
)
_LABEL = re.compile(
    r"(speaker|presenter|author|description|abstract|label|session type|content|slides|paper|video)s?\s*(?::|$)\s*",
    re.I,
)
_PEOPLE = "speaker", "presenter", "author"
_FORMS = "talk|tutorial|bof|workshop|keynote|moonshot|panel"
_KIND_AT_END = re.compile(rf"-(?P<last>{_FORMS})$|^(?P<first>{_FORMS})-", re.I)
_LEADS_TO = (
    ("slides", re.compile(r"-slides?[/.]|/slides/", re.I)),
    ("pdf", re.compile(r"-paper\.pdf$|/papers/", re.I)),
    ("video", re.compile(r"//(?:www\.)?(?:youtube\.com/(?:watch|embed)|youtu\.be/)", re.I)),
)


def addresses(url: str) -> tuple[str, ...]:
    return (url,)


def looks_like(page: Page) -> bool:
    if page.format is not Format.HTML:
        return False
    if URL.match(page.url):
        return True
    ours = "netdev" in page.title.lower() or page.has("a[href*='netdevconf.']")
    return ours and bool(linked(page))


def scrape(page: Page, web: Web) -> Program:
    others, _ = further(lists_on(page), web, "lists", most=_MOST_LISTS)  # what is missing then, the rest may have
    lists = (page, *others.values())
    links: dict[str, str] = {}
    for each in lists:
        for address, text in linked(each).items():
            links[address] = links.get(address) or text
    if not links:
        raise NotPublished(f"{page.url} leads to no session yet", hint="come back when the sessions are announced")
    live = [address for address in links if URL.match(address)] if URL.match(page.url) else []
    pages, findings = further(live, web, "pages of sessions, and so their abstracts and speakers,", most=_MOST_PAGES)
    return Program(
        contributions=tuple(read(address, text, pages.get(address)) for address, text in links.items()),
        sources=tuple(each.source for each in (*lists, *pages.values())),
        name=page.title,
        url=page.url,
        findings=findings if live else tuple(unread(len(links))),
    )


def linked(page: Page) -> dict[str, str]:
    """The addresses of sessions of its own edition that a page leads to, with what it calls them."""
    found: dict[str, str] = {}
    own = edition_of(page)
    for link in page.all("a[href*='sessions/'], a[href*='session.html?']"):
        address = link.text("@href", default="")
        other = _EDITION.search(address)
        if _SESSION.search(address) and (not own or not other or other[1] == own):
            address = web_address(address, page.url) if page.url.startswith("http") else address
            found[address] = found.get(address) or link.text(default="")
    return found


def edition_of(page: Page) -> str:
    found = URL.match(page.url) or _EDITION.search(page.title)
    return found[1] if found else ""


def lists_on(page: Page) -> tuple[str, ...]:
    """The schedule and the lists of sessions of the same edition."""
    addresses = (web_address(href, page.url).partition("#")[0] for href in page.texts("a@href"))
    same = (each for each in addresses if (other := URL.match(each)) and other[1] == edition_of(page))
    return tuple(each for each in same if _LIST.search(each) and each != page.url and URL.match(page.url))


def unread(count: int) -> Iterator[Finding]:
    text = f"Pages of sessions that were not read, nor their abstracts and speakers: {count}."
    yield Finding(text=text, hint="save the pages of the sessions as well")


def read(address: str, text: str, page: Page | None) -> Contribution:
    kind, name = named_in(address)
    sections = labelled(page) if page else {}
    url = address if address.startswith("http") else ""
    return Contribution(
        id=name,
        title=title_of(name, text, page),
        kind=kind_of(kind.replace("bof", "birds of a feather")),
        people=tuple(dict.fromkeys(person for label in _PEOPLE for person in named(sections.get(label, ())))),
        passages=abstract(sections, page) if page else (),
        url=url,
        links={**({"page": url} if url else {}), **(documents(page) if page else {})},
    )


def named_in(address: str) -> tuple[str, str]:
    """The kind and the name of a session."""
    found = _SESSION.search(address)
    name = unquote(found["name"] or found["asked"]) if found else ""
    form = _KIND_AT_END.search(name)
    return (found and found["kind"]) or (form["last"] or form["first"] if form else ""), name


def title_of(name: str, text: str, page: Page | None) -> str:
    """The heading that the page's own name was made of, or else what the link says."""
    bare = _KIND_AT_END.sub("", name)
    headings = (*page.texts("h1, h2, h3"), page.title.partition(" | ")[0], text) if page else (text,)
    own = next((each for each in headings if slug(each, limit=200) in (name, bare)), "")
    return own or text or next(filter(None, headings), "") or bare.replace("-", " ")


def labelled(page: Page) -> Mapping[str, list[str]]:
    """The texts of a session's page under the labels that stand before them: speakers, label, description, …"""
    sections: dict[str, list[str]] = {}
    label = ""
    for part in page.all(_PARTS):
        text = part.text(default="")
        if found := _LABEL.match(text):
            label, text = found[1].lower(), text[found.end() :]
        if text and label:
            sections.setdefault(label, []).append(text)
    return sections


def named(texts: Iterable[str]) -> Iterator[Person]:
    for text in texts:
        yield from affiliated(text) if "(" in text else people_in(text)


def abstract(sections: Mapping[str, list[str]], page: Page) -> tuple[Passage, ...]:
    return page.quoted("\n\n".join(sections.get("abstract") or sections.get("description") or []))


def documents(page: Page) -> dict[str, str]:
    """By their addresses alone: a page also leads to what other sessions left."""
    found: dict[str, str] = {}
    for href in (*page.texts("a@href"), *page.texts("iframe@src")):
        address = watchable(web_address(href, page.url))
        name = next((name for name, pattern in _LEADS_TO if pattern.search(address)), "")
        if name:
            found.setdefault(name, address)
    return found
