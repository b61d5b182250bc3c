"""weekly.yml, really run: one job drafts what is due, another proposes it, and a third tells of it on the dashboard."""

import json
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

from tests import pen
from tests.desk import KEY, PAGE, drafted
from tests.github.double import Double
from tests.llms.scripted import Scripted
from tests.newsdesk import Newsdesk
from tests.workflows.runner import MODEL_KEY, Runner

ALL_WELL = dict.fromkeys(("due", f"draft {KEY}", f"propose {KEY}", "report"), "success")


def test_an_edition_is_drafted_proposed_and_told_of_and_a_week_later_nothing_is_written(
    double: Double, desk: Newsdesk, runner: Runner
) -> None:
    event = {"inputs": {"edition": KEY}}
    run = runner.run("weekly", "workflow_dispatch", event)
    assert ALL_WELL == run.results, run.said
    assert (drafted() / PAGE).read_text() == desk.page
    assert {"propose", "report"} == {written.split(":")[0] for written in runner.writes()}
    assert ["Digest: Fernweh Networking Conference 2026", "Digest dashboard"] == [
        issue.title for issue in double.hub.issues.values()
    ]
    assert set(ALL_WELL) == set(run.summaries)
    assert [] == run.commands
    assert MODEL_KEY not in run.said

    asked = len(double.calls)
    assert ALL_WELL == runner.run("weekly", "workflow_dispatch", event).results
    assert [] == runner.writes(asked)
    assert len(double.calls) - asked < 13


def test_one_failing_edition_stops_no_other(double: Double, runner: Runner) -> None:
    today = datetime.now(UTC).date()
    series = "".join(
        f"  {name}:\n    name: {name} {{year}}\n    kind: community\n"
        f'    url: ["https://{name}.example.org/"]\n    ends: ["{today:%m-%d}"]\n'
        for name in ("anchor", "buoy")
    )
    text = double.file("main", "config.yml")
    double.edit("main", "config.yml", text.split("series:")[0] + "series:\n" + series)
    runner.dies = "draft anchor"
    run = runner.run("weekly", "schedule", {"schedule": "17 5 * * 1"})
    assert {
        "due": "success",
        f"draft anchor-{today.year}": "failure",
        f"draft buoy-{today.year}": "success",
        f"propose anchor-{today.year}": "failure",
        f"propose buoy-{today.year}": "success",
        "report": "success",
    } == run.results, run.said
    (board,) = [issue.body or "" for issue in double.hub.issues.values() if issue.title == "Digest dashboard"]
    assert f"retry `anchor-{today.year}`" in board


def test_where_nothing_is_due_nothing_is_drafted(double: Double, runner: Runner) -> None:
    far = datetime.now(UTC).date() + timedelta(days=180)
    text = double.file("main", "config.yml").replace('ends: ["06-12"]', f'ends: ["{far:%m-%d}"]')
    double.edit("main", "config.yml", text)
    run = runner.run("weekly", "schedule", {"schedule": "17 5 * * 1"})
    assert {"due": "success", "report": "success"} == run.results, run.said


def test_a_run_after_one_that_failed_asks_the_model_for_nothing_twice(double: Double, runner: Runner) -> None:
    text = double.file("main", "config.yml") or ""
    model = "writer: llm\nmodel: {triage: small-1, writing: large-1}\n"
    double.edit("main", "config.yml", model + text.replace("writer: extractive\n", ""))
    event = {"inputs": {"edition": KEY}}
    with Scripted(answer=pen.served, key=MODEL_KEY) as endpoint:
        runner.variables = {"OPENAI_BASE_URL": endpoint.url}
        runner.dies = "propose"
        run = runner.run("weekly", "workflow_dispatch", event)
        assert ("success", "failure") == (run.results[f"draft {KEY}"], run.results[f"propose {KEY}"]), run.said
        asked = len(endpoint.asked)
        runner.dies = "at no command"
        assert ALL_WELL == runner.run("weekly", "workflow_dispatch", event).results
        assert 10 < asked == len(endpoint.asked)
    assert [f"drafting-{KEY}-1-1"] == [path.name for path in runner.caches.iterdir()]
    kept = [path for path in runner.caches.rglob("*") if path.is_file()]
    assert kept and not [path for path in kept if MODEL_KEY.encode() in path.read_bytes()]


def early(double: Double, runner: Runner, page: Callable[[date], str]) -> tuple[str, date]:
    """A series whose usual day is still some ten weeks ahead, and what its site shows: the edition, and that day."""
    usual = (datetime.now(UTC).date() + timedelta(days=70)).replace(day=15)
    place = f"https://buoy.example.org/{usual.year}/"
    series = f'{{name: "Buoy {{year}}", kind: community, url: ["{place}"], ends: ["{usual:%m-%d}"]}}'
    text = double.file("main", "config.yml")
    double.edit("main", "config.yml", f"{text.split('series:')[0]}series:\n  buoy: {series}\n")
    runner.recording = runner.folder / "site"
    runner.recording.mkdir(parents=True)
    (runner.recording / "page").write_text(page(usual))
    (runner.recording / "index.json").write_text(json.dumps({place: {"file": "page"}}))
    return f"buoy-{usual.year}", usual


def test_a_program_that_is_out_early_is_drafted_and_told_of_with_its_own_days(double: Double, runner: Runner) -> None:
    def page(usual: date) -> str:
        day = usual - timedelta(days=2)
        talk = {"title": "Lossless RDMA fabrics", "starts": f"{day}T09:00", "ends": f"{day}T09:30", "id": "1"}
        return json.dumps({"contributions": [talk, {"title": "Kelp", "starts": f"{day}T10:00", "id": "2"}]})

    key, usual = early(double, runner, page)
    run = runner.run("weekly", "schedule", {"schedule": "17 5 * * 1"})
    assert dict.fromkeys(("due", f"draft {key}", f"propose {key}", "report"), "success") == run.results, run.said
    day = usual - timedelta(days=2)
    assert f"| {key} | Buoy {usual.year} | {day} | waiting | look whether its program is out |" in run.summaries["due"]
    (board,) = [issue.body or "" for issue in double.hub.issues.values() if issue.title == "Digest dashboard"]
    assert f"1 of the program's 2 contributions were picked; it takes place on {day}." in board
    assert f"- [ ] draft `{key}`" in board

    asked = len(double.calls)
    assert set(run.results) == set(runner.run("weekly", "schedule", {"schedule": "17 5 * * 1"}).results)
    assert [] == runner.writes(asked)


def test_a_call_for_papers_is_no_program_and_its_edition_comes_later(double: Double, runner: Runner) -> None:
    def page(usual: date) -> str:
        return f"<html><title>Call for Papers</title><h1>Buoy {usual.year}</h1><p>Submit by tomorrow.</p></html>"

    _, usual = early(double, runner, page)
    run = runner.run("weekly", "schedule", {"schedule": "17 5 * * 1"})
    assert {"due": "success", "report": "success"} == run.results, run.said
    assert "is not a program that any platform knows" in run.summaries["due"]
    (board,) = [issue.body or "" for issue in double.hub.issues.values() if issue.title == "Digest dashboard"]
    assert f"### Comes later (1)\n\n- [Buoy {usual.year}]" in board
