"""The road from published digests to what a model that chooses learns of them: what their editors decided."""

from collections.abc import Callable, Iterator
from pathlib import Path

from bot.keep.shown import shown
from bot.model import Edition
from bot.pick.precedents import Earlier, precedents
from bot.publish.sources import Source, drafted, sources

MOST = 12  # digests, the newest first; the tastes of long ago are no example


def earlier(root: Path, edition: Edition, listen: Callable[[str], None]) -> tuple[str, ...]:
    """What editors decided about digests of editions before this one, the newest first; () without any digests."""
    if not (root / "digests").is_dir():
        return ()
    there = [each for source in sources(root, listen) if source.key != edition.key for each in read(source, listen)]
    before = [each for each in there if day(each) <= (edition.ends or "9999")]
    before.sort(key=lambda each: (day(each), each.digest.edition.key), reverse=True)
    return precedents(before[:MOST])


def read(source: Source, listen: Callable[[str], None]) -> Iterator[Earlier]:
    """A digest with its page; none where its data is missing or spoilt, or where it joins others."""
    digest = drafted(source, listen)
    if digest and digest.edition.form != "roundup":
        picks = [writeup.pick.contribution.id for writeup in digest.writeups]
        yield Earlier(digest=digest, shown=shown(source.page, source.data, picks))


def day(earlier: Earlier) -> str:
    """The last day of its edition, as its program says; "" where it says none."""
    return earlier.digest.program.ends or earlier.digest.program.starts
