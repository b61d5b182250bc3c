"""A built site can be looked at on this machine, and nothing else can."""

import os
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from bot.errors import StoreError
from bot.publish import serve


@pytest.fixture
def base(tmp_path: Path) -> Iterator[str]:
    (tmp_path / "secret.md").write_text("secret")
    site = tmp_path / "site"
    (site / "sub").mkdir(parents=True)
    (site / "index.html").write_text("home")
    (site / "sub" / "index.md").write_text("text")
    with serve.server(site, 0) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://{serve.HOST}:{server.server_port}/"
        server.shutdown()
        thread.join()


def test_a_folder_without_a_site_is_not_served(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as refused:
        serve.server(tmp_path, 0)
    assert f"there is no site in {tmp_path}" == str(refused.value)


def test_pages_are_served_as_what_they_are_and_kept_by_nobody(base: str) -> None:
    with urlopen(base) as answer:
        assert (b"home", "no-store") == (answer.read(), answer.headers["Cache-Control"])
    with urlopen(f"{base}sub/index.md") as answer:
        assert "text/markdown; charset=utf-8" == answer.headers["Content-Type"]


@pytest.mark.parametrize("path", ["sub/", "../secret.md", "%2e%2e/secret.md", "//etc/passwd", "none"])
def test_nothing_beside_the_site_is_served_and_no_folder_is_listed(base: str, path: str) -> None:
    with pytest.raises(HTTPError) as error:
        urlopen(f"{base}{path}")
    assert 404 == error.value.code
    error.value.close()


def test_no_link_is_followed_and_nothing_hidden_is_shown(base: str, tmp_path: Path) -> None:
    site = tmp_path / "site"
    (site / "leak.md").symlink_to(tmp_path / "secret.md")
    (site / "up").symlink_to(tmp_path)
    (site / "page").mkdir()
    (site / "page" / "index.html").symlink_to(tmp_path / "secret.md")
    (site / ".git").mkdir()
    (site / ".git" / "config").write_text("secret")
    os.mkfifo(site / "pipe")
    for path in (
        "leak.md",
        "up/secret.md",
        "page/",
        ".git/config",
        "%2egit/config",
        "pipe",
        "%00",
        "%ed%a0%80",
        "a" * 999,
    ):
        with pytest.raises(HTTPError) as error:
            urlopen(f"{base}{path}", timeout=5)
        assert 404 == error.value.code, path
        error.value.close()


@pytest.mark.parametrize(
    ("host", "code"), [("evil.example.net", 403), ("127.0.0.1.example.net", 403), ("", 403), ("localhost:8000", 200)]
)
def test_a_name_of_a_strangers_is_not_answered(base: str, host: str, code: int) -> None:
    try:
        with urlopen(Request(base, headers={"Host": host}), timeout=5) as answer:
            assert code == answer.status
    except HTTPError as error:
        assert code == error.code
        error.close()


def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("home")
    with serve.server(tmp_path, 0) as server:
        for port in (server.server_port, 99_999):
            with pytest.raises(StoreError):
                serve.server(tmp_path, port)
