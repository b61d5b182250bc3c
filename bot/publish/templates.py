"""The only reader of bot/site/: fills its templates, every slot escaped but those that are HTML already."""

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from bot.markdown import escape, link
from bot.publish.links import place

FOLDER = Path(__file__).resolve().parent.parent / "site"
_REPOSITORY = re.compile(r"https://github\.com/[\w.-]+/[\w.-]+/?")
TITLES = {"series": "Conferences", "topic": "Topics", "year": "Years", "tier": "Tiers"}
PROMISES = {
    "core": "What the reader should know, whatever else is left unread.",
    "adjacent": "Beside the reader's topics, and close enough to matter.",
    "wildcard": "Outside the reader's topics, and worth a look all the same.",
}
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """What every page says: `url` is where the site is published, ending in a slash, `first_url` where it was first."""

    title: str
    url: str
    contact: str
    first_url: str

    @property
    def repository(self) -> str:
        """Where the digests lie for everybody to change, "" where its contact does not say so."""
        return self.contact.rstrip("/") if _REPOSITORY.fullmatch(self.contact) else ""

    def report(self, path: str) -> str:
        """Where an error on a page is told of: in an issue that names the page, where there are issues."""
        named = path.strip("/") or "index"
        return f"{self.repository}/issues/new?title={quote(f'Error in {named}')}" if self.repository else self.contact


def page(template: str, site: Site, path: str, *, style: str = "", **slots: object) -> str:
    """A page of the site; `path` is its folder ("", "mlsys-2025/"), from which its links lead.

    With a `style` it stands alone: it holds that style, and neither style nor script of the site.
    """
    return (
        _environment()
        .get_template(template)
        .render(
            site=site,
            path=path,
            root="../" * path.count("/") or "./",
            canonical=f"{site.url}{path}",
            policy=policy_of(style) if style else POLICY,
            style=style,
            **slots,
        )
    )


def policy_of(style: str) -> str:
    """What a page may do that stands alone: show itself in this style."""
    digest = b64encode(sha256(style.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; form-action 'none'; base-uri 'none'"


def static(name: str) -> bytes:
    """A file that is published as it is."""
    return (FOLDER / name).read_bytes()


@cache
def assets() -> Mapping[str, bytes]:
    """The style and the scripts of the site by their names."""
    style = static("site.css")
    script = b"const STYLE = %s;\n%s" % (json.dumps(style.decode(), ensure_ascii=False).encode(), static("site.js"))
    return {"site.css": style, "site.js": script, **{name: static(name) for name in ("search.js", "moved.js")}}


def fingerprint(*more: str) -> str:
    """Changes whenever our code might make another page of the same digest."""
    used = (FOLDER.parent, FOLDER.parent / "publish", FOLDER.parent / "store")
    code = (*sorted(FOLDER.iterdir()), *(path for folder in used for path in sorted(folder.glob("*.py"))))
    return sha256(b"\0".join([*(path.read_bytes() for path in code), *(each.encode() for each in more)])).hexdigest()[
        :16
    ]


@lru_cache(maxsize=2000)
def period(starts: str, ends: str) -> str:
    """Two days as people write them: 8–11 September 2025."""
    if not (starts or ends):
        return ""
    first, last = date.fromisoformat(starts or ends), date.fromisoformat(ends or starts)
    if first == last:
        return f"{last.day} {last:%B %Y}"
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day}–{last.day} {last:%B %Y}"
    return f"{first.day} {first:%B}{f' {first.year}' if first.year != last.year else ''} – {last.day} {last:%B %Y}"


def counted(number: int, noun: str) -> str:
    """`1 pick`, `12 picks`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


@cache
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )
    remembered = lru_cache(maxsize=20_000)  # a pick stands in several lists
    made.filters |= {
        "counted": counted,
        "place": place,
        "md": remembered(escape),
        "md_link": remembered(link),
    }
    version = sha256(b"\0".join(assets().values())).hexdigest()[:8]
    made.globals |= {"period": period, "version": version, "titles": TITLES, "promises": PROMISES}
    return made
