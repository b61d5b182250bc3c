"""Writes a digest as data: what the page says, why each pick was chosen, and the quotes behind each sentence."""

import json
from typing import Any

from bot.compare.listed import as_line
from bot.model import Bill, Charge, Claim, Decisions, Digest, Pick, WriteUp
from bot.seal import seal

PARTS = ("why", "what", "how", "where")


def as_json(digest: Digest) -> str:
    """The digest as JSON."""
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
            **({"place": digest.program.place} if digest.program.place else {}),
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
    """What was asked of models."""
    before = {"before": [*map(charge_data, bill.before)]}
    return {
        "currency": bill.currency,
        "charges": [*map(charge_data, bill.charges)],
        **(before if bill.before else {}),
    }


def charge_data(charge: Charge) -> dict[str, Any]:
    """Money is text, since a JSON number is no exact one."""
    return {
        "prompt": charge.prompt,
        "purpose": charge.purpose,
        "about": charge.about,
        "model": charge.model,
        "tokens_in": charge.tokens_in,
        "tokens_out": charge.tokens_out,
        "money": None if charge.money is None else f"{charge.money:f}",
        **({"questions": charge.questions} if charge.questions != 1 else {}),
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
