"""semantic_scholar: abstracts and open PDFs, many in one question. Without a key it is often too busy to answer.

Its summaries are a model's words, so they are left alone.
"""

import json
from collections.abc import Iterator, Sequence
from urllib.parse import urlencode

from bot.enrichers import MANY, Known, Work, abstract, answer, arxiv_id, doi, looked_up, query_words
from bot.errors import NotPublished
from bot.model import Contribution
from bot.page import Format, Page
from bot.web import Web

AT_ONCE = MANY

_API = "https://api.semanticscholar.org/graph/v1/paper"
_FIELDS = "title,abstract,externalIds,openAccessPdf,authors,url"


def enrich(contributions: Sequence[Contribution], web: Web) -> tuple[Known, ...]:
    def ask(ids: Sequence[str]) -> Iterator[Work]:
        page = web.post(f"{_API}/batch?{urlencode({'fields': _FIELDS})}", json.dumps({"ids": ids}))
        return works(page, "*")

    def search(these: Sequence[Contribution]) -> Iterator[Work]:
        query = {"query": query_words(these[0].title), "fields": _FIELDS}
        try:
            return works(web.page(f"{_API}/search/match?{urlencode(query)}"), "data.*")
        except NotPublished:  # how it says that nothing is called so
            return iter(())

    return looked_up(contributions, key, ask, search)


def key(contribution: Contribution) -> str:
    number, preprint = doi(contribution), arxiv_id(contribution)
    return f"DOI:{number}" if number else f"ARXIV:{preprint}" if preprint else ""


def works(page: Page, path: str) -> Iterator[Work]:
    items = answer(page, Format.JSON).all(path)
    return (read(item) for item in items if item.text("title", default=""))  # what it does not know is null


def read(item: Page) -> Work:
    number, preprint = item.text("externalIds.DOI", default="").lower(), item.text("externalIds.ArXiv", default="")
    links = {
        "doi": f"https://doi.org/{number}" if number else "",
        "arxiv": f"https://arxiv.org/abs/{preprint}" if preprint else "",
    }
    return Work(
        title=item.text("title"),
        people=item.texts("authors.*.name"),
        ids=frozenset((f"DOI:{number}", f"ARXIV:{preprint}")) - {"DOI:", "ARXIV:"},
        passages=abstract(item.prose("abstract"), item, item.link("url")),
        links={name: address for name, address in links.items() if address},
        pdf=item.link("openAccessPdf.url") or (f"https://arxiv.org/pdf/{preprint}" if preprint else ""),
        is_closed=item.raw("openAccessPdf.status").upper() == "CLOSED" and not preprint,
    )
