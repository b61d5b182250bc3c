"""Writes a tier, a pick, the themes or the lead anew, with your guidance in words; what people edited stays."""

from collections.abc import Sequence
from dataclasses import replace

from bot.commands import Desk, decided, drafted_anew, first, is_roundup, name, word
from bot.errors import CommandError
from bot.markdown import quiet
from bot.model import Command, Digest, Entry, Reply, Role, Tier

USAGE = '/regenerate [core | adjacent | wildcard | themes | lead | <number> | "title"] [guidance in words]'
ROLE = Role.MAINTAINER
LONGEST = 500


def run(command: Command, desk: Desk) -> Reply:
    if is_roundup(desk):
        return copied_anew(command, desk)
    whole, guidance = word(command.arguments, (*Tier, "themes", "lead"))
    if whole in ("themes", "lead"):
        return guided(desk.digest, (whole,), guidance, f"the {whole}")
    if whole:
        entries = [entry for entry in desk.shown.entries if entry.id and tier(desk, entry) == whole]
        return rewritten(desk, entries, guidance, whole.capitalize())
    if names_one(guidance):
        entry, guidance = first(desk, guidance, USAGE)
        return rewritten(desk, [entry], guidance, name(entry))
    entries = [entry for entry in desk.shown.entries if entry.id]
    reply = rewritten(desk, entries, guidance, "all write-ups")
    return guided(reply.digest or desk.digest, ("themes", "lead"), guidance, "all write-ups, the themes and the lead")


def copied_anew(command: Command, desk: Desk) -> Reply:
    """A roundup from the words that its digests have now: it has none of its own that could be asked for."""
    if command.arguments.strip():
        raise CommandError(
            "a roundup's words are those of its digests, so it writes none as you wish",
            hint="`/regenerate` alone copies them anew; ask for others on the digest's own pull request",
        )
    return drafted_anew(desk)


def names_one(arguments: str) -> bool:
    """Whether they begin with a number or a quoted title; other words are guidance."""
    return arguments.strip()[:1] in '#"“”„«0123456789' and bool(arguments.strip())


def tier(desk: Desk, entry: Entry) -> Tier | None:
    of_digest = {each.pick.contribution.id: each.pick.tier for each in desk.digest.writeups}
    return entry.tier or of_digest.get(entry.id)


def rewritten(desk: Desk, entries: Sequence[Entry], guidance: str, told: str) -> Reply:
    """The digest with new write-ups of some picks."""
    ids = [entry.id for entry in entries]
    reply = guided(desk.digest, ids, guidance, told)
    digest = reply.digest or desk.digest
    picks = [writeup.pick for writeup in digest.writeups if writeup.pick.contribution.id in ids]
    new = {each.pick.contribution.id: each for each in desk.write(picks, digest.decisions.guidance)}
    writeups = tuple(new.get(each.pick.contribution.id, each) for each in digest.writeups)
    other = sum(each not in digest.writeups for each in writeups)
    came = "it came out the same" if not other else f"{other} of {len(new)} came out different"
    return Reply(text=f"{reply.text[:-1]}: {came}.", digest=replace(digest, writeups=writeups))


def guided(digest: Digest, keys: Sequence[str], guidance: str, told: str) -> Reply:
    """The digest with the wish remembered, or forgotten where there is none, so that the next runs write so too."""
    wish = " ".join(guidance.split())[:LONGEST]
    kept = {key: words for key, words in digest.decisions.guidance.items() if key not in keys}
    wishes = {**kept, **{key: wish for key in keys if wish}}
    by = f", asked for “{quiet(wish)}”" if wish else ""
    return Reply(text=f"Wrote {told} anew{by}.", digest=decided(digest, replace(digest.decisions, guidance=wishes)))
