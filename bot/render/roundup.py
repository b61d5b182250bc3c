"""The third form, of several digests: picks by topic, each with the way back to its digest."""

from collections.abc import Iterator
from dataclasses import replace

from bot.markdown import escape, link
from bot.model import Digest, Pick, WriteUp
from bot.render.entry import PARTS, byline, part, places, themes
from bot.text import capitalized


def by_topic(digest: Digest) -> Iterator[str]:
    """The picks under their topics, then the themes."""
    numbers = {writeup.pick.contribution.id: number for number, writeup in enumerate(digest.writeups, 1)}
    topics: dict[str, list[WriteUp]] = {}
    for writeup in digest.writeups:
        topics.setdefault(topic_of(writeup.pick), []).append(writeup)
    for topic, writeups in topics.items():
        yield f"## {escape(capitalized(topic))}"
        for writeup in writeups:
            yield from joined(writeup, numbers[writeup.pick.contribution.id])
    yield "## Themes"
    yield from themes(digest, numbers)


def topic_of(pick: Pick) -> str:
    """The topic that a roundup tells a pick under."""
    return pick.matches[0].topic if pick.matches else "Beyond the topics"


def joined(writeup: WriteUp, number: int) -> Iterator[str]:
    """One pick of a roundup: title, people, the digest that tells more, and why and what it is."""
    contribution = writeup.pick.contribution
    links = {name: url for name, url in contribution.links.items() if name != "digest"}
    back = link(contribution.session, contribution.links.get("digest", ""))
    where = " · ".join((back, *places(replace(contribution, session="", links=links))))
    yield f"### {number}. {escape(contribution.title)}"
    yield "  \n".join(filter(None, (byline(contribution.people), where)))
    parts = [f"- **{label}:** {part(writeup, name)}" for name, label in PARTS[:2] if getattr(writeup, name)]
    if parts:
        yield "\n".join(parts)


def gathered(digest: Digest) -> Iterator[str]:
    """Which digests a roundup was put together from."""
    yield f"- Put together for the {escape(digest.reader)} of `config.yml` by program; no model was asked."
    yield "- Written as the digests are, with what people changed there; each pick leads to its own digest."
    for source in digest.program.sources:
        yield f"- Source: {link(source.url.removesuffix('.md'), source.url)}, SHA-256 `{source.sha256[:16]}`"
