"""The only writer of digests/: a digest as data, with what each of its sentences rests on."""

import json
import re
from collections.abc import Mapping
from typing import Any

from bot.blocks import ended
from bot.model import Claim, Digest, Pick, WriteUp
from bot.seal import seal

PARTS = ("why", "what", "how", "where")
_FIELDS = re.compile(r'^ "fields": (\{\}|\{\r?\n(?:  .*\n)* \})', re.M)


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
        "lead": list(digest.lead),
        "picks": [pick_data(writeup) for writeup in digest.writeups],
        "themes": [{"name": theme.name, "text": theme.text, "picks": list(theme.picks)} for theme in digest.themes],
        "near_misses": [near_miss_data(pick) for pick in digest.near_misses],
        "findings": [{"text": finding.text, "hint": finding.hint} for finding in digest.findings],
        "program": {
            "platform": digest.program.platform,
            "url": digest.program.url,
            "starts": digest.program.starts,
            "ends": digest.program.ends,
            "contributions": len(digest.program.listed),
        },
        "sources": [
            {"url": source.url, "time": source.time or None, "sha256": source.sha256}
            for source in digest.program.sources
        ],
        "fields": {},
    }
    return seal(json.dumps(tree, ensure_ascii=False, indent=1) + "\n")


def pick_data(writeup: WriteUp) -> dict[str, Any]:
    contribution = writeup.pick.contribution
    return {
        "id": contribution.id,
        "title": contribution.title,
        "tier": writeup.pick.tier.value,
        "depth": writeup.depth.value,
        **{name: " ".join(claim.text for claim in getattr(writeup, name)) for name in PARTS},
        "kind": contribution.kind.value,
        "people": [{"name": person.name, "affiliation": person.affiliation or None} for person in contribution.people],
        "session": contribution.session or None,
        "starts": contribution.starts or None,
        "url": contribution.url or None,
        "links": dict(sorted(contribution.links.items())),
        "score": round(writeup.pick.score, 4),
        "reason": writeup.pick.reason,
        "matches": [{"topic": match.topic, "terms": list(match.terms)} for match in writeup.pick.matches],
        "writer": writeup.writer,
        "evidence": {name: [claim_data(claim) for claim in getattr(writeup, name)] for name in PARTS},
        "passages": [
            {"part": passage.part, "source": passage.source.url, "text": passage.text}
            for passage in contribution.passages
        ],
    }


def claim_data(claim: Claim) -> dict[str, Any]:
    kind = "judgement" if claim.judgement else "silent" if claim.silent else "extract"
    return {"sentence": claim.text, "kind": kind, "quotes": list(claim.quotes)}


def near_miss_data(pick: Pick) -> dict[str, Any]:
    return {
        "id": pick.contribution.id,
        "title": pick.contribution.title,
        "tier": pick.tier.value,
        "score": round(pick.score, 4),
        "reason": pick.reason,
        "matches": [{"topic": match.topic, "terms": list(match.terms)} for match in pick.matches],
    }


def fields_of(data: str) -> dict[str, str]:
    """The record of what the bot last wrote in each field of the page; empty when there is none that can be read."""
    found = _FIELDS.search(data)
    try:
        tree = json.loads(found.group(1)) if found else {}
    except ValueError:
        return {}
    return tree if all(isinstance(value, str) for value in tree.values()) else {}


def with_fields(data: str, fields: Mapping[str, str]) -> str:
    """The data with another record, and every other byte as it was."""
    record = ended(json.dumps(fields, ensure_ascii=False, indent=1).replace("\n", "\n "), data)
    return _FIELDS.sub(lambda _: f' "fields": {record}', data, count=1)
