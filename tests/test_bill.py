"""What a digest cost is told from its answers: on the page, in its data, to its reviewer, and the same every time."""

import json
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from bot import pipeline
from bot.answers import Answers
from bot.bill import Counted, carried
from bot.config import Model, Price, Spending
from bot.errors import StoreError
from bot.forges import folder
from bot.llms import Answer, Ask, Unanswered, connected
from bot.model import Bill, Charge, Digest, by_model
from bot.propose import cost
from bot.render import asked
from bot.store import as_json, bill_of, digest_of
from bot.web import recording
from tests import pen
from tests.conftest import contribution, writeup
from tests.desk import CONFIG, DATA, DEMO, EDITION, PAGE, Folder
from tests.llms.scripted import Scripted

PRICES = {"large-1": Price(**{"in": Decimal("2.50"), "out": Decimal(10)})}
LLM = replace(CONFIG, writer="llm", model=Model(triage="small-1", writing="large-1", prices=PRICES))
CHARGE = Charge(
    prompt="ab" * 32, purpose="write-up", about="plover", model="large-1", tokens_in=900, tokens_out=100,
    money=Decimal("0.00325"),
)  # fmt: skip
FREE = replace(CHARGE, prompt="cd" * 32, purpose="triage", about="program", model="small-1", money=None)


def draft(root: Path, environment: dict[str, str], cache: Path) -> Digest:
    held = recording.saved(DEMO / "recording")
    model = connected(LLM, environment, Answers(folder=cache, record=root / "recording" / "answers"), print)
    done = pipeline.draft(EDITION, held, LLM, folder.connect(root), lambda line: None, held.urls, model=model)
    return done.digest


def test_a_rerun_that_pays_nothing_tells_the_same_cost(tmp_path: Path) -> None:
    with Scripted(answer=pen.served) as endpoint:
        paid = draft(tmp_path / "first", endpoint.environment(), tmp_path / "cache")
        questions = len(endpoint.times)
        again = draft(tmp_path / "second", endpoint.environment(), tmp_path / "cache")
        assert questions == len(endpoint.times)
    assert paid.bill and paid.bill == again.bill
    for path in (PAGE, DATA, "pull-request.md"):
        assert (tmp_path / "first" / path).read_bytes() == (tmp_path / "second" / path).read_bytes()


def test_each_charge_names_the_answer_that_a_recording_holds(tmp_path: Path) -> None:
    with Scripted(answer=pen.served) as endpoint:
        bill = draft(tmp_path, endpoint.environment(), tmp_path / "cache").bill
    assert bill
    recorded = {path.stem for path in (tmp_path / "recording" / "answers").glob("*.json")}
    assert recorded == {charge.prompt for charge in bill.charges}
    small, large = sorted((took.model, took.money) for took in by_model(bill.charges))[::-1]
    assert ("small-1", None) == small
    writing = [charge for charge in bill.charges if charge.model == "large-1"]
    # Each answer of the endpoint took 100 tokens and 20.
    assert ("large-1", len(writing) * (100 * Decimal("2.5") + 20 * 10) / 1_000_000) == large


def test_a_digest_keeps_its_bill(digest: Callable[..., Digest]) -> None:
    plover = writeup(contribution("Plover", "Plover reduces latency."))
    before = digest(plover, writer="llm", bill=Bill(charges=(FREE, CHARGE), currency="EUR"))
    after = digest_of(as_json(before), "digest.json")
    assert before.bill == after.bill
    assert '"bill"' not in as_json(replace(before, bill=None))


@pytest.mark.parametrize("money", ["NaN", "-1", "1e9", "0." + "9" * 99, 3])
def test_a_sum_that_is_none_is_refused(digest: Callable[..., Digest], money: object) -> None:
    tree = json.loads(as_json(digest(writer="llm", bill=Bill(charges=(CHARGE,), currency="USD"))))
    tree["bill"]["charges"][0]["money"] = money
    with pytest.raises(StoreError, match="not as the bot writes it"):
        digest_of(json.dumps(tree), "digests/harbour-2026.json")


def test_an_unknown_price_is_unknown_and_makes_the_whole_unknown() -> None:
    bill = Bill(charges=(FREE, CHARGE, CHARGE), currency="USD")
    assert "| large-1 | 2 | 1,800 | 200 | 0.0065 USD |" in cost(bill)
    assert "| small-1 | 1 | 900 | 100 | an unknown sum |" in cost(bill)
    assert asked(bill).endswith("3 questions, 2,700 tokens read and 300 written, for an unknown sum.")


def test_a_little_is_not_told_as_nothing() -> None:
    bill = Bill(charges=(replace(CHARGE, money=Decimal("0.0000001")),), currency="USD")
    assert asked(bill).endswith("for 0.0001 USD.")


def test_no_model_no_bill_and_no_answer_no_sum() -> None:
    assert "Nothing: no model was asked." == cost(None)
    assert "Nothing: no answer of a model came." == cost(Bill(charges=(), currency="USD"))


def test_the_name_of_a_model_cannot_leave_its_cell() -> None:
    told = cost(Bill(charges=(replace(CHARGE, model="a|b @ada <b>"),), currency="USD"))
    assert "| a\\|b @\N{WORD JOINER}ada \\<b> | 1 |" in told


def test_an_answer_that_came_to_nothing_is_billed_what_it_took() -> None:
    class Refusing(pen.Pen):
        def ask_all(self, asks: object) -> tuple[Answer | Unanswered, ...]:
            why = "it was refused"
            return (Unanswered(why=why, model="m", tokens_in=7, money=Decimal(1)), Unanswered(why=why, model="m"))

    counted = Counted(model=Refusing(pen.honest))
    counted.ask_all([ask(about) for about in ("queues", "quays")])
    assert [("queues", 7, Decimal(1))] == [
        (each.about, each.tokens_in, each.money) for each in counted.charges.values()
    ]


def ask(about: str) -> Ask:
    return Ask(purpose="write-up", key=about, model="writing", instructions="Say.", material=about, schema={})


def test_what_a_command_asks_takes_the_place_of_what_it_makes_void(tmp_path: Path) -> None:
    with Scripted(answer=pen.served) as endpoint:
        draft(tmp_path, endpoint.environment(), tmp_path / "cache")
        model = connected(LLM, endpoint.environment(), Answers(folder=tmp_path / "cache"), print)
        desk = Folder(root=tmp_path, model=model, config=LLM)
        desk.say("/drop 1")
        fallen = desk.digest.decisions.dropped[0]
        bill = desk.digest.bill
        held = recording.saved(DEMO / "recording")
        there = folder.connect(tmp_path)
        decisions = pipeline.decided_at(EDITION.key, there)
        anew = pipeline.draft(EDITION, held, LLM, there, lambda line: None, held.urls, decisions, model).digest.bill
    assert bill and fallen not in {charge.about for charge in bill.charges}
    assert [1, 1] == [sum(charge.about == about for charge in bill.charges) for about in ("lead", "themes")]
    assert anew and anew.charges == bill.charges
    assert bill == bill_of((tmp_path / DATA).read_text(), DATA)  # and what was void stays told


def test_what_earlier_versions_took_is_carried_on_and_a_rerun_adds_nothing() -> None:
    other = replace(CHARGE, prompt="ef" * 32, tokens_in=500, money=Decimal("0.001"))
    first, second = Bill(charges=(CHARGE, FREE), currency="USD"), Bill(charges=(other, FREE), currency="USD")
    once = carried(second, first)
    assert (CHARGE,) == once.before
    assert once == carried(second, once)
    assert first == carried(first, None)


def test_an_answer_that_goes_and_comes_back_is_counted_once(digest: Callable[..., Digest]) -> None:
    """From the cache it costs nothing, so the edition's budget must not pay for it again."""
    other = replace(CHARGE, prompt="ef" * 32, tokens_in=500)
    sums = replace(CHARGE, prompt="", purpose="", about="", questions=7)  # as versions before kept them
    bill = Bill(charges=(CHARGE,), currency="USD", before=(sums,))
    for now in (other, CHARGE, other, CHARGE):
        bill = carried(Bill(charges=(now,), currency="USD"), bill)
        stored = digest_of(as_json(digest(writer="llm", bill=bill)), "digest.json").bill
        assert bill == stored and {CHARGE, other, sums} == {*bill.paid} and 3 == len(bill.paid)


def test_what_an_edition_took_before_is_kept_told_to_its_reviewer_and_counts_for_its_budget(tmp_path: Path) -> None:
    with Scripted(answer=pen.served) as endpoint:
        first = draft(tmp_path, endpoint.environment(), tmp_path / "cache").bill
        assert first and not first.before
        (tmp_path / "prompts" / f"{EDITION.key}.md").write_text(
            (tmp_path / "prompts" / f"{EDITION.key}.md").read_text().replace("Plain and precise", "Very plain")
        )
        second = draft(tmp_path, endpoint.environment(), tmp_path / "cache").bill
    there = folder.connect(tmp_path)
    stored = bill_of((tmp_path / DATA).read_text(), DATA)
    assert second and stored and stored.charges == second.charges != first.charges
    gone = [each for each in first.charges if each.prompt not in {one.prompt for one in second.charges}]
    assert len(gone) == sum(each.questions for each in stored.before) > 0
    assert "Earlier versions took " in (tmp_path / "pull-request.md").read_text()
    assert stored.paid == pipeline.paid_at(EDITION.key, there)
    assert stored == digest_of((tmp_path / DATA).read_text(), DATA).bill


def test_a_refresh_keeps_what_was_paid_for_the_digest_that_it_replaces(tmp_path: Path) -> None:
    prompt = tmp_path / "prompts" / f"{EDITION.key}.md"
    with Scripted(answer=pen.served) as endpoint:
        first = draft(tmp_path, endpoint.environment(), tmp_path / "cache").bill
        prompt.write_text(prompt.read_text().replace("Plain and precise", "Very plain"))
        model = connected(LLM, endpoint.environment(), Answers(folder=tmp_path / "cache"), print)
        desk = Folder(root=tmp_path, model=model, config=LLM)
        desk.say("/refresh")
    now = desk.digest.bill
    assert first and now and now.charges != first.charges
    assert {*first.charges} < {*now.paid} and len({*now.paid}) == len(now.paid)


def test_an_edition_that_took_its_budget_is_drafted_from_extracts_and_says_why(tmp_path: Path) -> None:
    config = replace(LLM, model=replace(LLM.model, budget=Spending(tokens=1_000, tokens_per_edition=1_000)))
    held = recording.saved(DEMO / "recording")
    with Scripted(answer=pen.served) as endpoint:
        answers = Answers(folder=tmp_path / "cache")
        model = connected(config, endpoint.environment(), answers, print, [replace(CHARGE, tokens_in=5_000)])
        there = folder.connect(tmp_path)
        digest = pipeline.draft(EDITION, held, config, there, lambda line: None, held.urls, model=model).digest
        assert 0 == len(endpoint.times)
    assert {""} == {each.model for each in digest.writeups}
    assert "over the budget of 0 tokens or 1 USD that this edition has left" in digest.findings[-1].text
