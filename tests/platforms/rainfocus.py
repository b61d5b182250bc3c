"""A double of RainFocus on this machine: a catalog's page, and the search behind it, which asks for the page's keys."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl

PROFILE, WIDGET = "harbour31Profile", "harbour31Widget"
PAGE = (
    "<!doctype html><html><head><title>Session Catalog</title></head><body><div id=catalog></div><script>"
    'window.catalog = {"rfApiProfileId": "%s", "rfWidgetId": "%s", "search": "%s/api/search"};</script></body></html>'
)


@dataclass(slots=True, kw_only=True)
class RainFocus:
    """`sessions` are what it knows by now; `size` is the most that it hands out at a time, whatever it is asked for."""

    sessions: list[dict[str, Any]]
    url: str = ""
    size: int = 2
    page: str = PAGE
    grows: dict[int, dict[str, Any]] = field(default_factory=dict)
    """What comes in ahead of the others before the answer that starts there."""
    broken: tuple[int, ...] = ()
    """The answers that are cut, by where they start."""
    deaf: bool = False
    """Whether it begins anew with each answer."""
    asked: list[dict[str, str]] = field(default_factory=list)
    brought: list[dict[str, str]] = field(default_factory=list)

    def catalog(self) -> str:
        return self.page % (PROFILE, WIDGET, self.url)

    def search(self, form: dict[str, str], headers: dict[str, str]) -> str:
        self.asked.append(form)
        self.brought.append(headers)
        if (PROFILE, WIDGET) != (headers.get("rfapiprofileid"), headers.get("rfwidgetid")):
            return json.dumps({"responseCode": "21", "responseMessage": "Invalid API Profile"})
        start = int(form["from"])
        if start in self.grows:
            self.sessions.insert(0, self.grows.pop(start))
        rows = self.sessions[0 if self.deaf else start :][: self.size]
        answer = {"responseCode": "0", "items": rows, "total": len(self.sessions)}
        if start == 0:  # the first answer has another shape
            answer = {"responseCode": "0", "sectionList": [{"items": rows, "total": len(self.sessions)}]}
        text = json.dumps(answer)
        return text[:-9] if start in self.broken else text


def session(title: str, **fields: Any) -> dict[str, Any]:
    return {"sessionID": f"id-{title}", "title": title, "published": 1, "eventName": "Lock GTC 2031", **fields}


@contextmanager
def serving(*titles: str, **fields: Any) -> Iterator[RainFocus]:
    double = RainFocus(sessions=[session(title) for title in titles], **fields)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = self.path.startswith("/gtc/session-catalog/")
            self.tell(double.catalog() if found else "", 200 if found else 404)

        def do_POST(self) -> None:
            form = self.rfile.read(int(self.headers["content-length"])).decode()
            headers = {name.lower(): value for name, value in self.headers.items()}
            self.tell(double.search(dict(parse_qsl(form)), headers), 200 if self.path == "/api/search" else 404)

        def tell(self, text: str, status: int) -> None:
            body = text.encode()
            self.send_response(status)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    double.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield double
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
