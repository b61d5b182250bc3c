"""proceedings_bib: the papers of one volume as BibTeX, as the libraries of ACM, IEEE, USENIX and dblp export them."""

import re

from bot.bibtex import Entry, entries, kinds, untex
from bot.errors import SourceError
from bot.model import Contribution, Kind, Person, Program
from bot.page import Format, Page, web_address
from bot.people import people
from bot.platforms import Example
from bot.text import folded, one_line, plain, prose
from bot.web import Web

URL = re.compile(r"https?://(?:www\.)?aclanthology\.org/volumes/[\w.-]+\.bib$")
EXAMPLES = (Example(file="tide31.bib", contributions=2, first="Ropes über Knots"),)

_FEWEST = 2  # a lone citation is no volume
_SERIES = "Proceedings of Machine Learning Research"  # which pmlr reads


def addresses(url: str) -> tuple[str, ...]:
    return (url,)


def looks_like(page: Page) -> bool:
    """Whether all papers are of one volume: a list of references is no program."""
    if page.format is not Format.TEXT or "inproceedings" not in (found := kinds(page.raw())):
        return False
    if "proceedings" in found or _SERIES in page.raw():
        return False
    papers = papers_of(page)
    whole = (each.fields for each in papers if each.whole)
    volumes = {(folded(untex(each.get("booktitle", ""))), each.get("year", "")) for each in whole}
    return len(papers) >= _FEWEST and len(volumes) == 1 and found == {"inproceedings"}


def papers_of(page: Page) -> tuple[Entry, ...]:
    return tuple(entry for entry in entries(page.raw()) if entry.kind == "inproceedings")


def scrape(page: Page, web: Web) -> Program:
    papers = papers_of(page)
    if not papers[-1].whole:
        raise SourceError(
            f"{page.url} ends in the middle of an entry", hint="it was cut off; save the whole file again"
        )
    contributions = tuple(read(each, page) for each in papers if each.fields.get("title"))
    name = untex(papers[0].fields.get("booktitle", ""))
    return Program(contributions=contributions, sources=(page.source,), name=name, url=page.url)


def read(entry: Entry, page: Page) -> Contribution:
    said = entry.fields.get
    doi = said("doi", "")
    url = web_address(said("url", "")) or (web_address(f"https://doi.org/{doi}") if doi else "")
    return Contribution(
        id=doi or entry.key,
        title=plain(untex(said("title", ""))),
        kind=Kind.PAPER,
        people=authors(said("author", "")),
        passages=page.quoted(prose(untex(said("abstract", "")))),
        url=url,
        links={"page": url} if url else {},
    )


def authors(text: str) -> tuple[Person, ...]:
    """From "Ode, Ann and Tide, Jr., Bo", or from "Ann Ode and Bo Tide"."""
    names = ([part.strip() for part in name.split(",")] for name in one_line(text).split(" and "))
    return people(untex(" ".join((*name[-1:], *name[:-1]))) for name in names if name != ["others"])
