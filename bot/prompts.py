"""The only reader of prompts/: fills a prompt's slots strictly, and records what was asked for an edition."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import frontmatter
import yaml

from bot.blocks import unix
from bot.config import Picks, Reader
from bot.errors import ConfigError
from bot.markdown import escape, fence
from bot.model import ConferenceKind, Contribution, Pick, Program
from bot.seal import seal, untouched

NOTHING: Mapping[str, str] = {}
FOLDER = Path(__file__).resolve().parent.parent / "prompts"
_SLOT = re.compile(r"\{([a-z_]+)\}")
_LONGEST = 4000
# What a model is asked for, and the prompts that make it up; "kind" stands for the one of the conference's kind.
PURPOSES = {
    "triage": ("base", "kind", "triage"),
    "write-up": ("base", "kind", "voice", "write-up"),
    "revise": ("base", "voice", "revise"),
    "repair": ("base", "voice", "repair"),
    "themes": ("base", "voice", "themes"),
    "lead": ("base", "voice", "lead"),
}
_ASKED = re.compile(rf"^## Asked of a model: ({'|'.join(PURPOSES)})\n+(.*?)(?=^## |\Z)", re.M | re.S)
_QUOTED = re.compile(r"^(?:## Program\b|`{3,}|~{3,})", re.M)
_PRECEDENTS = re.compile(r"^## An editor's earlier decisions\n+(`{3,})[^\n`]*\n(.*?)\n\1$", re.M | re.S)
_MOST_ASKED = 6_000  # characters of what a maintainer may ask for one purpose


def fill(name: str, slots: Mapping[str, str], folder: Path = FOLDER) -> str:
    """The prompt of that name with its slots filled. Raises ConfigError for a slot that is missing or not used."""
    post = _loaded(name, folder)
    used, declared = set(_SLOT.findall(post.content)), _declared(post)
    for problem, names in (
        ("uses undeclared", used - declared),
        ("does not use", declared - used),
        ("asks for unknown", declared - set(slots)),
    ):
        if names:
            raise ConfigError(
                f"{folder.name}/{name}.md {problem} slots: {', '.join(sorted(names))}",
                hint=f"slots: {', '.join(slots)}",
            )
    return _SLOT.sub(lambda match: slots[match.group(1)], post.content)


def _declared(post: frontmatter.Post) -> set[str]:
    listed = post.metadata.get("slots")
    return {name for name in listed if isinstance(name, str)} if isinstance(listed, list) else set()


def _loaded(name: str, folder: Path) -> frontmatter.Post:
    path = folder / f"{name}.md"
    try:
        return frontmatter.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        hint = "take it back from the project's history" if folder == FOLDER else "copy it from prompts/"
        raise ConfigError(f"there is no {folder.name}/{name}.md", hint=hint) from None
    except (yaml.YAMLError, ValueError, RecursionError, OSError) as error:  # a 13th month is a ValueError
        raise ConfigError(f"{folder.name}/{name}.md cannot be read: {error}", hint="mend its front matter") from None


def others(folder: Path) -> Path:
    """A folder of prompts to try in the place of ours. Raises ConfigError where it wants answers in another form."""
    ours = _loaded("answer", FOLDER)
    if _loaded("answer", folder).content != ours.content:
        raise ConfigError(
            f"{folder.name}/answer.md is not the project's", hint="the form of answers stays: copy prompts/answer.md"
        )
    return folder


def instructions(
    kind: ConferenceKind, reader: Reader, picks: Picks, recorded: str = "", folder: Path = FOLDER
) -> dict[str, str]:
    """What a model is told, by purpose: our prompts, or what a maintainer made of them in the edition's record."""
    slots = {
        "reader": reader.name,
        "summary": " ".join(reader.summary.split()),
        "topics": "; ".join(f"{topic.name} ({topic.tier.value})" for topic in reader.topics),
        "counts": counts(picks),
    }
    asked = {
        purpose: "\n".join(
            _fitted(f"kinds/{kind.value}" if name == "kind" else name, slots, folder).strip() for name in names
        )
        for purpose, names in PURPOSES.items()
    }
    return asked | changed(recorded)


def changed(recorded: str) -> dict[str, str]:
    """What an edition's record asks of a model, if a person changed it since the bot wrote it.

    What comes after the headings that ask is quoted from the program, and never read.
    """
    if not recorded or untouched(recorded):
        return {}
    found = _ASKED.findall(_QUOTED.split(unix(recorded), maxsplit=1)[0])
    return {purpose: text.strip()[:_MOST_ASKED] for purpose, text in found if text.strip()}


def precedents(recorded: str) -> tuple[str, ...]:
    """What editors had decided before, as an edition's record has it."""
    found = _PRECEDENTS.search(unix(recorded))
    return tuple(found[2].split("\n")) if found else ()


def record(
    program: Program,
    reader: Reader,
    picks: Picks,
    shortlist: Sequence[Pick],
    asked: Mapping[str, str] = NOTHING,
    precedents: Sequence[str] = (),
) -> str:
    """prompts/<edition>.md: the instructions and the shortlisted material, for an editor to read and change.

    `asked` is what a model was told, by purpose, where one was asked; `precedents` came along when it chose.
    """
    slots = {
        "edition": escape(program.name),
        "reader": reader.summary.strip(),
        "topics": "\n".join(
            f"- {topic.name} ({topic.tier.value}): {', '.join(topic.terms)}" for topic in reader.topics
        ),
        "counts": counts(picks),
        "asked": "\n\n".join(f"## Asked of a model: {purpose}\n\n{text}" for purpose, text in asked.items()),
        "precedents": fence("\n".join(precedents)) if precedents else "None yet.",
        "program": f"{escape(program.name)}, {len(program.listed)} contributions. {program.url}",
        "shortlist": "\n\n".join(material(pick.contribution) for pick in shortlist),
    }
    text = _fitted("asked" if asked else "digest", slots)
    return seal(f'---\nedition: {program.edition}\nseal: ""\n---\n\n{text}\n')


def _fitted(name: str, slots: Mapping[str, str], folder: Path = FOLDER) -> str:
    """As `fill`, with those of the slots that the prompt declares."""
    declared = _declared(_loaded(name, folder))
    return fill(name, {slot: text for slot, text in slots.items() if slot in declared}, folder)


def counts(picks: Picks) -> str:
    return f"At most {picks.total}: {picks.core} core, {picks.adjacent} adjacent, {picks.wildcard} wildcard."


def material(contribution: Contribution) -> str:
    """One contribution as quoted material, in a fence that its text cannot leave."""
    people = "; ".join(
        f"{person.name} ({person.affiliation})" if person.affiliation else person.name for person in contribution.people
    )
    fields = (
        f"id: {contribution.id}",
        f"title: {contribution.title}",
        f"people: {people}" if people else "",
        f"session: {contribution.session}" if contribution.session else "",
        *(f"{passage.part}: {passage.text[:_LONGEST]}" for passage in contribution.passages),
    )
    return fence("\n".join(filter(None, fields)))
