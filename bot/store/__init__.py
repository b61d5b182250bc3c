"""The only reader and writer of digests/: a digest as data, with what each of its sentences rests on."""

from bot.store.places import fields_of, is_same_digest, with_bill, with_changes, with_decisions, with_fields
from bot.store.stored import bill_of, decisions_of, digest_of, listing_of, picks_of
from bot.store.written import PARTS, as_json

__all__ = [
    "PARTS",
    "as_json",
    "bill_of",
    "decisions_of",
    "digest_of",
    "fields_of",
    "is_same_digest",
    "listing_of",
    "picks_of",
    "with_bill",
    "with_changes",
    "with_decisions",
    "with_fields",
]
