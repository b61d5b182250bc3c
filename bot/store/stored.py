"""Reads a digest back from its data, which a person may have changed, or the bot of another day have written."""

import json
from collections.abc import Mapping
from typing import Any

from pydantic_core import from_json

from bot.budget import count_of, sum_of
from bot.compare.listed import of_line
from bot.errors import StoreError
from bot.model import (
    Bill,
    Charge,
    Claim,
    ConferenceKind,
    Contribution,
    Decisions,
    Depth,
    Digest,
    Edition,
    Finding,
    Kind,
    Listed,
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
from bot.store.places import BILL, DECISIONS
from bot.store.written import PARTS
from bot.text import visible


def digest_of(data: str, name: str) -> Digest:
    """The digest that was stored; `name` is its file's. Raises StoreError for what the bot has not written so."""
    try:
        return _digest(from_json(data))
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError) as error:
        raise _unreadable(name, error) from None


def picks_of(data: str) -> tuple[str, ...]:
    """The contribution ids of a stored digest's picks, in their order; () where a person's hand left no such list."""
    try:
        return tuple(_text(pick["id"]) for pick in json.loads(data)["picks"])
    except (KeyError, TypeError, ValueError, RecursionError):
        return ()


def decisions_of(data: str, name: str) -> Decisions:
    """What maintainers decided by comment, of a digest that was stored; none where there is no digest."""
    try:
        found = DECISIONS.search(data)
        return _decisions(json.loads(found.group(1)) if found else {})
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError) as error:
        raise _unreadable(name, error) from None


def bill_of(data: str, name: str) -> Bill | None:
    """What models took for a digest that was stored; None where none was asked, or where there is no digest."""
    try:
        found = BILL.search(data)
        return _bill(json.loads(found.group(1))) if found else None
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError) as error:
        raise _unreadable(name, error) from None


def listing_of(data: str) -> tuple[tuple[Listed, ...], tuple[str, ...]]:
    """What there was to choose from, and what was said of how that changed; () where a person's hand left neither."""
    try:
        tree = json.loads(data)
        return tuple(of_line(_text(each)) for each in tree["listing"]), tuple(map(_text, tree["changes"]))
    except (KeyError, TypeError, ValueError, RecursionError):
        return (), ()


def _unreadable(name: str, error: Exception) -> StoreError:
    return StoreError(
        f"{name} is not as the bot writes it ({type(error).__name__}: {str(error)[:80]})",
        hint="take the file back from the branch's history, or delete it and draft the edition anew",
    )


def _digest(tree: Mapping[str, Any]) -> Digest:
    sources = tuple(
        Provenance(url=_text(each["url"]), time=_text(each["time"] or ""), sha256=_text(each["sha256"]))
        for each in tree["sources"]
    )
    read = {source.url: source for source in sources}
    program = tree["program"]
    return Digest(
        edition=Edition(
            key=_text(tree["edition"]),
            name=_text(tree["name"]),
            kind=ConferenceKind(tree["kind"]),
            form=_text(tree["form"]),
        ),
        program=Outline(
            platform=_text(program["platform"]),
            url=_text(program["url"]),
            starts=_text(program["starts"]),
            ends=_text(program["ends"]),
            place=_text(program.get("place", "")),
            kinds={Kind(kind): count_of(count) for kind, count in program["kinds"].items()},
            sources=sources,
        ),
        lead=tuple(map(_text, tree["lead"])),
        writeups=tuple(_writeup(each, read) for each in tree["picks"]),
        themes=tuple(
            Theme(name=_text(each["name"]), text=_text(each["text"]), picks=tuple(map(_text, each["picks"])))
            for each in tree["themes"]
        ),
        near_misses=tuple(_pick(each, read) for each in tree["near_misses"]),
        findings=tuple(Finding(text=_text(each["text"]), hint=_text(each["hint"])) for each in tree["findings"]),
        reader=_text(tree["reader"]),
        writer=_text(tree["writer"]),
        picker=_text(tree.get("picker", "")),
        decisions=_decisions(tree["decisions"]),
        listing=tuple(of_line(_text(each)) for each in tree.get("listing", ())),
        changes=tuple(map(_text, tree.get("changes", ()))),
        bill=_bill(tree["bill"]) if "bill" in tree else None,
    )


def _writeup(tree: Mapping[str, Any], read: Mapping[str, Provenance]) -> WriteUp:
    parts = {name: tuple(map(_claim, tree["evidence"][name])) for name in PARTS}
    return WriteUp(
        pick=_pick(tree, read),
        depth=Depth(tree["depth"]),
        writer=_text(tree["writer"]),
        model=_text(tree.get("model", "")),
        extracts=tuple(map(_text, tree.get("extracts", ()))),
        why=parts["why"],
        what=parts["what"],
        how=parts["how"],
        where=parts["where"],
    )


def _claim(tree: Mapping[str, Any]) -> Claim:
    return Claim(
        text=_text(tree["sentence"]),
        quotes=tuple(map(_text, tree["quotes"])),
        judgement=tree["kind"] == "judgement",
        silent=tree["kind"] == "silent",
    )


def _pick(tree: Mapping[str, Any], read: Mapping[str, Provenance]) -> Pick:
    contribution = Contribution(
        id=_text(tree["id"]),
        title=_text(tree["title"]),
        kind=Kind(tree["kind"]),
        people=tuple(
            Person(name=_text(one["name"]), affiliation=_text(one["affiliation"] or "")) for one in tree["people"]
        ),
        session=_text(tree["session"] or ""),
        starts=_text(tree["starts"] or ""),
        ends=_text(tree["ends"] or ""),
        url=_text(tree["url"] or ""),
        links={_text(name): _text(url) for name, url in tree["links"].items()},
        passages=tuple(
            Passage(
                text=_text(each["text"]),
                part=_text(each["part"]),
                source=read.get(each["source"]) or Provenance(url=_text(each["source"])),
            )
            for each in tree["passages"]
        ),
    )
    return Pick(
        contribution=contribution,
        tier=Tier(tree["tier"]),
        matches=tuple(
            Match(topic=_text(one["topic"]), terms=tuple(map(_text, one["terms"]))) for one in tree["matches"]
        ),
        reason=_text(tree["reason"]),
        doubt=_text(tree.get("doubt", "")),
        score=float(tree["score"]),
    )


def _bill(tree: Mapping[str, Any]) -> Bill:
    return Bill(
        currency=_text(tree["currency"]),
        charges=tuple(map(_charge, tree["charges"])),
        before=tuple(map(_charge, tree.get("before", ()))),
    )


def _charge(tree: Mapping[str, Any]) -> Charge:
    return Charge(
        prompt=_text(tree.get("prompt", "")),
        purpose=_text(tree.get("purpose", "")),
        about=_text(tree.get("about", "")),
        questions=count_of(tree.get("questions", 1)),
        model=_text(tree["model"]),
        tokens_in=count_of(tree["tokens_in"]),
        tokens_out=count_of(tree["tokens_out"]),
        money=None if tree["money"] is None else sum_of(tree["money"]),
    )


def _decisions(tree: Mapping[str, Any]) -> Decisions:
    return Decisions(
        dropped=tuple(map(_text, tree.get("dropped", ()))),
        added=tuple(map(_text, tree.get("added", ()))),
        tiers={_text(key): Tier(tier) for key, tier in tree.get("tiers", {}).items()},
        order=tuple(map(_text, tree.get("order", ()))),
        guidance={_text(key): _text(words) for key, words in tree.get("guidance", {}).items()},
        locked=tuple(map(_text, tree.get("locked", ()))),
        answered=tuple(map(_text, tree.get("answered", ()))),
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r:.40} is no text")
    if value.isprintable():
        return value
    value.encode()  # raises for half a character, which no page can hold
    return visible(value)
