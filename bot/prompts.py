"""The only reader of prompts/: fills a prompt's slots strictly, and records what was asked for an edition."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import frontmatter
import yaml

from bot.config import Picks, Reader
from bot.errors import ConfigError
from bot.markdown import escape, fence
from bot.model import Contribution, Pick, Program
from bot.seal import seal

FOLDER = Path(__file__).resolve().parent.parent / "prompts"
_SLOT = re.compile(r"\{([a-z_]+)\}")
_LONGEST = 4000


def fill(name: str, slots: Mapping[str, str]) -> str:
    """The prompt of that name with its slots filled. Raises ConfigError for a slot that is missing or not used."""
    path = FOLDER / f"{name}.md"
    try:
        post = frontmatter.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise ConfigError(f"there is no prompts/{name}.md", hint="take it back from the project's history") from None
    except (yaml.YAMLError, UnicodeDecodeError, OSError) as error:
        raise ConfigError(f"prompts/{name}.md cannot be read: {error}", hint="mend its front matter") from None
    listed = post.metadata.get("slots")
    used, declared = set(_SLOT.findall(post.content)), set(listed if isinstance(listed, list) else ())
    for problem, names in (
        ("uses undeclared", used - declared),
        ("does not use", declared - used),
        ("asks for unknown", declared - set(slots)),
    ):
        if names:
            raise ConfigError(
                f"prompts/{name}.md {problem} slots: {', '.join(sorted(names))}", hint=f"slots: {', '.join(slots)}"
            )
    return _SLOT.sub(lambda match: slots[match.group(1)], post.content)


def record(program: Program, reader: Reader, picks: Picks, shortlist: Sequence[Pick]) -> str:
    """prompts/<edition>.md: the instructions and the shortlisted material, for an editor to read and change."""
    text = fill(
        "digest",
        {
            "edition": escape(program.name),
            "reader": reader.summary.strip(),
            "topics": "\n".join(
                f"- {topic.name} ({topic.tier.value}): {', '.join(topic.terms)}" for topic in reader.topics
            ),
            "counts": counts(picks),
            "program": f"{escape(program.name)}, {len(program.listed)} contributions. {program.url}",
            "shortlist": "\n\n".join(material(pick.contribution) for pick in shortlist),
        },
    )
    return seal(f'---\nedition: {program.edition}\nseal: ""\n---\n\n{text}\n')


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
