"""The bar: how much of what is wrong verifying must catch, and how little of what is right it may doubt."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.figures import figures
from bot.grounding.names import known, strangers
from bot.grounding.status import claims
from bot.grounding.tidy import tidy
from bot.model import Claim, Contribution, Depth, Passage, Person, Pick, Provenance, Tier, WriteUp
from bot.text import sentences
from bot.verify import doubts, verified
from tests.corruptions import KINDS, SUBTLE, Corruption
from tests.invented import READER, WRITEUPS

SHARED = Path(__file__).resolve().parents[1].parent / "shared"
# The same facts in other words, as a model or a person would put them: the beginning of a title, then sentences.
PARAPHRASES = """
    Plover| Plover cuts 99th-percentile latency by 37% against Harrow on 64 nodes.
    Plover| No switch has to change: queue depth is inferred from how acknowledgements are spaced.
    Plover| Goodput climbs from 71 to 88 Gbps on 100 Gbps links.
    Plover| It reacts to incast in under 2 µs.
    Quillon| Moving key-value caches before a revocation lets Quillon serve 1.9× the requests per dollar of Kestrel.
    Quillon| A million tokens cost $1.55 rather than $4.10.
    Quillon| Tested on 48 A30 GPUs and three models between 7B and 70B parameters.
    Two Years| After the move to tail sampling, incidents are detected in 6 minutes instead of 25.
    Two Years| Tracing costs less than 3% of CPU time.
    Two Years| Two years in production, 3,400 services, 210 clusters.
    Workload| Credentials live for at most 15 minutes.
    Workload| TLS 1.3 stacks need no change to their handshake.
    Workload| Proof of possession is tied to the TLS channel, so that bearer tokens cannot be replayed.
    Lantern| At 3.2 pJ/bit it needs about half the energy of pluggable modules.
    Lantern| Latency falls from 110 ns to 12 ns.
    Lantern| Tested over 2 km only.
    Counting| Around 66% of queries leave the island.
    Counting| Only 9% of the islands' resolvers validate DNSSEC; on the continents it is 34%.
    Counting| The median answer takes 187 ms, against 46 ms elsewhere.
    Counting| Four out of ten queries cross more than one ocean.
    Hollow| The attack needs 14 minutes and works in 92% of the attempts.
    Hollow| A fix in firmware costs under 0.5% of throughput, one in the hypervisor 5%.
    Sparrowhawk| In 14 months of production, policy-caused incidents fell from 19 to 3 a year.
    Sparrowhawk| It is 18 times faster than Batavia and needs 5.5 times less memory.
    Sparrowhawk| 212 of 31,000 changes were rejected.
    Keynote| She wants preemption to cost less than 1% of a job's progress.
    Keynote| Priya Raman of Kuura Systems looks back at four schedulers.
    Moraine| 8 PB of backups fit in 610 TB of flash.
    Moraine| Restores reach 9 GB/s, three to five times as fast as ColdVault.
    Moraine| Garbage collection never pauses writes for more than 40 ms.
    Hands-on| Bring a laptop with 8 GB of memory; there are 80 seats.
    Hands-on| WireGuard costs between 15 and 30% of throughput.
    Drift| Battery life grows by 28%, and dropped frames shrink from 6.3% to 1.9%.
    Drift| Its predictions miss in about 12% of the cases.
    Drift| It needs 4% more network traffic.
"""


def test_honest_writeups_pass_whole() -> None:
    assert sum(facts(claim.text) for writeup in WRITEUPS for claim in all_claims(writeup)) > 150
    for writeup in WRITEUPS:
        assert (writeup, ()) == verified(writeup, READER)


def test_corrupted_writeups_are_caught() -> None:
    made, found = caught(WRITEUPS, KINDS, READER)

    assert made.total() >= 150 and min(made.values()) >= 10
    assert found.total() >= 0.97 * made.total(), made - found
    assert all(found[kind] >= 0.9 * made[kind] for kind in made), made - found


def test_turned_directions_and_denials_are_caught() -> None:
    made, found = caught(WRITEUPS, SUBTLE, READER)

    assert made.total() >= 40
    assert found.total() >= 0.97 * made.total(), made - found


def test_honest_paraphrases_raise_fewer_than_one_false_alarm_in_ten_facts() -> None:
    alarms = checked = 0
    for line in PARAPHRASES.strip().splitlines():
        start, text = line.strip().split("| ")
        (pick,) = (writeup.pick for writeup in WRITEUPS if writeup.pick.contribution.title.startswith(start))
        checked += facts(text)
        alarms += bool(doubts(Claim(text=text), pick.contribution))

    assert alarms * 10 < checked, f"{alarms} of {checked}"


@pytest.mark.skipif(not SHARED.exists(), reason="../shared is absent")
@pytest.mark.parametrize("edition", ["mlsys-2025", "sigcomm-2025"])
def test_sentences_of_real_abstracts_pass_whole_and_shortened(edition: str) -> None:
    alarms = checked = 0
    for writeup in real(edition):
        for claim in all_claims(writeup):
            checked += facts(claim.text)
            alarms += len(doubts(claim, writeup.pick.contribution))

    assert checked > 2000
    assert alarms * 100 < checked, f"{alarms} of {checked}"


@pytest.mark.skipif(not SHARED.exists(), reason="../shared is absent")
@pytest.mark.parametrize("edition", ["mlsys-2025", "sigcomm-2025"])
@pytest.mark.parametrize("kinds", [KINDS, SUBTLE], ids=["plain", "subtle"])
def test_corrupted_sentences_of_real_abstracts_are_caught(edition: str, kinds: dict[str, Corruption]) -> None:
    made, found = caught(real(edition)[::3], kinds)

    assert made.total() >= 150
    assert found.total() >= 0.97 * made.total(), made - found


def real(edition: str) -> tuple[WriteUp, ...]:
    """A write-up of every abstract of a real edition: its sentences, as they are and honestly shortened."""
    rows = json.loads((SHARED / "programs" / "canonical" / f"{edition}.json").read_text())["contributions"]
    return tuple(_writeup(row) for row in rows if row["abstract"])


def _writeup(row: dict[str, Any]) -> WriteUp:
    people = tuple(Person(name=person["name"], affiliation=person["affiliation"] or "") for person in row["people"])
    passage = Passage(text=row["abstract"], part="abstract", source=Provenance(url="https://example.org/"))
    contribution = Contribution(
        title=row["title"], people=people, passages=(passage,), session=row["session"] or "", links=row["links"]
    )
    told = tuple(sentences(passage.text))
    pick = Pick(contribution=contribution, tier=Tier.CORE)
    whole = tuple(Claim(text=sentence, quotes=(sentence,)) for sentence in told)
    short = tuple(Claim(text=shortened(sentence), quotes=(sentence,)) for sentence in told)
    return WriteUp(pick=pick, depth=Depth.ABSTRACT, why=(), what=whole, how=short, where=())


def shortened(sentence: str) -> str:
    """As the extractive writer shortens: 'we' is the authors, asides in brackets and a last light clause are gone."""
    text = re.sub(r" \((?!\d)[^()]{3,}\)(?![\w(])", "", sentence)
    text = re.sub(
        r"^(?:However|Moreover|Therefore|Specifically|In this paper|To this end), (\w)",
        lambda found: found[1].upper(),
        text,
    )
    text = re.sub(r", (?:which|enabling|thereby|making|while|with) [^,;\d]*\.$", ".", text)
    for ours, theirs in (("We", "The authors"), ("we", "the authors"), ("Our", "The authors’"), ("our", "their")):
        text = re.sub(rf"\b{ours}\b", theirs, text)
    return text


# ---- what is measured


def all_claims(writeup: WriteUp) -> tuple[Claim, ...]:
    return (*writeup.why, *writeup.what, *writeup.how, *writeup.where)


def facts(text: str) -> int:
    """How many things in a text can be checked: figures, names and claims of standing."""
    whole = tidy(text)
    return sum(1 for _ in chain(figures(whole), strangers(whole, (known(""),)), claims(whole)))


def given(contribution: Contribution) -> str:
    """All that a contribution says, for the corruptor: what stands in it is no corruption."""
    people = (f"{person.name} {person.affiliation}" for person in contribution.people)
    return " ".join((contribution.title, contribution.abstract, contribution.session, *people))


def damaged(
    writeups: tuple[WriteUp, ...], kinds: dict[str, Corruption], random: Random
) -> Iterator[tuple[str, Claim, Contribution]]:
    """Every claim of the write-ups with one fact changed, once a kind where it holds such a fact."""
    for writeup in writeups:
        for claim in all_claims(writeup):
            for kind, corrupt in kinds.items():
                text = corrupt(random, claim.text, given(writeup.pick.contribution))
                beyond = claim.silent or (
                    claim.judgement and kind in SUBTLE
                )  # of the reader nothing tells what is true
                if text and text != claim.text and not beyond:
                    yield kind, replace(claim, text=text), writeup.pick.contribution


def caught(
    writeups: tuple[WriteUp, ...], kinds: dict[str, Corruption], reader: str = ""
) -> tuple[Counter[str], Counter[str]]:
    """How many corruptions of each kind there were, and how many were found."""
    made: Counter[str] = Counter()
    found: Counter[str] = Counter()
    for kind, claim, contribution in damaged(writeups, kinds, Random(2026)):
        made[kind] += 1
        found[kind] += bool(doubts(claim, contribution, reader))
    return made, found
