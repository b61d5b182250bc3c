"""The wire: HTTP on the loopback, with connections that break when they are told to."""

import socket
import struct
import sys
import threading
import traceback
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.github.exchange import Cut, Reply, Request

ABRUPT = struct.pack("ii", 1, 0)


class Server(ThreadingHTTPServer):
    """Listens until it is closed, and then hangs up on everyone."""

    def __init__(self, answer: Callable[[Request], Reply], trouble: Callable[[str], None]) -> None:
        self.answer, self.trouble = answer, trouble
        self.closing = threading.Event()
        self.connections: set[socket.socket] = set()
        super().__init__(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True)
        self.thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A mistake in the double itself; a client that hung up is none."""
        if not isinstance(sys.exception(), ConnectionError):
            self.trouble(traceback.format_exc())

    def close(self) -> None:
        self.closing.set()
        self.shutdown()
        for connection in tuple(self.connections):
            hang_up(connection)
        self.server_close()
        self.thread.join()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: Server

    def setup(self) -> None:
        super().setup()
        self.server.connections.add(self.connection)

    def finish(self) -> None:
        self.server.connections.discard(self.connection)
        super().finish()

    def log_message(self, *_: Any) -> None:
        """Tests print nothing."""

    def respond(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length)
        headers = {name.lower(): value for name, value in self.headers.items()}
        reply = self.server.answer(Request(method=self.command, target=self.path, headers=headers, body=body))
        if reply.cut in (Cut.RESET, Cut.SILENCE):
            self.break_off(reply.cut)
            return
        self.send(reply)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = respond  # noqa: N815

    def send(self, reply: Reply) -> None:
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        if reply.status != 204:
            self.send_header("Content-Length", str(len(reply.body)))
        self.end_headers()
        self.wfile.write(reply.body[: len(reply.body) // 2] if reply.cut is Cut.HALF else reply.body)
        self.close_connection = self.close_connection or reply.cut is Cut.HALF

    def break_off(self, cut: Cut) -> None:
        if cut is Cut.SILENCE:
            self.server.closing.wait()
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, ABRUPT)
        socket.close(self.connection.detach())
        self.close_connection = True


def hang_up(connection: socket.socket) -> None:
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        return
