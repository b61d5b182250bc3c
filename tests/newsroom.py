"""A bot that drafts at random and people who edit its page at random, and what must hold whatever they do.

Every field that the bot writes says in a token what it is (`okafor.what.7`), everything that a person types has a word
of its own (`h12h`). The people know nothing of fields: they edit lines, as people do. What must hold is told from these
words alone; nothing here uses the code that is tested, but `keep` itself.
"""

import re
from dataclasses import dataclass, field, replace
from itertools import pairwise
from random import Random

from bot.keep import keep
from bot.model import Claim, Digest, Draft, Finding, Person, Theme, Tier, WriteUp
from bot.render import render
from bot.store import fields_of
from tests.conftest import EDITION, contribution, program, writeup

PAGE, DATA, PROMPT = "digests/harbour-2026.md", "digests/harbour-2026.json", "prompts/harbour-2026.md"
IDS = ("okafor", "lindqvist", "tanaka", "moreau", "haddad", "quispe", "arden")
TOKEN = re.compile(r"([a-z]+)\.([a-z]+)\.(\d+)")
TYPED = re.compile(r"h\d+h")
PROSE = (
    "{}",
    "{}\nand {} on the next line",
    "- {}",
    "* {}\n* {}",
    "> {}",
    "```\n{}\n\n    {}\n```",
    "| {} | b |\n|---|---|",
    "**{}** _x_ `y` [z](https://a.example/) <b>",
    "- **Why:** {}",
    "{}\n---",
    "<!-- {} -->",
    "1. {}\n\n   {}",
    "    {}",
    "\\{} (picks 1, 2)",
)
HEADINGS = ("### {}", "#### {}\n\n{}", "### 3. {}\n\n- **What:** {}")


@dataclass
class Newsroom:
    """An edition's files, and what people did to its page: to fields (`okafor.what`), entries (`okafor`), sections."""

    form: str
    files: dict[str, str] = field(default_factory=dict)
    versions: dict[str, int] = field(default_factory=dict)
    draft: Draft = field(default_factory=lambda: Draft(edition="", files={}))
    words: int = 0
    last: dict[str, list[str]] = field(default_factory=dict)
    """The entries in each section, as the bot left them."""
    touched: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)
    held: set[str] = field(default_factory=set)
    """Entries that people wrote something in."""
    placed: set[str] = field(default_factory=set)
    ordered: set[str] = field(default_factory=set)
    since: str = ""
    """Whether since the bot's last act people moved entries or retitled sections; who does both cannot be followed."""
    unsure: set[str] = field(default_factory=set)
    """Entries of which there is more than one way to see what was done to them."""

    def lines(self) -> list[str]:
        return lines_of(self.files[PAGE])

    def save(self, lines: list[str]) -> None:
        self.files[PAGE] = "".join(lines)

    def typed(self, form: str, text: str) -> str:
        """Words that nobody wrote before."""
        while "{}" in form:
            self.words += 1
            form = form.replace("{}", f"h{self.words}h{text}", 1)
        return form

    def touch(self, line: str, into: set[str]) -> None:
        for key, part, _ in TOKEN.findall(line):
            together = {"people", "title" if self.form == "session-notes" else "session"}  # in one paragraph or bullet
            into.update(f"{key}.{each}" for each in (together if part in together else {part}))


# ---- the bot's side


def drawn(random: Random, versions: dict[str, int], form: str) -> Draft:
    """A new draft: some picks come and go, change places, and are written anew."""
    for key in versions:
        versions[key] += random.random() < 0.3
    chosen = random.sample(IDS, random.choice((0, 3, *[len(IDS)] * 3)))
    chosen = random.choice((chosen, sorted(chosen)))
    writeups = [written(key, versions) for key in chosen]
    writeups.sort(key=lambda each: [*Tier].index(each.pick.tier))
    themes = random.sample(("alpha", "beta", "gamma"), random.randint(0, 3))
    findings = random.sample(("gull", "tern"), random.randint(0, 2))
    digest = Digest(
        edition=replace(EDITION, form=form, name=token("harbour.name", versions)),
        program=program(*(each.pick.contribution for each in writeups), starts="2026-03-12").outline,
        lead=(token("one.lead", versions), token("two.lead", versions)),
        writeups=tuple(writeups),
        themes=tuple(
            Theme(name=key, text=token(f"{key}.theme", versions), picks=tuple(random.sample(chosen, len(chosen) // 2)))
            for key in themes
        ),
        near_misses=(),
        findings=tuple(Finding(text=f"{key}.finding.0") for key in findings),
        reader="Networking product manager",
        writer="extractive",
    )
    return render(digest, f"prompt {random.random()}\n")


def token(name: str, versions: dict[str, int]) -> str:
    return f"{name}.{versions.setdefault(name, 0)}"


def written(key: str, versions: dict[str, int]) -> WriteUp:
    def turn(what: str) -> int:
        """A number that grows now and then."""
        return IDS.index(key) + versions.setdefault(f"{key}.{what}", 0)

    person = Person(name=token(f"{key}.people", versions))
    talk = contribution(
        token(f"{key}.title", versions),
        id=key,
        people=(person,) if versions[f"{key}.people"] % 4 < 3 else (),
        session=("Docks", "Queues", "Tides")[turn("session") % 3],
        url=f"https://harbour.example.org/{key}",
        starts=f"2026-03-12T{turn('starts') * 5 % 24:02}:00",
    )
    made = writeup(talk, [*Tier][turn("tier") // 3 % 3], token(f"{key}.what", versions))
    why, how = (Claim(text=token(f"{key}.{part}", versions)) for part in ("why", "how"))
    return replace(made, why=(why,), how=(how,))


# ---- reading a page by its lines


def lines_of(text: str) -> list[str]:
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def body(lines: list[str]) -> int:
    """Where the front matter has ended."""
    return next(at for at, line in enumerate(lines) if at and line.rstrip() == "---") + 1


def title(line: str) -> str:
    """The id of the entry that a line is the heading of."""
    found = re.match(r"(?:### |- \*\*\d+\. ).*?([a-z]+)\.title\.", line)
    return found.group(1) if found else ""


def entries(lines: list[str]) -> dict[str, tuple[int, int]]:
    """The lines of each entry that still has its title."""
    ends = [at for at, line in enumerate(lines) if title(line) or line.startswith("## ")] + [len(lines)]
    return {title(line): (at, min(end for end in ends if end > at)) for at, line in enumerate(lines) if title(line)}


def entry_at(lines: list[str], at: int) -> str:
    return next((key for key, (start, end) in entries(lines).items() if start <= at < end), "")


def heading_at(lines: list[str], at: int) -> int:
    return max((each for each in range(at) if lines[each].startswith("## ")), default=0)


def section(lines: list[str], at: int) -> list[str]:
    end = next((end for end in range(at + 1, len(lines)) if lines[end].startswith("## ")), len(lines))
    return lines[at:end]


def sections(page: str) -> dict[str, list[str]]:
    """The entries under each heading, in order."""
    lines = lines_of(page)
    found: dict[str, list[str]] = {}
    for key, (start, _) in entries(lines).items():
        found.setdefault(lines[heading_at(lines, start)].strip(), []).append(key)
    return found


def standing(page: str) -> set[str]:
    """The headings that have anything under them; an order is forgotten with them."""
    lines = lines_of(page)
    headings = (at for at, line in enumerate(lines) if line.startswith("## "))
    return {lines[at].strip() for at in headings if "".join(section(lines, at)[1:]).strip()}


def goes_on(line: str) -> bool:
    """Whether a line belongs to the paragraph or bullet before it."""
    return not re.match(r"\s*(?:[-*] |>|`{3}|#|1\.|<!|$)", line)


def is_last(lines: list[str], at: int) -> bool:
    """Whether an entry may be all that tells which section it is that stands under a person's heading."""
    return bool(TYPED.search(lines[heading_at(lines, at)]))


# ---- the people's side


def rewrite(room: Newsroom, random: Random, text: str) -> None:
    """Changes a line of the bot's, or the whole of it."""
    lines = room.lines()
    found = [at for at, line in enumerate(lines) if at > body(lines) and TOKEN.search(line)]
    if not found:
        return
    at = random.choice(found)
    line, end = lines[at].rstrip("\r\n"), "\n" if lines[at].endswith("\n") else ""
    room.touch(line, room.touched)
    room.held.add(entry_at(lines, at))
    if title(line):
        forms = (f"{line} {{}}", re.sub(r"[a-z]+\.title\.\d+", lambda found: f"{found.group()} {{}}", line))
    elif room.form == "session-notes":
        forms = (f"{line} {{}}", re.sub(r"[a-z]+\.[a-z]+\.\d+", "{}", line), "  - {}")
    else:
        forms = (f"{line} {{}}", re.sub(r"[a-z]+\.[a-z]+\.\d+", "{}", line), f"{line}\n{{}}", *PROSE)
    lines[at] = room.typed(random.choice(forms), text) + end
    if goes_on(lines[at]):
        room.touch(lines[at - 1], room.touched)
    room.save(lines)


def insert(room: Newsroom, random: Random, text: str) -> None:
    """Adds a paragraph, or more, between two of the page."""
    lines = room.lines()
    at = random.choice([at for at in range(body(lines), len(lines)) if not lines[at].strip()])
    form = random.choice((*PROSE, *HEADINGS))
    room.held.add(entry_at(lines, at))
    if "#" in form:
        room.unsure.add(entry_at(lines, at))
    lines[at:at] = [lines[at], *lines_of(room.typed(form, text) + "\n")]
    room.save(lines)


def add_section(room: Newsroom, random: Random, text: str) -> None:
    lines = room.lines()
    at = random.choice([*(at for at in range(body(lines), len(lines)) if lines[at].startswith("## ")), len(lines)])
    lines[at:at] = lines_of(room.typed("## {}\n\n{}\n\n" if at < len(lines) else "\n\n## {}\n\n{}", text))
    room.save(lines)


def anticipate(room: Newsroom, random: Random, text: str) -> None:
    """Writes an entry of one's own, last in a section, about something that the bot may pick later, or has picked."""
    lines = room.lines()
    found = [at for at, line in enumerate(lines) if line.startswith("## ")]
    found = [end for at, end in pairwise(found) if re.match("## (?!Themes|About|Overview)", lines[at])]
    if found:
        heading = room.typed(f"### [{{}}](https://harbour.example.org/{random.choice(IDS)})", "")
        at = random.choice(found)
        lines[at:at] = lines_of(f"{heading}\n\n{room.typed('{}', text)}\n\n")
        room.save(lines)


def anticipated(page: str) -> set[str]:
    return set(re.findall(r"^### \[h\d+h\]\(https://harbour\.example\.org/([a-z]+)\)", page, re.M))


def retitle_section(room: Newsroom, random: Random, text: str) -> None:
    lines = room.lines()
    headings = [at for at, line in enumerate(lines) if line.startswith("## ")]
    full = [at for at in headings if {title(line) for line in section(lines, at)} - room.placed - {""}]
    if full and room.since != "move":
        room.since = "retitle"
        at = random.choice(full)
        old = lines[at].strip()
        lines[at] = room.typed(random.choice((f"{old} {{}}", "## {}")), text) + "\n"
        room.last[lines[at].strip()] = room.last.get(old, [])
        room.ordered |= {lines[at].strip()} if old in room.ordered else set()
        room.save(lines)


def delete_line(room: Newsroom, random: Random, text: str) -> None:
    lines = room.lines()
    form = re.compile(r"(?:- \*\*\w+:\*\* |  - |- \*\*\w+\.\*\* |)[a-z]+\.(?:why|what|how|theme|lead)\.\d")
    found = [at for at, line in enumerate(lines) if form.match(line) and not goes_on_after(lines, at)]
    if found:
        at = random.choice(found)
        room.touch(lines[at], room.gone)
        room.held.add(entry_at(lines, at))
        del lines[at]
        room.save(lines)


def goes_on_after(lines: list[str], at: int) -> bool:
    return at + 1 < len(lines) and goes_on(lines[at + 1])


def delete_entry(room: Newsroom, random: Random, text: str) -> None:
    lines = room.lines()
    found = {key: span for key, span in entries(lines).items() if not is_last(lines, span[0])}
    if found:
        key = random.choice([*found])
        room.gone.add(key)
        del lines[slice(*found[key])]
        room.save(lines)


def swap(room: Newsroom, random: Random, text: str) -> None:
    """Changes the order of two neighbours."""
    lines = room.lines()
    found = [*entries(lines).values()]
    pairs = [(a, b) for a, b in pairwise(found) if a[1] == b[0]]
    if pairs:
        (a, b), (_, c) = random.choice(pairs)
        lines[a:c] = apart(lines[b:c]) + apart(lines[a:b])
        room.save(lines)


def apart(lines: list[str]) -> list[str]:
    """An entry's lines so that they may stand before any others."""
    if not lines[-1].strip() or lines[0].startswith("- "):
        return lines
    return [*lines[:-1], lines[-1].rstrip("\r\n") + "\n", "\n"]


def move(room: Newsroom, random: Random, text: str) -> None:
    """Puts an entry under another tier or session."""
    lines = room.lines()
    found = {key: span for key, span in entries(lines).items() if not is_last(lines, span[0])}
    if not found:
        return
    key = random.choice([*found])
    start, end = found[key]
    places = [at for at, line in enumerate(lines) if re.match("## (?!Themes|About|Overview)", line)]
    places = [at + 1 for at in places if at != heading_at(lines, start)]
    if places and room.since != "retitle":
        room.since = "move"
        at = random.choice(places)
        lines[-1] = lines[-1].rstrip("\r\n") + "\n"
        moved = ["\n", *apart(lines[start:end]), "\n"]
        before, after = (
            (lines[:at], lines[at:start] + lines[end:]) if at <= start else (lines[:start] + lines[end:at], lines[at:])
        )
        (room.unsure if key in room.placed else room.placed).add(key)  # it may be back where it was
        room.save(before + moved + after)


def edit_front(room: Newsroom, random: Random, text: str) -> None:
    lines = room.lines()
    at = random.randrange(1, body(lines) - 1)
    action = random.choice(("change", "delete", "add"))
    if action == "add":
        lines[at:at] = [room.typed("note: {}", text) + "\n"]
    elif action == "delete":
        room.touch(lines[at], room.gone)
        del lines[at]
    else:
        room.touch(lines[at], room.touched)
        lines[at] = room.typed(f"{lines[at].rstrip()}{{}}", text) + "\n"
    room.save(lines)


def reformat(room: Newsroom, random: Random, text: str) -> None:
    """What an editor program does of itself: line ends, a byte order mark, the last line's end."""
    page = room.files[PAGE]
    other_ends = page.replace("\r\n", "\n") if "\r\n" in page else page.replace("\n", "\r\n")
    room.files[PAGE] = random.choice((other_ends, "\ufeff" + page.removeprefix("\ufeff"), page.rstrip("\r\n")))


def add_blanks(room: Newsroom, random: Random, text: str) -> None:
    """Blanks at the end of a line, which nobody can see."""
    lines = room.lines()
    found = [at for at, line in enumerate(lines) if at > body(lines) and line.strip()]
    at = random.choice([at for at in found if not (TYPED.search(lines[at]) and lines[at].startswith("#"))])
    room.touch(lines[at], room.touched)
    if goes_on(lines[at]):
        room.touch(lines[at - 1], room.touched)
        room.touched.add(f"{entry_at(lines, at)}.people")
    room.held.add(entry_at(lines, at))
    text = lines[at].rstrip("\r\n")
    lines[at] = f"{text} \t{lines[at][len(text) :]}"
    room.save(lines)


PEOPLE = {
    act.__name__: act
    for act in (
        rewrite, insert, add_section, anticipate, retitle_section, delete_line, delete_entry, swap, move, edit_front,
        reformat, add_blanks,
    )
}  # fmt: skip


# ---- the bot acts, and its page is held against what people did

BOT = ("new", "again", "killed")


def opened(random: Random, form: str) -> Newsroom:
    room = Newsroom(form=form)
    room.draft = drawn(random, room.versions, form)
    room.files = {**keep(room.draft, {}).files}
    room.last = sections(room.files[PAGE])
    return room


def act(room: Newsroom, name: str, seed: int, text: str) -> None:
    random = Random(seed)
    if name in PEOPLE:
        PEOPLE[name](room, random, text)
    elif name == "again":
        again(room)
    else:
        redraft(room, random, is_killed=name == "killed")


def again(room: Newsroom) -> None:
    """The same answer changes no byte, whatever people did."""
    assert room.files == {**keep(room.draft, room.files).files}


def redraft(room: Newsroom, random: Random, *, is_killed: bool) -> None:
    room.draft = drawn(random, room.versions, room.form)
    before = room.files
    after = keep(room.draft, before)
    if is_killed:  # after the page was written and before its data were
        finished = keep(room.draft, {**before, PAGE: after.files[PAGE]})
        assert after.files[PAGE] == finished.files[PAGE]
        assert remembered(after, room.draft) == remembered(finished, room.draft)
    note_order(room, before[PAGE])
    room.files = {**after.files}
    taken = anticipated(before[PAGE]) - fields_of(before[DATA]).keys()
    check(room, before[PAGE], after.files[PAGE], taken)
    room.last = sections(room.files[PAGE])
    room.ordered &= standing(room.files[PAGE])
    room.since = ""
    again(room)


def remembered(kept: Draft, draft: Draft) -> dict[str, str]:
    """The record of a draft's entries and of their fields, but for places.

    Of what the draft has no more, and of a heading that a person changed and the draft empties, no page can tell
    afterwards whose doing that was.
    """
    fresh = fields_of(keep(draft, {}).files[DATA])
    fields = fields_of(kept.files[DATA])
    return {key: value for key, value in fields.items() if key in fresh and key.split("/")[0] in IDS}


def note_order(room: Newsroom, page: str) -> None:
    room.ordered &= standing(page)
    for heading, keys in sections(page).items():
        was = [key for key in room.last.get(heading, ()) if key in keys]
        if was != [key for key in keys if key in was]:
            room.ordered.add(heading)


def check(room: Newsroom, before: str, after: str, taken: set[str]) -> None:
    """`taken` are entries that the bot never wrote, and that have one of a person's own in their place."""
    assert by_people(before) == by_people(after)
    shown: dict[str, list[str]] = {}
    for key, part, number in TOKEN.findall(after):
        shown.setdefault(f"{key}.{part}", []).append(number)
    fresh = {f"{key}.{part}": number for key, part, number in TOKEN.findall(room.draft.files[PAGE])}
    assert [] == [name for name in shown if name.split(".")[0] in taken], "it stands there twice"
    fresh = {name: number for name, number in fresh.items() if name.split(".")[0] not in taken}
    check_fields(room, fresh, shown)
    check_entries(room, {name.split(".")[0] for name in fresh}, before, after)
    check_places(room, sections(before), sections(after), taken)


def by_people(page: str) -> list[str]:
    """The lines that people typed, byte for byte but for numbers of picks and the line's end."""
    lines = (re.sub(r"^(### |- \*\*)\d+\. ", r"\1", line.rstrip("\r\n")) for line in lines_of(page))
    return sorted(line for line in lines if TYPED.search(line) or line.endswith(" \t"))


def check_fields(room: Newsroom, fresh: dict[str, str], shown: dict[str, list[str]]) -> None:
    for name, number in fresh.items():
        if {name, name.split(".")[0]} & room.gone:
            assert name not in shown, f"{name} was deleted and came back"
        elif name not in room.touched:
            assert [number] == shown.get(name), f"{name} was untouched and not updated"


def check_entries(room: Newsroom, chosen: set[str], before: str, after: str) -> None:
    """What the bot chooses no more is gone when nobody touched it, else whole."""
    for key in {key for key, _, _ in TOKEN.findall(after)} - chosen - room.unsure:
        assert key in room.held | room.placed or any(each.startswith(f"{key}.") for each in room.touched), key
    for key in (room.held | room.placed) - chosen - room.unsure - {""}:
        old, new = ({each for each in TOKEN.findall(page) if each[0] == key} for page in (before, after))
        assert old == new, f"{key} was touched and is not whole"


def check_places(room: Newsroom, before: dict[str, list[str]], after: dict[str, list[str]], taken: set[str]) -> None:
    """Entries stand where a person put them, else where the bot wants them, in the order of whoever chose it last."""
    wanted = sections(room.draft.files[PAGE])
    homes = {key: heading for heading, keys in after.items() for key in keys}
    for heading, keys in before.items():
        for key in keys:
            assert key not in room.placed - room.unsure or homes.get(key) == heading, (
                f"{key} was moved and did not stay"
            )
    for heading, keys in after.items():
        old = [key for key in before.get(heading, ()) if key in keys]
        if heading in room.ordered:
            assert old == [key for key in keys if key in old], f"{heading} lost its order"
        elif not room.placed & {*keys}:
            new = [key for key in wanted.get(heading, ()) if key in keys]
            assert new == [key for key in keys if key in new], f"{heading} is not in the bot's order"
        for key in set(wanted.get(heading, ())) - room.placed - room.unsure - room.gone - taken:
            assert homes.get(key) == heading, f"{key} is not under {heading}"


def check_release(room: Newsroom) -> None:
    """When people give up all that is theirs, each field is there as the bot has it."""
    everything = {*fields_of(room.files[DATA]), *fields_of(keep(room.draft, {}).files[DATA])}
    page = keep(room.draft, room.files, everything).files[PAGE]
    missing = {*TOKEN.findall(room.draft.files[PAGE])} - {*TOKEN.findall(page)}
    assert not missing, missing
