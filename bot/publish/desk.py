"""What reading a page remembers from one entry to the next."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import unescape

from bot.errors import StoreError
from bot.model import WriteUp
from bot.publish.cite import Venue
from bot.publish.rules import Env
from bot.store import PARTS
from bot.text import folded

_HEADING = re.compile(r"^(?:### |- \*\*)(?:\d{1,3}\. )?\[?(.*?)(?:\]\(.*|\*\*.*|)$", re.M)
_HREF = re.compile(r'href="(https?://[^"]+)"')
# What the page itself is made of: see bot/site/page.html.
_OURS = ("main", "theme")
_MOST = 1000
_MOST_RETITLED = 100  # of the write-ups of a page; no hand changes the titles of more
Places = dict[str, list[int]]


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
    counted: int = 0
    namesakes: dict[str, int] = field(default_factory=dict)
    used: set[int] = field(default_factory=set)

    def count(self) -> None:
        """Counts a pick or a theme. Raises StoreError at the first that is too many, since each takes its time."""
        self.counted += 1
        if self.counted > _MOST:
            why = f"digests/{self.venue.key}.md has more than {_MOST:,} picks and themes"
            raise StoreError(why, hint="see what came into it")

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
        found = self._free(self._titles.get(title, []))
        if found is None:
            found = self._free(self._folded.get(folded(title), []))
        if found is None:
            found = self._retitled(links, text)
        if found is None:
            return None
        self.used.add(found)
        return self.writeups[found]

    def _free(self, places: list[int]) -> int | None:
        """The first of some write-ups that no entry has; of those before it none is looked at again."""
        while places and places[-1] in self.used:
            places.pop()
        return places[-1] if places else None

    def _retitled(self, links: Sequence[str], text: str) -> int | None:
        """Which of the write-ups whose titles stand nowhere an entry was made from."""
        lost = [(at, each) for at, each in self._lost if at not in self.used]
        signs: tuple[Callable[[WriteUp], bool], ...] = (
            lambda each: each.pick.contribution.url in links,
            lambda each: any(sentence in text for sentence in _sentences(each)),
            lambda each: any(link in links for link in each.pick.contribution.links.values()),
        )
        return next((at for sign in signs for at, each in lost if sign(each)), None)

    @cached_property
    def _titles(self) -> Places:
        return _places(each.pick.contribution.title for each in self.writeups)

    @cached_property
    def _folded(self) -> Places:
        return _places(folded(each.pick.contribution.title) for each in self.writeups)

    @cached_property
    def _lost(self) -> Sequence[tuple[int, WriteUp]]:
        """The write-ups whose titles stand nowhere on the page."""
        standing = {folded(heading) for heading in _HEADING.findall(self.text)}
        lost = (at for title, places in self._folded.items() if title not in standing for at in places)
        return [(at, self.writeups[at]) for at in sorted(lost)[:_MOST_RETITLED]]


def addresses(html: str) -> list[str]:
    """Where the links of some HTML lead that leave the site."""
    return [unescape(link) for link in _HREF.findall(html)]


def _places(names: Iterable[str]) -> Places:
    """Where each name stands, the first place last."""
    found: Places = {}
    for at, name in reversed([*enumerate(names)]):
        found.setdefault(name, []).append(at)
    return found


def _sentences(writeup: WriteUp) -> Iterator[str]:
    """What a write-up says that no other does."""
    claims = (claim for name in PARTS for claim in getattr(writeup, name) if not (claim.silent or claim.judgement))
    return (" ".join(claim.text.split()) for claim in claims if claim.text)
