"""What the columns of a table are called, in any usual words of a few languages, and which of its lines says so."""

import csv
import io
import re
from collections.abc import Iterator, Mapping

from bot.text import folded

_DELIMITERS = ",\t;|"
_FIRST_LINES = 20  # exports begin with instructions
_LONGEST = 20_000  # characters in which a header is looked for
# The surest name first; compared in lower case, without marks, accents and what stands in brackets.
COLUMNS: Mapping[str, str] = {
    "title": "title|talk title|paper title|presentation title|event title|event name|session title|session name"
    "|submission title|contribution title|talk name|talk|subject|titel|titre|titulo|titolo|标题|题目|题名|題目"
    "|論文題目|タイトル",
    "people": "speakers|speaker s|speaker|speaker names|speaker name|authors|author s|author|author names|presenters"
    "|presenter s|presenter|presenter name|persons|people|panelists|vortragende|autoren|autor en|auteurs|auteur"
    "|autores|autor|autori|ponentes|ponente|intervenants|orateurs|referenten|作者|著者|发言人|演讲者|講演者|発表者",
    "first": "first name|firstname|given name|vorname|prenom|nombre|speaker first name|author first name",
    "last": "last name|lastname|surname|family name|nachname|nom|apellido|speaker last name|author last name",
    "affiliation": "affiliations|affiliation|affiliation s|companies|company|organisation|organization|organizations"
    "|institution|institutions|employer|institut|firma|entreprise|empresa|所属|单位",
    "abstract": "abstract|abstracts|description|session description|summary|details|long description|beschreibung"
    "|zusammenfassung|resume|resumen|descripcion|riassunto|摘要|概要|要旨",
    "starts": "start|starts|start time|starts at|start date time|event start|time start|session start|begin|begins|from"
    "|beginn|debut|inicio|inizio",
    "ends": "end|ends|end time|ends at|end date time|event end|time end|session end|until|to|ende|fin|fine",
    "date": "date|day|start date|session date|event date|datum|tag|jour|fecha|data|日期|日付",
    "time": "time|times|hours|zeit|uhrzeit|heure|horaire|hora|orario|时间|時間|時刻",
    "session": "session|track|track name|tracks|stream|theme|section|sitzung|sesion|sessione",
    "kind": "type|kind|format|event type|session type|session format|talk type|category",
    "verdict": "decision|final decision|acceptance|outcome|status|paper status|submission status|active",
    "url": "url|link|page|website|web page|session url|session link",
    "pdf": "pdf|paper url|paper link|paper pdf",
    "slides": "slides|slides url|slide link|presentation file",
    "video": "video|video url|recording|youtube",
    "code": "code|repository|github|code url",
    "id": "id|uid|key|event id|session id|talk id|paper id|number|doi",
}  # fmt: skip
_TELLING = ("people", "first", "abstract", "starts", "date", "time", "session")  # a list of anything has titles
_ASIDE = re.compile(r"\s*\([^()]*\)")
_ONE_OF_SEVERAL = re.compile(r"(?:co ?)?(?:author|speaker|presenter|panelist) ?\d{1,2}(?: (?:full )?name)?")
_OF_PAPERS = re.compile(r"paper (?:title|id)$|(?:co ?)?authors?\b|author names$|autor(?:en)?\b|auteurs?\b|作者|著者")
_RULE = re.compile(r"[\s:=+-]*")  # under the header of a table in Markdown

Columns = tuple[str, ...]


def header(text: str) -> tuple[int, str, Columns] | None:
    """Which line is the header, what parts its cells, and what its columns are; None where no line is one."""
    lines = lines_of(text[:_LONGEST])
    for number, line in enumerate(lines[:_FIRST_LINES]):
        for delimiter in _DELIMITERS:
            columns = tuple(folded(_ASIDE.sub("", cell)) for cell in cells_of(line, delimiter))
            after = next(filter(str.strip, lines[number + 1 :]), "")
            if names_columns(columns, len(cells_of(after, delimiter))):
                return number, delimiter, columns
    return None


def cells_of(line: str, delimiter: str) -> list[str]:
    return next(csv.reader([line], delimiter=delimiter), [])


def lines_of(text: str) -> list[str]:
    """Lines as the csv module counts them; other marks that part lines may stand inside a cell."""
    return list(io.StringIO(text, newline=""))


def names_columns(columns: Columns, width: int) -> bool:
    """Whether cells are names of columns. A sentence may hold such words, but few, and the next line is another one."""
    known = places(columns)
    several = set(several_people(columns))
    telling = "title" in known and (several or any(name in known for name in _TELLING))
    return bool(telling) and (len({*known.values(), *several}) * 2 >= len(columns) or len(columns) == width > 2)


def places(columns: Columns) -> Mapping[str, int]:
    """Where each field stands: under the surest of its names."""
    found = {field: column_of(names, columns) for field, names in COLUMNS.items()}
    if found["title"] is None and found["people"] is not None and "name" in columns:
        found["title"] = columns.index("name")  # of whom else, where the people have a column of their own
    return {field: place for field, place in found.items() if place is not None}


def column_of(names: str, columns: Columns) -> int | None:
    return next((columns.index(name) for name in names.split("|") if name in columns), None)


def is_of_papers(columns: Columns) -> bool:
    """Whether what a table lists was written, and not only spoken."""
    return any(_OF_PAPERS.match(name) for name in columns)


def several_people(columns: Columns) -> Iterator[int]:
    """The columns "Author 1", "Author 2" …"""
    return (place for place, name in enumerate(columns) if _ONE_OF_SEVERAL.fullmatch(name))


def is_empty(cells: list[str]) -> bool:
    return all(_RULE.fullmatch(cell) for cell in cells)
