"""ijcai: the proceedings of IJCAI, by track and topic."""

import re
from collections.abc import Iterator

from bot.kinds import form_of
from bot.model import Contribution, Program
from bot.page import Format, Page, web_address
from bot.people import people_in
from bot.platforms import Example
from bot.web import Web

URL = re.compile(r"https?://(?:www\.)?ijcai\.org/proceedings/\d{4}/?(?:$|index)", re.I)
EXAMPLES = (Example(file="proceedings-2031.html", contributions=4, first="Certified Tides: Agents that Wait, and Why"),)

_SITE = "https://www.ijcai.org/"
_TRACK, _TOPIC = ".section_title", ".subsection_title"
_NUMBER = re.compile(r"/proceedings/(\d{4})/(\d+)$")


def addresses(url: str) -> tuple[str, ...]:
    return (url,)


def looks_like(page: Page) -> bool:
    return page.format is Format.HTML and page.has(".paper_wrapper > .title") and page.has(".paper_wrapper > .authors")


def scrape(page: Page, web: Web) -> Program:
    return Program(contributions=tuple(rows(page)), sources=(page.source,), name=page.title, url=page.url)


def rows(page: Page) -> Iterator[Contribution]:
    """The papers, each under the track and the topic that it follows."""
    track = topic = ""
    for row in page.all(f"{_TRACK}, {_TOPIC}, .paper_wrapper"):
        style = row.text("@class", default="").split()
        if "paper_wrapper" in style:
            yield read(row, track, topic)
        elif "section_title" in style:
            track, topic = row.text(default=""), ""
        else:
            topic = row.text(default="")


def read(row: Page, track: str, topic: str) -> Contribution:
    links = {link.text(default=""): link for link in row.all(".details a")}
    url = links["Details"].link("@href", site=_SITE) if "Details" in links else ""
    pdf = web_address(links["PDF"].text("@href", default=""), url) if "PDF" in links else ""
    number = _NUMBER.search(url)
    return Contribution(
        id="-".join(number.groups()) if number else row.text("@id", default=""),
        title=row.text(".title"),
        kind=form_of(track),
        people=people_in(row.text(".authors", default="")),
        session=", ".join(filter(None, (track, topic))),
        url=url,
        links={"pdf": pdf} if pdf else {},
    )
