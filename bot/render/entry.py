"""One pick as a page shows it: title, people, links, its four parts, and the themes that name it."""

from collections.abc import Iterator, Sequence

from bot.markdown import escape, link
from bot.model import Claim, Contribution, Depth, Digest, Person, Pick, WriteUp
from bot.text import listing

PARTS = (("why", "Why"), ("what", "What"), ("how", "How"), ("where", "Where applicable"))
MARKS = {Depth.TITLE: " (from the title only)", Depth.ABSTRACT: " (from abstract only)", Depth.FULL_TEXT: ""}
_LINK_ORDER = ("page", "pdf", "slides", "video", "code")
_PEOPLE_SHOWN = 8


def entry(writeup: WriteUp, number: int) -> Iterator[str]:
    """One pick: title, people and links, the four parts, why it was picked."""
    contribution = writeup.pick.contribution
    yield f"### {number}. {escape(contribution.title)}"
    yield "  \n".join(filter(None, (byline(contribution.people), " · ".join(places(contribution)))))
    yield "\n".join(f"- **{label}:** {part(writeup, name)}" for name, label in PARTS)
    yield f"*{escape(reasons(writeup.pick))}*"


def part(writeup: WriteUp, name: str) -> str:
    """One of the four parts; the depth mark ends What and is computed here, never typed."""
    claims: tuple[Claim, ...] = getattr(writeup, name)
    mark = MARKS[writeup.depth] if name == "what" else ""
    return escape(" ".join(claim.text for claim in claims)) + mark


def byline(people: Sequence[Person]) -> str:
    """The people as the program gives them, those of one affiliation together; a long list says how many more."""
    groups: list[tuple[str, list[str]]] = []
    for person in people[:_PEOPLE_SHOWN]:
        if groups and groups[-1][0] == person.affiliation:
            groups[-1][1].append(person.name)
        else:
            groups.append((person.affiliation, [person.name]))
    shown = (f"{listing(names)} ({affiliation})" if affiliation else listing(names) for affiliation, names in groups)
    more = len(people) - _PEOPLE_SHOWN
    return escape("; ".join(shown)) + (f" and {more} more" if more > 0 else "")


def places(contribution: Contribution) -> Iterator[str]:
    """Where to find it: session, then the links that the program gives."""
    if contribution.session:
        yield escape(contribution.session)
    links = {**({"page": contribution.url} if contribution.url else {}), **contribution.links}
    seen: set[str] = set()
    for name in sorted(links, key=lambda name: (_LINK_ORDER.index(name) if name in _LINK_ORDER else 99, name)):
        if links[name] not in seen:
            yield link(name, links[name])
        seen.add(links[name])


def reasons(pick: Pick) -> str:
    """Why it was picked, in the topics of config.yml and the source's own words."""
    matched = (f"{match.topic} ({', '.join(match.terms[:4])})" for match in pick.matches[:3])
    return f"Picked for {'; '.join(matched)}." if pick.matches else pick.reason


def themes(digest: Digest, numbers: dict[str, int]) -> Iterator[str]:
    if not digest.themes:
        yield "No two picks share enough to speak of a theme."
    for theme in digest.themes:
        behind = ", ".join(map(str, sorted(numbers[pick] for pick in theme.picks if pick in numbers)))
        yield f"- **{escape(theme.name)}.** {escape(theme.text)} (picks {behind})"
