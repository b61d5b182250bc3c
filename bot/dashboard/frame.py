"""Tells the bot's part of an issue's body from what people wrote around it."""

import re

BEGIN = "<!-- the dashboard: the bot writes from here to its end; what you write above or below stays -->"
END = "<!-- the end of the dashboard -->"

_MARK = re.compile(rf"^(?:{re.escape(BEGIN)}|{re.escape(END)})[ \t\r]*$", re.M)


def framed(body: str) -> tuple[str, str, str]:
    """What stands above the bot's part, that part with plain line ends, and what stands below it.

    Where no two marks frame a part, all of it is people's.
    """
    marks = list(_MARK.finditer(body))
    for first, last in zip(reversed(marks[:-1]), reversed(marks[1:]), strict=True):
        if first.group().startswith(BEGIN) and last.group().startswith(END):
            part = body[first.start() : last.start() + len(END)]
            return body[: first.start()], part.replace("\r\n", "\n"), body[last.start() + len(END) :]
    theirs = _MARK.sub("", body).strip()
    return (f"{theirs}\n\n" if theirs else ""), "", ""


def is_broken(body: str) -> bool:
    """Whether there was a part that can no longer be told from what people wrote."""
    return bool(_MARK.search(body)) and not framed(body)[1]
