"""The road from a published digest to its addendum: its program is read again for what happened to its own picks.

No model is asked and nothing is enriched. An addendum is a draft like any other, laid under what people wrote; not a
word of a write-up is another.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from itertools import chain

from bot.blocks import unix
from bot.compare import Changes, Turn
from bot.compare.addendum import addendum, amended, beyond, told_since
from bot.compare.mark import marked
from bot.enrich.links import is_gone
from bot.enrich.purse import Purse
from bot.errors import Outdated, StoreError
from bot.forges import Forge
from bot.judge import judge
from bot.keep import keep
from bot.keep.shown import shown
from bot.model import ConferenceKind, Contribution, Digest, Draft, Edition, Program, Proposal, PullRequest
from bot.pipeline import Listener, submit
from bot.propose import saved
from bot.publish.sources import Source
from bot.render import render
from bot.revisit.told import body, title
from bot.scrape import scrape
from bot.seal import untouched
from bot.store import digest_of
from bot.web import Web

# How many days after its edition a digest may get an addendum; a draft takes longer to become an RFC.
DAYS, DAYS_OF_STANDARDS = 180, 365
MOST_LINKS = 100  # that are looked at, of one edition


def is_timely(edition: Edition, today: date) -> bool:
    """Whether something may still happen to the contributions of an edition."""
    days = DAYS_OF_STANDARDS if edition.kind is ConferenceKind.STANDARDS else DAYS
    return today <= date.fromisoformat(edition.ends) + timedelta(days=days)


def revisit(
    source: Source,
    edition: Edition,
    web: Web,
    held: Sequence[str] = (),
    refused: Sequence[Digest] = (),
    *,
    is_open: bool = False,
) -> Proposal | None:
    """The addendum to a published digest; None where nothing happened that is not told already.

    `refused` are the digest as addenda would have had it that maintainers closed. Where one `is_open`, it has to follow
    the program even when that takes back all that it told.
    """
    published = stored(source)
    standing, now = on_page(published, source), read_again(edition, web, held)
    now = without_dead(now, addendum(standing, now, refused), web)
    changes = addendum(standing, now, refused)
    if not changes and not is_open:
        return None
    draft = drafted(amended(published, changes, now))
    return Proposal(
        edition=edition.key,
        title=title(edition.name, changes),
        body=body(published, changes, now, laid(draft, source), is_redrawn(published, source)),
        draft=draft,
    )


def amend(edition: str, drafted: Forge, forge: Forge, listen: Listener, refused: Sequence[Digest] = ()) -> PullRequest:
    """Proposes on one forge the addendum that was drafted on another."""
    draft, review = saved(edition, drafted, of_addendum(edition))
    return submit(draft.files, partial(planned, draft, refused), review, forge, listen).pull_request


def planned(draft: Draft, refused: Sequence[Digest], present: Mapping[str, str]) -> Draft:
    """The addendum under what stands there. Raises Outdated where it was refused, or its digest left, meanwhile.

    What people changed before is no news to whoever reviews it; what has no place because of that, its body says.
    """
    _, data = of_addendum(draft.edition)
    if data not in present:
        raise Outdated(f"there is no {data} any more", hint="nothing is to be done")
    told, now = (told_since(digest_of(files[data], data)) for files in (present, draft.files))
    news, unwanted = ({*chain(*beyond(told, each))} for each in ([now], map(told_since, refused)))
    if news & unwanted:
        raise Outdated(
            f"an addendum to {draft.edition} was closed after this one was made", hint="the next run knows that"
        )
    return replace(keep(draft, present), kept=())


def of_addendum(edition: str) -> tuple[str, str]:
    """The files that an addendum may change: the page and its data."""
    return f"digests/{edition}.md", f"digests/{edition}.json"


def stored(source: Source) -> Digest:
    """A digest as it was published. What its data tells is the memory of its addenda, so it has to be the bot's own."""
    _, data = of_addendum(source.key)
    if not untouched(unix(source.data)):
        raise StoreError(
            f"{data} is missing, or a person changed it, so nothing can be compared with it",
            hint="take the file back from the branch's history",
        )
    return digest_of(source.data, data)


def on_page(digest: Digest, source: Source) -> Digest:
    """The digest with the picks that people left on its page."""
    ids = [each.pick.contribution.id for each in digest.writeups]
    there = {entry.id for entry in shown(source.page, source.data, ids).entries}
    return replace(digest, writeups=tuple(each for each in digest.writeups if each.pick.contribution.id in there))


def read_again(edition: Edition, web: Web, held: Sequence[str]) -> Program:
    """The program as it is now, with what it marks as cancelled. Raises what any draft of it would."""
    scraped = scrape(edition, web, held)
    judged = judge(scraped, edition)
    return replace(judged, contributions=(*judged.contributions, *marked(scraped)))


def without_dead(now: Program, changes: Changes, web: Web) -> Program:
    """The program without new links that lead to nothing: some pages name a paper weeks before it is there."""
    purse = Purse(web, MOST_LINKS)
    new = {url for change in changes if change.turn is Turn.LINKED for url in change.links.values()}
    dead = {url for url in sorted(new) if is_gone(url, purse)}

    def alive(each: Contribution) -> Contribution:
        return replace(each, links={name: url for name, url in each.links.items() if url not in dead})

    return replace(now, contributions=tuple(map(alive, now.contributions)))


def drafted(digest: Digest) -> Draft:
    draft = render(digest, "")
    return replace(draft, files={path: draft.files[path] for path in of_addendum(draft.edition)})


def laid(draft: Draft, source: Source) -> str:
    """The page that results where the digest stands as it was published."""
    page, data = of_addendum(source.key)
    return keep(draft, {page: source.page, data: source.data}).files[page]


def is_redrawn(published: Digest, source: Source) -> bool:
    """Whether today's bot writes the same digest in other words or another order than it did then."""
    return laid(drafted(published), source) != source.page
