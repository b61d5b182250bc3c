"""dblp: the table of contents of nearly any edition in computer science, as XML or as an answer of the search API.

It has no abstracts and comes days or weeks late. Only the table as XML knows sessions.
"""

import re
from collections.abc import Iterator, Sequence
from urllib.parse import unquote

from bot.errors import NotPublished
from bot.kinds import form_of
from bot.model import Contribution, Finding, Program
from bot.page import Format, Page
from bot.people import people
from bot.platforms import Example, continued, declared, number, onwards
from bot.web import Web

URL = re.compile(r"https?://dblp\.(?:org|uni-trier\.de|dagstuhl\.de)/(?:db/\S+\.(?:html|xml|bht)|search/publ/api\?)")
EXAMPLES = (
    Example(file="search.json", contributions=3, first="Attention Is All Gulls Need?"),
    Example(file="search.xml", contributions=1, first="Tides in O(n2) & Less"),
    Example(file="tide2031.xml", contributions=3, first="Kelp, Routed: Slow Paths for Slow Oceans"),
)

_TABLE = re.compile(r"(https?://[^/]+)/db/(\S+?)\.(?:html|bht)(?:$|[?#])")
_PAPERS = ("inproceedings", "article", "incollection")
_VOLUMES = ("Editorship", "Books and Theses")
_HOMONYM = re.compile(r" \d{4}$")


def addresses(url: str) -> tuple[str, ...]:
    """The table as XML, then the search for it."""
    found = _TABLE.match(url)
    if not found:
        return (url,)
    site, table = found.groups()
    return (f"{site}/db/{table}.xml", f"{site}/search/publ/api?q=toc%3Adb/{table}.bht%3A&h=1000&format=json")


def looks_like(page: Page) -> bool:
    if page.format is Format.XML:
        return page.tree.tag == "bht" or (page.tree.tag == "result" and page.has("hits@total"))
    return page.format is Format.JSON and page.has("result.hits.@total") and page.has("result.status")


def scrape(page: Page, web: Web) -> Program:
    program = of_table(page) if page.format is Format.XML and page.tree.tag == "bht" else of_search(page, web)
    if not program.contributions:
        hint = "dblp lists an edition days or weeks after it began; if there are editions on it, give the page of one"
        raise NotPublished(f"{page.url} lists no paper", hint=hint)
    return program


def of_table(page: Page) -> Program:
    contributions = tuple(rows(page))
    name = page.text("@title", default="") or page.text(".//proceedings/title", default="").removesuffix(".")
    return Program(contributions=contributions, sources=(page.source,), name=name, url=page.url)


def rows(page: Page) -> Iterator[Contribution]:
    """The papers, each under the heading that it follows. The volume itself is a record too."""
    session = ""
    for part in page.all(".//*"):
        if part.tree.tag in ("h2", "h3"):
            session = part.text(default="")
        elif part.tree.tag in _PAPERS:
            yield read(part, part.text("@key", default=""), session)


def of_search(page: Page, web: Web) -> Program:
    pages = continued(page, web, following) if is_table(page) else (page,)
    records = [record for part in pages for record in hits(part)]
    volumes = (record.text("title", default="") for record in records if is_volume(record))
    papers = (record for record in records if not is_volume(record))
    contributions = tuple(read(record, record.text("key", default=""), "") for record in papers)
    whole = is_table(page)
    return Program(
        contributions=contributions,
        sources=tuple(part.source for part in pages),
        name=next(volumes, "").removesuffix("."),
        declared=declared(said(page, "total"), len(records), contributions) if whole else None,
        findings=() if whole else tuple(searched(page, len(records))),
    )


def is_volume(record: Page) -> bool:
    return record.text("type", default="") in _VOLUMES


def is_table(page: Page) -> bool:
    """Whether the search was for a table of contents; only then its number of hits is one of contributions."""
    query = page.text("query" if page.format is Format.XML else "result.query", default="")
    return "toc:" in query or "toc:" in unquote(page.url)


def searched(page: Page, count: int) -> Iterator[Finding]:
    text = f"This is no table of contents, but {count} of {number(said(page, 'total'))} hits of a search."
    yield Finding(text=text, hint="search for toc:db/….bht: to have an edition whole")


def following(pages: Sequence[Page]) -> str:
    rows = sum(len(hits(each)) for each in pages)
    return onwards(pages[0].url, "f", rows, number(said(pages[0], "total"))) if hits(pages[-1]) else ""


def hits(page: Page) -> tuple[Page, ...]:
    return page.all("hits/hit/info") if page.format is Format.XML else page.all("result.hits.hit.*.info")


def said(page: Page, name: str) -> str:
    return page.text(f"hits@{name}" if page.format is Format.XML else f"result.hits.@{name}", default="")


def read(record: Page, key: str, session: str) -> Contribution:
    entry = f"https://dblp.org/rec/{key}" if key else ""
    doi = record.text("doi", default="")
    paper = record.link("ee") or (record.link("ee.*") if record.format is Format.JSON else "")
    url = paper or (f"https://doi.org/{doi}" if doi else entry)
    return Contribution(
        id=key,
        title=record.text("title").removesuffix("."),
        kind=form_of(session),
        people=people(_HOMONYM.sub("", name) for name in names(record)),
        session=session,
        url=url,
        links={"pdf": paper} if paper.endswith(".pdf") else {},
    )


def names(record: Page) -> tuple[str, ...]:
    """One author is an object, several are a list, and of old each was a string."""
    if record.format is Format.XML:
        return record.texts("authors/author") or record.texts("author")
    paths = ("authors.author.*.text", "authors.author.text", "authors.author.*", "authors.author")
    return next(filter(None, map(record.texts, paths)), ())
