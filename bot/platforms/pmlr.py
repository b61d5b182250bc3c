"""pmlr: the Proceedings of Machine Learning Research (ICML, AISTATS, COLT, CoRL, UAI …), a volume's page or its BibTeX.

The BibTeX that the site makes of a volume has all but its parts. The page has no abstracts; the editors' own BibTeX has
no addresses, and its keys are often not those of the site.
"""

import re
from collections.abc import Iterator, Mapping

from bot.bibtex import Entry, entries, kinds, untex
from bot.errors import LayoutChanged, SourceError
from bot.kinds import form_of
from bot.model import Contribution, Finding, Kind, Person, Program
from bot.page import Format, Page, web_address
from bot.people import people
from bot.platforms import Example
from bot.text import one_line, plain, prose, slug
from bot.web import Web

URL = re.compile(
    r"https?://(?:proceedings\.mlr\.press/[vr]\d+(?:/?|/index\.html|/assets/bib/\S+\.bib)$"
    r"|(?:raw\.githubusercontent|github)\.com/mlresearch/[vr]\d+/\S+\.bib$)"
)
EXAMPLES = (
    Example(file="tide31.bib", contributions=4, first="KelpNet: Growing $O(n^{2})$ Forests in “Deep” Water"),
    Example(file="v9999.html", contributions=3, first="A Note from the Harbour Masters"),
)

_SERIES = "Proceedings of Machine Learning Research"
_VOLUME = re.compile(r"(?:Volume|Reissue) \w+:")
_PREFIX = re.compile(r"^pmlr-[vr]\d+-")
_LINKS = {"page": "url", "pdf": "pdf", "code": "software", "video": "video", "supplement": "supp"}
_NAMES = {
    "download-pdf": "pdf",
    "supplementary-pdf": "supplement",
    "supplementary-material": "supplement",
    "openreview": "forum",
    "software": "code",
}


def addresses(url: str) -> tuple[str, ...]:
    if not url.endswith(".bib"):
        return (f"{url.removesuffix('index.html').rstrip('/')}/assets/bib/bibliography.bib", url)
    return (re.sub(r"//github\.com/(mlresearch/\w+)/(?:blob|raw)/", r"//raw.githubusercontent.com/\1/", url),)


def looks_like(page: Page) -> bool:
    if page.format is Format.TEXT:
        found = kinds(page.raw())
        return "inproceedings" in found and ("proceedings" in found or _SERIES in page.raw())
    return page.format is Format.HTML and page.has("div.paper p.title") and page.has("div.paper span.authors")


def scrape(page: Page, web: Web) -> Program:
    return of_bibtex(page) if page.format is Format.TEXT else of_volume(page)


def of_volume(page: Page) -> Program:
    name = next((text for text in (*page.texts("h1"), *page.texts("h2")) if _VOLUME.match(text)), page.title)
    return Program(contributions=tuple(rows(page)), sources=(page.source,), name=name, url=page.url)


def rows(page: Page) -> Iterator[Contribution]:
    """The papers under the headings of their parts."""
    part = ""
    for row in page.all("h2, h3, div.paper"):
        if row.has("p.title"):
            yield listed(row, part)
        else:
            heading = row.text(default="")
            part = "" if _VOLUME.match(heading) else heading


def listed(row: Page, part: str) -> Contribution:
    found = {slug(link.text(default="")): link.link("@href") for link in row.all(".links a")}
    url, authors = found.pop("abs", ""), row.raw("span.authors")
    return Contribution(
        id=url.rpartition("/")[2].removesuffix(".html"),
        title=row.text("p.title"),
        kind=form_of(part),
        # The blank that does not break parts two authors; the one before "Jr." does.
        people=people(authors.split(",\xa0" if ",\xa0" in authors else ",")),
        session=part,
        url=url,
        links={_NAMES.get(label, label): link for label, link in found.items() if label and link},
    )


def of_bibtex(page: Page) -> Program:
    found = tuple(entries(page.raw()))
    if not found[-1].whole and not page.raw().rstrip().endswith("}"):
        raise SourceError(
            f"{page.url} ends in the middle of an entry", hint="it was cut off; save the whole file again"
        )
    volume = next((entry.fields for entry in found if entry.kind == "proceedings"), {})
    parts = dict(part.split("=", 1) for part in volume.get("sections", "").split("|") if "=" in part)
    papers = [entry for entry in found if entry.kind == "inproceedings"]
    broken = ", ".join(entry.key for entry in papers if not entry.whole)
    findings = (Finding(text=f"Entries whose braces do not match, read in part: {broken}."),) if broken else ()
    return Program(
        contributions=tuple(read(entry, page, parts) for entry in papers),
        sources=(page.source,),
        name=untex(volume.get("booktitle") or volume.get("title", "")),
        url=web_address(volume.get("conference_url", "")),
        starts=volume.get("start", ""),
        ends=volume.get("end", ""),
        findings=findings,
    )


def read(entry: Entry, page: Page, parts: Mapping[str, str]) -> Contribution:
    title, abstract = plain(untex(entry.fields.get("title", ""))), prose(untex(entry.fields.get("abstract", "")))
    if not title:
        raise LayoutChanged(f"{page.url} has no title for {entry.key}", hint="compare the file with the recording")
    links = {name: web_address(entry.fields.get(field, "")) for name, field in _LINKS.items()}
    if key := entry.fields.get("openreview", ""):
        links["forum"] = web_address(key if "/" in key else f"https://openreview.net/forum?id={key}")
    part = entry.fields.get("section", "")
    return Contribution(
        id=_PREFIX.sub("", entry.key),
        title=title,
        kind=Kind.PAPER,
        people=authors(entry.fields.get("author", "")),
        passages=page.quoted(abstract),
        session=untex(parts.get(part, part)),
        url=links["page"] or links.get("forum", ""),
        links={name: link for name, link in links.items() if link},
    )


def authors(text: str) -> tuple[Person, ...]:
    """From "Tide, Bo and Reef, Jr., Cy"."""
    names = ([part.strip() for part in name.split(",")] for name in one_line(text).split(" and "))
    return people(untex(" ".join((*name[-1:], *name[:-1]))) for name in names if name != ["others"])
