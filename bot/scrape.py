"""Finds the platform of an edition or a page and reads its Program, every contribution with an id of its own."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import ModuleType

from bot import plugins
from bot.errors import Blocked, BotError, ConfigError, LayoutChanged, NotPublished, SourceError
from bot.merge import completed, joined, united
from bot.model import Contribution, Edition, Finding, Program
from bot.page import Page
from bot.platforms import whole
from bot.text import clipped, fingerprint, moment, one_line, slug
from bot.web import Web, walls

LONGEST_TITLE, LONGEST_PLACE, LONGEST_PASSAGE, MOST_PEOPLE = 400, 100, 200_000, 2000
TOLD = 0.95  # of the contributions have an abstract
TABLES = "https://dblp.org/"  # of contents: they hold no abstract, and are a second opinion instead
GENERAL = ("icalendar", "schema_org", "table", "pasted", "generic_html")


def scrape(edition: Edition, web: Web, held: Sequence[str] = ()) -> Program:
    """The program of an edition, from the first of its sources that holds one, completed from the others.

    `held` are the addresses of a recording: where none of the edition's is among them, they are what was meant. When
    no address holds a program, raises the first one's failure: Blocked, NotPublished, SourceError or LayoutChanged.
    """
    failures: list[BotError] = []
    known = sources(edition, held)
    for number, source in enumerate(known, start=1):
        if program := found(source, edition, web, failures):
            return named(with_others(program, known[number:], edition, web), edition, failures)
    raise failures[0] if failures else ConfigError(f"{edition.key} has no address", hint="give its series a url")


def sources(edition: Edition, held: Sequence[str] = ()) -> tuple[tuple[str, ...], ...]:
    """The sources of an edition's program, best first, each with the addresses where it may be read.

    Files that somebody saved are a source each; the pages of a recording of something else are one.
    """
    known = tuple(addresses(url, edition.platform) for url in edition.urls)
    kept = tuple(tuple(address for address in source if not held or address in held) for source in known)
    if any(kept) or not held:
        return tuple(filter(None, kept))
    return (tuple(held),) if any(map(is_live, held)) else tuple((name,) for name in held)


def is_live(address: str) -> bool:
    return "://" in address


def found(source: Sequence[str], edition: Edition, web: Web, failures: list[BotError]) -> Program | None:
    """The program at the first address of a source that holds the edition's; what failed before is added to others."""
    for address in source:
        try:
            return checked(read(web.page(address), web), edition)
        except BotError as failure:
            failures.append(failure)
    return None


def with_others(program: Program, others: Sequence[Sequence[str]], edition: Edition, web: Web) -> Program:
    """The program with what its other sources add: a site is asked only while abstracts are missing, but what somebody
    saved is always read, and two files of one site are one program."""
    for source in others:
        live = is_live(source[0])
        if source[0].startswith(TABLES) or (live and is_told(program)):
            continue
        failures: list[BotError] = []
        if other := found(source, edition, web, failures):
            program = (united if not live and other.platform == program.platform else completed)(program, other)
        else:
            missed = Finding(text=f"A second source was not read: {failures[0]}", hint=failures[0].hint)
            program = replace(program, findings=(*program.findings, missed))
    return program


def is_told(program: Program) -> bool:
    """Whether so few abstracts are missing that it is not worth asking another site."""
    return sum(bool(each.abstract) for each in program.listed) >= TOLD * len(program.listed)


def addresses(url: str, platform: str = "") -> tuple[str, ...]:
    """Where to read the program that has this address, best first, as the platform knows that claims it.

    An address that none claims, a conference's own domain, belongs to the platform that config.yml names.
    """
    known = platform_at(url) or (plugins.load("platforms", platform) if platform else None)
    return known.addresses(url) if known else (url,)


def checked(program: Program, edition: Edition) -> Program:
    """The program. Raises SourceError for one that says it is another edition's."""
    if edition.key and program.edition not in ("", edition.key):
        raise SourceError(
            f"{program.sources[0].url} is the program of {program.edition}, not of {edition.key}",
            hint=f"draft {program.edition} from it, or name the right file",
        )
    return program


def named(program: Program, edition: Edition, failures: Sequence[BotError]) -> Program:
    """The program under the name that config.yml gives its edition, with what failed before it was read."""
    url = program.url or next(iter(edition.urls), "")
    passed_over = tuple(Finding(text=f"Passed over: {failure}.", hint=failure.hint) for failure in failures)
    findings = (*passed_over, *program.findings)
    name = edition.name or program.name
    program = dated(program)
    place = clipped(one_line(program.place), LONGEST_PLACE)
    return replace(program, edition=edition.key or program.edition, name=name, url=url, place=place, findings=findings)


def dated(program: Program) -> Program:
    """The program with its first and last day, from its contributions where it does not say so itself."""
    days = sorted(filter(None, (contribution.starts[:10] for contribution in program.contributions)))
    first, last = (days[0], days[-1]) if days else ("", "")
    return replace(program, starts=moment(program.starts) or first, ends=moment(program.ends) or last)


def read(page: Page, web: Web) -> Program:
    """The program on a page, whatever site it is from. Raises Blocked for a wall, LayoutChanged for a stranger."""
    refuse_walls(page)
    platform = platform_of(page)
    if platform is None:
        raise walls.suspicion(page) or LayoutChanged(
            f"{page.url} ({page.format}) is not a program that any platform knows",
            hint="take the page that lists titles with people, its JSON or its .ics; README.md lists what is read",
        )
    whole(page)
    name = platform.__name__.rpartition(".")[2]
    try:
        program: Program = platform.scrape(page, web)
    except (NotPublished, LayoutChanged) as failure:  # a login at the address of a program is no such thing
        wall = walls.suspicion(page)
        surer = (Blocked, NotPublished) if isinstance(failure, LayoutChanged) else Blocked
        raise wall if isinstance(wall, surer) else failure from None
    if not program.contributions:
        raise walls.suspicion(page) or NotPublished(
            f"{page.url} is a page of {name}, but lists nothing", hint="if you see a program there, its layout changed"
        )
    return replace(program, platform=program.platform or name, contributions=identified(program.contributions))


def platform_at(url: str) -> ModuleType | None:
    """The platform that claims an address."""
    return next((platform for platform in _platforms() if platform.URL.match(url)), None)


def platform_of(page: Page) -> ModuleType | None:
    """The platform that recognises a page."""
    return next((platform for platform in _platforms() if platform.looks_like(page)), None)


def identified(contributions: tuple[Contribution, ...]) -> tuple[Contribution, ...]:
    """Contributions with ids: rows of one id and title are one; other repeats are told apart by their content."""
    kept: dict[str, Contribution] = {}
    for row in map(bounded, contributions):
        key = row.id or f"{slug(row.title)}-{fingerprint(row.title, *(person.name for person in row.people))}"
        if key in kept and kept[key].title != row.title:
            key = f"{key}-{fingerprint(row.title)}"
        if key in kept and not row.id and not is_repeated(kept[key], row):
            key = f"{key}-{fingerprint(row.starts, row.session, row.url)}"
        kept[key] = joined(kept[key], row) if key in kept else replace(row, id=key)
    return tuple(kept.values())


def is_repeated(one: Contribution, other: Contribution) -> bool:
    """Whether somebody gives the same twice at the same place; two breaks of one name may be two all the same."""
    places = [(each.starts, each.session, each.url) for each in (one, other)]
    return bool(other.people) and places[0] == places[1]


def bounded(row: Contribution) -> Contribution:
    """A row of sane size, no title a page long, no abstract a book, and with times that are times."""
    passages = tuple(replace(passage, text=clipped(passage.text, LONGEST_PASSAGE)) for passage in row.passages)
    return replace(
        row,
        title=clipped(row.title, LONGEST_TITLE),
        passages=passages,
        people=row.people[:MOST_PEOPLE],
        starts=moment(row.starts),
        ends=moment(row.ends),
    )


def refuse_walls(page: Page) -> None:
    """Raises Blocked for a check that wants a browser, whichever platform might know the page."""
    if wall := walls.challenge(page):
        raise walls.blocked(page.url, wall)


def _platforms() -> Iterator[ModuleType]:
    names = plugins.names("platforms")
    for name in (*(name for name in names if name not in GENERAL), *GENERAL):
        yield plugins.load("platforms", name)
