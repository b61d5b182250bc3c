"""What a check came to, in words: one line, and a page of Markdown. Foreign words go in as text only."""

from collections import Counter
from collections.abc import Sequence

from bot.markdown import cell
from bot.model import Remark, Weight
from bot.propose import table
from bot.text import listing

MOST_ROWS = 100
_MEANT = {
    Weight.FAILURE: "**broken**",
    Weight.WARNING: "look at it",
    Weight.NOTICE: "good to know",
}
_EXPLAINED = (
    "What a person wrote is held against what the program says. A remark is no more than that: only what is **broken** "
    "blocks, because it can be neither published nor updated. What nobody changed was checked when the bot wrote it."
)


def title(remarks: Sequence[Remark]) -> str:
    """How many remarks there are of each weight."""
    counted = Counter(remark.weight for remark in remarks)
    told = [
        f"{counted[weight]} {weight}{'s' * (counted[weight] > 1)}" for weight in reversed(Weight) if counted[weight]
    ]
    return listing(told) or "Nothing to remark"


def summary(remarks: Sequence[Remark]) -> str:
    """All remarks as a table, the gravest first."""
    weights = list(reversed(Weight))
    gravest = sorted(remarks, key=lambda remark: weights.index(remark.weight))
    rows = [
        (f"`{each.path}`", str(each.line), _MEANT[each.weight], cell(each.sentence)) for each in gravest[:MOST_ROWS]
    ]
    blocks = [f"## {title(remarks)}", _EXPLAINED]
    if rows:
        blocks.append(table(("File", "Line", "Weight", "Remark"), rows))
    if more := len(remarks) - len(rows):
        blocks.append(f"… and {more:,} more.")
    return "\n\n".join(blocks) + "\n"
