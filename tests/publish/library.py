"""Any number of digests that do not exist, written by the bot's own renderer: series, years, people and words enough to
search in. The same number gives the same digests."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from random import Random

from bot.model import (
    Claim,
    ConferenceKind,
    Contribution,
    Depth,
    Digest,
    Edition,
    Kind,
    Match,
    Outline,
    Passage,
    Person,
    Pick,
    Provenance,
    Theme,
    Tier,
    WriteUp,
)
from bot.render import render

SERIES = (
    "anchor", "beacon", "causeway", "dinghy", "estuary", "fathom", "gannet", "halyard", "inlet", "jetty", "keel",
    "lagoon", "marina", "narrows", "oar", "pier", "quay", "reef", "sextant", "trawler", "upwelling", "vessel", "wharf",
    "yawl", "zephyr",
)  # fmt: skip
TOPICS = (
    "datacenter fabrics", "RDMA and transport", "optics and cabling", "eBPF and kernel datapath",
    "cloud-native networking", "routing and BGP", "network security", "identity", "operations", "AI infrastructure",
    "edge and mobile", "capacity",
)  # fmt: skip
_SYLLABLES = "ba ce di fo gu ha ke li mo nu pa re si to va we xi yo za bri clo dra fle gno pri sta tre ul"
_FIRST = "Ada Benno Chidi Dunja Eszter Faisal Greta Hiro Ines Jonas Kalani Leila Marek Nadia Olu Priya Quentin Rosa"
_LAST = "Lindqvist Okwuosa Perlmutter Vas Rahimi Holm Tanabe Caldeira Petit Mahoe Farouk Dvorsky Ferrante Bankole"
_PICKS = 15
Words = Callable[[int], list[str]]


def fill(root: Path, count: int) -> Path:
    """A folder with that many digests."""
    for name in ("digests", "prompts"):
        (root / name).mkdir(parents=True, exist_ok=True)
    for digest in digests(count):
        for path, text in render(digest, "").files.items():
            if not path.startswith("prompts/"):
                (root / path).write_text(text)
    return root


def digests(count: int) -> Iterator[Digest]:
    random = Random(7)
    vocabulary = ["".join(random.choices(_SYLLABLES.split(), k=random.randint(2, 4))) for _ in range(9000)]
    weights = list(accumulate(1 / (rank + 8) for rank in range(len(vocabulary))))
    for at in range(count):
        series, year = SERIES[at % len(SERIES)], 2026 - at // len(SERIES)
        yield digest(f"{series}-{year}", random, lambda k: random.choices(vocabulary, cum_weights=weights, k=k))


def digest(key: str, random: Random, words: Words) -> Digest:
    year = key.rpartition("-")[2]
    source = Provenance(
        url=f"https://{key}.example.org/program/", time=f"{year}-03-01T09:00:00+00:00", sha256="ab" * 32
    )
    found = tuple(writeup(at, key, source, random, words) for at in range(_PICKS))
    found = tuple(sorted(found, key=lambda each: [*Tier].index(each.pick.tier)))
    names = sorted({match.topic for each in found for match in each.pick.matches})
    title = f"{key.rpartition('-')[0].capitalize()} {year}"
    program = Outline(
        platform="canonical",
        url=source.url,
        kinds={Kind.PAPER: random.randint(40, 400)},
        sources=(source,),
        starts=f"{year}-05-{random.randint(1, 20):02}",
        ends=f"{year}-05-{random.randint(21, 28)}",
    )
    return Digest(
        edition=Edition(key=key, name=title, kind=ConferenceKind.ACADEMIC),
        program=program,
        lead=(f"{_PICKS} of the {program.contributions} papers of {title}.", "No model wrote any of it."),
        writeups=found,
        themes=tuple(
            Theme(
                name=name,
                text=f"Several picks concern {name}: {' '.join(words(12))}.",
                picks=tuple(each.pick.contribution.id for each in found if name == each.pick.matches[0].topic),
            )
            for name in names[:4]
        ),
        near_misses=tuple(replace(each.pick, reason="Not among the first fifteen.") for each in found[:5]),
        findings=(),
        reader="Networking product manager",
        writer="extractive",
    )


def writeup(at: int, key: str, source: Provenance, random: Random, words: Words) -> WriteUp:
    sentences = [
        f"{' '.join(words(random.randint(12, 24))).capitalize()} {random.randint(2, 900)} ms." for _ in range(9)
    ]
    people = (f"{random.choice(_FIRST.split())} {random.choice(_LAST.split())}" for _ in range(random.randint(1, 5)))
    contribution = Contribution(
        title=f"{' '.join(words(random.randint(3, 9))).title()}",
        id=f"{key}-{at}",
        kind=Kind.PAPER,
        people=tuple(Person(name=name, affiliation=random.choice(("Harbour University", ""))) for name in people),
        passages=(Passage(text=" ".join(sentences), part="abstract", source=source),),
        session=f"{' '.join(words(2)).capitalize()}",
        url=f"{source.url}{at}/",
        links={"pdf": f"{source.url}{at}.pdf"},
    )
    topics = random.sample(TOPICS, random.randint(1, 2))
    pick = Pick(
        contribution=contribution,
        tier=random.choices([*Tier], weights=(8, 5, 2))[0],
        matches=tuple(Match(topic=topic, terms=tuple(words(3))) for topic in topics),
        reason="It speaks of the reader's topics.",
        score=random.random(),
    )
    why, what, how, where = ((0,), (1, 2, 3), (4, 5), (6,))
    return WriteUp(
        pick=pick,
        depth=Depth.ABSTRACT,
        **{
            name: tuple(Claim(text=sentences[each], quotes=(sentences[each],)) for each in chosen)
            for name, chosen in zip(("why", "what", "how", "where"), (why, what, how, where), strict=True)
        },
    )
