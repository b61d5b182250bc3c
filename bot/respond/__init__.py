"""The road from a Comment to a Reply: find the commands, permit each, carry them out, answer.

What they change is drafted and laid under what people wrote, as any other draft; the answer says what really changed.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import cast

from bot import plugins
from bot.bill import bill, carried, counting
from bot.commands import CommandModule, Desk
from bot.compare import since
from bot.config import Config
from bot.discover import edition, known_by
from bot.errors import BotError, CommandError, ForgeError
from bot.forges import Forge
from bot.introduce import introduce
from bot.judge import judge
from bot.keep.shown import shown
from bot.llms import Model
from bot.markdown import quiet
from bot.model import Command, Comment, Decisions, Digest, Draft, Edition, Pick, Reply, Role, Shown, WriteUp
from bot.pick import pick
from bot.pick.decide import decided, left_out
from bot.pipeline import NO_PAST, Listener, Past, adviser_of, drafted, held_against_sources
from bot.propose import Review, reviewed
from bot.publish.front import KEY
from bot.render import render
from bot.respond.grammar import commands_in, meant
from bot.respond.hands import Hands, joining
from bot.scrape import scrape
from bot.store import digest_of
from bot.web import Web
from bot.write import Adviser, Conclusion, conclude, write

NOTHING = Review(title="", body="")
Source = Callable[[], AbstractContextManager[tuple[Web, tuple[str, ...]]]]
"""Opens where programs are read, when a command needs one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """What commands are carried out with: the edition, the configuration, where its program is read, maybe a model.

    `root` is the folder of the published digests, which a roundup joins, and `past` what earlier ones tell.
    """

    edition: Edition
    config: Config
    source: Source
    listen: Listener
    model: Model | None = None
    past: Past = NO_PAST
    root: Path = Path()


MOST_ANSWERED = 50  # comments that are remembered


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What came of one command, in Markdown."""

    command: str
    text: str
    is_done: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a comment came to: what is said of each command, and the draft to be laid under the page, if any.

    `upon` are the hashes of the files that it was drafted upon, by path, and `page` is the text of the page among them;
    `review` is what the pull request then says. A repeat only finishes what a run that was cut off had begun.
    """

    said: tuple[Said, ...]
    upon: Mapping[str, str]
    draft: Draft | None = None
    page: str = ""
    review: Review = NOTHING
    released: tuple[str, ...] = ()
    is_repeat: bool = False


CUT_OFF = Said(command="again", text="An earlier run did this, and was cut off before it could say so.", is_done=True)


def asks_for(text: str) -> tuple[Command, ...]:
    """The commands of a comment."""
    return commands_in(text, plugins.names("commands"))


def edition_of(key: str, config: Config, forge: Forge) -> Edition:
    """The edition that a key names, or the roundup of that name. Raises ConfigError where it is neither."""
    path = f"digests/{key}.json"
    files = forge.files((path,)) if KEY.fullmatch(key) and not known_by(key, config.series) else {}
    stored = digest_of(files[path], path).edition if path in files else None
    return stored if stored and (stored.key, stored.form) == (key, "roundup") else edition(key, config.series)


def respond(comment: Comment, forge: Forge, means: Means) -> Answer:
    """Carries out the commands of a comment on an edition's digest, all by the numbers that the page has now."""
    key = means.edition.key
    page, data, prompt = f"digests/{key}.md", f"digests/{key}.json", f"prompts/{key}.md"
    files = forge.files((page, data, prompt))
    if missing := [path for path in (page, data) if path not in files]:
        raise CommandError(f"there is no {missing[0]} here", hint=f"draft it first: python -m bot draft {key}")
    upon = {path: hashed(text) for path, text in files.items()}
    before = digest_of(files[data], data)
    is_repeat = comment.id in before.decisions.answered
    view = shown(files[page], files[data], [each.pick.contribution.id for each in before.writeups])
    hands = handed(means, files.get(prompt, ""), before)
    done = (
        Done(said=(CUT_OFF,), digest=before) if is_repeat else carried_out(comment, view, before, hands, means.listen)
    )
    if done.digest is before and not is_repeat:
        return Answer(said=done.said, upon=upon)
    digest = hands.settle(remembered(done.digest, comment))
    digest = replace(digest, changes=since(before.listing, before.changes, digest.listing))
    draft = render(digest, files.get(prompt, ""))
    return Answer(
        said=done.said,
        upon=upon,
        draft=replace(draft, files={path: text for path, text in draft.files.items() if path in files}),
        page=files[page],
        review=reviewed(digest),
        released=done.released,
        is_repeat=is_repeat,
    )


def is_open_to_all(text: str) -> bool:
    """Whether a comment holds a command that needs no permission to write."""
    known = (command.name for command in asks_for(text) if command.name in plugins.names("commands"))
    return any(plugins.load("commands", name).ROLE is Role.READER for name in known)


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What the commands of a comment came to."""

    said: tuple[Said, ...]
    digest: Digest
    released: tuple[str, ...] = ()


def carried_out(comment: Comment, view: Shown, before: Digest, hands: Hands, listen: Listener) -> Done:
    """Carries out the commands in their order, each on what the ones before it made of the digest."""
    done = Done(said=(), digest=before)
    for command in asks_for(comment.text):
        desk = Desk(
            digest=done.digest,
            shown=view,
            role=comment.role,
            write=partial(hands.write, done.digest),
            consider=hands.consider,
            redraft=hands.redraft,
        )
        reply, is_done = tried(command, comment, desk)
        if is_done:  # the reply says why another is not
            listen(f"Carried out {command.line}")
        done = Done(
            said=(*done.said, Said(command=command.line, text=reply.text, is_done=is_done)),
            digest=reply.digest or done.digest,
            released=(*done.released, *reply.released),
        )
    return done


def remembered(digest: Digest, comment: Comment) -> Digest:
    """The digest that knows which comment made it so."""
    answered = (*digest.decisions.answered, *([comment.id] if comment.id else []))
    answered = tuple(dict.fromkeys(answered))[-MOST_ANSWERED:]
    return replace(digest, decisions=replace(digest.decisions, answered=answered))


def hashed(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def tried(command: Command, comment: Comment, desk: Desk) -> tuple[Reply, bool]:
    """A command's reply, or why there is none. A failure of one command stops no other."""
    try:
        return permitted(command, comment).run(command, desk), True
    except BotError as error:
        return Reply(text=explained(error)), False


def permitted(command: Command, comment: Comment) -> CommandModule:
    """The command's module. Raises CommandError for a name that is none, and where the person may not."""
    if command.name not in plugins.names("commands"):
        near = plugins.load("commands", meant(command.name, plugins.names("commands")))
        raise CommandError(f"there is no `/{command.name}`", hint=f"did you mean `{near.USAGE}`?")
    module = cast(CommandModule, plugins.load("commands", command.name))
    if module.ROLE is Role.MAINTAINER and comment.role is not Role.MAINTAINER:
        raise CommandError(
            f"only people who may write to this repository can ask for that, and {quiet(comment.author)} may not",
            hint="`/help` says what you may ask for",
        )
    return module


def explained(error: BotError) -> str:
    """A failure in a comment's words. What is not of our own making may hold foreign words, so it stays text."""
    told = f"{sentence(str(error))} {sentence(error.hint)}".strip()
    return told if isinstance(error, CommandError | ForgeError) else quiet(told)


def sentence(text: str) -> str:
    """As a sentence; what begins with a path, a command or an edition's key stays as it is written."""
    text = text if re.match(r"\S*[/`\d]", text) else f"{text[:1].upper()}{text[1:]}"
    return text if not text or text.endswith((".", "!", "?")) else f"{text}."


# ---- what a command may have done


def handed(means: Means, prompt: str, before: Digest) -> Hands:
    """By the form of the digest; `prompt` is the record of what was asked for."""
    if before.edition.form == "roundup":
        return joining(before, prompt, means.root, means.config, means.listen)
    edition = replace(means.edition, kind=before.edition.kind)
    adviser = counting(adviser_of(edition, means.config, means.model, prompt, means.past.precedents))
    return Hands(
        write=partial(written, means.config, adviser),
        consider=cache(partial(considered, means)),
        redraft=partial(redrafted, means, adviser),
        settle=lambda digest: billed(settled(digest, before, means.config, adviser), before, means.config, adviser),
    )


def written(
    config: Config, adviser: Adviser | None, digest: Digest, picks: Sequence[Pick], guidance: Mapping[str, str]
) -> tuple[WriteUp, ...]:
    """New write-ups of picks; what stands before them in the digest is not quoted again."""
    places = [at for at, each in enumerate(digest.writeups) if each.pick in picks]
    before = digest.writeups[: min(places, default=len(digest.writeups))]
    return write(picks, config.writer, digest.edition.kind, guidance, before, adviser)


def considered(means: Means) -> tuple[Pick, ...]:
    """Every contribution of the program as it is now, with its score and the reason why it is in or out."""
    with means.source() as (web, held):
        program = judge(scrape(means.edition, web, held), means.edition)
    choice = pick(program, means.config.reader, means.config.picks, means.edition.kind)
    return (*choice.picks, *choice.near_misses, *choice.others)


def redrafted(means: Means, adviser: Adviser | None, decisions: Decisions) -> Digest:
    with means.source() as (web, held):
        return drafted(means.edition, web, means.config, decisions, means.listen, held, adviser, means.past.before)[0]


def settled(digest: Digest, before: Digest, config: Config, adviser: Adviser | None) -> Digest:
    """The digest with its decisions carried out, held against its sources, and with the lead and themes that follow."""
    picks = [each.pick for each in digest.writeups]
    every = (*picks, *digest.near_misses)
    placed = {each.contribution.id: each for each in decided(picks, digest.decisions, ())}
    writeups = {each.pick.contribution.id: each for each in digest.writeups}
    held, doubts = held_against_sources(
        [replace(writeups[key], pick=pick) for key, pick in placed.items()], config.reader
    )
    told = concluded(held, digest, before, adviser)
    new = (*doubts, *told.findings)
    known = [finding for finding in digest.findings if finding not in new]
    return replace(
        digest,
        writeups=held,
        lead=(*told.lead, *introduce(digest.edition, digest.program, held, digest.reader, digest.picker)),
        themes=told.themes,
        near_misses=left_out(digest.near_misses, digest.decisions, every),
        findings=(*known, *new),
    )


def billed(digest: Digest, before: Digest, config: Config, adviser: Adviser | None) -> Digest:
    """The digest with the bill of what it is made from now, so that drafting it anew comes to the same.

    One that was drafted anew knows nothing of what was paid `before`.
    """
    if adviser is None:
        return digest
    charges = digest.bill.charges if digest.bill else ()
    stands = [charge for charge in charges if charge.about not in digest.decisions.dropped]
    return replace(digest, bill=carried(bill(adviser, config, stands), before.bill))


def concluded(held: Sequence[WriteUp], digest: Digest, before: Digest, adviser: Adviser | None) -> Conclusion:
    """What is said of the picks as a whole: as it was, while they are the same and nobody asked for other words."""
    same = [each.pick.contribution.id for each in held] == [each.pick.contribution.id for each in before.writeups]
    asked, wished = digest.decisions.guidance, before.decisions.guidance
    if same and digest.lead == before.lead and all(asked.get(name) == wished.get(name) for name in ("lead", "themes")):
        # The last two paragraphs are counted and read off anew each time.
        return Conclusion(lead=before.lead[:-2], themes=before.themes)
    return conclude(held, asked, adviser)
