"""What reading a page remembers from one entry to the next."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.model import WriteUp
from bot.publish.rules import Env
from bot.text import folded

HREF = re.compile(r'href="(https?://[^"]+)"')


@dataclass(kw_only=True)
class Desk:
    """Link definitions, names that are taken, write-ups that no entry has yet."""

    key: str
    edition: str
    year: str
    writeups: Sequence[WriteUp]
    env: Env = field(default_factory=dict)
    anchors: set[str] = field(default_factory=set)
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

    def writeup(self, title: str, html: str) -> WriteUp | None:
        """The write-up that an entry was made from, by its title or, where a person changed that, by its link."""
        links = set(HREF.findall(html))
        free = [(at, each) for at, each in enumerate(self.writeups) if at not in self.used]
        titles = (at for at, each in free if _titles_agree(each.pick.contribution.title, title))
        addresses = (at for at, each in free if each.pick.contribution.url in links)
        found = next(titles, next(addresses, None))
        if found is None:
            return None
        self.used.add(found)
        return self.writeups[found]


def _titles_agree(one: str, other: str) -> bool:
    return one == other or folded(one) == folded(other)
