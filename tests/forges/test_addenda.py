"""Where the next addendum goes on GitHub: beside what was merged or refused, and where one is open already."""

from collections.abc import Iterator

import pytest

from bot.errors import ConfigError, ForgeError
from bot.forges.github import Settings
from bot.forges.github.addenda import MOST, Addenda, connect, place
from bot.forges.github.words import told
from bot.model import Draft, Proposal
from tests.github.double import WORKFLOW, Double

EDITION = "harbour-2026"
PAGE, DATA, PROMPT = f"digests/{EDITION}.md", f"digests/{EDITION}.json", f"prompts/{EDITION}.md"


@pytest.fixture
def double() -> Iterator[Double]:
    """A digest is on the main branch."""
    with Double({PAGE: "# Harbour\n", DATA: "{}\n", PROMPT: "asked\n"}) as double:
        yield double


def addenda(double: Double, edition: str = EDITION) -> Addenda:
    settings = Settings(repository="harbour/digests", token=WORKFLOW, api=double.base)
    return connect(settings, edition, sleep=lambda seconds: None)


def put(double: Double, text: str) -> int:
    """Proposes another version of the data; the number of its pull request."""
    forge = addenda(double).forge
    forge.files((PAGE, DATA))
    draft = Draft(edition=EDITION, files={PAGE: "# Harbour\n", DATA: text})
    return int(forge.put(Proposal(edition=EDITION, title="News", body="", draft=draft)).address.rpartition("/")[2])


def test_the_first_goes_to_a_branch_that_is_not_there_yet(double: Double) -> None:
    found = addenda(double)
    assert (f"addendum/{EDITION}-1", (), False) == (found.forge.place.branch, found.refused, found.is_open)


def test_one_that_is_open_is_gone_on_with(double: Double) -> None:
    assert put(double, '{"news": 1}\n') == put(double, '{"news": 2}\n')
    found = addenda(double)
    assert (f"addendum/{EDITION}-1", (), True) == (found.forge.place.branch, found.refused, found.is_open)


def test_after_merged_and_closed_ones_there_is_another_and_what_was_refused_is_known(double: Double) -> None:
    double.merge(put(double, '{"news": 1}\n'))
    double.close(put(double, '{"news": 2}\n'))
    double.delete_branch(f"addendum/{EDITION}-2")
    found = addenda(double)
    assert (f"addendum/{EDITION}-3", ('{"news": 2}\n',)) == (found.forge.place.branch, found.refused)


def test_a_branch_without_a_pull_request_is_finished(double: Double) -> None:
    double.branch(f"addendum/{EDITION}-1")
    double.edit(f"addendum/{EDITION}-1", DATA, '{"news": 1}\n', by="github-actions[bot]")
    assert 1 == put(double, '{"news": 1}\n')
    assert 1 == int(double.git("rev-list", "--count", f"main..addendum/{EDITION}-1"))


def test_another_editions_whose_name_begins_alike_does_not_count(double: Double) -> None:
    put(double, '{"news": 1}\n')
    assert ("addendum/harbour-1", False) == (
        addenda(double, "harbour").forge.place.branch,
        addenda(double, "harbour").is_open,
    )


def test_only_the_page_and_its_data_may_be_written(double: Double) -> None:
    forge = addenda(double).forge
    forge.files((PAGE, DATA, PROMPT))
    with pytest.raises(ValueError, match="may not write"):
        files = {PROMPT: "asked otherwise\n"}
        forge.put(Proposal(edition=EDITION, title="", body="", draft=Draft(edition=EDITION, files=files)))


def test_one_that_is_closed_meanwhile_skips_no_edition(double: Double) -> None:
    forge = addenda(double).forge
    put(double, '{"news": 1}\n')
    double.close(1)
    forge.files((PAGE, DATA))
    draft = Draft(edition=EDITION, files={DATA: '{"news": 2}\n'})
    note = forge.put(Proposal(edition=EDITION, title="", body="", draft=draft)).note
    assert "The pull request was closed unmerged, which means: none of this is wanted." == note


def test_what_is_too_long_leads_to_the_file_that_has_it_whole() -> None:
    for files, whole in (({PAGE: "", DATA: "", PROMPT: ""}, PAGE), ({"digests/links.json": ""}, "digests/links.json")):
        proposal = Proposal(edition=EDITION, title="", body="row\n" * 40_000, draft=Draft(edition=EDITION, files=files))
        assert f"The rest is in `{whole}`." in told(proposal)[1]


def test_they_come_to_an_end(double: Double) -> None:
    for number in range(1, MOST + 1):
        branch = place(EDITION, number).branch
        double.branch(branch)
        double.edit(branch, DATA, f'{{"news": {number}}}\n')
        double.close(double.open_pull(branch))
    with pytest.raises(ForgeError, match=f"had {MOST} addenda already"):
        addenda(double)


def test_a_name_that_is_no_editions_names_no_branch(double: Double) -> None:
    with pytest.raises(ConfigError):
        addenda(double, "../main")
    assert [] == double.calls
