"""Pagination, as docs.github.com/rest/using-the-rest-api/using-pagination-in-the-rest-api has it."""

from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from tests.github.exchange import Answer, Call

DEFAULT = 30
LIMIT = 100


def page(call: Call, items: list[Any]) -> tuple[list[Any], dict[str, str]]:
    """The page that was asked for, and the Link header to the others."""
    size = min(max(call.query.get("per_page", DEFAULT), 1), LIMIT)
    number = max(call.query.get("page", 1), 1)
    last = max(-(-len(items) // size), 1)
    targets = {"prev": number - 1, "next": number + 1, "last": last, "first": 1}
    wanted = {"prev": number > 1, "next": number < last, "last": number < last, "first": number > 1}
    links = [f'<{address(call, target)}>; rel="{name}"' for name, target in targets.items() if wanted[name]]
    return items[(number - 1) * size : number * size], {"Link": ", ".join(links)} if links else {}


def address(call: Call, number: int) -> str:
    parts = urlsplit(call.url)
    query = dict(parse_qsl(parts.query, keep_blank_values=True)) | {"page": str(number)}
    return parts._replace(query=urlencode(query)).geturl()


def listing(call: Call, items: list[Any]) -> Answer:
    shown, headers = page(call, items)
    return Answer(known=shown, headers=headers)


def counted(call: Call, name: str, items: list[Any]) -> Answer:
    """The listings that are an object with a count."""
    shown, headers = page(call, items)
    return Answer(known={"total_count": len(items), name: shown}, headers=headers)
