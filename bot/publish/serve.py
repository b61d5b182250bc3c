"""Shows a built site on this machine, as its publisher would: for looking, never for the public."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from bot.errors import StoreError

HOST = "127.0.0.1"


class Pages(SimpleHTTPRequestHandler):
    """The files of a folder, nothing of which a browser keeps."""

    extensions_map = {  # noqa: RUF012 - as its parent has it
        **SimpleHTTPRequestHandler.extensions_map,
        ".md": "text/markdown; charset=utf-8",
        ".json": "application/json",
        ".xml": "application/xml",
    }

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def list_directory(self, path: object) -> None:
        self.send_error(404)

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing: the terminal is for the person who looks."""


def server(folder: Path, port: int) -> ThreadingHTTPServer:
    """A server for a folder, listening; `serve_forever` answers until it is stopped. Port 0 takes a free one."""
    if not (folder / "index.html").is_file():
        raise StoreError(f"there is no site in {folder}", hint="build it first: python -m bot publish")
    try:
        return ThreadingHTTPServer((HOST, port), partial(Pages, directory=str(folder)))
    except (OSError, OverflowError) as error:
        raise StoreError(f"port {port} cannot be had: {error}", hint="name another one with --port") from None
