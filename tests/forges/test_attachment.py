"""A comment's one attachment is on GitHub's own address for attachments, or it is none."""

import pytest

from bot.errors import CommandError
from bot.forges.github.attachment import attached

FILE = "https://github.com/user-attachments/files/21345678/program.html"
ASSET = "https://github.com/user-attachments/assets/0bec7adc-52c5-432f-bca7-c9a3186649b4"


@pytest.mark.parametrize("address", [FILE, ASSET])
@pytest.mark.parametrize(
    "text",
    ["/program nsdi-2026\n\n[program.html]({})", "/program nsdi-2026 {}", "{}", "See {}.", "![x]({}) and [x]({})",
     '<img src="{}">', "From https://www.usenix.org/conference/: [a]({})\r\n"],
)  # fmt: skip
def test_the_one_attachment_is_found(address: str, text: str) -> None:
    assert address == attached(text.replace("{}", address))


@pytest.mark.parametrize(
    "address",
    [
        "http://github.com/user-attachments/files/1/a.html",
        "https://github.com.evil.example/user-attachments/files/1/a.html",
        "https://evil.example/https://github.com/user-attachments/files/1/a.html",
        "https://ada:pw@github.com/user-attachments/files/1/a.html",
        "https://github.com:8443/user-attachments/files/1/a.html",
        "https://github.com/user-attachments/files/1/../../../login",
        "https://github.com/user-attachments/files/1/a.html?to=x",
        "https://github.com/user-attachments/files/1/a.html#x",
        "https://github.com/user-attachments/files/1/a/b.html",
        "https://github.com/user-attachments/files/x/a.html",
        "https://github.com/user-attachments/files/1/",
        "https://github.com/user-attachments/assets/0bec7adc",
        "https://github.com/harbour/digests/files/1/a.html",
        "https://github.com/user-attachments/other/1/a.html",
        "https://github.com/user-attachments/files/1/ä.html",
        "https://gist.github.com/ada/1",
        "https://raw.githubusercontent.com/o/r/main/a.html",
    ],
)
def test_any_other_address_is_none(address: str) -> None:
    with pytest.raises(CommandError, match="no file is attached") as error:
        attached(f"/program nsdi-2026 [a]({address})")
    assert "drag the saved page into the comment box" in error.value.hint


def test_two_attachments_are_one_too_many() -> None:
    with pytest.raises(CommandError, match="2 files are attached to that comment, and it takes one"):
        attached(f"[a]({FILE}) [b]({ASSET})")


def test_a_comment_without_any_says_how_to_attach_one() -> None:
    with pytest.raises(CommandError, match="no file is attached"):
        attached("/program nsdi-2026")
