"""One kind of tree for JSON, HTML, XML and calendars, recognised by content."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import BotError, LayoutChanged, SourceError
from bot.model import Provenance
from bot.page import Format, Page, decode, read, web_address

SOURCE = Provenance(url="https://harbour.example.org/program/")


def page(text: str) -> Page:
    return read(text.encode(), source=SOURCE)


@pytest.mark.parametrize(
    ("text", "format"),
    [
        ('{"talks": []}', Format.JSON),
        ("\ufeff [1]", Format.JSON),
        ("<!doctype html><p>x", Format.HTML),
        ("<div><h1>Program</h1></div>", Format.HTML),
        ('<?xml version="1.0"?><html><body/></html>', Format.HTML),
        ('<?xml version="1.0"?><schedule/>', Format.XML),
        ("<!-- made by hand --><schedule><day/></schedule>", Format.XML),
        ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n", Format.CALENDAR),
        ("Program of Harbour 2026", Format.TEXT),
    ],
)
def test_what_a_file_is_shows_in_its_content(text: str, format: Format) -> None:
    assert format is page(text).format


def test_a_path_reaches_the_same_thing_in_every_format() -> None:
    pages = (
        (page('{"talk": {"title": " Tides &amp; <i>Queues</i> "}}'), "talk.title"),
        (page("<div class=talk><h2>Tides &amp;\n <i>Queues</i></h2></div>"), ".talk h2"),
        (page("<schedule><talk><title>Tides &amp; Queues</title></talk></schedule>"), "talk/title"),
        (
            page("BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:Tides &amp\\; Queues\nEND:VEVENT\nEND:VCALENDAR").all(
                "VEVENT"
            )[0],
            "SUMMARY",
        ),
    )
    assert ["Tides & Queues"] * 4 == [part.text(path) for part, path in pages]


@pytest.mark.parametrize("text", ["<!doctype html><p>Sorry", "<?xml version='1.0'?><p>Sorry</p>", "Sorry", "{}"])
def test_the_path_of_another_format_finds_nothing(text: str) -> None:
    page = read(text.encode(), source=Provenance(url="answer"))

    assert () == (*page.all("objects.*.name"), *page.all("*.*"), *page.all("div.talk > a"), *page.texts("VEVENT"))


def test_a_promise_that_is_not_kept_names_the_page_and_the_path() -> None:
    with pytest.raises(LayoutChanged) as error:
        page('{"a": 1}').text("days.*.title")
    assert "https://harbour.example.org/program/ has no 'days.*.title'" == str(error.value)
    assert "" == page('{"a": 1}').text("title", default="")


def test_prose_keeps_paragraphs_and_a_passage_keeps_its_source() -> None:
    part = page("<div><p>One\n two.</p><script>x()</script><p>Three<br>four.</p></div>")
    assert "One two.\n\nThree four." == part.prose("div")
    assert SOURCE == part.passages("section", "div")[0].source
    assert () == part.passages("section")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is empty"),
        ("  \n ", "is empty"),
        ('{"a": ', "broken JSON: Expecting value in line 1, column 7"),
        ("<?xml version='1.0'?><schedule><day></schedule>", "broken XML"),
        ('<?xml version="1.0"?><!DOCTYPE s [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><s>&c;</s>', "defines XML entities"),
        ('<?xml version="1.0"?><!DOCTYPE s [<!ENTITY a SYSTEM "file:///etc/hosts">]><s>&a;</s>', "defines XML"),
        ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR", "ends in the middle of a VEVENT"),
        (f"BEGIN:VCALENDAR\nX:{'x' * 600_000}\nEND:VCALENDAR", "line of over 500,000"),
        ("[" * 100_000, "nests too deeply"),
        ("<html>" + "<div>" * 500_000, "nests too deeply"),
        ("<html>" + "<x-y a=b>" * 500_000, "nests too deeply"),
    ],
)  # fmt: skip
def test_what_is_broken_is_one_sentence_with_a_hint(text: str, said: str) -> None:
    with pytest.raises(SourceError) as error:
        page(text)
    assert said in str(error.value)
    assert error.value.hint and "\n" not in str(error.value)


@given(
    st.binary(max_size=300)
    | st.text(st.sampled_from("{}[]<>\"'&;:!?/=- \nabBEGIN:VCALENDAR"), max_size=200).map(str.encode)
)
def test_no_bytes_make_reading_crash(body: bytes) -> None:
    try:
        read(body, source=SOURCE).text(default="")
    except BotError as error:
        assert error.hint


@pytest.mark.parametrize(
    ("body", "charset", "text"),
    [
        ("Zürich – “tides”".encode(), "iso-8859-1", "Zürich – “tides”"),
        ("Zürich – “tides”".encode("cp1252"), "iso-8859-1", "Zürich – “tides”"),
        ('<meta charset="windows-1250">Łódź'.encode("cp1250"), "", '<meta charset="windows-1250">Łódź'),
        ("\ufeffübung".encode("utf-16"), "", "übung"),
        (b"\xe9t\xe9", "no-such-charset", "été"),
    ],
)
def test_text_is_read_in_the_encoding_it_has_rather_than_claims(body: bytes, charset: str, text: str) -> None:
    assert text == decode(body, charset).lstrip("\ufeff")


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("talk/1", "https://harbour.example.org/program/talk/1"),
        ("//cdn.example.org/a b.pdf", "https://cdn.example.org/a%20b.pdf"),
        ("https://e.example/a?q=1#part", "https://e.example/a?q=1#part"),
        ("javascript:alert(1)", ""),
        ("data:text/html,x", ""),
        ("ftp://e.example/a", ""),
        ("https://user:secret@e.example/", ""),
        ("https://[broken/", ""),
        ("https://e.example:99999999/", ""),
        ("https://e.example/\u202e<script>", "https://e.example/%3Cscript%3E"),
    ],
)
def test_only_plain_web_addresses_are_links(text: str, address: str) -> None:
    assert address == web_address(text, SOURCE.url)


def test_what_stands_in_an_element_itself_is_told_without_what_stands_in_others_within_it() -> None:
    assert "Tides and docks" == page("<html><p>Tides <b>A prize</b> and docks</p></html>").own("p")
    assert "Tides and docks" == page("<?xml version='1.0'?><a><b>Tides <c>A prize</c>and docks</b></a>").own("b")
    assert "" == page("<html><p><b>A prize</b></p></html>").own("p")


@pytest.mark.parametrize(
    ("said", "so"),
    [("true", True), ("1", True), ('"1"', True), ('"True"', True), ("false", False), ("0", False), ('"no"', False)],
)
def test_a_flag_is_read_in_all_its_spellings(said: str, so: bool) -> None:
    found = page(f'{{"shown": {said}}}')
    assert so is found.flag("shown") is found.flag("shown", default=not so)


@pytest.mark.parametrize("said", ["null", '""', '"perhaps"', "[]", "2"])
def test_what_is_no_flag_does_not_say(said: str) -> None:
    found = page(f'{{"shown": {said}}}')
    assert (False, True, True) == (
        found.flag("shown"), found.flag("shown", default=True), found.flag("hidden", default=True),
    )  # fmt: skip


def test_an_element_that_fits_two_selectors_of_a_list_comes_once_and_in_its_place() -> None:
    found = page("<div><h2 class=title>One</h2><p class=title>Two</p><h2>Three</h2></div>")
    assert ("One", "Two", "Three") == found.texts("h2, .title, h2.title, div > *")


def test_an_attribute_in_a_predicate_is_not_the_one_asked_for() -> None:
    found = page("<?xml version='1.0'?><talk><link type='pdf' href='a.pdf'>x</link><link type='video'>y</link></talk>")
    assert ("y", "a.pdf") == (found.text("link[@type='video']"), found.text("link[@type='pdf']@href"))


def test_a_saved_page_has_its_links_from_the_site_that_it_names() -> None:
    saved = read(b"<a href='/talk/1'>One</a>", source=Provenance(url="saved.html"))
    live = read(b"<a href='/talk/1'>One</a>", source=SOURCE)
    assert "https://pier.example/talk/1" == saved.link("a@href", site="https://pier.example/")
    assert "https://harbour.example.org/talk/1" == live.link("a@href", site="https://pier.example/")
    assert "" == saved.link("a@href")


def test_words_made_out_of_a_page_are_a_passage_of_it() -> None:
    (passage,) = page("<p>x</p>").quoted("On tides.", "summary")
    assert ("On tides.", "summary", SOURCE) == (passage.text, passage.part, passage.source)
    assert () == page("<p>x</p>").quoted("")


WHOLE = "<!doctype html><html><body><div class='day'><ul><li>Tides<li>Kelp</ul></div></body></html>\n<!-- 0.3 s -->"


@pytest.mark.parametrize(
    ("text", "is_cut"),
    [
        (WHOLE, False),
        (WHOLE.replace("</body></html>", ""), False),  # as some sites make pages smaller
        (WHOLE.replace("</div>", ""), False),  # careless, but it has an end
        (WHOLE[: WHOLE.index("<li>Kelp")], True),
        (WHOLE[: WHOLE.index("class")], True),
        ("<div>Tides</div><div>", True),
        ("<div>Tides</div><a href='", True),
        ("<div>Tides</div><script>document.write('<div>')</script><!-- <div> -->", False),
        ("<p>Tides<p>Kelp, 3 < 4<br>", False),
    ],
)
def test_a_page_that_ends_in_the_middle_is_known(text: str, is_cut: bool) -> None:
    assert is_cut == page(text).is_cut


def test_lines_are_those_that_a_browser_begins() -> None:
    text = "<table><tr><td>9:00</td><td><b>Tides</b><br>Ann Ode,\n Bo <i>Tide</i></td></tr></table><h3>Kelp</h3> Cy"
    assert ("9:00", "Tides", "Ann Ode, Bo Tide", "Kelp", "Cy") == page(f"<div>{text}</div>").lines()
    assert () == page('{"a": "b"}').lines()


def test_half_a_character_in_json_becomes_a_question_mark_and_a_whole_one_stays() -> None:
    found = read(rb'{"title": "Tidal\ud83c Queues \ud83c\udf0a"}', source=SOURCE)
    assert "Tidal? Queues 🌊" == found.text("title")
