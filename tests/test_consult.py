"""Who else counts papers is asked: ccfddl, dblp, the digest of the edition before. Who cannot be asked is told of."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.consult import ACCEPTED, consult, earlier, keys_before, names
from bot.errors import Incomplete
from bot.forges import folder
from bot.model import ConferenceKind, Digest, Edition
from bot.opinions import Opinion
from bot.pipeline import look
from bot.render import render
from bot.web import Web
from bot.web.recording import saved
from tests.conftest import contribution, program, writeup

PLACE = "https://harbour.example.org/2026/"
EDITION = Edition(
    key="harbour-2026", name="USENIX Harbour '26", urls=(PLACE,), number="2026", ends="2026-09-30",
    kind=ConferenceKind.ACADEMIC,
)  # fmt: skip
RATES = """
- title: Quay
  accept_rates:
    - {year: 2026, submitted: 80, accepted: 9}
- title: HARBOUR
  accept_rates:
    - {year: 2025, submitted: 210, accepted: 33}
    - {year: 2026, submitted: 200, accepted: 40}
"""
READ = program(*(contribution(f"Paper {at}") for at in range(40)), platform="canonical")
MakeDigest = Callable[..., Digest]


def recorded(root: Path, **answers: str) -> Web:
    """A recording that holds these answers, by address."""
    root.mkdir(exist_ok=True)
    index = {}
    for at, (address, text) in enumerate(answers.items()):
        (root / f"page-{at}").write_text(text)
        index[address] = {"file": f"page-{at}"}
    (root / "index.json").write_text(json.dumps(index))
    return saved(root)


def papers(count: int, *titles: str) -> str:
    rows = [{"title": title, "kind": "paper"} for title in (*(f"Paper {at}" for at in range(count)), *titles)]
    return json.dumps({"contributions": rows})


def asked(
    web: Web, edition: Edition = EDITION, before: tuple[Digest, ...] = ()
) -> tuple[tuple[Opinion, ...], list[str]]:
    heard: list[str] = []
    return consult(READ, edition, web, (), before, heard.append), heard


def test_ccfddl_says_how_many_papers_were_accepted(tmp_path: Path) -> None:
    opinions, heard = asked(recorded(tmp_path, **{ACCEPTED: RATES}))
    assert (Opinion(source="ccfddl knows of", count=40),) == opinions
    assert [] == heard


def test_dblp_says_how_many_papers_its_table_lists(tmp_path: Path) -> None:
    rows = "".join(
        f'<r><inproceedings key="conf/harbour/K{at}"><author>Ada Kelp</author><title>Paper {at}.</title>'
        f"<year>2026</year></inproceedings></r>"
        for at in range(38)
    )
    table = f'<bht key="db/conf/harbour/harbour2026.bht" title="Harbour 2026"><dblpcites>{rows}</dblpcites></bht>'
    place = "https://dblp.org/db/conf/harbour/harbour2026"
    edition = replace(EDITION, urls=(PLACE, f"{place}.html"))
    web = recorded(tmp_path / "web", **{PLACE: papers(40), f"{place}.xml": table})
    heard: list[str] = []
    opinions = consult(READ, edition, web, (PLACE, f"{place}.xml"), (), heard.append)
    assert ((Opinion(source="dblp lists", count=38),), []) == (opinions, heard)
    late = recorded(tmp_path / "late", **{PLACE: papers(40)})
    assert () == consult(READ, edition, late, (), (), heard.append)
    assert [f"{place}.html could not be asked", f"{ACCEPTED} could not be asked"] == [
        line.partition(" how")[0] for line in heard
    ]


@pytest.mark.parametrize("answer", [None, "- &a [*a]", "{", "<html>Not here</html>"])
def test_a_list_that_cannot_be_had_or_read_is_told_of_and_stops_nothing(tmp_path: Path, answer: str | None) -> None:
    opinions, heard = asked(recorded(tmp_path, **({} if answer is None else {ACCEPTED: answer})))
    assert () == opinions
    assert all(line.startswith(f"{ACCEPTED} could not be asked how many papers there are: ") for line in heard)
    assert heard or answer == "<html>Not here</html>"


def test_only_series_that_ccfddl_may_know_are_asked_for(tmp_path: Path) -> None:
    for kind in (ConferenceKind.COMMUNITY, ConferenceKind.VENDOR, ConferenceKind.STANDARDS, ConferenceKind.OPERATOR):
        edition = Edition(key="harbour-2026", name="Harbour 2026", number="2026", ends="2026-09-30", kind=kind)
        assert ((), []) == asked(recorded(tmp_path), edition)
    assert ((), []) == asked(recorded(tmp_path), Edition(key="", name="", kind=ConferenceKind.ACADEMIC))


def test_of_a_recording_nobody_is_asked_whom_it_does_not_hold(tmp_path: Path) -> None:
    heard: list[str] = []
    assert () == consult(READ, EDITION, recorded(tmp_path, **{PLACE: papers(3)}), (PLACE,), (), heard.append)
    both = recorded(tmp_path, **{PLACE: papers(3), ACCEPTED: RATES})
    assert 1 == len(consult(READ, EDITION, both, (PLACE, ACCEPTED), (), heard.append))
    assert [] == heard


@pytest.mark.parametrize(
    ("key", "name", "number", "expected"),
    [
        ("harbour-2026", "USENIX Harbour '26", "2026", "harbour"),
        ("harbour-2026", "ACM HARBOUR 2026", "2026", "harbour"),
        ("harbour-2026", "Symposium on Harbours and Tides (2026)", "2026", "harbour"),
        ("usenix-quay-2026", "USENIX Quay '26", "2026", "quay"),
        ("harbour-41", "Harbour 41", "41", "harbour"),
    ],
)
def test_a_series_is_known_by_its_name_or_its_key(key: str, name: str, number: str, expected: str) -> None:
    assert expected in names(Edition(key=key, name=name, number=number, ends="2026-09-30"))


def test_the_editions_before_are_counted_as_the_series_counts() -> None:
    def before(key: str, number: str) -> tuple[str, ...]:
        return keys_before(Edition(key=key, name="", number=number))

    assert ("nsdi-2025", "nsdi-2024", "nsdi-2023") == before("nsdi-2026", "2026")
    assert ("ietf-2", "ietf-1") == before("ietf-3", "3")
    assert ("netdev-0xf", "netdev-0xe", "netdev-0xd") == before("netdev-0x10", "0x10")
    assert () == keys_before(Edition(key="", name=""))


def digests(root: Path, *written: Digest) -> folder.Folder:
    place = folder.connect(root)
    for digest in written:
        for path, text in render(digest, "").files.items():
            folder.write(root / path, text)
    return place


def of(key: str, count: int, make: MakeDigest) -> Digest:
    outline = program(*(contribution(f"Paper {at}") for at in range(count))).outline
    edition = Edition(key=key, name=key.replace("-", " ").title(), kind=ConferenceKind.ACADEMIC)
    return make(writeup(contribution()), edition=edition, program=outline)


def test_the_newest_edition_before_is_the_one_that_counts(tmp_path: Path, digest: MakeDigest) -> None:
    place = digests(
        tmp_path, of("harbour-2024", 30, digest), of("harbour-2023", 70, digest), of("harbour-2026", 9, digest)
    )
    heard: list[str] = []
    (found,) = earlier(EDITION, [place, folder.connect(tmp_path / "elsewhere")], heard.append)
    assert ("harbour-2024", []) == (found.edition.key, heard)
    opinions, _ = asked(recorded(tmp_path / "web", **{ACCEPTED: "[]"}), before=(found,))
    assert (Opinion(source="Harbour 2024 had", count=30, is_exact=False),) == opinions


@pytest.mark.parametrize("data", [b"{", b"\xff\xfe"], ids=["broken JSON", "no text"])
def test_a_digest_that_a_person_broke_has_no_opinion_and_that_is_told(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "digests").mkdir()
    (tmp_path / "digests/harbour-2025.json").write_bytes(data)
    heard: list[str] = []
    assert () == earlier(EDITION, [folder.connect(tmp_path)], heard.append)
    assert heard[0].startswith("The edition before has no opinion: ") and "harbour-2025.json" in heard[0]


def test_a_look_at_a_program_hears_the_opinions_too(tmp_path: Path, digest: MakeDigest) -> None:
    web = recorded(tmp_path, **{PLACE: papers(37), ACCEPTED: RATES.replace("40", "42")})
    before = (of("harbour-2025", 100, digest),)
    texts = [each.text for each in look(EDITION, web, before=before).findings]
    assert "37 papers were read, but ccfddl knows of 42." in texts
    assert "37 papers were read, but Harbour 2025 had 100." in texts
    with pytest.raises(Incomplete):
        look(EDITION, recorded(tmp_path, **{PLACE: papers(37), ACCEPTED: RATES.replace("40", "90")}))


def test_the_command_line_reads_the_digest_of_the_edition_before_beside_its_config(
    tmp_path: Path, digest: MakeDigest, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (Path(__file__).resolve().parent / "demo" / "config.yml").read_text().split("series:")[0]
    series = f'{{name: "Harbour {{year}}", kind: academic, url: ["{PLACE}"], ends: ["09-30"]}}'
    (tmp_path / "config.yml").write_text(f"{text}series:\n  harbour: {series}\n")
    digests(tmp_path, of("harbour-2025", 100, digest))
    recorded(tmp_path / "web", **{PLACE: papers(37, "Of RDMA and eBPF"), ACCEPTED: RATES})
    arguments = ["harbour-2026", "--from", str(tmp_path / "web"), "--config", str(tmp_path / "config.yml")]

    assert 0 == main(["program", *arguments])
    assert "38 papers were read, but Harbour 2025 had 100." in capsys.readouterr().out
    assert 0 == main(["draft", *arguments, "--out", str(tmp_path / "out")])
    body = (tmp_path / "out/pull-request.md").read_text()
    assert "38 papers were read, but Harbour 2025 had 100." in body
    for path in ("digests/harbour-2026.md", "digests/harbour-2026.json", "prompts/harbour-2026.md"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text((tmp_path / "out" / path).read_text())
    assert 0 == main(["replay", *arguments, "--against", str(tmp_path)])
