"""Reads the published digests that a roundup joins: their pages as people left them, their data for what pages omit."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from bot.errors import StoreError
from bot.keep.shown import shown
from bot.model import Claim, Contribution, Depth, Digest, Finding, Person, Pick, Provenance, Tier, WriteUp
from bot.publish.article import Article, Entry
from bot.publish.front import ROUNDUPS
from bot.publish.parse import article
from bot.publish.sources import Source, drafted, left_out, sources
from bot.text import listing

FEWEST = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a roundup is to join. Days are ISO 8601, both counted in; what is empty asks for all."""

    name: str
    since: str = ""
    until: str = ""
    series: tuple[str, ...] = ()
    topic: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """A published digest: its page, which is its source, and a write-up of each pick there, in the page's order."""

    article: Article
    source: Provenance
    writeups: tuple[WriteUp, ...]
    findings: tuple[Finding, ...] = ()

    @property
    def day(self) -> str:
        """Its edition's last day, "" where the page names none."""
        return self.article.ends or self.article.starts


def gather(wanted: Wanted, root: Path, listen: Callable[[str], None]) -> tuple[Joined, ...]:
    """The digests that are wanted, by their days. Raises StoreError where there are too few to join."""
    there = (joined(source, listen) for source in sources(root, listen) if source.key != wanted.name)
    digests = [each for each in there if each and each.article.series != ROUNDUPS]
    if missing := sorted({*wanted.series} - {each.article.series for each in digests}):
        hint = f"series there: {listing(sorted({each.article.series for each in digests})) or 'none'}"
        raise StoreError(f"there is no digest of {missing[0]} in {root / 'digests'}", hint=hint)
    fitting = [each for each in digests if fits(each, wanted)]
    for each in digests:
        if not each.day and (wanted.since or wanted.until):
            listen(f"Left out digests/{each.article.key}.md: its page names no day")
    if len(fitting) < FEWEST:
        raise too_few(fitting, digests)
    return tuple(sorted(fitting, key=lambda each: (each.day, each.article.key)))


def fits(digest: Joined, wanted: Wanted) -> bool:
    is_dated = not (wanted.since or wanted.until) or bool(digest.day)
    is_then = is_dated and wanted.since <= digest.day <= (wanted.until or "9999")
    return is_then and (not wanted.series or digest.article.series in wanted.series)


def too_few(fitting: Sequence[Joined], digests: Sequence[Joined]) -> StoreError:
    found = f"only digests/{fitting[0].article.key}.md" if fitting else "no digest"
    there = sorted(f"{each.article.key} ({each.day or 'undated'})" for each in digests)
    known = listing([*there[:8], f"{len(there) - 8} more"] if len(there) > 8 else there)
    hint = f"widen the days or the series; there is {known or 'none at all'}"
    return StoreError(f"there is {found} to round up; it takes {FEWEST}", hint=hint)


def joined(source: Source, listen: Callable[[str], None]) -> Joined | None:
    """A digest as it was published, None where it cannot be."""
    digest = drafted(source, listen)
    try:
        page = article(source.key, source.page, digest)
    except StoreError as error:
        left_out(source.key, error, listen)
        return None
    missing = Finding(
        text=f"digests/{source.key}.json is missing or spoilt, so the picks of {page.title} are told without topics",
        hint="take it back from the history, then make the roundup anew",
    )
    return Joined(
        article=page,
        source=Provenance(url=f"{source.key}.md", sha256=sha256(source.page.encode()).hexdigest()),
        writeups=tuple(published(entry, page, writeup) for entry, writeup in drafts(source, page, digest)),
        findings=() if digest else (missing,),
    )


def drafts(source: Source, page: Article, digest: Digest | None) -> Iterator[tuple[Entry, WriteUp]]:
    """Each entry of a page with what was drafted of it. The record knows that even where a person changed its title."""
    writeups = {each.pick.contribution.id: each for each in digest.writeups} if digest else {}
    numbered = {each.number: each.id for each in shown(source.page, source.data, [*writeups]).entries}
    for entry in page.entries:
        yield entry, writeups.get(entry.id or numbered.get(entry.number, "")) or by_hand(entry)


def published(entry: Entry, page: Article, drafted: WriteUp) -> WriteUp:
    """A pick as the page has it, with the way back to it."""
    contribution = drafted.pick.contribution
    here = replace(
        contribution,
        id=f"{page.key}/{contribution.id}",
        title=entry.title,
        session=page.title,
        starts=contribution.starts or page.starts,
        links={**contribution.links, "digest": f"{page.key}.md#{entry.anchor}"},
    )
    tier = Tier(entry.tier) if entry.tier in [*Tier] else drafted.pick.tier
    said = dict(words(entry, drafted))
    return replace(
        drafted,
        pick=replace(drafted.pick, contribution=here, tier=tier),
        why=claims(said.get("why", ""), drafted.why),
        what=claims(said.get("what", ""), drafted.what),
        how=(),
        where=(),
    )


def words(entry: Entry, drafted: WriteUp) -> Iterator[tuple[str, str]]:
    """The parts of an entry by name. Session notes have no labels: a line that was drafted is that, else it is What."""
    texts = [(part.label, part.text) for block in entry.blocks for part in block.parts]
    yield from ((label.split()[0].lower(), text) for label, text in texts if label)
    bare = [text for label, text in texts if not label]
    if bare:
        what = "".join(" ".join(claim.text for claim in drafted.what).split())
        yield "what", next((text for text in bare if "".join(text.split()) == what), bare[0])


def claims(text: str, drafted: Sequence[Claim]) -> tuple[Claim, ...]:
    """What stands on the page: the sentences that were drafted, with what they rest on, or a person's words."""
    text = " ".join(text.split())
    if text == " ".join(" ".join(claim.text for claim in drafted).split()):
        return tuple(drafted)
    return (Claim(text=text, judgement=any(claim.judgement for claim in drafted)),) if text else ()


def by_hand(entry: Entry) -> WriteUp:
    """An entry that the data does not know. Nobody says how deep it goes unless the page does."""
    people = tuple(Person(name=name) for name in entry.people)
    contribution = Contribution(title=entry.title, id=entry.anchor, people=people, url=entry.url)
    return WriteUp(
        pick=Pick(contribution=contribution, tier=Tier.WILDCARD, reason="It stands on the page of its digest."),
        depth=Depth(entry.depth) if entry.depth else Depth.FULL_TEXT,
        why=(),
        what=(),
        how=(),
        where=(),
        writer="a person",
    )
