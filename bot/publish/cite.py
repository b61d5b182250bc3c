"""How a pick is cited: as a line of text and as BibTeX, from the people and the link that the program gives."""

import re
from collections.abc import Sequence

from bot.model import Kind
from bot.text import listing, slug

_SPECIAL = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
_TEX = re.compile(r"[\\~^&%$#_{}]")
_PUBLISHED = (Kind.PAPER,)
_MOST = 30


def citation(title: str, people: Sequence[str], edition: str, year: str, url: str) -> str:
    """A line: people, title, where and when, address."""
    names = listing([*people[:3], "others"] if len(people) > 4 else people)
    ended = title if title.endswith(("?", "!", ".")) else f"{title}."
    dated = f"{edition}, {year}" if year.isdigit() and year not in edition else edition
    return " ".join(filter(None, (f"{names}." if names else "", f"“{ended}”", f"{dated}.", url)))


def bibtex(title: str, people: Sequence[str], edition: str, key: str, year: str, url: str, kind: Kind) -> str:
    """An entry for a bibliography; a talk has no proceedings to be in."""
    family = slug(people[0].split()[-1]) if people and people[0].split() else ""
    name = "-".join(filter(None, (family, key, slug(title, 20))))
    fields = {
        "title": f"{{{tex(title)}}}",
        "author": " and ".join(map(tex, people[:_MOST])) + (" and others" if len(people) > _MOST else ""),
        "booktitle" if kind in _PUBLISHED else "howpublished": tex(edition),
        "year": year if year.isdigit() else "",
        "note": "" if kind in _PUBLISHED else kind.value.capitalize(),
        "url": url.replace("{", "%7B").replace("}", "%7D").replace("\\", "%5C"),
    }
    lines = (f"  {field} = {{{value}}}" for field, value in fields.items() if value)
    return f"@{'inproceedings' if kind in _PUBLISHED else 'misc'}{{{name},\n" + ",\n".join(lines) + "\n}"


def tex(text: str) -> str:
    """Text as TeX reads it."""
    return _TEX.sub(lambda match: _SPECIAL.get(match.group(), f"\\{match.group()}"), " ".join(text.split()))
