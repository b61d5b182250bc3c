"""Pages written by hand: read when they are plain enough, and refused aloud when they are not."""

import time
from pathlib import Path

import pytest

from bot import byline, page
from bot.errors import LayoutChanged
from bot.model import Contribution, Kind, Person, Program
from bot.platforms import generic_html
from tests.platforms import shelf

RECORDINGS = Path(__file__).parent / "recordings" / "generic_html"
SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "programs"
UNHEARD = byline.listen((), ())


def opened(body: str | bytes) -> page.Page:
    return shelf.opened(body, "saved.html")


def read(body: str | bytes) -> Program:
    return generic_html.scrape(opened(body), shelf.EMPTY)


def recorded(name: str) -> dict[str, Contribution]:
    return {row.title: row for row in read((RECORDINGS / name).read_bytes()).contributions}


def listed(*entries: str, heading: str = "Accepted Papers", tag: str = "li") -> str:
    rows = "".join(f"<{tag}>{entry}</{tag}>" for entry in entries)
    return f"<html><head><title>Harbour Days</title></head><body><h1>{heading}</h1>{rows}</body></html>"


NAMES = ("Ann Ode and Bo Tide", "Cy Reef, Dee Estuary", "Eo Fjord", "Gil Haven, Iz Jetty, and Kay Lagoon", "Liv Marsh")
PLAIN = [f"<b>A Title of Papers {number}</b><br>{names}" for number, names in enumerate(NAMES)]


def credits_of(line: str) -> list[tuple[str, str]]:
    return [(person.name, person.affiliation) for person in generic_html.persons_in(line, UNHEARD)]


def test_a_timetable_gives_papers_their_session_day_and_time():
    kelp = recorded("timetable.html")["Kelp: On Weeds and Wires"]

    assert ("Ann Ode", "Bo Tide", "Cy Reef", "Dee Estuary") == tuple(person.name for person in kelp.people)
    assert (Kind.PAPER, "Session 1: Ropes") == (kelp.kind, kelp.session)
    assert ("2031-12-08T10:20:00", "2031-12-08T12:00:00") == (kelp.starts, kelp.ends)


def test_what_lies_between_the_talks_is_logistics_unless_somebody_gives_it():
    rows = recorded("timetable.html")
    keynote = rows["Keynote: What the Tide Taught Us"]

    assert [Kind.LOGISTICS] * 3 == [
        rows[title].kind for title in ("Welcome on the Pier", "Registration with Tea & Rope", "Lunch")
    ]
    assert (Kind.KEYNOTE, (Person(name="Una Barge", affiliation="Sea Lab"),)) == (keynote.kind, keynote.people)
    assert ("2031-12-08T09:00:00", "2031-12-08T10:00:00") == (keynote.starts, keynote.ends)


def test_it_is_the_same_however_its_markup_is_indented():
    pretty = (RECORDINGS / "timetable.html").read_text().replace("><", ">\n   <").replace("<br>", "\n <br>\n ")

    assert list(recorded("timetable.html").values()) == list(read(pretty).contributions)


def test_a_chair_is_neither_session_nor_author():
    rows = recorded("timetable.html").values()

    assert not any("Val Weir" in str(row) for row in rows)


def test_a_list_of_accepted_papers_is_read_with_its_headings():
    rows = recorded("accepted.html")

    assert [Kind.PAPER] * 4 + [Kind.POSTER] * 2 == [row.kind for row in rows.values()]
    assert {"page": "https://mudflat.example/p/3"} == rows["Ten Years of Low Water"].links
    assert "Home page of the workshop" not in rows


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Ann Ode and Bo Tide (MIT); Cy Reef (Bay U)", [("Ann Ode", "MIT"), ("Bo Tide", "MIT"), ("Cy Reef", "Bay U")]),
        ("Ann Ode, Bo Tide (Bay (North), U)", [("Ann Ode", ""), ("Bo Tide", "Bay (North), U")]),
        ("Authors: Ann Ode; Bo Tide [PDF] [Slides]", [("Ann Ode", ""), ("Bo Tide", "")]),
        ("Ann Ode, Bay University; Bo Tide, Sea Lab", [("Ann Ode", "Bay University"), ("Bo Tide", "Sea Lab")]),
        ("We show that tides turn.", []),
        ("Ode, Ann; Tide, Bo van der", [("Ann Ode", ""), ("Bo van der Tide", "")]),
        ("Room 101, second floor", []),
        ("", []),
    ],
)
def test_the_grammar_of_authors(line: str, expected: list[tuple[str, str]]):
    assert expected == credits_of(line)


@pytest.mark.parametrize("tag", ["li", "p", "article"])
def test_entries_of_several_sorts_are_found(tag: str):
    assert 5 == len(read(listed(*PLAIN, tag=tag)).contributions)


def test_a_table_of_numbers_titles_and_authors_is_read():
    cells = [
        f"<td>{number}</td><td>A Title of Papers {number}</td><td>{names}</td>" for number, names in enumerate(NAMES)
    ]
    found = read(listed("<table>" + "".join(f"<tr>{row}</tr>" for row in cells) + "</table>")).contributions

    assert "A Title of Papers 0" == found[0].title
    assert ("Gil Haven", "Iz Jetty", "Kay Lagoon") == tuple(person.name for person in found[3].people)


def test_how_sure_the_reading_is_stands_in_a_finding():
    entries = [*PLAIN, "<b>A Title without Anyone Beside</b><br>to be announced"]

    assert "5 titles with people, which is 83% of what looks like one." in read(listed(*entries)).findings[0].text


def test_a_marked_title_without_people_is_kept_and_counted():
    lone = "<span class='talk-title'>A Title without Anyone</span>"
    program = read(listed(*PLAIN, lone))

    assert ("A Title without Anyone", ()) == (program.contributions[-1].title, program.contributions[-1].people)
    assert "83%" in program.findings[0].text


@pytest.mark.parametrize(
    "body",
    [
        listed(*PLAIN[:4]),
        listed(*PLAIN, *(f"<b>Some News of Today {day}</b><br>something happened again" for day in range(3))),
        listed(*PLAIN, heading="Our Team"),
        listed(*PLAIN, heading="Call for Papers and Program"),
        listed(*(f"<b>Program Committee Chairs {row}</b><br>Ann Ode, Bo Tide" for row in "abcdef")),
        listed(*("<a href='/cfp'>Call for papers here</a>" for _ in range(9))),
    ],
    ids=["too few", "too unsure", "not about a program", "call", "committee", "menu"],
)
def test_what_is_not_plain_is_refused(body: str):
    assert not generic_html.looks_like(opened(body))
    with pytest.raises(LayoutChanged):
        read(body)


TITLES = (
    "Slow Ropes for Fast Ships", "Anchors as a Service", "Gulls Considered as Routers", "What the Lock Keeper Knows",
    "Four Ways to Count Herring", "A Raft of Rafts",
)  # fmt: skip
PAIRS = (
    ("Ann Ode", "Sea Lab", "Bo Tide", "Bay University"), ("Cy Reef", "ETH Zürich", "Dee Estuary", "Tin Drum Inc."),
    ("Eo Fjord", "Sea Lab", "Gil Haven", "MIT"), ("Iz Jetty", "Tin Drum Inc.", "Kay Lagoon", "UC Bay"),
    ("Liv Marsh", "MIT", "Mo Nix", "Sea Lab"), ("Pia Oar", "UC Bay", "Quin Quay", "Bay University"),
)  # fmt: skip
LAYOUTS = {
    "lines of a list": "<li>{title}<br><i>{a} ({x}), {b} ({y})</i></li>",
    "lines of paragraphs": "<p>{title}<br>{a} ({x}), {b} ({y})</p>",
    "terms": "<dt>{title}<dd>{a} ({x}), {b} ({y})",
    "headings": "<h4><a href='/p'>{title}</a></h4>\n<p>{a} ({x}), {b} ({y})</p><p>We looked at how it is done.</p>",
    "headings with a list": "<div><h3>{title}</h3><ul><li>{a} ({x})</li><li>{b} ({y})</li></ul></div>",
    "paragraphs": "<p><b>{title}</b></p><p>{a} ({x}), {b} ({y})</p>",
    "cards": "<div class='card wide'><h5>{title}</h5><p>{a} ({x}), {b} ({y})</p></div>",
    "cards in cards": "<div class='c'><div class='d'><h2>{title}</h2><p>{a} ({x}), {b} ({y})</p></div></div>",
    "bare cards": "<div><a href='/1'>{title}</a> <a href='/1.pdf'>[PDF]</a><br><em>{a} ({x}), {b} ({y})</em></div>",
    "folded": "<details><summary><b>{title}</b></summary><p>{a} ({x}), {b} ({y})</p><p>We looked at it.</p></details>",
    "people first": "<li>{a} ({x}), {b} ({y}): <b>“{title}”</b></li>",
    "in German": "<li><b>{title}</b><br>{a} ({x}) und {b} ({y})</li>",
    "one each": "<div class='paper'><p class='title'>{title}</p><p class='authors'>"
    "<span>{a} ({x})</span><span>{b} ({y})</span></p></div>",
    "a cell of both": "<tr><td>1</td><td><b>{title}</b><br>{a} ({x}), {b} ({y})</td><td><a href='/1.pdf'>PDF</a></td>",
    "cells with classes": "<tr><td class='authors'>{a} ({x}), {b} ({y})</td><td class='title'>{title}</td></tr>",
    "typed apart": "<li><b>{title}</b><br>{a}, <em>{x}</em>, {b}, <em>{y}</em></li>",
    "square brackets": "<li><b>{title}</b><br>{a} [{x}], {b} [{y}]</li>",
    "dashes": "<li><b>{title}</b><br>{a} – {x}; {b} – {y}</li>",
    "strokes": "<li><b>{title}</b><br>{a} ({x}) | {b} ({y})</li>",
    "spaces": "<li><b>{title}</b><br>{a} ({x}) {b} ({y})</li>",
    "footnotes": "<li><b>{title}</b><br>{a}<sup>1</sup>, {b}<sup>2</sup><br><sup>1</sup>{x}, <sup>2</sup>{y}</li>",
    "in quotes": "<li>“{title}”, {a} ({x}), {b} ({y})</li>",
    "people before quotes": "<li>{a} ({x}), {b} ({y}), “{title}”</li>",
    "in italics": "<li><em>{title}</em>, {a} ({x}), {b} ({y})</li>",
    "paragraphs in turn": "<p>{title}</p><p>{a} ({x}), {b} ({y})</p>",
    "rows in turn": "<tr><td>{title}</td></tr><tr><td>{a} ({x}), {b} ({y})</td></tr>",
    "boxes in turn": "<div><div>{title}</div><div>{a} ({x}), {b} ({y})</div></div>",
    "a cell of lines": "<tr><td>{title}</td><td>{a} ({x})<br>{b} ({y})</td></tr>",
    "upper case": "<LI><B>{title}</B><BR>{a} ({x}); {b} ({y})",
}


def laid_out(layout: str, heading: str = "Accepted Papers") -> str:
    rows = (layout.format(title=title, a=a, x=x, b=b, y=y) for title, (a, x, b, y) in zip(TITLES, PAIRS, strict=True))
    body = "".join(rows).replace("<tr>", "<table><tr>", 1)
    return f"<html><title>Harbour Days</title><body><h1>{heading}</h1>{body}</body></html>"


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_papers_are_read_however_their_titles_and_people_are_laid_out(layout: str):
    rows = read(laid_out(layout)).contributions

    assert list(TITLES) == [row.title for row in rows]
    assert list(PAIRS) == [tuple(part for each in row.people for part in (each.name, each.affiliation)) for row in rows]


def test_entries_within_one_paragraph_are_parted_by_their_titles():
    entries = "<br><br>".join(f"<b>{title}</b><br>{a}, {b}" for title, (a, _, b, _) in zip(TITLES, PAIRS, strict=True))
    rows = read(laid_out("").replace("</body>", f"<p>{entries}</p></body>")).contributions

    assert [(title, a, b) for title, (a, _, b, _) in zip(TITLES, PAIRS, strict=True)] == [
        (row.title, *(each.name for each in row.people)) for row in rows
    ]


@pytest.mark.parametrize("header", ["<th>Authors</th><th>Title</th>", "<td>Speaker(s)</td><td>Talk title</td>", ""])
def test_a_table_may_have_its_people_first(header: str):
    layout = "<tr><td>{a}, {b}</td><td>{title}</td></tr>"
    rows = read(laid_out(layout).replace("<tr>", f"<tr>{header}</tr><tr>", 1)).contributions

    assert list(TITLES) == [row.title for row in rows]
    assert ["Ann Ode", "Bo Tide"] == [each.name for each in rows[0].people]


@pytest.mark.parametrize("joint", ["; ", " / ", " | ", " · ", " • ", " & ", ", "])
def test_whatever_parts_names_parts_them(joint: str):
    rows = read(laid_out(f"<li><b>{{title}}</b><br>{{a}}{joint}{{b}}</li>")).contributions

    assert [(a, b) for a, _, b, _ in PAIRS] == [tuple(each.name for each in row.people) for row in rows]


def test_titles_that_could_be_names_are_told_by_their_turn():
    titles = (TITLES[0], "Anchors Considered Harmful", *TITLES[2:5])
    entries = (text for pair in zip(titles, NAMES, strict=True) for text in pair)

    assert list(titles) == [row.title for row in read(listed(*entries, tag="p")).contributions]


@pytest.mark.parametrize(
    "layout",
    ["<li>{time} <b>{title}</b>, {a} ({x})</li>", "<tr><td>{time}</td><td>{title}</td><td>{a} ({x})</td></tr>",
     "<div class=slot><i>{time}</i><h4>{title}</h4><p>{a} ({x})</p></div>",
     "<dt>{time}</dt><dd><b>{title}</b><br>{a} ({x})</dd>"],
)  # fmt: skip
def test_an_entry_s_own_time_counts_and_not_the_one_before_it(layout: str):
    rows = "".join(layout.format(time=f"1{at}:15", title=TITLES[at], a=PAIRS[at][0], x="Sea Lab") for at in range(6))
    pause = layout.format(time="10:00", title="Coffee Break", a="", x="").replace("()", "").replace("( )", "")
    body = f"<h3>Monday, May 5, 2031</h3>{pause}{rows}".replace("<tr>", "<table><tr>", 1)
    found = read(f"<html><title>Program</title><body>{body}</body></html>").contributions

    assert [f"2031-05-05T1{at}:15:00" for at in range(6)] == [row.starts for row in found if row.people]
    assert "Coffee Break" not in {row.session for row in found}


def test_days_take_their_year_from_the_page_and_sessions_lose_their_chairs():
    body = (
        "<h2>Day 1 – Monday, May 5</h2><h3>9:00–10:00 Session 1: Ropes (Chair: Quin Quay, Sea Lab)</h3>{}"
        "<h3>10:00–10:30 Coffee Break</h3>{}<h2>Sunday, May 6</h2><h3>9:00–10:00 Session 2: Nets</h3>{}"
    )
    entries = [f"<p><b>{title}</b><br>{a}</p>" for title, (a, *_) in zip(TITLES, PAIRS, strict=True)]
    parts = ("".join(entries[:2]), "".join(entries[2:4]), "".join(entries[4:]))
    rows = read(f"<html><title>Program of Tides 2031</title><body>{body.format(*parts)}</body></html>").contributions

    assert ["Session 1: Ropes"] * 4 + ["Session 2: Nets"] * 2 == [row.session for row in rows]
    assert ["2031-05-05T09:00:00"] * 2 + ["2031-05-05T10:00:00"] * 2 + [""] * 2 == [row.starts for row in rows]


def test_a_row_of_one_cell_names_the_session():
    rows = "".join(
        f"<tr><td>{title}</td><td>{a}, {b}</td></tr>" for title, (a, _, b, _) in zip(TITLES, PAIRS, strict=True)
    )
    found = read(
        laid_out("").replace("</body>", f"<table><tr><td colspan=2>Session A: Knots</td></tr>{rows}</table></body>")
    )

    assert {"Session A: Knots"} == {row.session for row in found.contributions}


def test_marks_of_footnotes_are_no_part_of_names():
    layout = "<li><b>{title}</b><br>{a}<sup>1</sup>, {b}<sup>2,*</sup><br><sup>1</sup>{x}, <sup>2</sup>{y}</li>"

    assert ["Ann Ode", "Bo Tide"] == [each.name for each in read(laid_out(layout)).contributions[0].people]


def test_a_heading_s_own_paragraph_is_the_abstract():
    rows = recorded("pairs.html")
    ropes = rows["Slow Ropes for Fast Ships"]

    assert ropes.abstract.startswith("Ropes that give way a little") and ropes.abstract.endswith("kinds of ship.")
    assert ("Dienstag", Kind.POSTER) == (ropes.session, rows["Poster: A Raft of Rafts"].kind)
    assert [("Iz Jetty", "Tin Drum"), ("Kay Lagoon", "Sea Lab")] == [
        (each.name, each.affiliation) for each in rows["What the Lock Keeper Knows"].people
    ]
    assert ["Liv Marsh"] == [each.name for each in rows["Four Ways to Count Herring"].people]


@pytest.mark.parametrize(
    ("layout", "heading"),
    [
        ("<li>{a}<br>{x}</li><li>{b}<br>{y}</li>", "Program Committee"),
        ("<div class=card><h4>{a}</h4><p>{x}</p></div>", "Program Committee"),
        ("<h4>Local Arrangements for {title}</h4><p>{a} ({x})</p>", "Organization of the Program"),
        ("<h4>Publicity and the Web</h4><p>{a} ({x})</p>", "Program"),
        ("<div class=sponsor><h4>Gold Partner of Harbours</h4><p>Tin Drum</p></div>", "Program"),
        ("<li><b>Test of Time Award</b><br>{a}, {b}</li>", "Program"),
        ("<dt>Session 4: {title}<dd>{a}, {b}", "Program"),
        ("<h3>Monday, June 2, 2031</h3><p>{x}, {y}</p>", "Program"),
        ("<tr><td>{a}</td><td>University of {title}</td></tr>", "Program Committee"),
        ("<p>{a}</p><p>College of {title}</p>", "Program Committee"),
        ("<article><h2>{title} is news</h2><p>By {a}, May 3</p></article>", "News of the Program"),
        ("<p>{title}</p><p>{a}</p><p>{title} of old</p><p>more of it</p>", "Program"),
    ],
)
def test_what_has_people_but_is_no_paper_is_refused(layout: str, heading: str):
    assert not generic_html.looks_like(opened(laid_out(layout, heading)))


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_a_thousand_entries_of_any_layout_take_no_time(layout: str):
    rows = "".join(
        layout.format(title=f"{TITLES[at % 6]} {at}", a=a, x=x, b=b, y=y)
        for at in range(1000)
        for a, x, b, y in PAIRS[at % 6 : at % 6 + 1]
    )
    opened_page = opened(f"<html><title>Accepted Papers</title>{rows.replace('<tr>', '<table><tr>', 1)}</html>")
    began = time.process_time()

    assert 1000 == len(generic_html.scrape(opened_page, shelf.EMPTY).contributions)
    assert time.process_time() - began < 2


@pytest.mark.skipif(not SHARED.exists(), reason="../shared is absent")
def test_a_real_timetable_has_its_five_papers():
    rows = read((SHARED / "generic-html" / "iwsda-2025.trim.html").read_bytes()).contributions

    assert 5 == sum(row.kind is Kind.PAPER and bool(row.people) for row in rows)
    assert 4 == sum(row.kind is Kind.LOGISTICS for row in rows)


@pytest.mark.parametrize(
    "entry",
    [
        "{title}\n{a} ({x}), {b} ({y})\n\n",
        "- **{title}**  \n  {a} ({x}), {b} ({y})\n",
        "1. {title}\n   {a} ({x}); {b} ({y})\n",
    ],
    ids=["blank lines", "Markdown", "numbers"],
)  # fmt: skip
def test_lists_in_plain_text_are_read_as_pages_are(entry: str):
    rows = (entry.format(title=title, a=a, x=x, b=b, y=y) for title, (a, x, b, y) in zip(TITLES, PAIRS, strict=True))
    found = read(f"# Accepted Papers <2031>\n\n{''.join(rows)}")

    assert list(TITLES) == [row.title for row in found.contributions]
    assert list(PAIRS) == [
        tuple(part for each in row.people for part in (each.name, each.affiliation)) for row in found.contributions
    ]
    assert "Accepted Papers <2031>" == found.name


@pytest.mark.parametrize("text", ["just words", "Papers\n\nAnn Ode\nBo Tide\n\nCy Reef\nDee Estuary\n"])
def test_other_texts_are_no_lists_of_papers(text: str):
    assert not generic_html.looks_like(opened(text))
