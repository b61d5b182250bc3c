"""One pick on the page: its title, people, links and parts, and what the data knows of it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape, unescape

from bot.model import WriteUp
from bot.people import affiliated
from bot.publish import markup
from bot.publish.article import Block, Entry, Part
from bot.publish.body import blocks_of, heading, notes, prose
from bot.publish.cite import Venue, bibtex, citation, name_of
from bot.publish.desk import Desk, addresses
from bot.publish.evidence import evidence, unsupported
from bot.publish.front import KEY, year_in
from bot.publish.links import is_safe, place
from bot.store import PARTS
from bot.text import slug

_HEADING = re.compile(r"(?:(?P<number>\d{1,3})\. )?(?P<title>.*)", re.S)
# A note is a title, maybe numbered, then a dash and who; or whatever somebody wrote behind the title.
_TITLED = r"\*\*(?:(?P<number>\d{1,3})\. )?(?P<title>.*?)(?<!\\)\*\*"
_NOTES = tuple(re.compile(_TITLED + rest, re.S) for rest in (r"(?:\s+[–-]\s+(?P<who>.*))?", r"[,:;]?(?P<more>.*)"))
_MORE = re.compile(r" and \d+ more$")
_FROM = re.compile(rf'<a href="\.\./(?P<key>{KEY.pattern})/[^"]*">(?P<name>[^<]+)</a>')


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """An entry as it stands on the page."""

    number: int
    html: str
    tier: str
    blocks: tuple[Block, ...]
    depth: str


def entry(head: markup.Block, blocks: Sequence[markup.Block], tier: str, desk: Desk) -> Entry:
    """The pick under a heading."""
    found = _HEADING.fullmatch(head[1].content)
    title, number = (found["title"], int(found["number"] or 0)) if found else ("", 0)
    read, depth = blocks_of(blocks, desk)
    html = heading(title, desk)
    return completed(Standing(number=number, html=html, tier=tier, blocks=tuple(read), depth=depth), desk)


def entry_of_note(item: Sequence[markup.Block], desk: Desk) -> Entry:
    """The pick that is a bullet of session notes."""
    line = markup.line(item)
    found = next(filter(None, (each.fullmatch(line) for each in _NOTES)), None)
    said = found.groupdict(default="") if found else {"title": line}
    number, title, who, more = int(said.get("number") or 0), said["title"], said.get("who"), said.get("more", "")
    depth, blocks = "", [Block(kind="who", html=markup.inline(who, desk.env))] if who else []
    if more.strip():
        blocks.append(Block(kind="prose", html=f"<p>{markup.inline(more.strip(), desk.env)}</p>"))
    for block in item[1:]:
        lines, depth_here = notes(block, desk)
        depth = depth or depth_here
        blocks.append(Block(kind="notes", parts=lines) if lines else prose(block, desk))
    html = heading(title, desk)
    return completed(Standing(number=number, html=html, tier="", blocks=tuple(blocks), depth=depth), desk)


def completed(standing: Standing, desk: Desk) -> Entry:
    """The entry with what the data knows about it."""
    desk.count()
    places = " ".join((standing.html, *(block.html for block in standing.blocks if block.kind == "where")))
    title = markup.plain(standing.html)
    links = addresses(places)
    text = " ".join(part.text for block in standing.blocks for part in block.parts)
    writeup = desk.writeup(title, links, text)
    known = writeup.pick.contribution if writeup else None
    names = tuple(person.name for person in known.people) if known else tuple(_names(standing.blocks))
    url = next((each for each in (known.url if known else "", *links) if is_safe(each)), "")
    cited = known.title if known else title
    venue = _venue(places, known.starts if known else "", desk) if desk.is_roundup else desk.venue
    parts = {part.label.split()[0].lower(): part for block in standing.blocks for part in block.parts if part.label}
    if not parts:  # without labels any sentence may stand in any line
        parts = {"notes": Part(label="notes", html="", text=text)}
    matches = writeup.pick.matches[:3] if writeup else ()
    topics = tuple(dict.fromkeys(match.topic for match in matches if match.topic.strip()))
    return Entry(
        anchor=desk.anchor(_anchor(known.id if known else "", title, standing.number)),
        number=standing.number,
        title=title,
        html=standing.html,
        tier=standing.tier or (writeup.pick.tier.value if writeup else ""),
        blocks=tuple(_known(standing.blocks, writeup, topics)) if writeup else standing.blocks,
        id=known.id if known else "",
        depth=standing.depth,
        topics=topics,
        people=names,
        url=url,
        evidence=evidence(writeup, parts) if writeup else (),
        unsupported=unsupported(writeup, parts) if writeup else (),
        citation=citation(cited, names, venue, url),
        bibtex=bibtex(
            desk.bibkey(name_of(cited, names, venue)), cited, names, venue, url, known.kind if known else None
        ),
    )


def _known(blocks: Sequence[Block], writeup: WriteUp, topics: Sequence[str]) -> Iterator[Block]:
    """The blocks, with what only says that the source says nothing marked so, and topics leading to their pages."""
    silent = {claim.text for name in PARTS for claim in getattr(writeup, name) if claim.silent}
    for block in blocks:
        if block.kind == "reasons":
            yield replace(block, html=_with_topics(block.html, topics))
        elif any(part.text in silent for part in block.parts):
            yield replace(block, parts=tuple(replace(part, silent=part.text in silent) for part in block.parts))
        else:
            yield block


def _with_topics(html: str, topics: Sequence[str]) -> str:
    """Why it was picked, each topic leading to its page."""
    names = {escape(topic, quote=False): place(topic) for topic in topics}
    if not names or "<" in html:
        return html
    named = re.compile(rf"({'|'.join(map(re.escape, names))})(?= \()")
    return named.sub(lambda match: f'<a href="../topic/{names[match[1]]}/">{match[1]}</a>', html)


def _anchor(key: str, title: str, number: int) -> str:
    """A name that stays when a person changes the title: that of the source's own key, where there is one."""
    name = slug(key) or (place(title) if title else f"{number}")
    return f"pick-{name}" if name.isdigit() else name


def _names(blocks: Sequence[Block]) -> Iterator[str]:
    """The people that the page names. A sentence in their place names none."""
    who = next((markup.plain(block.html) for block in blocks if block.kind == "who"), "")
    yield from (person.name for person in affiliated(who))
    if _MORE.search(who):
        yield "others"


def _venue(places: str, starts: str, desk: Desk) -> Venue:
    """The edition that a pick of a roundup is from: that of the digest that it leads to."""
    found = _FROM.search(places)
    if not found:
        return desk.venue
    year = year_in(found["key"]) or starts[:4] or desk.venue.year
    return Venue(key=found["key"], name=unescape(found["name"]), year=year)
