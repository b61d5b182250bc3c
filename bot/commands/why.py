"""Says why a contribution was picked or was not."""

from bot.commands import Desk, absent, is_roundup
from bot.commands import name as named
from bot.errors import CommandError
from bot.markdown import quiet
from bot.model import Command, Pick, Reply, Role
from bot.text import folded, listing

USAGE = "/why <title or number>"
ROLE = Role.MAINTAINER


def run(command: Command, desk: Desk) -> Reply:
    wanted = command.arguments.strip().strip('"“”„«»#').strip()
    if not wanted:
        raise CommandError("of which contribution?", hint=f"as in {USAGE}")
    for entry in desk.shown.entries:
        if wanted == str(entry.number) or folded(wanted) == folded(entry.title):
            picks = [each.pick for each in desk.digest.writeups if each.pick.contribution.id == entry.id]
            return Reply(text=explained(picks[0], desk) if picks else f"{named(entry)} was written by a person.")
    known = [*(each.pick for each in desk.digest.writeups), *desk.digest.near_misses]
    return Reply(text=told(matching(wanted, known) or matching(wanted, desk.consider()), wanted, desk))


def matching(wanted: str, picks: "list[Pick] | tuple[Pick, ...]") -> list[Pick]:
    """Those of that id or title, else those whose title holds the words."""
    title = folded(wanted)
    same = [each for each in picks if wanted == each.contribution.id or title == folded(each.contribution.title)]
    return same or [each for each in picks if title and title in folded(each.contribution.title)]


def told(picks: list[Pick], wanted: str, desk: Desk) -> str:
    if not picks:
        raise absent(desk, wanted, "copy the title from its source")
    if len(picks) > 5:
        raise CommandError(
            f"{len(picks)} contributions have those words in their titles", hint="give more of the title"
        )
    return "\n".join(f"- {explained(each, desk)}" for each in picks)


def explained(pick: Pick, desk: Desk) -> str:
    """Why a contribution is on the page, or why not."""
    entry = next((entry for entry in desk.shown.entries if entry.id == pick.contribution.id), None)
    if entry is None:
        return missed(pick, desk)
    return (joined if is_roundup(desk) else chosen)(pick, named(entry))


def chosen(pick: Pick, name: str) -> str:
    return f"{name} was picked for {pick.tier.capitalize()} with a score of {pick.score:.2f}. {topics(pick)}"


def joined(pick: Pick, name: str) -> str:
    """Scores compare within one program only, so a roundup tells none."""
    return f"{name} was picked for {pick.tier.capitalize()} in {quiet(pick.contribution.session)}. {topics(pick)}"


def missed(pick: Pick, desk: Desk) -> str:
    title = f"“{quiet(pick.contribution.title)}”"
    reason = quiet(pick.reason) or "it is on none of the reader's topics"
    of = f"A pick of {quiet(pick.contribution.session)}" if is_roundup(desk) else f"Score {pick.score:.2f}"
    return f"{title}: {reason.rstrip('.')}. {of}. {topics(pick)}"


def topics(pick: Pick) -> str:
    """What it was found for, in the topics of config.yml and the source's words."""
    if not pick.matches:
        return "None of the reader's topics in `config.yml` was found in its title or abstract."
    found = [f"{quiet(match.topic)} ({quiet(', '.join(match.terms[:6]))})" for match in pick.matches[:4]]
    return f"Topics found: {listing(found)}."
