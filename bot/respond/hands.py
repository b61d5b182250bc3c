"""What commands may have done to a digest; here for a roundup, which is joined anew by whatever they decide."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bot.config import Config
from bot.model import Decisions, Digest, Pick, WriteUp
from bot.pipeline import Listener
from bot.roundup import candidates, roundup, wanted_by


@dataclass(frozen=True, slots=True, kw_only=True)
class Hands:
    """For `write`, which also takes the digest that the picks are of, `consider` and `redraft` see `Desk`.

    `settle` carries out in the end what the commands decided.
    """

    write: Callable[[Digest, Sequence[Pick], Mapping[str, str]], tuple[WriteUp, ...]]
    consider: Callable[[], tuple[Pick, ...]]
    redraft: Callable[[Decisions], Digest]
    settle: Callable[[Digest], Digest]


def joining(before: Digest, prompt: str, root: Path, config: Config, listen: Listener) -> Hands:
    """As the record of what was asked for (`prompt`) says, from the digests that lie under a folder now."""

    @cache
    def known() -> tuple[WriteUp, ...]:
        return candidates(wanted_by(prompt, before.edition.key), root, listen, before.decisions)

    def taken(digest: Digest, picks: Sequence[Pick], guidance: Mapping[str, str]) -> tuple[WriteUp, ...]:
        ids = [pick.contribution.id for pick in picks]
        return tuple(each for each in known() if each.pick.contribution.id in ids)

    def joined(decisions: Decisions) -> Digest:
        return roundup(wanted_by(prompt, before.edition.key), root, config, listen, decisions)[0]

    return Hands(
        write=taken,
        consider=lambda: tuple(each.pick for each in known()),
        redraft=joined,
        settle=lambda digest: joined(digest.decisions),
    )
