"""Puts foreign text into Markdown so that it stays text: no link, image, tag, heading or list can come of it."""

import re
from urllib.parse import quote

_RISKY = re.compile(
    r"(?P<link>\](?=[(\[:]))"
    r"|(?P<tag><(?=[a-zA-Z/!?]))"
    r"|(?P<entity>&(?=#?\w{1,32};))"
    r"|(?P<mark>[`\\]|\*(?=\S)|(?<=\S)\*|(?<![^\W_])_|_(?![^\W_])|~(?=~)|(?<=~)~)"
)
_RISKY_IN_LABEL = re.compile(rf"{_RISKY.pattern}|[\[\]]")
_BLOCK = re.compile(r"^(\s*)([#>+=-]|\*(?=\s|$)|\d{1,9}(?=[.)](?:\s|$)))")
_ELSEWHERE = re.compile(r"(?!https?:)[a-z][a-z\d+.-]*:", re.I)
_UNSAFE_IN_ADDRESS = re.compile(r"[\s()<>\"`\\|\x00-\x1f]")
_NOTIFY = re.compile(r"@(?=[\w-])|(?<=\w)#(?=\d)|(?<![\w&])#(?=\d)|\bGH-(?=\d)|\bgithub\.com(?=/)", re.I)


def escape(text: str, risky: re.Pattern[str] = _RISKY) -> str:
    """One line of foreign text as it reads, with a backslash before whatever would mean something to Markdown."""
    line = risky.sub(lambda match: f"\\{match.group()}", " ".join(text.split()))
    block = _BLOCK.match(line)
    if not block:
        return line
    at = block.end() if block.group(2).isdigit() else block.start(2)
    return f"{line[:at]}\\{line[at:]}"


def quiet(text: str, risky: re.Pattern[str] = _RISKY) -> str:
    """As `escape`, for a forge: no name is mentioned, no issue referred to."""
    return _NOTIFY.sub(lambda match: f"{match.group()}\N{WORD JOINER}", escape(text, risky))


def cell(text: str) -> str:
    """As `quiet`, inside a table."""
    return quiet(text).replace("|", "\\|")


def linked_cell(label: str, url: str) -> str:
    """As `link`, inside a table."""
    if not url or _ELSEWHERE.match(url):
        return cell(label)
    words = quiet(label, _RISKY_IN_LABEL).replace("|", "\\|")
    return f"[{words}]({_address(url)})"


def link(label: str, url: str) -> str:
    """A link whose label is foreign text; that text alone where there is no address, or one of something to be run."""
    if not url or _ELSEWHERE.match(url):
        return escape(label)
    return f"[{escape(label, _RISKY_IN_LABEL)}]({_address(url)})"


def fence(text: str, language: str = "text") -> str:
    """A code block that the text cannot leave."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    marks = "`" * max(3, longest + 1)
    return f"{marks}{language}\n{text}\n{marks}"


def _address(url: str) -> str:
    """An address that neither ends its link nor the cell of a table that it stands in."""
    return _UNSAFE_IN_ADDRESS.sub(lambda match: quote(match.group(), safe=""), url)
