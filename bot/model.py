"""The nouns. Frozen, slotted, keyword-only; no method reads, writes or prints."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import StrEnum


class Kind(StrEnum):
    """What a contribution is, in the field's terms."""

    PAPER = "paper"
    DRAFT = "draft"
    TALK = "talk"
    KEYNOTE = "keynote"
    LIGHTNING_TALK = "lightning talk"
    PANEL = "panel"
    TUTORIAL = "tutorial"
    WORKSHOP = "workshop"
    POSTER = "poster"
    DEMO = "demo"
    BOF = "bof"
    SESSION = "session"
    SOCIAL = "social"
    LOGISTICS = "logistics"


class ConferenceKind(StrEnum):
    """What a series is; decides the wording and which evidence counts."""

    ACADEMIC = "academic"
    STANDARDS = "standards"
    VENDOR = "vendor"
    OPERATOR = "operator"
    SECURITY = "security"
    COMMUNITY = "community"


class Tier(StrEnum):
    """How strongly a pick concerns the reader."""

    CORE = "core"
    ADJACENT = "adjacent"
    WILDCARD = "wildcard"


class Depth(StrEnum):
    """The deepest text that a write-up rests on."""

    TITLE = "title"
    ABSTRACT = "abstract"
    FULL_TEXT = "full text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """Where words were read. `time` is ISO 8601, or "" where nobody recorded it (a bare saved file)."""

    url: str
    time: str = ""
    sha256: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """Someone else's words: plain text, paragraphs parted by a blank line. `part` says which: abstract, summary, …"""

    text: str
    part: str
    source: Provenance


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Who contributed. `affiliation` is "" where the program gives none; it is never guessed."""

    name: str
    affiliation: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contribution:
    """Anything a program lists. Times are ISO 8601 with offset, without one where the source names no zone, or dates.

    `id` is the source's own key where it has one ("" asks `scrape` for one). `links` are absolute http(s) URLs by
    what they lead to: page, pdf, slides, video, code, …; in a roundup `digest` is the pick's place beside it, as
    `nsdi-2026.md#okafor`, and `session` the name of that digest.
    """

    title: str
    id: str = ""
    kind: Kind = Kind.TALK
    people: tuple[Person, ...] = ()
    passages: tuple[Passage, ...] = ()
    session: str = ""
    starts: str = ""
    ends: str = ""
    url: str = ""
    links: Mapping[str, str] = field(default_factory=dict)

    @property
    def abstract(self) -> str:
        return next((passage.text for passage in self.passages if passage.part == "abstract"), "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """One occurrence of a conference series. `number` is as the series counts: "2025", "123", "0x19".

    `urls` are the addresses of its program, best first; `ends` is its last day (ISO 8601), "" where nobody knows it.
    `form` is digest, session-notes or roundup; the last joins several editions, and is kept like one of its own.
    """

    key: str
    name: str
    urls: tuple[str, ...] = ()
    kind: ConferenceKind = ConferenceKind.ACADEMIC
    platform: str = ""
    number: str = ""
    ends: str = ""
    form: str = "digest"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that reading or judging brought up and a person should know."""

    text: str
    hint: str = ""

    @property
    def sentence(self) -> str:
        text = self.text if self.text.endswith((".", "!", "?", "”")) else f"{self.text}."
        return f"{text} ({self.hint})" if self.hint else text


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """Everything an edition announces. `declared` is how many contributions the source itself claims, if it does;
    `findings` is what reading it brought up (a blocked address that another one stood in for)."""

    contributions: tuple[Contribution, ...]
    sources: tuple[Provenance, ...]
    platform: str = ""
    edition: str = ""
    name: str = ""
    url: str = ""
    starts: str = ""
    ends: str = ""
    place: str = ""
    version: str = ""
    declared: int | None = None
    findings: tuple[Finding, ...] = ()

    @property
    def listed(self) -> tuple[Contribution, ...]:
        """What there is to choose from: no breaks, booths or parties, and sessions only where nothing else is told."""
        apart = (Kind.LOGISTICS, Kind.SOCIAL, Kind.SESSION)
        chosen = tuple(each for each in self.contributions if each.kind not in apart)
        return chosen or tuple(each for each in self.contributions if each.kind is Kind.SESSION)

    @property
    def outline(self) -> "Outline":
        """What a digest keeps of it."""
        return Outline(
            platform=self.platform,
            url=self.url,
            starts=self.starts,
            ends=self.ends,
            place=self.place,
            kinds=dict(Counter(each.kind for each in self.listed)),
            sources=self.sources,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """What a digest keeps of the program it was chosen from: `kinds` counts what there was to choose from."""

    platform: str
    url: str
    starts: str
    ends: str
    kinds: Mapping[Kind, int]
    sources: tuple[Provenance, ...]
    place: str = ""

    @property
    def contributions(self) -> int:
        return sum(self.kinds.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """Why a contribution concerns the reader: a topic of config.yml and its terms as they were found."""

    topic: str
    terms: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick:
    """A contribution chosen, why, and how strongly. `score` is comparable within one program only.

    `doubt` is what a model that chose it held against it.
    """

    contribution: Contribution
    tier: Tier
    matches: tuple[Match, ...] = ()
    reason: str = ""
    score: float = 0.0
    doubt: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One sentence of ours and what it rests on: verbatim quotes out of the pick's passages.

    `judgement` marks a sentence that speaks of the reader rather than of the contribution; `silent` one that says that
    the source says nothing.
    """

    text: str
    quotes: tuple[str, ...] = ()
    judgement: bool = False
    silent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteUp:
    """Our words on a pick. `writer` says who wrote them, `model` which model did, `extracts` which parts it did not.

    `findings` are what writing it brought up; a digest keeps them among its own.
    """

    pick: Pick
    depth: Depth
    why: tuple[Claim, ...]
    what: tuple[Claim, ...]
    how: tuple[Claim, ...]
    where: tuple[Claim, ...]
    writer: str = "extractive"
    model: str = ""
    extracts: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """What several picks share. `picks` are contribution ids."""

    name: str
    text: str
    picks: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Decisions:
    """What maintainers decided by comment; it outlives every redraft. Keys of mappings are contribution ids.

    `added` came in and `dropped` went out by hand; `tiers` is where picks were put, `order` how they were moved among
    each other. `guidance` is what a maintainer asked the writer for, also by "lead" and "themes". `locked` are keys of
    fields that stay as they are. `answered` are the comments that decided it, so that none is carried out twice.
    """

    dropped: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    tiers: Mapping[str, Tier] = field(default_factory=dict)
    order: tuple[str, ...] = ()
    guidance: Mapping[str, str] = field(default_factory=dict)
    locked: tuple[str, ...] = ()
    answered: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A contribution as far as it has to be known to see what changed. `people` and `abstract` are hashes, or ""."""

    id: str
    title: str
    people: str = ""
    starts: str = ""
    session: str = ""
    abstract: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge:
    """What one question to a model took, both calls of one that was asked twice, or what several took together.

    `prompt` is a hash of all that was asked, under which a recording holds the answer; `about` is a contribution's id,
    or what else it was about. `money` is None where the price is unknown.
    """

    model: str
    tokens_in: int
    tokens_out: int
    money: Decimal | None
    prompt: str = ""
    purpose: str = ""
    about: str = ""
    questions: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Bill:
    """What the answers took that a digest was made from, by their record, so whichever run paid for them.

    `before` is what those took that earlier versions were made from and this one is not.
    """

    charges: tuple[Charge, ...]
    currency: str
    before: tuple[Charge, ...] = ()

    @property
    def paid(self) -> tuple[Charge, ...]:
        """All that was ever paid for the edition."""
        return (*self.before, *self.charges)


def by_model(charges: Sequence[Charge]) -> tuple[Charge, ...]:
    """What each model took altogether, by its name."""
    models = sorted({charge.model for charge in charges})
    return tuple(summed([charge for charge in charges if charge.model == model]) for model in models)


def summed(charges: Sequence[Charge]) -> Charge:
    """Several charges as one. One unknown price makes the whole unknown, so that it never looks cheaper than it is."""
    known = [charge.money for charge in charges if charge.money is not None]
    return Charge(
        model=", ".join(dict.fromkeys(charge.model for charge in charges)),
        tokens_in=sum(charge.tokens_in for charge in charges),
        tokens_out=sum(charge.tokens_out for charge in charges),
        money=sum(known, Decimal(0)) if len(known) == len(charges) else None,
        questions=sum(charge.questions for charge in charges),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Digest:
    """An edition's write-ups as data, best first, with all that its page says of how it was made.

    `findings` are the program's and those of verifying; `reader` is the reader's name. `picker` is the model that chose
    from the ranking, "" where the ranking itself did; `bill` is what models took, None where none was asked.
    """

    edition: Edition
    program: Outline
    lead: tuple[str, ...]
    writeups: tuple[WriteUp, ...]
    themes: tuple[Theme, ...]
    near_misses: tuple[Pick, ...]
    findings: tuple[Finding, ...]
    reader: str
    writer: str
    decisions: Decisions = Decisions()
    listing: tuple[Listed, ...] = ()
    changes: tuple[str, ...] = ()
    picker: str = ""
    bill: Bill | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A digest as files, ready to commit: their text by path. `kept` says what in them is a person's and stays."""

    edition: str
    files: Mapping[str, str]
    kept: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What we ask a forge to show: a draft, and what its reviewer reads.

    `took` is how long drafting took: told along with the rest, but no reason to tell it anew.
    """

    edition: str
    title: str
    body: str
    draft: Draft
    took: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PullRequest:
    """What the forge then shows. `address` is a URL or a path; `changed` are the files that are new or different.

    `note` says why nothing was proposed where that is a person's decision.
    """

    address: str
    changed: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A pick as a page shows it at this moment. `id` is "" where the digest's data has no such pick: a person's own.

    `key` names its field on the page, `section` that of the heading above it, "" for a person's own; `theirs` are the
    names of its fields that a person changed.
    """

    number: int
    title: str
    key: str
    id: str
    tier: Tier | None
    section: str = ""
    theirs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A page at this moment: its entries as numbered there, and the keys of all fields that a person changed."""

    entries: tuple[Entry, ...]
    theirs: tuple[str, ...] = ()


class Role(StrEnum):
    """What somebody may do here, as the forge says at that moment."""

    READER = "reader"
    MAINTAINER = "maintainer"


@dataclass(frozen=True, slots=True, kw_only=True)
class Comment:
    """What a person wrote under a pull request or an issue. `id` is the forge's; in a folder nobody counts comments."""

    author: str
    text: str
    id: str = ""
    role: Role = Role.READER


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """What a line of a comment asks for: `/drop 3` is the name "drop" and the arguments "3"."""

    name: str
    arguments: str = ""

    @property
    def line(self) -> str:
        return f"/{self.name} {self.arguments}".rstrip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What a command came to, as Markdown. Without a digest nothing is to be changed.

    `released` are the keys of fields in which a person's words are given up, by that person's or a colleague's wish.
    """

    text: str
    digest: Digest | None = None
    released: tuple[str, ...] = ()


class State(StrEnum):
    """Where an edition stands on its way to the readers."""

    WAITING = "waiting"
    BLOCKED = "blocked"
    INCOMPLETE = "incomplete"
    FAILED = "failed"
    STALLED = "stalled"
    DRAFTED = "drafted"
    PUBLISHED = "published"
    SKIPPED = "skipped"


class Action(StrEnum):
    """What a person may ask for an edition by ticking a box."""

    DRAFT = "draft"
    RETRY = "retry"
    SKIP = "skip"
    UNSKIP = "unskip"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """What one run's attempt to draft an edition came to. `time` is ISO 8601 in UTC, to the second.

    `url` is where its program was read, or would have been.
    """

    edition: str
    state: State
    reason: str
    time: str
    hint: str = ""
    picks: int = 0
    url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """An edition's pull request as a forge lists it: drafted while it is open, published when merged, else skipped."""

    edition: str
    state: State
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Amendment:
    """An open pull request of the bot's to what is published already: an addendum, or the list of dead links."""

    title: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """What the dashboard remembers because nothing else does. Keys are those of editions.

    `tries` counts the attempts in a row that came to nothing, up to and with the last one, which `attempts` holds;
    `skipped` is when a person chose to skip an edition; `good` is when something new was last drafted.
    """

    attempts: Mapping[str, Attempt] = field(default_factory=dict)
    tries: Mapping[str, int] = field(default_factory=dict)
    skipped: Mapping[str, str] = field(default_factory=dict)
    good: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """Where an edition stands, why, and what a person may ask for it. `address` is its pull request's.

    `due` says that the weekly run drafts it, or updates its draft.
    """

    edition: Edition
    state: State
    reason: str
    hint: str = ""
    address: str = ""
    actions: tuple[Action, ...] = ()
    due: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LostLink:
    """A link of digests that leads to nothing, on the days `since` and `seen` and none between. Days are ISO 8601.

    `digests` are the editions on whose pages it stands, `archive` is the copy that the Internet Archive names, or "".
    """

    url: str
    digests: tuple[str, ...]
    why: str
    since: str
    seen: str
    archive: str = ""

    @property
    def is_gone(self) -> bool:
        """Whether it was seen twice, a week apart. One bad day is not death."""
        return (date.fromisoformat(self.seen) - date.fromisoformat(self.since)).days >= 6


class Weight(StrEnum):
    """How heavily a remark weighs. Only a failure blocks: the file is broken."""

    NOTICE = "notice"
    WARNING = "warning"
    FAILURE = "failure"


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """What a person should know of a line that a person wrote. `hint` says what to do, or what the source says."""

    path: str
    line: int
    weight: Weight
    text: str
    hint: str = ""

    @property
    def sentence(self) -> str:
        return Finding(text=self.text, hint=self.hint).sentence
