"""The verbs that make the site and show it: publish builds it from digests/, serve is for looking."""

import argparse
import gc
from pathlib import Path

SITE = Path("build/site")


def arguments(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    build = verbs.add_parser("publish", help="build the site", description=publish.__doc__)
    build.add_argument("--from", dest="origin", type=Path, default=Path(), metavar="DIR", help="where digests/ is")
    build.add_argument("--out", type=Path, default=SITE, metavar="DIR", help=f"a folder of its own (default: {SITE})")
    build.add_argument("--base-url", type=address, metavar="URL", help="where it is published, if not at site.url")
    build.add_argument("--config", type=Path, default=Path("config.yml"), metavar="FILE", help="default: config.yml")
    build.set_defaults(run=publish)

    look = verbs.add_parser("serve", help="look at the site", description=serve.__doc__)
    look.add_argument("folder", nargs="?", type=Path, default=SITE, metavar="DIR", help=f"default: {SITE}")
    look.add_argument("--port", type=int, default=8000, help="default: 8000")
    look.set_defaults(run=serve)


def address(text: str) -> str:
    if not text.startswith(("https://", "http://")):
        raise argparse.ArgumentTypeError(f"{text!r} is no address: it begins with https://")
    return text


def publish(options: argparse.Namespace) -> int:
    """Builds the site of all digests: pages, feeds and a search, in a folder of its own."""
    from bot import show
    from bot.config import load
    from bot.publish import publish as build

    gc.disable()  # a build makes no cycles, and looking for them is a tenth of its time
    done = build(options.origin, options.out, load(options.config), show.step, options.base_url or "")
    show.published(done, options.out)
    return 0


def serve(options: argparse.Namespace) -> int:
    """Shows the built site in a browser on this machine, until Ctrl-C."""
    from bot import show
    from bot.publish import serve as stage

    with stage.server(options.folder, options.port) as server:
        show.step(f"The site is at http://{stage.HOST}:{server.server_port}/ until you press Ctrl-C")
        server.serve_forever()
    return 0
