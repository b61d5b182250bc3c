"""What a site answered, JSON, HTML, XML or a calendar, as one kind of tree that knows where it was read.

A path is a dotted one in JSON (`days.*.rooms.*.*`), a CSS selector in HTML, an ElementPath in XML, a component or
property name in a calendar; `@name` at its end asks for an attribute (HTML, XML) or a parameter (calendar).
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from typing import Any
from urllib.parse import quote, urljoin, urlsplit

import defusedxml
import defusedxml.ElementTree
from selectolax.lexbor import LexborHTMLParser, SelectolaxError

from bot.errors import LayoutChanged, SourceError
from bot.model import Passage, Provenance
from bot.text import COMMENT, is_html_tag, lines_html, one_line, plain, plain_html, prose, prose_html, span, without

LONGEST_LINE = 500_000  # of a calendar
DEEPEST = 2000  # elements within each other; a page has some dozens


class Format(StrEnum):
    JSON = "json"
    HTML = "html"
    XML = "xml"
    CALENDAR = "calendar"
    TEXT = "text"


class _Required:
    """Says that a path must be there."""


REQUIRED = _Required()


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One answer, or a part of one. `tree` is the parsed value; use the methods rather than the tree."""

    format: Format
    tree: Any
    source: Provenance
    title: str = ""
    is_cut: bool = False
    """Whether HTML ends in the middle, which only those who need all of it mind."""

    @property
    def url(self) -> str:
        return self.source.url

    def all(self, path: str) -> tuple["Page", ...]:
        """Every part at the path, in document order; () when there is none."""
        return tuple(replace(self, tree=found) for found in _find(self.format, self.tree, path))

    def first(self, path: str) -> "Page | None":
        return next((replace(self, tree=found) for found in _find(self.format, self.tree, path)), None)

    def has(self, path: str) -> bool:
        return next(_find(self.format, self.tree, path), None) is not None

    def text(self, path: str = "", *, default: str | _Required = REQUIRED) -> str:
        """One line without markup. Without a default it is a promise: a missing one raises LayoutChanged."""
        found = next(filter(None, (_line(self.format, part) for part in self._parts(path))), None)
        if found is not None:
            return found
        if isinstance(default, str):
            return default
        raise LayoutChanged(
            f"{self.url or 'the page'} has no {path!r}",
            hint="the site changed its layout; compare the page with the platform's recording, then mend the path",
        )

    def texts(self, path: str) -> tuple[str, ...]:
        """Every non-empty line at the path."""
        return tuple(filter(None, (_line(self.format, part) for part in self._parts(path))))

    def prose(self, path: str = "") -> str:
        """Paragraphs parted by blank lines, "" when there is none."""
        return next(filter(None, (_prose(self.format, part) for part in self._parts(path))), "")

    def lines(self) -> tuple[str, ...]:
        """What a browser would show, line by line, none of them empty."""
        return lines_html(self.tree.html or "") if self.format is Format.HTML else ()

    def passages(self, *paths: str, part: str = "abstract") -> tuple[Passage, ...]:
        """The first path that holds any prose, as a passage with this page as its source; () when none does."""
        return self.quoted(next(filter(None, map(self.prose, paths)), ""), part)

    def quoted(self, text: str, part: str = "abstract") -> tuple[Passage, ...]:
        """Words that were made out of this page, as a passage of it; () when there are none."""
        return (Passage(text=text, part=part, source=self.source),) if text else ()

    def link(self, path: str, *, site: str = "") -> str:
        """The first absolute http(s) URL at the path, resolved against this page; "" when there is none.

        A saved page does not know where it was: its links start from `site`.
        """
        base = self.url if self.url.startswith("http") else site
        return next(filter(None, (web_address(found, base) for found in self.texts(path))), "")

    def own(self, path: str = "") -> str:
        """One line of what stands in an element itself, and not in others within it; "" when nothing does."""
        return next(filter(None, (_own(self.format, part) for part in self._parts(path))), "")

    def flag(self, path: str, *, default: bool = False) -> bool:
        """Whether something is so, which sites write as true, 1, "1" or "true"; `default` where they do not say."""
        said = str(next(_find(self.format, self.tree, path), "")).strip().lower()
        return said in _TRUE if said in _TRUE + _FALSE else default

    def raw(self, path: str = "") -> str:
        """The text at the path as it stands, line breaks kept; "" when there is none."""
        return next((_raw(self.format, part) for part in self._parts(path)), "")

    def _parts(self, path: str) -> Iterator[Any]:
        return _find(self.format, self.tree, path) if path else iter((self.tree,))


def read(body: bytes, *, source: Provenance, charset: str = "") -> Page:
    """Parses what a site or a file holds, by its content. Raises SourceError for what claims a format and breaks it."""
    text = decode(body, charset).lstrip("\ufeff")
    start = text[:2000].lstrip()
    name = source.url or "the input"
    if not start:
        raise SourceError(f"{name} is empty", hint="save the page again, or check the address")
    if start[0] in "{[":
        return Page(format=Format.JSON, tree=_json(text, name), source=source)
    if start.upper().startswith("BEGIN:VCALENDAR"):
        return Page(format=Format.CALENDAR, tree=_calendar(text.lstrip(), name), source=source)
    if start[0] != "<":
        return Page(format=Format.TEXT, tree=text, source=source)
    root = _ROOT.match(start)
    if not _HTML_ROOT.search(start) and (start.startswith("<?xml") or (root and not is_html_tag(root.group(1)))):
        return Page(format=Format.XML, tree=_xml(text, name), source=source)
    if _nesting(text) > DEEPEST:
        raise SourceError(f"{name} nests too deeply to be a page that people read", hint="check the address")
    tree = LexborHTMLParser(text)
    title = tree.css_first("title")
    return Page(
        format=Format.HTML,
        tree=tree.root,
        source=source,
        title=one_line(title.text()) if title else "",
        is_cut=_is_cut(text),
    )


def decode(body: bytes, charset: str = "") -> str:
    """Text of unknown encoding. What decodes as UTF-8 is UTF-8, whatever a header or a page claims."""
    if body.startswith((b"\xff\xfe", b"\xfe\xff")):
        return body.decode("utf-16", "replace")
    declared = _CHARSET.search(body[:2048])
    names = ("utf-8-sig", charset, declared.group(1).decode("ascii") if declared else "")
    for name in filter(None, names):
        try:
            # Browsers read the Latin-1 family as Windows-1252, so sites write it so.
            return body.decode("cp1252" if name.lower() in _LATIN else name)
        except (UnicodeDecodeError, LookupError):
            continue
    return body.decode("cp1252", "replace")


def web_address(text: str, base: str = "") -> str:
    """An absolute http(s) URL without white space or credentials, or ""."""
    text = one_line(text)
    try:
        parts = urlsplit(urljoin(base if base.startswith("http") else "https:", text))
        host, _ = parts.hostname, parts.port
    except ValueError:
        return ""
    if parts.scheme not in ("http", "https") or not host or parts.username is not None:
        return ""
    return _UNSAFE.sub(lambda match: quote(match.group()), parts.geturl())


_HALF = re.compile(r"\\ud[89a-f]", re.I)
_CUT = "it may have been cut off while saving; save it again"
_NESTING = re.compile(
    r"<(/?)(?!(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|p|li|dt|dd|tr|td|th|option|tbody|thead)\b)"
    r"[a-z][\w-]*(?:\s[^<>]*)?(?<!/)>",
    re.I,
)
_LONGEST_END = 5000  # characters that may follow the end of a page, or that a tag may have
_END = re.compile(r"</(?:html|body)\s*>", re.I)
_UNSEEN = tuple(span(rf"<{name}\b", rf"</{name}\s*>") for name in ("script", "style", "template", "textarea"))
_CLOSED = re.compile(
    r"<(/?)(?:div|section|article|main|ul|ol|dl|table|h[1-6]|span|details)\b(?:\s[^<>]*)?(?<!/)>", re.I
)
_BEGUN = re.compile(r"<[a-z/!][^<>]*$", re.I)
_HTML_ROOT = re.compile(r"<html[\s>]|<!doctype html", re.I)
_ROOT = re.compile(r"(?:<!--.*?-->\s*)*<([a-z][\w.:-]*)", re.I | re.S)
_CHARSET = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?([\w.:-]+)""", re.I)
_LATIN = ("iso-8859-1", "iso8859-1", "latin-1", "latin1", "us-ascii", "ascii")
_UNSAFE = re.compile(r"[\s<>\"`\\^{}|]")
_ATTRIBUTE = re.compile(r"@([\w:.-]+)$")
_TRUE, _FALSE = ("true", "1", "yes"), ("false", "0", "no")


def _nesting(html: str) -> int:
    """How deep elements nest at most, those apart that may be left open; the parser's time grows with its square."""
    depth = deepest = 0
    for tag in _NESTING.finditer(html):
        depth += -1 if tag.group(1) else 1
        deepest = max(deepest, depth)
    return deepest


def _is_cut(html: str) -> bool:
    """Whether there is no end to it, and something is still open that has one on every page, or a tag is only begun."""
    if _END.search(html, max(0, len(html) - _LONGEST_END)):
        return False
    seen, depth = without(html, COMMENT, *_UNSEEN), 0
    for tag in _CLOSED.finditer(seen):
        depth = max(0, depth + (-1 if tag.group(1) else 1))
    return depth > 0 or bool(_BEGUN.search(seen, max(0, len(seen) - _LONGEST_END)))


def _json(text: str, name: str) -> Any:
    try:
        tree = json.loads(text)
        if _HALF.search(text):  # only one half of a character, which no page could show, becomes a question mark
            tree = json.loads(json.dumps(tree, ensure_ascii=False).encode(errors="replace"))
    except json.JSONDecodeError as error:
        raise SourceError(
            f"{name} is broken JSON: {error.msg} in line {error.lineno}, column {error.colno}",
            hint=_CUT,
        ) from None
    except (RecursionError, ValueError):  # nesting, or an integer of thousands of digits
        raise SourceError(f"{name} nests too deeply, or holds absurd numbers", hint="this is not a program") from None
    return tree


def _xml(text: str, name: str) -> Any:
    try:
        # The declaration would name an encoding that decode() has already dealt with.
        return defusedxml.ElementTree.fromstring(re.sub(r"^\s*<\?xml[^>]*\?>", "", text), forbid_dtd=False)
    except defusedxml.DefusedXmlException:
        raise SourceError(
            f"{name} defines XML entities, which are never expanded here", hint="do not trust this file; ask the site"
        ) from None
    except defusedxml.ElementTree.ParseError as error:
        raise SourceError(f"{name} is broken XML: {error}", hint=_CUT) from None


def _calendar(text: str, name: str) -> Any:
    for part in ("VCALENDAR", "VEVENT"):
        if len(re.findall(rf"^BEGIN:{part}\b", text, re.M)) != len(re.findall(rf"^END:{part}\b", text, re.M)):
            raise SourceError(f"{name} is a calendar that ends in the middle of a {part}", hint=_CUT)
    if max(map(len, text.splitlines())) > LONGEST_LINE:
        raise SourceError(
            f"{name} has a line of over {LONGEST_LINE:,} characters", hint="this is no conference's calendar"
        )
    import icalendar  # takes longer to load than most programs to read

    try:
        return tuple(icalendar.Calendar.from_ical(text, multiple=True))
    except (ValueError, LookupError, AttributeError, TypeError) as error:  # the parser lets all of these through
        raise SourceError(f"{name} is a broken calendar: {one_line(str(error))[:120]}", hint=_CUT) from None


def _find(format: Format, tree: Any, path: str) -> Iterator[Any]:
    match format:
        case Format.JSON:
            return _find_json(tree, path.split("."))
        case Format.HTML:
            return _find_html(tree, path)
        case Format.XML:
            return _find_xml(tree, path)
        case Format.CALENDAR:
            return _find_calendar(tree, path)
        case Format.TEXT:
            return iter(())


def _find_json(tree: Any, steps: list[str]) -> Iterator[Any]:
    if not steps:
        if tree is not None:
            yield tree
        return
    step, *rest = steps
    if step == "*":
        inner = tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ()
        for value in inner:
            yield from _find_json(value, rest)
    elif isinstance(tree, dict) and step in tree:
        yield from _find_json(tree[step], rest)


def _find_html(tree: Any, path: str) -> Iterator[Any]:
    if tree is None or isinstance(tree, str):
        return
    selector, attribute = _parted(path)
    nodes = _selected(tree, selector) if selector else (tree,)
    for node in _distinct(nodes) if "," in selector else nodes:
        if not attribute:
            yield node
        elif (value := node.attributes.get(attribute)) is not None:
            yield value


def _selected(tree: Any, selector: str) -> list[Any]:
    """The elements; none for the path of another format, as when an interface answers with a page for people."""
    try:
        return list(tree.css(selector))
    except SelectolaxError:
        return []


def _distinct(nodes: Iterable[Any]) -> Iterator[Any]:
    """The parser gives an element once for each selector of a list ("h2, .title") that it fits."""
    before = None
    for node in nodes:
        if node.mem_id != before:
            yield node
        before = node.mem_id


def _parted(path: str) -> tuple[str, str]:
    """What finds the elements and the attribute asked for. An "@" inside a predicate asks for none."""
    attribute = _ATTRIBUTE.search(path)
    return (path[: attribute.start()], attribute[1]) if attribute else (path, "")


def _find_xml(tree: Any, path: str) -> Iterator[Any]:
    if isinstance(tree, str):
        return
    selector, attribute = _parted(path)
    for node in tree.iterfind(selector) if selector else (tree,):
        if not attribute:
            yield node
        elif (value := node.get(attribute)) is not None:
            yield value


def _find_calendar(tree: Any, path: str) -> Iterator[Any]:
    name, _, parameter = path.partition("@")
    for component in tree if isinstance(tree, tuple) else (tree,):
        if name in ("VEVENT", "VTIMEZONE", "VCALENDAR"):
            yield from component.walk(name)
            continue
        found = component.get(name)
        for value in found if isinstance(found, list) else () if found is None else (found,):
            yield value.params.get(parameter) if parameter else value


def _line(format: Format, part: Any) -> str:
    if isinstance(part, str):
        return plain(part)
    if format is Format.HTML:
        return plain_html(part.html or "")
    return plain(_raw(format, part))


def _prose(format: Format, part: Any) -> str:
    if not isinstance(part, str) and format is Format.HTML:
        return prose_html(part.html or "")
    return prose(_raw(format, part))


def _raw(format: Format, part: Any) -> str:
    if part is None or isinstance(part, bool | list | dict):
        return ""
    if isinstance(part, str | int | float):
        return str(part)
    match format:
        case Format.HTML:
            return str(part.text() or "")
        case Format.XML:
            return "".join(part.itertext())
        case Format.CALENDAR:
            return _property(part)
    return ""


def _own(format: Format, part: Any) -> str:
    if isinstance(part, str):
        return plain(part)
    match format:
        case Format.HTML:
            return one_line(part.text(deep=False) or "")
        case Format.XML:
            return one_line("".join((part.text or "", *(child.tail or "" for child in part))))
    return _line(format, part)


def _property(value: Any) -> str:
    moment = getattr(value, "dt", None)
    if isinstance(moment, datetime):
        try:
            return moment.isoformat()
        except (ValueError, TypeError, ArithmeticError):  # the calendar describes its zone in a way that has no end
            return moment.replace(tzinfo=None).isoformat()
    if isinstance(moment, date):
        return moment.isoformat()
    if hasattr(value, "cats"):
        return ", ".join(map(str, value.cats))
    return str(value)
