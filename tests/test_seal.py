"""A sealed file tells whether anybody changed it."""

from hypothesis import given
from hypothesis import strategies as st

from bot.seal import seal, untouched

PAGE = '---\ntitle: Harbour\nseal: ""\n---\n\nBody with a line\nseal: ""\n'


def test_a_sealed_file_is_untouched_and_an_unsealed_one_is_not() -> None:
    assert untouched(seal(PAGE))
    assert not untouched(PAGE)
    assert not untouched("a person's own file\n")


def test_json_is_sealed_alike() -> None:
    sealed = seal('{\n "seal": "",\n "edition": "harbour-2026"\n}\n')
    assert untouched(sealed)
    assert not untouched(sealed.replace("2026", "2027"))


@given(st.integers(0, len(seal(PAGE))), st.text(min_size=1, max_size=5))
def test_any_insertion_breaks_the_seal(at: int, text: str) -> None:
    sealed = seal(PAGE)
    assert not untouched(sealed[:at] + text + sealed[at:])


def test_other_line_ends_break_the_seal() -> None:
    assert not untouched(seal(PAGE).replace("\n", "\r\n"))
