"""The dashboard: what stands where, as the body of one issue, and back: which boxes a person ticked there.

The bot's part stands between two marks. What people write above or below is theirs and stays.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import accumulate

from bot.dashboard.entries import BOX, grouped
from bot.dashboard.frame import BEGIN, END, framed, is_broken
from bot.dashboard.memory import written
from bot.errors import ForgeError
from bot.markdown import quiet
from bot.model import Action, Amendment, Memory, Status

LONGEST_BODY = 60_000  # GitHub takes 65,536 characters

_INTRODUCTION = (
    "Where every edition stands. The bot keeps this up to date, and remembers here what nothing else does. Tick a box "
    "to ask for something; that takes permission to write to this repository."
)
_BROKEN = "The marks around an earlier state were broken, so it may stand above like a person's words: delete it there."
_CUT = "**Cut here:** an issue cannot hold more. `python -m bot due --github` lists what is due."


def page(
    statuses: Sequence[Status],
    memory: Memory,
    before: str,
    tried: Collection[str] = (),
    notes: Sequence[str] = (),
    amendments: Sequence[Amendment] = (),
) -> str:
    """The issue's body as it ought to be, given what it was before: the same text where nothing is new.

    Boxes that were ticked stay so, except those of editions that were tried since.
    """
    above, part, below = framed(before)
    ticks = {box for box, is_ticked in boxes(part).items() if is_ticked and box[0] not in tried}
    notes = (*notes, *([_BROKEN] if is_broken(before) else []))
    blocks = tuple(grouped(statuses, ticks, amendments))
    ours = shown(blocks, memory, notes, LONGEST_BODY - len(above) - len(below))
    return before if ours == part else f"{above}{ours}{below}"


def shown(blocks: Sequence[str], memory: Memory, notes: Sequence[str], room: int) -> str:
    """The bot's part of the body, in as much room as there is."""
    head = [BEGIN, _INTRODUCTION, *last_good(memory), *(f"> **Know that:** {quiet(note)}" for note in notes)]
    tail = [written(memory), END]
    room -= len("\n\n".join((*head, _CUT, *tail)))
    if room < 0:
        raise ForgeError(
            "the dashboard issue has no room left for what the bot keeps in it",
            hint="shorten what people wrote there: an issue holds 65,536 characters",
        )
    fitting = sum(size <= room for size in accumulate(len(block) + 2 for block in blocks))
    return "\n\n".join((*head, *blocks[:fitting], *([_CUT] if fitting < len(blocks) else []), *tail))


def last_good(memory: Memory) -> Iterator[str]:
    if memory.good:
        yield f"The last good run, which drafted something new, was on {memory.good[:10]} at {memory.good[11:16]} UTC."


def boxes(part: str) -> Mapping[tuple[str, Action], bool]:
    """The boxes in the bot's part of a body, by edition and action, and whether they are ticked."""
    return {(key, Action(action)): mark != " " for mark, action, key in BOX.findall(part)}


def ticked(before: str, after: str) -> tuple[tuple[str, Action], ...]:
    """What a person has just ticked, by edition and action: boxes of the bot's that were there and empty before."""
    empty = {box for box, was_ticked in boxes(framed(before)[1]).items() if not was_ticked}
    return tuple(box for box, is_ticked in boxes(framed(after)[1]).items() if is_ticked and box in empty)
