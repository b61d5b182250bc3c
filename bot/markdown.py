"""Puts foreign text into Markdown so that it stays text: no link, image, tag, heading or list can come of it."""

import re

_RISKY = re.compile(
    r"(?P<link>\](?=[(\[:]))"
    r"|(?P<tag><(?=[a-zA-Z/!?]))"
    r"|(?P<entity>&(?=#?\w{1,32};))"
    r"|(?P<mark>[`\\]|\*(?=\S)|(?<=\S)\*|(?<![^\W_])_|_(?![^\W_])|~(?=~)|(?<=~)~)"
)
_RISKY_IN_LABEL = re.compile(rf"{_RISKY.pattern}|[\[\]]")
_BLOCK = re.compile(r"^(\s*)([#>+=-]|\*(?=\s|$)|\d{1,9}(?=[.)](?:\s|$)))")
_NOTIFY = re.compile(r"@(?=[\w-])|(?<=\w)#(?=\d)|(?<![\w&])#(?=\d)|\bGH-(?=\d)|\bgithub\.com(?=/)", re.I)


def escape(text: str, risky: re.Pattern[str] = _RISKY) -> str:
    """One line of foreign text as it reads, with a backslash before whatever would mean something to Markdown."""
    line = risky.sub(lambda match: f"\\{match.group()}", " ".join(text.split()))
    block = _BLOCK.match(line)
    if not block:
        return line
    at = block.end() if block.group(2).isdigit() else block.start(2)
    return f"{line[:at]}\\{line[at:]}"


def quiet(text: str) -> str:
    """As `escape`, for a forge: no name is mentioned, no issue referred to."""
    return _NOTIFY.sub(lambda match: f"{match.group()}\N{WORD JOINER}", escape(text))


def cell(text: str) -> str:
    """As `quiet`, inside a table."""
    return quiet(text).replace("|", "\\|")


def link(label: str, url: str) -> str:
    """A link whose label is foreign text and whose address has been checked to be http(s)."""
    return f"[{escape(label, _RISKY_IN_LABEL)}]({_address(url)})" if url else escape(label)


def fence(text: str, language: str = "text") -> str:
    """A code block that the text cannot leave."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    marks = "`" * max(3, longest + 1)
    return f"{marks}{language}\n{text}\n{marks}"


def _address(url: str) -> str:
    return url.replace("(", "%28").replace(")", "%29").replace(" ", "%20")
