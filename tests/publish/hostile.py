"""A digest that does all harm it can: whatever a page may hold, in each place that a page has."""

import json
from pathlib import Path

EVIL = (
    "<script>window.ran = 1</script>",
    "\"'><img src=x onerror='window.ran = 1'><svg onload='window.ran = 1'>",
    "</title></noscript></textarea></script><iframe src='https://evil.example.net/'></iframe>",
    "<meta http-equiv=refresh content='0;url=https://evil.example.net/'><base href='https://evil.example.net/'>",
    "<form id=search action='https://evil.example.net/'><button name=theme>x</button></form>",
    "<style>* { display: none }</style><link rel=stylesheet href='https://evil.example.net/x.css'>",
    "[a](javascript:window.ran=1) [b](&#106;avascript:window.ran=1) [c](data:text/html,x) ![](https://evil.example.net/)",
    "]]> --> {{ 7 * 7 }} ${7 * 7} &#x202e;&#8203;&#0; </main></body></html>",
    "W" * 200,
    "Main",
    "Theme",
    "&#8203;",
)
ALL = " ".join(EVIL)


def fill(root: Path, demo: Path) -> Path:
    """A folder with that digest, its data made of the demo's."""
    (root / "digests").mkdir(parents=True)
    (root / "digests" / "harbour-2026.md").write_text(page())
    (root / "digests" / "harbour-2026.json").write_text(data((demo / "digests" / "example-2026.json").read_text()))
    return root


def page() -> str:
    front = "\n".join(f"{name}: {json.dumps(ALL)}" for name in ("title", "place", "program", "reader", "published"))
    picks = "".join(pick(at, evil) for at, evil in enumerate(EVIL, 1))
    themes = "".join(f"- **{evil}.** {evil} (picks 1)\n" for evil in EVIL)
    aliases = f'aliases: [{json.dumps(ALL)}, "../../x", port-2026]\nstarts: 2026-03-12'
    return f"---\n{front}\n{aliases}\n---\n\n{ALL}\n\n## Core\n\n{picks}## {ALL}\n\n{ALL}\n\n## Themes\n\n{themes}"


def pick(at: int, evil: str) -> str:
    return (
        f"### {at}. {evil}\n\n{evil}\\\n[{evil}](https://a.example.org/?a={at}&b=2)\n\n- **Why:** {evil}\n"
        f"- **{evil[:40].replace('*', '').replace(':', '')}:** {evil}\n\n> - {evil}\n\n"
        f"| {evil} |\n|-:|\n| {evil} |\n\n```{evil}\n{evil}\n```\n\n"
    )


def data(text: str) -> str:
    tree = json.loads(text)
    for evil, each in zip(EVIL, tree["picks"], strict=False):
        each |= {"title": evil, "reason": evil, "session": evil, "url": "javascript:window.ran=1"}
        each["matches"] = [{"topic": evil, "terms": [evil]}, {"topic": " ", "terms": []}]
        each["people"] = [{"name": evil, "affiliation": evil}]
        each["passages"] = [{"part": evil, "source": "javascript:window.ran=1", "text": evil}]
        each["evidence"]["why"] = [{"sentence": evil, "kind": "extract", "quotes": [evil]}]
    return json.dumps(tree)
