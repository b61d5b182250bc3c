"""crossref: the abstracts that publishers register with their DOIs; ACM does, IEEE does not."""

import re
from collections.abc import Iterator, Sequence
from urllib.parse import quote, urlencode

from bot.enrichers import MANY, Known, Work, abstract, answer, doi, looked_up, query_words, surnames
from bot.model import Contribution
from bot.page import Format, Page
from bot.text import prose_html
from bot.web import Web

AT_ONCE = MANY

_API = "https://api.crossref.org/works?"
_FIELDS = "DOI,title,subtitle,author,abstract"
_HITS = 5
_JATS = re.compile(r"(</?)jats:", re.I)


def enrich(contributions: Sequence[Contribution], web: Web) -> tuple[Known, ...]:
    def ask(ids: Sequence[str]) -> Iterator[Work]:
        # A comma ends a filter, and cannot be written otherwise.
        wanted = ",".join(f"doi:{each}" for each in ids if "," not in each)
        return works(web, {"filter": wanted, "rows": str(len(ids))}) if wanted else iter(())

    def search(these: Sequence[Contribution]) -> Iterator[Work]:
        words = f"{query_words(these[0].title)} {surnames(these[0])}".strip()
        return works(web, {"query.bibliographic": words, "rows": str(_HITS)})

    return looked_up(contributions, doi, ask, search)


def works(web: Web, query: dict[str, str]) -> Iterator[Work]:
    page = answer(web.page(_API + urlencode({**query, "select": _FIELDS})), Format.JSON)
    return (read(item) for item in page.all("message.items.*") if item.texts("title.*"))


def read(item: Page) -> Work:
    key = item.text("DOI", default="").lower()
    address = f"https://doi.org/{quote(key, safe='/.()_:;-')}" if key else ""
    return Work(
        title=": ".join((*item.texts("title.*")[:1], *item.texts("subtitle.*")[:1])),
        people=tuple(filter(None, map(name, item.all("author.*")))),
        ids=frozenset(filter(None, (key,))),
        passages=abstract(prose_html(_JATS.sub(r"\1", item.raw("abstract"))), item, address),
        links={"doi": address} if address else {},
    )


def name(author: Page) -> str:
    parts = (author.text("given", default=""), author.text("family", default=""))
    return " ".join(filter(None, parts)) or author.text("name", default="")
