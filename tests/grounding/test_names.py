"""Names that nobody gave."""

import pytest

from bot.grounding.names import known, strangers

KNOWN = (
    known("Plover runs Llama 3 and LLaMA-13B on GPUs with RoCEv2 in the U.S. and uses federated averaging."),
    known("It uses explicit congestion notification."),
    known("Ada Lindqvist, Norrland University"),
)


def found(sentence: str) -> list[str]:
    return [stranger.words for stranger in strangers(sentence, KNOWN)]


@pytest.mark.parametrize(
    "sentence",
    [
        "Plover's authors run Llama3 on a GPU.",
        "Ada Lindqvist of Norrland University runs LLaMA in the US.",
        "FedAvg and ECN are used.",
        "Today's networks need more. In short: They wait.",
        "Worth reading because it saves 5 GB and 100Gbps at P99.",
        "PLOVER uses RoCEv2-based links.",
    ],
)
def test_what_is_known_passes_in_another_form(sentence: str) -> None:
    assert [] == found(sentence)


@pytest.mark.parametrize(
    ("sentence", "names"),
    [
        ("It beats Corvid and HyperRing.", ["Corvid", "HyperRing"]),
        ("It was built by Grace Hopper and John Doe.", ["Grace Hopper", "John Doe"]),
        ("Grace Hopper built it.", ["Grace Hopper"]),
        ("NVIDIA's engineers use H200s.", ["NVIDIA's", "H200s"]),
        ("Meta deploys it.", ["Meta"]),
        ("It runs Llama4.", ["Llama4"]),
        ("Cisco-based and Arista-like.", ["Cisco", "Arista"]),
    ],
)
def test_what_nobody_gave_is_found(sentence: str, names: list[str]) -> None:
    assert names == found(sentence)


@pytest.mark.parametrize(
    "words", ["at Southwind", "from the Southwind team", "by Google", "(Zadar Institute)", "from Acme Labs"]
)
def test_an_employer_is_told_from_a_product(words: str) -> None:
    assert [True] == [stranger.employer for stranger in strangers(f"It was made {words}.", KNOWN)]
    assert [False] == [stranger.employer for stranger in strangers("It beats Corvid.", KNOWN)]
