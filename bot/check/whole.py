"""Whether the files of a digest can be read at all, and how to mend those that cannot."""

import re
from collections.abc import Iterator, Sequence

import yaml

from bot.blocks import NUMBER, Part, Rank, unix, walk
from bot.check.sheet import Sheet, remark
from bot.config import Config, parse
from bot.errors import ConfigError, StoreError
from bot.model import Digest, Remark, Weight
from bot.publish.front import amiss, split
from bot.store import digest_of

LONGEST, LONGEST_PAGE = 5_000_000, 1_000_000  # characters
_CONFLICT = re.compile(r"^(?:<{7}|>{7})(?: |\r?$)", re.M)
_LINE = re.compile(r"\bline (\d{1,7})\b")
_PLACE = re.compile(r"^[\w.]+, line \d+: ")
_FRONT = "begin the page with a line ---, then title: and edition:, then --- again, as in the branch's history"


def broken(path: str, line: int, text: str, hint: str) -> Remark:
    return remark(path, line, Weight.FAILURE, text, hint)


def unreadable(path: str, error: StoreError) -> Remark:
    """A file that is no text."""
    return broken(path, 1, str(error), error.hint)


def text(path: str, content: str) -> Iterator[Remark]:
    """What keeps any file from being read on."""
    if len(content) > (LONGEST_PAGE if path.endswith(".md") else LONGEST):
        yield broken(path, 1, "The file is too large to be a digest's", "take it back from the branch's history")
    for marker in _CONFLICT.finditer(content):
        yield broken(
            path,
            content.count("\n", 0, marker.start()) + 1,
            "A conflict marker: two versions of this passage stand here",
            "keep one of them, and delete the lines that begin with <<<<<<<, ======= and >>>>>>>",
        )


def former(page: str, edition: str) -> tuple[str, ...]:
    """The names that a page once had."""
    try:
        return split(unix(page), edition)[0].aliases
    except StoreError:
        return ()


def data(path: str, content: str, names: Sequence[str]) -> tuple[Digest | None, tuple[Remark, ...]]:
    """The digest, or why it cannot be read. `names` are that of its edition and those it once had."""
    try:
        digest = digest_of(content, path)
    except StoreError as error:
        return None, (broken(path, line_in(str(error)), str(error), error.hint),)
    if digest.edition.key not in names:
        wrong = f"This is the data of “{digest.edition.key}”, not of “{names[0]}”"
        hint = (
            f"take {path} back from the branch's history, or say in the page's front matter that it once had that name"
        )
        return None, (broken(path, 1, wrong, f"{hint}: aliases: [{digest.edition.key}]"),)
    return digest, ()


def front(page: Sheet, edition: str) -> Iterator[Remark]:
    """The front matter: there, YAML, with a title and with the edition that the file is named after."""
    section = next((part for part in page.tree.parts if part.name == "front"), None)
    if section is None or "end" not in {part.name for part in section.parts}:
        yield broken(page.path, 1, "The page has no front matter", _FRONT)
        return
    try:
        tree = yaml.load(inside(section), Loader=yaml.CBaseLoader)  # noqa: S506 - every scalar stays text
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        why = getattr(error, "problem", None) or type(error).__name__
        line = min(mark.line + 2, page.line(section.parts[-1])) if mark else 1
        yield broken(page.path, line, f"The front matter is not valid YAML: {why}", "check its quotes and colons")
        return
    yield from fields(page, tree if isinstance(tree, dict) else {}, section, edition)


def fields(page: Sheet, tree: dict[object, object], section: Part, edition: str) -> Iterator[Remark]:
    lines = {part.name: page.line(part) for part in section.parts}
    title, named = tree.get("title"), tree.get("edition")
    for name, hint in amiss(tree):
        yield remark(page.path, lines.get(name, 1), Weight.WARNING, f"Nothing can be read from {name}: here", hint)
    if not isinstance(title, str) or not title.strip():
        yield broken(
            page.path, lines.get("title", 1), "The front matter has no title", "add a line title: and its name"
        )
    if not isinstance(named, str) or not named.strip():
        hint = f"add a line edition: {edition}"
        yield broken(page.path, lines.get("edition", 1), "The front matter has no edition", hint)
    elif named.strip() != edition:
        wrong = f"The front matter says edition “{named.strip()}”, and the file is called {edition}.md"
        yield broken(page.path, lines.get("edition", 1), wrong, f"write edition: {edition}")


def inside(section: Part) -> str:
    return "".join(part.text + part.gap for part in section.parts if part.name != "end")


def numbers(page: Sheet) -> Iterator[Remark]:
    """Numbers that two entries have: a command that names one would be about either."""
    first: dict[int, int] = {}
    for part in walk(page.tree):
        found = NUMBER.match(part.text) if part.rank is Rank.ENTRY else None
        if found and (number := int(found.group(2))) in first:
            twice = f"Number {number} stands here and in line {first[number]}"
            yield broken(page.path, page.line(part), twice, "give one of the two a number that no entry has")
        elif found:
            first[number] = page.line(part)


def config(path: str, content: str) -> tuple[Config | None, tuple[Remark, ...]]:
    """The configuration, or why it cannot be read."""
    try:
        return parse(content, path), ()
    except ConfigError as error:
        said = _PLACE.sub("", str(error))
        return None, (broken(path, line_in(str(error)), f"{said[:1].upper()}{said[1:]}", error.hint),)


def line_in(message: str) -> int:
    """The line that a message names, else the first."""
    found = _LINE.search(message)
    return max(1, int(found.group(1))) if found else 1
