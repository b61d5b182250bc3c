"""Turns a Digest into a Draft: the page people read. Same digest, same bytes."""

from collections.abc import Iterator
from itertools import chain

import yaml

from bot.blocks import by_session
from bot.budget import amount
from bot.markdown import escape, link
from bot.model import Bill, Claim, Digest, Draft, Tier, WriteUp, summed
from bot.render.entry import MARKS, PARTS, byline, entry, part, themes
from bot.render.roundup import by_topic, gathered, topic_of
from bot.seal import seal
from bot.store import as_json
from bot.text import listing

__all__ = ["MARKS", "byline", "numbered", "page", "render", "topic_of"]


def render(digest: Digest, prompt: str) -> Draft:
    """The files of a digest; `prompt` is the record of what was asked for."""
    key = digest.edition.key
    files = {
        f"digests/{key}.md": page(digest),
        f"digests/{key}.json": as_json(digest),
        f"prompts/{key}.md": prompt,
    }
    return Draft(edition=key, files=files)


def page(digest: Digest) -> str:
    """The digest as people read it."""
    bodies = {"session-notes": session_notes, "roundup": by_topic}
    body = bodies.get(digest.edition.form, tiers)
    blocks = (*map(escape, digest.lead), *body(digest), *about(digest))
    return seal(f"---\n{front_matter(digest)}---\n\n" + "\n\n".join(blocks) + "\n")


def front_matter(digest: Digest) -> str:
    edition, program = digest.edition, digest.program
    fields = {
        "title": edition.name,
        "edition": edition.key,
        "kind": "" if edition.form == "roundup" else edition.kind.value,
        "form": edition.form,
        "starts": program.starts[:10],
        "ends": program.ends[:10],
        "place": program.place,
        "program": program.url,
        "picks": len(digest.writeups),
        "contributions": program.contributions,
        "reader": digest.reader,
        "writer": digest.writer,
    }
    shown = {name: value for name, value in fields.items() if value != ""}
    return yaml.safe_dump(shown, sort_keys=False, allow_unicode=True, width=10_000) + 'seal: ""\n'


def tiers(digest: Digest) -> Iterator[str]:
    """The picks under their tiers, then the themes."""
    numbers = numbered(digest)
    for tier in Tier:
        yield f"## {tier.capitalize()}"
        chosen = [writeup for writeup in digest.writeups if writeup.pick.tier is tier]
        if not chosen:
            yield "No pick in this tier."
        for writeup in chosen:
            yield from entry(writeup, numbers[writeup.pick.contribution.id])
    yield "## Themes"
    yield from themes(digest, numbers)


def session_notes(digest: Digest) -> Iterator[str]:
    """The second form: an overview, then notes by track or session as bullets."""
    numbers = numbered(digest)
    yield "## Overview"
    yield from themes(digest, numbers)
    for session, writeups in by_session(digest.writeups, when).items():
        yield f"## {escape(session)}"
        yield "\n".join(line for writeup in writeups for line in note(writeup, numbers[writeup.pick.contribution.id]))


def numbered(digest: Digest) -> dict[str, int]:
    """The numbers of the picks, as they stand on the page."""
    is_noted = digest.edition.form == "session-notes"
    order = chain(*by_session(digest.writeups, when).values()) if is_noted else digest.writeups
    return {writeup.pick.contribution.id: number for number, writeup in enumerate(order, 1)}


def when(writeup: WriteUp) -> tuple[str, str]:
    return writeup.pick.contribution.starts, writeup.pick.contribution.session


def note(writeup: WriteUp, number: int) -> Iterator[str]:
    contribution = writeup.pick.contribution
    who = byline(contribution.people)
    yield f"- **{number}. {link(contribution.title, contribution.url)}**{f' – {who}' if who else ''}"
    for name, _ in PARTS:
        claims: tuple[Claim, ...] = getattr(writeup, name)
        if any(not claim.silent and not claim.judgement for claim in claims) or name == "what":
            yield f"  - {part(writeup, name)}"


def about(digest: Digest) -> Iterator[str]:
    """Who picked and wrote it, from what, and where its data and its prompt lie."""
    key, is_roundup = digest.edition.key, digest.edition.form == "roundup"
    made = gathered if is_roundup else drafted
    yield f"## About this {'roundup' if is_roundup else 'digest'}"
    yield "\n".join(
        (
            *made(digest),
            *(f"- Know that: {escape(finding.sentence)}" for finding in digest.findings),
            f"- This page is `digests/{key}.md`, its data and evidence `digests/{key}.json`, "
            f"what was asked for `prompts/{key}.md`.",
        )
    )


def drafted(digest: Digest) -> Iterator[str]:
    yield f"- Picked for the {escape(digest.reader)} of `config.yml` {picked(digest)}."
    yield f"- Written {written(digest)}. Figures, names and links were held against the sources by program."
    if digest.bill:
        yield f"- {asked(digest.bill)}"
    for source in digest.program.sources:
        yield f"- Source: {source_line(source.url, source.time, source.sha256)}"


def picked(digest: Digest) -> str:
    if not digest.picker:
        return "by the topics there; no model was asked"
    return f"by a model ({escape(digest.picker)}), from a ranking by the topics there"


def written(digest: Digest) -> str:
    """By whom. What a model left open, or what its source did not hold, is extracts."""
    models = listing(sorted({writeup.model for writeup in digest.writeups if writeup.model}))
    extracts = "extracts: the sources' own sentences, shortened"
    if not models:
        return f"as {extracts}"
    numbers = numbered(digest)
    taken = [
        f"{numbers[writeup.pick.contribution.id]} {part}"
        for writeup in sorted(digest.writeups, key=lambda writeup: numbers[writeup.pick.contribution.id])
        for part in (writeup.extracts if writeup.model else ("whole",))
    ]
    rest = f"; as {extracts}: {', '.join(taken)}" if taken else ""
    return f"by a model ({escape(models)}), each sentence with what it rests on{rest}"


def asked(bill: Bill) -> str:
    """What models took, in a sentence."""
    if not bill.charges:
        return "Asking a model brought nothing and took nothing."
    took = summed(bill.charges)
    tokens = f"{took.tokens_in:,} tokens read and {took.tokens_out:,} written"
    return f"Asked of models: {took.questions:,} questions, {tokens}, for {amount(took.money, bill.currency)}."


def source_line(url: str, time: str, sha256: str) -> str:
    where = link(url, url) if url.startswith("http") else f"saved file `{url.replace('`', '')}`"
    return f"{where}, {f'read {time}' if time else 'time not recorded'}, SHA-256 `{sha256[:16]}`"
