"""acl_anthology: the volumes of the ACL Anthology (ACL, EMNLP, NAACL, LREC, COLING and their workshops), as XML."""

import re
from collections.abc import Iterator

from bot.errors import NotPublished
from bot.kinds import kind_of_entry
from bot.model import Contribution, Finding, Kind, Person, Program
from bot.moments import day
from bot.page import Format, Page, web_address
from bot.platforms import Example
from bot.text import clipped
from bot.web import Web

URL = re.compile(
    r"https?://(?:(?:www\.)?aclanthology\.org/(?:volumes|events)/"
    r"|(?:raw\.githubusercontent|github)\.com/acl-org/acl-anthology/\S+/data/xml/\S+\.xml$)"
)
EXAMPLES = (
    Example(file="2031.shoal.xml", contributions=6, first="EelBERT: Reading Eels in O(n) & Less"),
    Example(file="W06.xml", contributions=3, first="Counting Barnacles by Ear"),
)

_SITE = "https://aclanthology.org/"
_FILES = "https://raw.githubusercontent.com/acl-org/acl-anthology/master/data/xml"
_COLLECTION = re.compile(r"/volumes/(?:(\d{4}\.\w+)-\w+|([A-Z]\d\d)-\d+)|/events/(\w+)-(\d{4})\b")
_PART = re.compile(r": ([^:()]+)\)?$")
_DAYS = re.compile(r"([A-Z][a-z]+) (\d{1,2})(?: ?[-–] ?(?:([A-Z][a-z]+) )?(\d{1,2}))?, (\d{4})")
_ATTACHED = (
    ("slides", re.compile(r"presentation|slides", re.I)),
    ("poster", re.compile(r"poster", re.I)),
    ("code", re.compile(r"software|code", re.I)),
    ("data", re.compile(r"data", re.I)),
)


def addresses(url: str) -> tuple[str, ...]:
    """The file of the collection. That of an event of old, named by a letter and two digits, nothing tells."""
    if found := _COLLECTION.search(url):
        new, old, venue, year = found.groups()
        return (f"{_FILES}/{new or old or f'{year}.{venue}'}.xml",)
    raw = re.sub(r"//github\.com/([\w-]+/[\w-]+)/(?:blob|raw)/", r"//raw.githubusercontent.com/\1/", url)
    return (raw,)


def looks_like(page: Page) -> bool:
    return page.format is Format.XML and bool(page.tree.tag == "collection") and page.has("volume/meta/booktitle")


def scrape(page: Page, web: Web) -> Program:
    """The papers of every volume and the event's talks. Front matter is neither; co-located volumes have own files."""
    contributions = (*papers(page), *map(read_talk, page.all("event/talk")))
    if not contributions:
        raise NotPublished(f"{page.url} has volumes, but no paper in them yet", hint="come back after the conference")
    starts, ends = days(page.text("event/meta/dates", default=""))
    return Program(
        contributions=contributions,
        sources=(page.source,),
        name=page.text("event/meta/title", default="") or page.text("volume/meta/booktitle"),
        url=web_address(typed(page, "event/links/url", "website")),
        starts=starts,
        ends=ends,
        findings=tuple(colocated(page)),
    )


def papers(page: Page) -> Iterator[Contribution]:
    collection, volumes = page.text("@id", default=""), page.all("volume")
    for volume in volumes:
        title = volume.text("meta/booktitle", default="")
        part = _PART.search(title)
        session = (part[1] if part else title) if len(volumes) > 1 else ""
        number = volume.text("@id", default="")
        yield from (read(paper, key_of(collection, number, paper), session) for paper in volume.all("paper"))


def key_of(collection: str, volume: str, paper: Page) -> str:
    """The Anthology's id. Before 2020 its digits are shared out: most of them to the papers, in workshops evenly."""
    number = paper.text("@id")
    if "." in collection or not re.fullmatch(r"[0-9]{1,6}", volume + number):
        return f"{collection}-{volume}.{number}"
    even = collection[:1] == "W" or collection == "C69" or (collection == "D19" and int(volume) >= 5)
    return f"{collection}-{int(volume):0{1 + even}}{int(number):0{3 - even}}"


def read(paper: Page, key: str, session: str) -> Contribution:
    # What the authors or the editors took back stays in the volume, but nobody should take it for one that stands.
    gone = "Retracted: " if paper.has("retracted") else "Withdrawn: " if paper.has("removed") else ""
    return Contribution(
        id=key,
        title=f"{gone}{paper.text('title')}",
        kind=Kind.PAPER,
        people=persons(paper, "author"),
        passages=paper.passages("abstract"),
        session=session,
        url=web_address(f"{_SITE}{key}/"),
        links=links(paper),
    )


def read_talk(talk: Page) -> Contribution:
    title, speakers = talk.text("title"), persons(talk, "speaker")
    name = typed(talk, "url", "video")
    video = place(name, name)
    links = {"video": video} if video else {}
    return Contribution(title=title, kind=kind_of_entry(title, "", speakers), people=speakers, url=video, links=links)


def typed(part: Page, path: str, kind: str) -> str:
    return next((link.text(default="") for link in part.all(path) if link.text("@type", default="") == kind), "")


def persons(part: Page, role: str) -> tuple[Person, ...]:
    """First and last name, either of which may be missing; other spellings stand deeper and are left out."""
    found = (
        Person(
            name=" ".join(author.texts("first") + author.texts("last")),
            affiliation="; ".join(author.texts("affiliation")),
        )
        for author in part.all(role)
    )
    return tuple(dict.fromkeys(person for person in found if person.name))


def links(paper: Page) -> dict[str, str]:
    pdf, video = paper.text("url", default=""), paper.text("video@href", default="")
    found = {"pdf": place(pdf, f"{pdf}.pdf"), "video": place(video, video)}
    for attachment in paper.all("attachment"):
        kind, name = attachment.text("@type", default=""), attachment.text(default="")
        leads_to = next((leads_to for leads_to, pattern in _ATTACHED if pattern.search(kind)), "supplement")
        found.setdefault(leads_to, place(name, f"attachments/{name}"))
    return {leads_to: address for leads_to, address in found.items() if address}


def place(name: str, own: str) -> str:
    """A file's address, which only those have that are not the Anthology's own."""
    return web_address(name if ":" in name else own, _SITE) if name else ""


def days(text: str) -> tuple[str, str]:
    """First and last day of "May 22–27, 2022" or "July 31 – August 5, 2022"; "" for what is no such span."""
    found = _DAYS.search(text)
    if not found:
        return "", ""
    month, first, last_month, last, year = found.groups()
    return day(f"{first} {month} {year}"), day(f"{last or first} {last_month or month} {year}")


def colocated(page: Page) -> Iterator[Finding]:
    if volumes := page.texts("event/colocated/volume-id"):
        names = clipped(", ".join(volumes), 100)
        yield Finding(
            text=f"Co-located volumes are files of their own and were not read: {names}.",
            hint="findings and workshops can be series of their own",
        )
