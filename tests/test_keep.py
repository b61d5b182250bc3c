"""What a person changed stays; what nobody touched is updated."""

from bot.keep import keep
from bot.model import Draft
from bot.seal import seal

FILES = ("digests/harbour-2026.md", "digests/harbour-2026.json", "prompts/harbour-2026.md")


def text(version: str) -> str:
    return seal(f'---\nseal: ""\n---\n\n{version}\n')


def draft(version: str) -> Draft:
    return Draft(edition="harbour-2026", files=dict.fromkeys(FILES, text(version)))


def test_a_first_draft_is_written_whole() -> None:
    assert set(FILES) == set(keep(draft("new"), {}).files)


def test_untouched_files_are_updated() -> None:
    assert draft("new") == keep(draft("new"), dict.fromkeys(FILES, text("old")))


def test_an_edited_page_stays_and_its_data_with_it() -> None:
    present = {**dict.fromkeys(FILES, text("old")), FILES[0]: text("old") + "A person's line.\n"}
    kept = keep(draft("new"), present)
    assert {"prompts/harbour-2026.md"} == set(kept.files)
    assert ("digests/harbour-2026.json", "digests/harbour-2026.md") == kept.kept


def test_a_file_that_a_person_wrote_from_scratch_stays() -> None:
    assert (FILES[2],) == keep(draft("new"), {FILES[2]: "my own prompt"}).kept


def test_a_run_that_was_killed_half_way_is_finished_by_the_next() -> None:
    half = {FILES[0]: text("new"), FILES[1]: text("old")}
    assert () == keep(draft("new"), half).kept
