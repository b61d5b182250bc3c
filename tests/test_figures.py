"""Figures out of text: what they are worth, what they count, and when two of them agree."""

import time

import pytest

from bot.figures import Figure, agreeing, agrees, figures, shelf, steps
from bot.grounding.tidy import tidy


def one(text: str) -> Figure:
    (figure,) = figures(tidy(text))
    return figure


def values(text: str) -> list[tuple[float, str]]:
    return [(figure.value, figure.unit) for figure in figures(tidy(text))]


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("reduced by 37%", 37, "%"),
        ("37 percent", 37, "%"),
        ("37 per cent", 37, "%"),
        ("11 percentage points", 11, "pp"),
        ("2.3 pp", 2.3, "pp"),
        ("1.9× more", 1.9, "×"),
        ("1.9x more", 1.9, "×"),
        ("5 times faster", 5, "×"),
        ("a 4-fold reduction", 4, "×"),
        ("tenfold", 10, "×"),
        ("twice as fast", 2, "×"),
        ("throughput doubled", 2, "×"),
        ("by a factor of 3", 3, "×"),
        ("two orders of magnitude", 100, "×"),
        ("an order of magnitude", 10, "×"),
        ("half of the heads", 50, "%"),
        ("a quarter of the heads", 25, "%"),
        ("10 Gbps", 1e10, "bit/s"),
        ("10 Gb/s", 1e10, "bit/s"),
        ("10 Gbit/s", 1e10, "bit/s"),
        ("10 gigabits per second", 1e10, "bit/s"),
        ("1.25 GB/s", 1.25e9, "B/s"),
        ("345MB", 3.45e8, "B"),
        ("1 GiB", 1024**3, "B"),
        ("45us", 45e-6, "s"),
        ("45 µs", 45e-6, "s"),
        ("45 microseconds", 45e-6, "s"),
        ("14 minutes", 840, "s"),
        ("18 months", 18, "month"),
        ("two years", 24, "month"),
        ("a year", 12, "month"),
        ("$18K", 18_000, "$"),
        ("5 million dollars", 5e6, "$"),
        ("70B parameters", 7e10, ""),
        ("70 billion parameters", 7e10, ""),
        ("10,000 servers", 10_000, ""),
        ("10\u202f000 servers", 10_000, ""),
        ("10'000 servers", 10_000, ""),
        ("two hundred thousand users", 200_000, ""),
        ("twenty-four", 24, ""),
        ("million-token contexts", 1e6, ""),
        ("10⁶", 1e6, ""),
        ("a rate of 10^{-12}", 1e-12, ""),
        ("1.2 × 10^5", 120_000, ""),
        ("the 95th percentile", 95, "th"),
        ("P99.9 latency", 99.9, "th"),
        ("3.2 mW", 0.0032, "W"),
        ("3.2 MW", 3.2e6, "W"),
        ("in 5G networks", 5, "g"),
    ],
)
def test_a_figure_is_worth_the_same_however_it_is_written(text: str, value: float, unit: str) -> None:
    assert (pytest.approx(value), unit) == (one(text).value, one(text).unit)


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("1.6$\\times$ faster", 1.6, "×"),
        ("takes $2\\mu s$", 2e-6, "s"),
        ("saves 12\\%", 12, "%"),
        ("2.5×× higher", 2.5, "×"),
        ("7.89×7.89× higher", 7.89, "×"),
        ("on 256256 hosts", 256, ""),
        ("on 1638416384 hosts", 16384, ""),
        ("sub-10nsns sync", 1e-8, "s"),
        ("100μμs jitter", 1e-4, "s"),
        ("17 𝑚𝑠", 0.017, "s"),
        ("4\u200b0%", 40, "%"),
        ("10{,}000 hosts", 10_000, ""),
        ("costs \\$18K", 18_000, "$"),
    ],
)
def test_what_sites_do_to_formulas_is_mended(text: str, value: float, unit: str) -> None:
    assert (pytest.approx(value), unit) == (one(text).value, one(text).unit)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2.3-9.2 pp", [(2.3, "pp"), (9.2, "pp")]),
        ("2.3–9.2 pp", [(2.3, "pp"), (9.2, "pp")]),
        ("85∼94%", [(85, "%"), (94, "%")]),
        ("5, 10 and 20 ms", [(0.005, "s"), (0.01, "s"), (0.02, "s")]),
        ("from 19 to 3 minutes", [(1140, "s"), (180, "s")]),
        ("1–3 orders of magnitude", [(10, "×"), (1000, "×")]),
        ("3-5 million users", [(3e6, ""), (5e6, "")]),
        ("6 minutes instead of 25.", [(360, "s"), (1500, "s")]),
        ("in 2017, 40% of them", [(2017, ""), (40, "%")]),
        ("8xA100-80GB", [(8, ""), (80e9, "B")]),
        ("LLaMA-13B on H100", [(13e9, "")]),
        ("costs $5 and $10", [(5, "$"), (10, "$")]),
    ],
)
def test_ends_of_ranges_and_lists_share_a_unit(text: str, expected: list[tuple[float, str]]) -> None:
    assert [(pytest.approx(value), unit) for value, unit in expected] == values(text)


@pytest.mark.parametrize(
    "text", ["IPv6 and H100", "v1.2.3", "x86", "the first one, however", "Quality of Experience~(QoE)"]
)
def test_names_are_no_figures(text: str) -> None:
    assert [] == [figure for figure in figures(tidy(text)) if figure.value != 1]


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("less than 2%", "<"),
        ("(<2% slowdown)", "<"),
        ("at most 2%", "<"),
        ("up to a 2% gain", "<"),
        ("sub-10 ms", "<"),
        ("over 2%", ">"),
        ("at least 2%", ">"),
        ("2+ sites", ">"),
        ("no less than 2%", ">"),
        ("about 2%", "~"),
        ("~2%", "~"),
        ("2%", ""),
    ],
)
def test_a_bound_belongs_to_its_figure(text: str, bound: str) -> None:
    assert bound == one(text).bound


@pytest.mark.parametrize(
    ("said", "source"),
    [
        ("10 Gbps", "10,000 Mb/s"),
        ("350 µs", "0.35 ms"),
        ("about 41%", "40%"),
        ("nearly 4×", "3.97×"),
        ("two thirds", "66.7%"),
        ("half", "50%"),
        ("twice", "2×"),
        ("1.5 years", "18 months"),
        ("thousands of traces", "4,816 traces"),
        ("tens of thousands of GPUs", "20,000 GPUs"),
        ("million-token", "millions of tokens"),
        ("16.3%", "16.30%"),
    ],
)
def test_figures_that_agree(said: str, source: str) -> None:
    assert agrees(one(said), one(source))


@pytest.mark.parametrize(
    ("said", "source"),
    [
        ("3%", "3 percentage points"),
        ("10 Mbps", "10 Gbps"),
        ("10 GB/s", "10 Gb/s"),
        ("45 ms", "45 µs"),
        ("1 GiB", "1 GB"),
        ("3 mW", "3 MW"),
        ("41%", "40%"),
        ("41%", "about 40%"),
        ("about 45%", "40%"),
        ("4×", "3.97×"),
        ("millions of traces", "4,816 traces"),
        ("billions of flows", "millions of flows"),
        ("an order of magnitude", "two orders of magnitude"),
        ("7 million", "7 billion"),
    ],
)
def test_figures_that_do_not_agree(said: str, source: str) -> None:
    assert not agrees(one(said), one(source))


def test_a_shelf_finds_what_supports_a_figure() -> None:
    shelves = shelf(figures("40%, 41 ms, 5 and 10 ms, 41%"))

    assert ["41%"] == [found.text for found in agreeing(one("41%"), shelves)]
    assert ["40%", "41%"] == [found.text for found in agreeing(one("about 41%"), shelves)]
    assert ["5"] == [found.text for found in agreeing(one("5"), shelves)]
    assert [] == agreeing(one("42 ms"), shelves)


def test_steps_tell_where_values_go() -> None:
    assert {("bit/s", 31e9, 84e9)} == steps("grows from 31 Gbps to 84 Gbps")
    assert {("bit/s", 31e9, 84e9)} == steps("grows from 31 to 84 Gbps")


def test_a_bare_number_knows_what_it_counts() -> None:
    assert "H100 GPUs across" == one("128 H100 GPUs across").counted
    assert "" == one("128.").counted


@pytest.mark.parametrize(
    "unit", ["9", "1,", "5% to ", "1~", "10^", "$", "\\a", "half a ", "1 000", "O(1)", "12341234", "- ", "7.89×"]
)
def test_junk_takes_time_in_proportion_to_its_length(unit: str) -> None:
    def seconds(length: int) -> float:
        start = time.process_time()
        figures(tidy((unit * length)[:length]))
        return time.process_time() - start

    assert seconds(100_000) < max(30 * seconds(10_000), 3)
