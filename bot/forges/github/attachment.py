"""The saved page that a person attached to a comment: where GitHub keeps it, and nowhere else."""

import re

from bot.errors import CommandError

REDIRECTS = (
    "objects.githubusercontent.com",
    "github-production-repository-file-5c1aeb.s3.amazonaws.com",
    "github-production-user-asset-6210df.s3.amazonaws.com",
)
"""The hosts that github.com may send whoever asks for an attachment on to."""

_ADDRESS = re.compile(r"https?://[^\s<>()\[\]\"'`]+", re.I)
_FILE = r"files/[1-9]\d{0,14}/\w(?:[\w.%-]{0,200}\w)?"
_ASSET = r"assets/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_ATTACHMENT = re.compile(rf"https://github\.com/user-attachments/(?:{_FILE}|{_ASSET})", re.A)
_HINT = (
    "drag the saved page into the comment box, so that GitHub attaches it (.html, .json, .txt and more), and write "
    "`/program` with the edition on a line of its own"
)


def attached(text: str) -> str:
    """The address of the one attachment that a comment links to."""
    addresses: dict[str, None] = dict.fromkeys(address.rstrip(".,;:!?*_") for address in _ADDRESS.findall(text))
    attachments = [address for address in addresses if _ATTACHMENT.fullmatch(address)]
    if not attachments:
        raise CommandError("no file is attached to that comment", hint=_HINT)
    if len(attachments) > 1:
        raise CommandError(f"{len(attachments)} files are attached to that comment, and it takes one", hint=_HINT)
    return attachments[0]
