"""Figures, names and settings in a sentence."""

import pytest

from bot.prose.mentions import is_label, measures, named, settings


@pytest.mark.parametrize(
    ("figures", "text"),
    [
        (("1.96×", "40%"), "It opens gates 1.96× faster and saves 40% of the time."),
        (("16M",), "It counts 16M ships."),
        (("64",), "It runs with 64 gates."),
        ((), "It uses TLS 1.3, RFC 9000, Linux 6.1 and section 4."),
        ((), "In 2025 the harbour opened."),
        (("2025%",), "It grew by 2025%."),
    ],
)
def test_figures_measure_and_versions_do_not(figures: tuple[str, ...], text: str) -> None:
    assert figures == measures(text)


@pytest.mark.parametrize(
    ("name", "title", "text"),
    [
        ("Weir", "Weir: A Gate for Ships", "We present Weir."),
        ("Weir", "Harbour Weir: A Gate for Ships", "We present Weir, a gate."),
        ("Weir", "Keynote: Weir: A Gate", "Weir is a gate."),
        ("Sluice", "A Gate for Ships", "We propose Sluice, a gate."),
        ("Sluice", "A Gate for Ships", "Our solution, Sluice, opens gates."),
        ("", "Keynote: A Gate for Ships", "We open gates."),
        ("", "Weir: A Gate", "Nothing of that name."),
    ],
)
def test_a_subjects_name_is_found_in_title_or_text(name: str, title: str, text: str) -> None:
    assert name == named(title, text)


def test_labels_before_a_colon_are_no_names() -> None:
    assert is_label("Project Lightning Talk")
    assert not is_label("Weir")


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (("large-scale harbour clusters",), "Deployed in large-scale harbour clusters, it opens gates."),
        (("up to 128 H100 GPUs",), "It runs with up to 128 H100 GPUs."),
        (("33 regions of Harbour Cloud",), "It runs across 33 regions of Harbour Cloud."),
        (("production traces", "test deployment"), "We use it with production traces in a test deployment."),
        ((), "Networks are common and clusters exist."),
        ((), "It uses convolutional networks in your own environment."),
        ((), "We show before-and-after cluster utilization for gates in harbour cluster rooms."),
    ],
)
def test_settings_are_the_sources_own_words(found: tuple[str, ...], sentence: str) -> None:
    assert set(found) == set(settings(sentence))
