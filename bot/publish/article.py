"""The nouns of a published digest: its page as people left it, with what the data knows about it laid beside."""

from dataclasses import dataclass
from enum import StrEnum

from bot.model import LostLink
from bot.publish.front import ROUNDUPS


class SectionKind(StrEnum):
    """What a section of a digest's page is."""

    TIER = "tier"
    THEMES = "themes"
    ABOUT = "about"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One labelled part of a write-up. `silent` says that it only says that the source says nothing."""

    label: str
    html: str
    text: str
    silent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One block of an entry, in the order of the page. `kind` is who, where, parts, reasons or prose."""

    kind: str
    html: str = ""
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """A passage of a source as HTML, the words that sentences rest on marked in it."""

    part: str
    url: str
    html: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A pick on the page. `depth` is the text that it rests on ("abstract", "title"), "" where that is all of it.

    `id` is its contribution's, "" for an entry that is a person's own.
    """

    anchor: str
    number: int
    title: str
    html: str
    tier: str
    blocks: tuple[Block, ...]
    id: str = ""
    depth: str = ""
    topics: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    url: str = ""
    evidence: tuple[Evidence, ...] = ()
    unsupported: tuple[str, ...] = ()
    """The labels of parts whose words are no longer those that were held against the sources."""
    citation: str = ""
    bibtex: str = ""

    @property
    def is_reasoned(self) -> bool:
        """Whether the page itself says which topics it was picked for."""
        return any(block.kind == "reasons" for block in self.blocks)


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """What several picks share: `picks` are their numbers on the page."""

    anchor: str
    name: str
    html: str
    picks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A section of the page. `html` is what stands in it before its entries and themes."""

    anchor: str
    title: str
    html: str
    kind: SectionKind
    body: str = ""
    entries: tuple[Entry, ...] = ()
    themes: tuple[Theme, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Article:
    """A digest's page."""

    key: str
    title: str
    series: str
    year: str
    starts: str
    ends: str
    place: str
    program: str
    reader: str
    published: str
    updated: str
    aliases: tuple[str, ...]
    lead: str
    summary: str
    """The first paragraph of the lead as text."""
    sections: tuple[Section, ...]
    near_misses: tuple[tuple[str, str], ...]
    minutes: int
    gone: tuple[LostLink, ...] = ()
    """The links on it that lead to nothing any more."""
    amiss: tuple[tuple[str, str], ...] = ()
    """Fields of its front matter that say nothing, each with how to write it: not for readers."""

    @property
    def is_roundup(self) -> bool:
        return self.series == ROUNDUPS

    @property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(entry for section in self.sections for entry in section.entries)
