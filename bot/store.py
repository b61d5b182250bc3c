"""The only reader and writer of digests/: a digest as data, with what each of its sentences rests on."""

import json
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from bot.blocks import ended, unix
from bot.compare.listed import as_line, of_line
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
from bot.seal import seal

PARTS = ("why", "what", "how", "where")
_MONEY = re.compile(r"[0-9]{1,9}(\.[0-9]{1,20})?")
_OBJECT = r"(\{\}|\{\r?\n(?:  .*\n)* \})"
_SEAL = re.compile(r'^ "seal": "[0-9a-f]*",\n', re.M)
_FIELDS = re.compile(rf'^ "fields": {_OBJECT}', re.M)
_CHANGES = re.compile(r'^ "changes": (\[\]|\[\r?\n(?:  .*\n)* \])', re.M)
_DECISIONS = re.compile(rf'^ "decisions": {_OBJECT}', re.M)


def as_json(digest: Digest) -> str:
    """The digest as JSON: what the page says, why each pick was chosen, and the quotes behind each sentence."""
    tree = {
        "seal": "",
        "edition": digest.edition.key,
        "name": digest.edition.name,
        "kind": digest.edition.kind.value,
        "form": digest.edition.form,
        "reader": digest.reader,
        "writer": digest.writer,
        **({"picker": digest.picker} if digest.picker else {}),
        "lead": list(digest.lead),
        "picks": [writeup_data(writeup) for writeup in digest.writeups],
        "themes": [{"name": theme.name, "text": theme.text, "picks": list(theme.picks)} for theme in digest.themes],
        "near_misses": [pick_data(pick) for pick in digest.near_misses],
        "findings": [{"text": finding.text, "hint": finding.hint} for finding in digest.findings],
        "program": {
            "platform": digest.program.platform,
            "url": digest.program.url,
            "starts": digest.program.starts,
            "ends": digest.program.ends,
            "contributions": digest.program.contributions,
            "kinds": {kind.value: count for kind, count in digest.program.kinds.items()},
        },
        "sources": [
            {"url": source.url, "time": source.time or None, "sha256": source.sha256}
            for source in digest.program.sources
        ],
        "listing": [*map(as_line, digest.listing)],
        "changes": list(digest.changes),
        **({"bill": bill_data(digest.bill)} if digest.bill else {}),
        "decisions": decisions_data(digest.decisions),
        "fields": {},
    }
    return seal(json.dumps(tree, ensure_ascii=False, indent=1) + "\n")


def writeup_data(writeup: WriteUp) -> dict[str, Any]:
    contribution = writeup.pick.contribution
    return {
        "id": contribution.id,
        "title": contribution.title,
        "tier": writeup.pick.tier.value,
        "depth": writeup.depth.value,
        **{name: " ".join(claim.text for claim in getattr(writeup, name)) for name in PARTS},
        "writer": writeup.writer,
        **({"model": writeup.model, "extracts": list(writeup.extracts)} if writeup.model else {}),
        "evidence": {
            name: [claim_data(claim, is_extract(writeup, name)) for claim in getattr(writeup, name)] for name in PARTS
        },
        **pick_data(writeup.pick),
    }


def is_extract(writeup: WriteUp, name: str) -> bool:
    """Whether a part is the source's own sentences, shortened."""
    return not writeup.model or name in writeup.extracts


def claim_data(claim: Claim, is_extract: bool) -> dict[str, Any]:
    written = "extract" if is_extract else "written"
    kind = "judgement" if claim.judgement else "silent" if claim.silent else written
    return {"sentence": claim.text, "kind": kind, "quotes": list(claim.quotes)}


def pick_data(pick: Pick) -> dict[str, Any]:
    contribution = pick.contribution
    return {
        "id": contribution.id,
        "title": contribution.title,
        "tier": pick.tier.value,
        "score": round(pick.score, 4),
        "reason": pick.reason,
        **({"doubt": pick.doubt} if pick.doubt else {}),
        "matches": [{"topic": match.topic, "terms": list(match.terms)} for match in pick.matches],
        "kind": contribution.kind.value,
        "people": [{"name": person.name, "affiliation": person.affiliation or None} for person in contribution.people],
        "session": contribution.session or None,
        "starts": contribution.starts or None,
        "ends": contribution.ends or None,
        "url": contribution.url or None,
        "links": dict(sorted(contribution.links.items())),
        "passages": [
            {"part": passage.part, "source": passage.source.url, "text": passage.text}
            for passage in contribution.passages
        ],
    }


def bill_data(bill: Bill) -> dict[str, Any]:
    """What was asked of models. Money is text, since a JSON number is no exact one."""
    return {
        "currency": bill.currency,
        "charges": [
            {
                "prompt": charge.prompt,
                "purpose": charge.purpose,
                "about": charge.about,
                "model": charge.model,
                "tokens_in": charge.tokens_in,
                "tokens_out": charge.tokens_out,
                "money": None if charge.money is None else f"{charge.money:f}",
            }
            for charge in bill.charges
        ],
    }


def decisions_data(decisions: Decisions) -> dict[str, Any]:
    """What was decided, and nothing of what was not."""
    tree = {
        "dropped": list(decisions.dropped),
        "added": list(decisions.added),
        "tiers": {key: tier.value for key, tier in decisions.tiers.items()},
        "order": list(decisions.order),
        "guidance": dict(decisions.guidance),
        "locked": list(decisions.locked),
        "answered": list(decisions.answered),
    }
    return {name: value for name, value in tree.items() if value}


# ---- and back


def digest_of(data: str, name: str) -> Digest:
    """The digest that was stored; `name` is its file's. Raises StoreError for what the bot has not written so."""
    try:
        return _digest(json.loads(data))
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
        found = _DECISIONS.search(data)
        return _decisions(json.loads(found.group(1)) if found else {})
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
            kinds={Kind(kind): int(count) for kind, count in program["kinds"].items()},
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
    return Bill(currency=_text(tree["currency"]), charges=tuple(map(_charge, tree["charges"])))


def _charge(tree: Mapping[str, Any]) -> Charge:
    return Charge(
        prompt=_text(tree["prompt"]),
        purpose=_text(tree["purpose"]),
        about=_text(tree["about"]),
        model=_text(tree["model"]),
        tokens_in=int(tree["tokens_in"]),
        tokens_out=int(tree["tokens_out"]),
        money=None if tree["money"] is None else _money(_text(tree["money"])),
    )


def _money(text: str) -> Decimal:
    if not _MONEY.fullmatch(text):
        raise ValueError(f"{text!r:.40} is no sum of money")
    return Decimal(text)


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
    return value


# ---- what the bot alone writes, even into a file that a person changed


def fields_of(data: str) -> dict[str, str]:
    """The record of what the bot last wrote in each field of the page; empty when there is none that can be read."""
    found = _FIELDS.search(data)
    try:
        tree = json.loads(found.group(1)) if found else {}
    except ValueError:
        return {}
    return tree if all(isinstance(value, str) for value in tree.values()) else {}


def is_same_digest(data: str, other: str) -> bool:
    """Whether two files hold the same digest and decisions, whatever was written on the page of it."""
    bare = (_SEAL.sub("", with_fields(unix(each), {}), count=1) for each in (data, other))
    return len({*bare}) == 1


def with_fields(data: str, fields: Mapping[str, str]) -> str:
    """The data with another record, and every other byte as it was."""
    return _with(_FIELDS, "fields", data, fields)


def with_decisions(data: str, decisions: Decisions) -> str:
    """The data with other decisions, and every other byte as it was."""
    return _with(_DECISIONS, "decisions", data, decisions_data(decisions))


def with_changes(data: str, changes: Sequence[str]) -> str:
    """The data with another word on what changed in the program, and every other byte as it was."""
    return _with(_CHANGES, "changes", data, list(changes))


def _with(place: re.Pattern[str], name: str, data: str, tree: Mapping[str, Any] | list[str]) -> str:
    record = ended(json.dumps(tree, ensure_ascii=False, indent=1).replace("\n", "\n "), data)
    return place.sub(lambda _: f' "{name}": {record}', data, count=1)
