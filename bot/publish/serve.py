"""Shows a built site on this machine, as its publisher would: for looking, never for the public."""

import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from bot.errors import StoreError

HOST = "127.0.0.1"


class Pages(SimpleHTTPRequestHandler):
    """The files of a folder, nothing of which a browser keeps.

    A page from elsewhere may have its own host lead here, so only the names of this machine are answered.
    """

    timeout = 30  # seconds without a byte
    extensions_map = {  # noqa: RUF012 - as its parent has it
        **SimpleHTTPRequestHandler.extensions_map,
        ".md": "text/markdown; charset=utf-8",
        ".json": "application/json",
        ".xml": "application/xml",
    }

    def send_head(self) -> BytesIO | BinaryIO | None:
        if self.headers.get("Host", HOST).partition(":")[0] not in (HOST, "localhost"):
            self.send_error(403, f"This is shown as {HOST} alone")
        elif not self._is_shown():
            self.send_error(404)
        else:
            return super().send_head()
        return None

    def _is_shown(self) -> bool:
        """Whether a file of the site is asked for, or a folder with its page: nothing hidden, and no link elsewhere."""
        root, asked = Path(self.directory), Path(self.translate_path(self.path))
        try:
            file = asked / "index.html" if asked.is_dir() else asked
            place = file.relative_to(root)
            is_hidden = any(part.startswith(".") for part in place.parts)
            return not is_hidden and file.is_file() and file.resolve() == root.resolve() / place
        except (OSError, ValueError):  # no file can be called so
            return False

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def list_directory(self, path: object) -> None:
        self.send_error(404)

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing: the terminal is for the person who looks."""


class Server(ThreadingHTTPServer):
    """Answers many at a time. A reader who leaves before the end is no news."""

    def handle_error(self, request: object, client_address: object) -> None:
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


def server(folder: Path, port: int) -> Server:
    """A server for a folder, listening; `serve_forever` answers until it is stopped. Port 0 takes a free one."""
    if not (folder / "index.html").is_file():
        raise StoreError(f"there is no site in {folder}", hint="build it first: python -m bot publish")
    try:
        return Server((HOST, port), partial(Pages, directory=str(folder)))
    except (OSError, OverflowError) as error:
        raise StoreError(f"port {port} cannot be had: {error}", hint="name another one with --port") from None
