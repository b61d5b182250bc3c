"""Two scores that were never measured, for tests of what is told of scores."""

from dataclasses import replace
from decimal import Decimal

from bot.evaluate import Score, Share
from bot.evaluate.columns import Column

SCORE = Score(
    edition="harbour-2026",
    writer="large-1",
    found=Share(part=9, whole=15),
    right=Share(part=10, whole=15),
    core=Share(part=4, whole=8),
    right_core=Share(part=4, whole=5),
    recalled=Share(),
    written=Share(part=58, whole=60),
    unsupported=0,
    left_out=3,
    questions=18,
    tokens_in=12_345,
    tokens_out=6_789,
    money=Decimal("0.1234"),
    currency="USD",
    seconds=4.2,
    strangers=("Moon Docks",),
)
OTHER = replace(SCORE, edition="quay-2026", found=Share(part=1, whole=5), money=None)


def column(name: str, *scores: Score) -> Column:
    return Column(name=name, scores=scores)
