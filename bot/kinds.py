"""What programs call the things they list: a keynote, a break, a session, from labels, headings and titles."""

import re
from collections.abc import Sequence

from bot.model import Kind, Person

# What programs call things, first match wins. Words, not sentences: matched whole, in lower case.
_KINDS = (
    (Kind.LOGISTICS, "break|breaks|lunch|breakfast|coffee|registration|badge|badges|cloakroom|coat check|bag check"
     "|check-in|solutions showcase|sponsor demo|sponsor booth|exhibit hall|exhibition|showcase|logistics|meal"
     "|dinner break|setup"),
    (Kind.KEYNOTE, "keynote|keynotes|plenary|invited talk|invited talks|invited"),
    (Kind.LIGHTNING_TALK, "lightning talk|lightning talks|lightning|lightningtalk|lightningtalks"),
    (Kind.TUTORIAL, "tutorial|tutorials|training|course|short course"),
    (Kind.WORKSHOP, "workshop|workshops|hands-on"),
    (Kind.PANEL, "panel|panels|talk panel|podium|roundtable"),
    (Kind.POSTER, "poster|posters|poster session|poster sessions"),
    (Kind.DEMO, "demo|demos|demonstration|demonstrations"),
    (Kind.BOF, "bof|birds of a feather|meeting|meetup|self-organized session|ask the experts"),
    (Kind.SOCIAL, "social|reception|banquet|party|concert|music|dj set|performance|dinner|excursion|gathering"),
    (Kind.PAPER, "paper|papers|oral|spotlight|research track|short paper"),
    (Kind.TALK, "talk|talks|lecture|presentation|maintrack"),
)  # fmt: skip
_KIND_PATTERNS = tuple((kind, re.compile(rf"\b(?:{words})\b")) for kind, words in _KINDS)


def kind_of(*labels: str, default: Kind = Kind.TALK) -> Kind:
    """The kind that a source's own labels (type, track, category) name; the first label that names one decides."""
    for label in labels:
        for kind, pattern in _KIND_PATTERNS:
            if pattern.search(label.lower().replace("_", " ")):
                return kind
    return default


_FORM = re.compile(
    r"\b(?:keynote|invited talk|lightning talk|panel|poster|demo|demonstration|tutorial|workshop|bof|birds of a feather"
    r"|short course|meetup|ask the experts|reception|banquet|gathering)s?\b",
    re.I,
)


def form_of(*headings: str, default: Kind = Kind.PAPER) -> Kind:
    """The kind that a heading of an academic program names. Its topics name none: "Model Training" is no tutorial."""
    form = next(filter(None, map(_FORM.search, headings)), None)
    return kind_of(form.group()) if form else default


def label_of(title: str) -> str:
    """What stands before a title's colon when it is as short as a label is: "Poster: A Raft of Rafts"."""
    label, colon, _ = title.partition(":")
    return label if colon and len(label.split()) < 3 else ""


_SESSION = re.compile(r"\bsession(?: \w{1,3})?$", re.I)


def paper_kind_of(*labels: str, default: Kind = Kind.TALK) -> Kind:
    """As `kind_of`, where posters, orals and spotlights are how papers are shown, and a session is what holds them."""
    if any(map(_SESSION.search, labels)):
        return Kind.SESSION
    kind = kind_of(*labels, default=default)
    return Kind.PAPER if kind is Kind.POSTER else kind


_PAPERS = re.compile(r"\b(?:papers?|proceedings)\b", re.I)
_NUMBERED = re.compile(r"\bsession (?:\d|[IVX]+\b)", re.I)
_OUTING = re.compile(r"\b(?:social|dinner|party|drinks|meet-up|meet (?:and|[&+]) greet)$", re.I)
_ASIDE = re.compile(r"\s*\([^()]*\)")
_LABEL_END = re.compile(r":\s+|\s+\|\s+")
_PAUSE = re.compile(
    r"(?:kaffee|mittags|tee)?pause|mittagessen|registrierung|pause (?:café|déjeuner)|déjeuner|almuerzo"
    r"|pausa(?: \w+){0,2}"
    r"|(?:[\w-]+ )?(?:(?:coffee|tea|lunch|health|bio|mini) )?breaks?(?: with [\w &]+)?"
    r"|(?:[\w-]+ ){0,2}(?:lunch(?:eon)?|breakfast|registration|badges?|cloak ?room|check-in|(?:coat|bag)[\w +&]* check)"
    r"(?: (?:open|opens|desk|area|(?:are |on |your )+own|pick-?up|break|(?:and|&|\+) .+))?",
    re.I,
)


def kind_of_entry(title: str, track: str, people: Sequence[Person]) -> Kind:
    """The kind of a calendar's entry: by a label before its title, by its track, or by its title when nobody signs it.

    Breaks, meals and desks are entries like the talks, but nobody signs them.
    """
    if not people and (is_pause(title) or kind_of(track) is Kind.LOGISTICS):
        return Kind.LOGISTICS
    if not people and _OUTING.search(title):
        return Kind.SOCIAL
    labels = [label for label in _LABEL_END.split(title)[:-1] if len(label.split()) <= 4]
    whole = () if people or len(_ASIDE.sub("", title).split()) > 6 else (title,)
    default = Kind.PAPER if _PAPERS.search(track) else Kind.TALK
    return form_of(*labels, track, *whole, default=Kind.SESSION if not people and _NUMBERED.search(title) else default)


def is_pause(title: str) -> bool:
    """Whether a title is no more than a break, a meal or a desk: "Coffee Break", "Lightning Talks: Lunch | On Own"."""
    parts = [" ".join(re.findall(r"[\w&+-]+", part)) for part in _LABEL_END.split(title)[-4:]]
    return any(_PAUSE.fullmatch(" ".join(parts[start:])) for start in range(len(parts)))


_SINGLE = (Kind.PAPER, Kind.TALK, Kind.LIGHTNING_TALK, Kind.POSTER, Kind.DEMO)


def kind_announced(title: str, track: str = "") -> Kind:
    """The kind of a block that is announced without a talk in it: a break, a dinner, a session; never a single talk."""
    kind = kind_of_entry(title, track, ())
    return Kind.SESSION if kind in _SINGLE else kind
