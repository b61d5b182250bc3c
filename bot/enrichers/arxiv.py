"""arxiv: abstracts and open PDFs of preprints. It allows one question every three seconds, so one asks for many."""

import re
from collections.abc import Iterator, Sequence
from urllib.parse import urlencode

from bot.enrichers import MANY, Known, Work, abstract, answer, arxiv_id, looked_up, query_words, surnames
from bot.model import Contribution
from bot.page import Format, Page
from bot.web import Web

AT_ONCE = MANY

_API = "https://export.arxiv.org/api/query?"
_ATOM, _ARXIV = "{http://www.w3.org/2005/Atom}", "{http://arxiv.org/schemas/atom}"
_TOTAL = "{http://a9.com/-/spec/opensearch/1.1/}totalResults"
_VERSION = re.compile(r"v\d+$")
_TITLES, _HITS = 10, 5  # asked for in one question, and answers to each


def enrich(contributions: Sequence[Contribution], web: Web) -> tuple[Known, ...]:
    def ask(ids: Sequence[str]) -> Iterator[Work]:
        return works(web, {"id_list": ",".join(ids), "max_results": str(len(ids))})

    def search(these: Sequence[Contribution]) -> Iterator[Work]:
        wanted = " OR ".join(map(titled, these))
        return works(web, {"search_query": wanted, "max_results": str(_HITS * len(these))})

    return looked_up(contributions, arxiv_id, ask, search, at_once=_TITLES)


def titled(contribution: Contribution) -> str:
    """A title as a query, with the first person's name where there is one."""
    name = surnames(contribution, most=1)
    title = f'ti:"{query_words(contribution.title)}"'
    return f"({title} AND au:{name})" if name else f"({title})"


def works(web: Web, query: dict[str, str]) -> Iterator[Work]:
    """The papers in an answer. It is asked once more where it counts papers and lists none, as it sometimes does."""
    page = answer(web.page(_API + urlencode(query)), Format.XML)
    if not page.has(f"{_ATOM}entry") and page.text(_TOTAL, default="0") != "0":
        page = answer(web.page(_API + urlencode({**query, "start": "0"})), Format.XML)
    for entry in page.all(f"{_ATOM}entry"):
        address = entry.text(f"{_ATOM}id", default="")
        title = entry.text(f"{_ATOM}title", default="")
        if "/abs/" in address and title:  # an error is an entry too
            yield read(entry, address.rpartition("/abs/")[2], title)


def read(entry: Page, versioned: str, title: str) -> Work:
    key = _VERSION.sub("", versioned)
    doi = entry.text(f"{_ARXIV}doi", default="").lower()
    return Work(
        title=title,
        people=entry.texts(f"{_ATOM}author/{_ATOM}name"),
        ids=frozenset(filter(None, (key, doi))),
        passages=abstract(entry.prose(f"{_ATOM}summary"), entry, f"https://arxiv.org/abs/{versioned}"),
        links={"arxiv": f"https://arxiv.org/abs/{key}", **({"doi": f"https://doi.org/{doi}"} if doi else {})},
        pdf=f"https://arxiv.org/pdf/{key}",
    )
