"""What reading a page remembers from one entry to the next."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import unescape

from bot.model import WriteUp
from bot.publish.cite import Venue
from bot.publish.rules import Env
from bot.store import PARTS
from bot.text import folded

_HEADING = re.compile(r"^(?:### |- \*\*)(?:\d{1,3}\. )?\[?(.*?)(?:\]\(.*|\*\*.*|)$", re.M)
_HREF = re.compile(r'href="(https?://[^"]+)"')
# What the page itself is made of: see bot/site/page.html.
_OURS = ("main", "theme")


@dataclass(kw_only=True)
class Desk:
    """The page's text, link definitions, names that are taken, write-ups that no entry has yet. A roundup's picks are
    from elsewhere."""

    venue: Venue
    writeups: Sequence[WriteUp]
    text: str = ""
    is_roundup: bool = False
    env: Env = field(default_factory=dict)
    anchors: set[str] = field(default_factory=lambda: {*_OURS})
    namesakes: dict[str, int] = field(default_factory=dict)
    used: set[int] = field(default_factory=set)

    def anchor(self, wanted: str) -> str:
        """A name that nothing else on the page has."""
        name = wanted
        while name in self.anchors:
            self.namesakes[wanted] = self.namesakes.get(wanted, 1) + 1
            name = f"{wanted}-{self.namesakes[wanted]}"
        self.anchors.add(name)
        return name

    def bibkey(self, wanted: str) -> str:
        """What no other entry for a bibliography is called; a place on the page may be."""
        return self.anchor(f"@{wanted}").removeprefix("@")

    def writeup(self, title: str, links: Sequence[str], text: str) -> WriteUp | None:
        """The write-up that an entry was made from: by its title or, where a person changed that, by its link, by a
        sentence that still stands there, by any link of it."""
        free = [(at, each) for at, each in enumerate(self.writeups) if at not in self.used]
        found = next((at for at, each in free if _titles_agree(each.pick.contribution.title, title)), None)
        if found is None:
            found = self._retitled(free, links, text)
        if found is None:
            return None
        self.used.add(found)
        return self.writeups[found]

    @cached_property
    def _standing(self) -> set[str]:
        """The titles on the page."""
        return {folded(heading) for heading in _HEADING.findall(self.text)}

    def _retitled(self, free: Sequence[tuple[int, WriteUp]], links: Sequence[str], text: str) -> int | None:
        """Which of the write-ups whose titles stand nowhere an entry was made from."""
        lost = [(at, each) for at, each in free if folded(each.pick.contribution.title) not in self._standing]
        signs: tuple[Callable[[WriteUp], bool], ...] = (
            lambda each: each.pick.contribution.url in links,
            lambda each: any(sentence in text for sentence in _sentences(each)),
            lambda each: any(link in links for link in each.pick.contribution.links.values()),
        )
        return next((at for sign in signs for at, each in lost if sign(each)), None)


def addresses(html: str) -> list[str]:
    """Where the links of some HTML lead that leave the site."""
    return [unescape(link) for link in _HREF.findall(html)]


def _sentences(writeup: WriteUp) -> Iterator[str]:
    """What a write-up says that no other does."""
    claims = (claim for name in PARTS for claim in getattr(writeup, name) if not (claim.silent or claim.judgement))
    return (" ".join(claim.text.split()) for claim in claims if claim.text)


def _titles_agree(one: str, other: str) -> bool:
    return one == other or folded(one) == folded(other)
