"""Any text against its source: what honest sentences may say, and what is caught."""

import pytest

from bot.grounding.check import LONGEST, Unsupported, unsupported

SOURCE = """Harbor is a transport for storage clusters. We present Harbor, which reduces tail latency by up to 40% and
CPU use by 25% compared to Lagoon, without changing the kernel. Harbor does not support multicast, and it
fails to converge on paths longer than 10 ms. On a 16-node testbed with 100 Gbps links, throughput grows
from 31 Gbps to 84 Gbps, and less than 2% of packets are retransmitted. Recovery takes 350 µs instead of 12
ms. We trained on 3,000 traces of 2 GB each over six weeks. Accuracy improves by 3 percentage points, from
91% to 94%. Only two of five vendors implement it. The overhead is below 1.5% for messages larger than 64
KB. Harbor scales to 10,000 connections, two orders of magnitude more than Lagoon. It has been deployed at
Northwind Cloud since 2023, where it carries 70% of the storage traffic. Harbor is open source. No prior
work handles incast at this scale. Writes are acknowledged before they reach the disk. At high load, Harbor
outperforms Lagoon. It uses federated averaging and remote direct memory access."""


def kinds(text: str) -> set[str]:
    return {doubt.kind for doubt in unsupported(text, SOURCE)}


@pytest.mark.parametrize(
    "text",
    [
        "Harbor reduces tail latency by up to 40% without changing the kernel.",
        "The authors present Harbor, which reduces CPU use by 25% compared to Lagoon.",
        "It reduces tail latency by 40%.",
        "Recovery takes 0.35 ms instead of 12 ms.",
        "Accuracy improves by three percentage points.",
        "Accuracy improves by 3 pp.",
        "Two of five vendors implement it.",
        "Harbor scales to 10K connections, 100× more than Lagoon.",
        "It carries 70% of the storage traffic at Northwind Cloud.",
        "CPU use drops by a quarter.",
        "Tail latency falls by about 41%.",
        "Thousands of traces were used.",
        "CPU use shrinks by 25%, tail latency by up to 40%.",
        "Harbor raises throughput from 31 to 84 Gbps.",
        "Harbor needs no kernel changes.",
        "The abstract speaks of “paths longer than 10 ms”.",
        "The abstract says “reduces tail latency … without changing the kernel”.",
        "It uses FedAvg and RDMA.",
        "The abstract does not say whether Google or Meta runs it in simulation.",
        "The “fast path” is meant.",
    ],
)
def test_an_honest_sentence_passes(text: str) -> None:
    assert set() == kinds(text)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("figure", "It reduces tail latency by up to 45%."),
        ("figure", "Tail latency falls by about 45%."),
        ("unit", "Throughput nearly triples."),
        ("figure", "Millions of traces were used."),
        ("figure", "Over 99% of packets arrive."),
        ("figure", "It has been deployed since 2022."),
        ("figure", "Harbor scales to 10,000 connections, an order of magnitude more than Lagoon."),
        ("unit", "Recovery takes 350 ms instead of 12 ms."),
        ("unit", "Accuracy improves by 3%, from 91% to 94%."),
        ("unit", "A 16-node testbed with 100 Mbps links."),
        ("unit", "The authors trained on 3,000 traces of 2 TB each."),
        ("unit", "The authors trained on 3 million traces."),
        ("unit", "The authors trained on 3,000 traces over six months."),
        ("unit", "Harbor scales to 10,000 clusters."),
        ("swapped figures", "It reduces tail latency by up to 25% and CPU use by 40%."),
        ("swapped figures", "Throughput grows from 84 Gbps to 31 Gbps."),
        ("swapped figures", "Throughput falls from 84 Gbps to 31 Gbps."),
        ("swapped figures", "Accuracy improves from 94% to 91%."),
        ("swapped figures", "Recovery takes 12 ms instead of 350 µs."),
        ("direction", "It increases tail latency by up to 40%."),
        ("direction", "It reduces tail latency by at least 40%."),
        ("direction", "More than 2% of packets are retransmitted."),
        ("direction", "The overhead is above 1.5% for messages larger than 64 KB."),
        ("direction", "The overhead is below 1.5% for messages smaller than 64 KB."),
        ("direction", "Writes are acknowledged after they reach the disk."),
        ("negation", "Harbor supports multicast."),
        ("negation", "It converges on paths longer than 10 ms."),
        ("negation", "Prior work handles incast at this scale."),
        ("negation", "Harbor does not reduce tail latency."),
        ("negation", "Harbor reduces tail latency by changing the kernel."),
        ("negation", "Harbor is not open source."),
        ("name", "At high load, Harbor outperforms Corvid."),
        ("name", "Corvid is a transport for storage clusters."),
        ("name", "At high load, Lagoon outperforms Harbor."),
        ("name", "It runs in the Linux kernel."),
        ("affiliation", "Google deploys Harbor."),
        ("affiliation", "It carries 70% of the storage traffic at Southwind."),
        ("affiliation", "Harbor was built by researchers at Norrland University."),
        ("affiliation", "Harbor (ETH Zurich) is a transport for storage clusters."),
        ("status", "Harbor runs in production."),
        ("status", "Harbor is the first transport for storage clusters."),
        ("status", "It runs at line rate."),
        ("status", "It is deployed worldwide."),
        ("status", "It was evaluated in simulation."),
        ("status", "It is the fastest transport."),
        ("status", "It won a best paper award."),
        ("status", "It is the only transport for storage clusters."),
        ("quotation", "“It reduces tail latency by up to 50%”, says the abstract."),
        ("quotation", "The authors call it “a game changer for storage”."),
        ("quotation", "The authors call it 'a game changer for storage'."),
        ("link", "See https://harbor.example.com/paper."),
        ("link", "See harbor.example.com/paper."),
        ("link", "See 10.1145/12345.67890."),
    ],
)
def test_a_false_sentence_is_caught(kind: str, text: str) -> None:
    assert kind in kinds(text)


def test_it_says_what_the_source_has_instead() -> None:
    (doubt,) = unsupported("Recovery takes 350 ms.", SOURCE)

    assert Unsupported(kind="unit", words="350 ms", sentence="Recovery takes 350 ms.", source="350 μs") == doubt


def test_names_and_links_may_be_given_besides_the_source() -> None:
    text = "Ada Lindqvist (Norrland University): https://harbor.example.com/paper."

    assert unsupported(text, SOURCE)
    assert () == unsupported(
        text, SOURCE, names=("Ada Lindqvist", "Norrland University"), links=("https://harbor.example.com/paper",)
    )


def test_what_the_reader_says_is_allowed_but_nothing_else() -> None:
    text = "It helps with your upgrade to 400G and with eBPF in production."

    assert {"figure", "name", "status"} == kinds(text)
    assert () == unsupported(text, SOURCE, allowed="Plans a 400G upgrade. Runs eBPF in production.")


def test_a_status_of_the_source_does_not_serve_another_sentence() -> None:
    source = "Production clusters fail often. We evaluate Harbor with forty volunteers on a small storage testbed."

    assert () == unsupported("Production clusters fail often.", source)
    assert unsupported("We evaluate Harbor with forty volunteers on a small storage testbed in production.", source)


@pytest.mark.parametrize("unseen", "\u200b\u200d\u202d\u2066\xad\x08")
def test_invisible_characters_hide_nothing(unseen: str) -> None:
    assert {"figure"} == kinds(f"It reduces tail latency by up to 4{unseen}5%.")


def test_a_text_too_long_to_be_a_statement_is_refused() -> None:
    assert {"length"} == kinds("a " * LONGEST)


def test_an_empty_text_says_nothing_and_an_empty_source_supports_nothing() -> None:
    assert () == unsupported("", SOURCE)
    assert unsupported("Harbor reduces latency by 40%.", "")
