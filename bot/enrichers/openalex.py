"""openalex: abstracts, and where an open PDF lies, for most that has a DOI."""

from collections.abc import Iterator, Sequence
from urllib.parse import urlencode

from bot.enrichers import MANY, Known, Work, abstract, answer, arxiv_id, doi, looked_up, query_words
from bot.model import Contribution
from bot.page import Format, Page
from bot.text import prose
from bot.web import Web

AT_ONCE = MANY

_API = "https://api.openalex.org/works?"
_FIELDS = "id,doi,title,abstract_inverted_index,authorships,best_oa_location,open_access"
_HITS, _WORDS = 5, 3000
_ARXIV_DOI = "10.48550/arxiv."


def enrich(contributions: Sequence[Contribution], web: Web) -> tuple[Known, ...]:
    def ask(ids: Sequence[str]) -> Iterator[Work]:
        wanted = "|".join(each for each in ids if not {*each} & {*"|,"})
        return works(web, {"filter": f"doi:{wanted}", "per-page": str(len(ids))}) if wanted else iter(())

    def search(these: Sequence[Contribution]) -> Iterator[Work]:
        return works(web, {"filter": f"title.search:{query_words(these[0].title)}", "per-page": str(_HITS)})

    return looked_up(contributions, key, ask, search)


def key(contribution: Contribution) -> str:
    """Its DOI; preprints have one too."""
    preprint = arxiv_id(contribution)
    return doi(contribution) or (f"{_ARXIV_DOI}{preprint}".lower() if preprint else "")


def works(web: Web, query: dict[str, str]) -> Iterator[Work]:
    page = answer(web.page(_API + urlencode({**query, "select": _FIELDS})), Format.JSON)
    return (read(item) for item in page.all("results.*") if item.text("title", default=""))


def read(item: Page) -> Work:
    address = item.link("doi")
    number = address.partition("doi.org/")[2].lower()
    return Work(
        title=item.text("title"),
        people=item.texts("authorships.*.author.display_name"),
        ids=frozenset(filter(None, (number,))),
        passages=abstract(prose(in_order(item)), item, address or item.link("id")),
        links={"doi": address} if number else {},
        pdf=item.link("best_oa_location.pdf_url"),
        is_closed=item.raw("open_access.oa_status") == "closed",
    )


def in_order(item: Page) -> str:
    """The abstract, which is given as the places of each word; "" where they are too many to be one."""
    index = item.first("abstract_inverted_index")
    words = index.tree if index and isinstance(index.tree, dict) else {}
    placed = [(at, word) for word, places in words.items() if isinstance(places, list) for at in places]
    if len(placed) > _WORDS or not all(isinstance(at, int) for at, _ in placed):
        return ""
    return " ".join(word for _, word in sorted(placed))
