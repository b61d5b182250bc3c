"""A folder with the demo's digest, and an editor who comments on it: the whole road from a Comment to a Reply."""

import shutil
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from bot import config, discover, pipeline
from bot.config import Config
from bot.forges import folder
from bot.llms import Model
from bot.model import Comment, Decisions, Digest, Role
from bot.respond import Answer, Means, respond
from bot.respond.land import land
from bot.store import decisions_of, digest_of
from bot.web import recording

DEMO = Path(__file__).resolve().parent / "demo"
CONFIG = config.load(DEMO / "config.yml")
KEY = "example-2026"
EDITION = discover.edition(KEY, CONFIG.series)
PAGE, DATA, PROMPT = f"digests/{KEY}.md", f"digests/{KEY}.json", f"prompts/{KEY}.md"
PFC, LEAF, PASSKEYS = "Losing Packets on Purpose", "Leaf, Spine | Nothing Else", "Passkeys for 90,000 People"


@cache
def drafted() -> Path:
    """The demo's draft, made once in each test process."""
    out = Path(mkdtemp(prefix="digest-"))
    held = recording.saved(DEMO / "recording")
    pipeline.draft(EDITION, held, CONFIG, folder.connect(out), lambda line: None, held.urls)
    return out


@dataclass(frozen=True, slots=True, kw_only=True)
class Folder:
    """A digest in a folder."""

    root: Path
    program: Path = DEMO / "recording"
    model: Model | None = None
    config: Config = CONFIG

    @property
    def page(self) -> str:
        return (self.root / PAGE).read_bytes().decode()

    @property
    def digest(self) -> Digest:
        return digest_of((self.root / DATA).read_text(), DATA)

    @property
    def decisions(self) -> Decisions:
        return decisions_of((self.root / DATA).read_text(), DATA)

    @property
    def titles(self) -> list[str]:
        """The headings of the entries, as they stand."""
        return [line[4:] for line in self.page.splitlines() if line.startswith("### ")]

    def number(self, title: str) -> int:
        return next(int(each.partition(".")[0]) for each in self.titles if title in each)

    def section(self, title: str) -> str:
        """The heading under which an entry stands."""
        before = self.page[: self.page.index(title)].splitlines()
        return next(line for line in reversed(before) if line.startswith("## "))

    def edit(self, before: str, after: str) -> None:
        """A person changes the page in an editor."""
        assert before in self.page
        (self.root / PAGE).write_bytes(self.page.replace(before, after, 1).encode())

    def asked(self, text: str, role: Role = Role.MAINTAINER) -> Answer:
        held = recording.saved(self.program)
        comment = Comment(author="ada", text=text, role=role)
        source = nullcontext((held, held.urls))
        means = Means(
            edition=EDITION, config=self.config, source=lambda: source, listen=lambda line: None, model=self.model
        )
        return respond(comment, folder.connect(self.root), means)

    def say(self, text: str, role: Role = Role.MAINTAINER) -> str:
        """What the person who commented reads."""
        return land(self.asked(text, role), folder.connect(self.root), lambda line: None)

    def redraft(self) -> None:
        """The next week's run."""
        held = recording.saved(self.program)
        there = folder.connect(self.root)
        decisions = pipeline.decided_at(KEY, there)
        pipeline.draft(EDITION, held, CONFIG, there, lambda line: None, held.urls, decisions)


def fresh(root: Path) -> Folder:
    """A copy of the draft to work on."""
    shutil.copytree(drafted(), root, dirs_exist_ok=True)
    return Folder(root=root)
