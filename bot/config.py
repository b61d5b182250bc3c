"""config.yml as frozen dataclasses, read strictly: an unknown key names the nearest right one and its line.

The same types give the JSON Schema that completes the file in an editor (bot/config.schema.json).
"""

import re
from collections.abc import Iterator
from dataclasses import field, replace
from decimal import Decimal
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal, cast

import yaml
from pydantic import ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass

from bot import plugins
from bot.errors import ConfigError
from bot.model import ConferenceKind, Tier

STRICT = ConfigDict(extra="forbid", use_attribute_docstrings=True)
strict = dataclass(frozen=True, slots=True, kw_only=True, config=STRICT)

Key = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]
Text = Annotated[str, StringConstraints(min_length=1, max_length=2000)]
Address = Annotated[str, StringConstraints(pattern=r"^https?://\S+$", max_length=500)]
Home = Annotated[str, StringConstraints(pattern=r"^https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?(/[!-~]*)?$", max_length=500)]
"""An address that others are made of, so its host is written in ASCII."""
MonthDay = Annotated[str, StringConstraints(pattern=r"^(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$")]
Date = Annotated[str, StringConstraints(pattern=r"^\d{4}-\d\d-\d\d$")]
Share = Annotated[float, Field(ge=0, le=1)]


@strict
class Site:
    """What readers see around every digest."""

    title: Text
    url: Home
    """Where the digests are published."""
    contact: Address
    """Named in the User-Agent, so that a site's owner can reach you."""
    first_url: Home | None = None
    """Where they were published first, should the site have moved: feeds then tell nothing anew."""


@strict
class Topic:
    """One thing the reader cares about, and the words that reveal it."""

    name: Text
    weight: Share
    """How much the reader cares, 0 to 1."""
    tier: Literal[Tier.CORE, Tier.ADJACENT]
    """Where a contribution on this topic belongs."""
    terms: Annotated[tuple[Text, ...], Field(min_length=1, max_length=80)]
    """Words and phrases, 15 to 40 of them; a ^ at the end marks one that is enough by itself."""


@strict
class Avoid:
    """Phrases in a title that speak against it."""

    terms: tuple[Text, ...]
    penalty: Share


@strict
class Reader:
    """The one reader that the digest is for."""

    name: Text
    summary: Text
    """A few sentences in prose: what this person does and wants to know."""
    topics: Annotated[tuple[Topic, ...], Field(min_length=1, max_length=30)]
    """8 to 12 weighted topics."""
    avoid: tuple[Avoid, ...] = ()


@strict
class Picks:
    """How many contributions a digest chooses. Tiers have ceilings; what core cannot hold goes to adjacent."""

    total: Annotated[int, Field(ge=1, le=60)] = 15
    core: Annotated[int, Field(ge=0, le=60)] = 15
    adjacent: Annotated[int, Field(ge=0, le=60)] = 12
    wildcard: Annotated[int, Field(ge=0, le=20)] = 2
    near_misses: Annotated[int, Field(ge=0, le=60)] = 10
    """How many of those just not chosen are kept with their scores."""


@strict
class Limits:
    """How much the bot asks of a site, and how much it takes from one."""

    page_megabytes: Annotated[float, Field(gt=0, le=200)] = 30
    page_seconds: Annotated[float, Field(gt=0, le=600)] = 60
    connections_per_host: Annotated[int, Field(ge=1, le=8)] = 2
    seconds_between_requests: Annotated[float, Field(ge=0, le=60)] = 1
    pages_per_run: Annotated[int, Field(ge=1, le=10_000)] = 500
    longest_wait_seconds: Annotated[float, Field(ge=0, le=3600)] = 120
    """The longest Retry-After that is obeyed; a site that asks for more is left for the next run."""
    requests_about_picks: Annotated[int, Field(ge=0, le=5_000)] = 200
    """How many requests a run may spend on knowing more of its picks than their abstracts."""


Money = Annotated[Decimal, Field(ge=0, le=1_000_000)]


@strict
class Price:
    """What a million tokens of a model cost, in the budget's currency."""

    tokens_in: Annotated[Money, Field(alias="in")]
    """A million tokens that it reads."""
    tokens_out: Annotated[Money, Field(alias="out")]
    """A million tokens that it writes, its thoughts included."""


@strict
class Spending:
    """What models may take; what is not written by then is taken from the source as it stands."""

    tokens: Annotated[int, Field(ge=1_000, le=1_000_000_000)] = 500_000
    """For one draft, or for one comment that is carried out."""
    money: Money = Decimal(1)
    tokens_per_edition: Annotated[int, Field(ge=1_000, le=1_000_000_000)] = 2_000_000
    """For all drafts and comments of one edition together."""
    money_per_edition: Money = Decimal(4)
    currency: Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")] = "USD"


@strict
class Model:
    """The models of an endpoint that speaks OpenAI's protocol. Its key and address come from the environment only."""

    triage: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    """Chooses: reads much and writes little, so a cheap one."""
    writing: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    """Writes: the better one."""
    concurrency: Annotated[int, Field(ge=1, le=64)] = 16
    """How many calls run at the same time: all write-ups of a digest do, while there are no more picks."""
    seconds: Annotated[float, Field(gt=0, le=3600)] = 120
    """How long one call may take."""
    stream: bool = False
    """Has answers sent piece by piece, so that no proxy on the way gives up a model that thinks for long."""
    budget: Spending = field(default_factory=Spending)
    prices: dict[str, Price] = field(default_factory=dict)
    """By model name. Without one the cost is called unknown, and only the tokens are limited."""


@strict
class Known:
    """One edition whose number and last day are certain; the others are counted from it."""

    number: Annotated[str, StringConstraints(pattern=r"^(0x[0-9a-f]+|\d+)$")]
    ends: Date


@strict
class Series:
    """A conference series. Its editions are called <key>-<number>: nsdi-2025, ietf-123, netdev-0x19."""

    name: Text
    """May use the slots of url."""
    kind: ConferenceKind
    url: Annotated[tuple[Address, ...], Field(min_length=1, max_length=5)]
    """Program addresses, best first. Slots: {number}, {year} (2025), {yy} (25)."""
    platform: str = ""
    """A member of bot/platforms/; without one the bot finds it out from the address and the page."""
    numbering: Literal["year", "ordinal", "hex"] = "year"
    ends: Annotated[tuple[MonthDay, ...], Field(min_length=1, max_length=6)]
    """The last day of a usual edition, MM-DD; several where a year has several editions."""
    known: Known | None = None
    """Needed where editions are counted rather than named by year."""
    form: Literal["digest", "session-notes"] = "digest"


@strict
class Config:
    """Everything there is to configure."""

    site: Site
    reader: Reader
    series: dict[Key, Series]
    picks: Picks = field(default_factory=Picks)
    writer: str = "extractive"
    """A member of bot/writers/."""
    model: Model | None = None
    """Needed by the writer that asks a model."""
    enrichers: Annotated[tuple[str, ...], Field(max_length=12)] = ()
    """Members of bot/enrichers/, in the order in which they are asked about the picks; nobody is asked by default."""
    limits: Limits = field(default_factory=Limits)


def words(reader: Reader) -> str:
    """All that the configuration says of the reader, which a judgement may use."""
    return "\n".join((reader.summary, *(f"{topic.name}: {', '.join(topic.terms)}" for topic in reader.topics)))


def is_shipped(config: Config) -> bool:
    """Whether nobody has made it theirs yet."""
    return "://example.org/" in config.site.url + config.site.contact


def writing_with(config: Config, name: str) -> Config:
    """The configuration with another model that writes. Raises ConfigError where none does, or none is called so."""
    if config.model is None or config.writer != "llm":
        raise ConfigError("no model writes with this configuration", hint="set writer: llm, and model: with two models")
    try:
        return cast(Config, replace(cast(Any, config), model=replace(cast(Any, config.model), writing=name)))
    except ValidationError:
        raise ConfigError(f"{name!r:.60} is no name of a model", hint="name it as its endpoint does") from None


def load(path: Path) -> Config:
    """The configuration in a file. Raises ConfigError with the file, the line, and what is probably meant."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise ConfigError(
            f"there is no {path.name} here", hint="run from the project's folder, or name it with --config"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(
            f"{path.name} cannot be read: {error}", hint="save it as UTF-8 text that you may read"
        ) from None
    return parse(text, path.name)


def parse(text: str, name: str = "config.yml") -> Config:
    """As `load`, from text."""
    try:
        _refuse_knots(text, name)
        root = yaml.compose(text, Loader=yaml.CSafeLoader)
    except yaml.YAMLError as error:
        raise ConfigError(
            f"{name} is not valid YAML: {_place(error)}", hint="check the indentation and quotes there"
        ) from None
    _refuse_repeats(root, name)
    lines = dict(_lines(root, ()))
    config = _typed(text, lines, name)
    _refuse_strangers(config, lines, name)
    _refuse_slots(config, lines, name)
    return config


def _typed(text: str, lines: dict[tuple[str | int, ...], int], name: str) -> Config:
    try:
        # BaseLoader keeps every scalar as text, so that `no`, 1.10 and 12:30 mean what they say; the types convert.
        return TypeAdapter(Config).validate_python(yaml.load(text, Loader=yaml.CBaseLoader) or {})  # noqa: S506
    except ValidationError as error:
        raise _explained(error, lines, name) from None


def schema() -> dict[str, Any]:
    """The JSON Schema of config.yml."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "config.yml of the conference digest bot",
        **TypeAdapter(Config).json_schema(),
    }


def _lines(node: yaml.Node | None, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], int]]:
    """The line of everything in the file, by its path."""
    if node is None:
        return
    yield path, node.start_mark.line + 1
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from _lines(value, (*path, key.value))
            yield (*path, key.value), key.start_mark.line + 1
    elif isinstance(node, yaml.SequenceNode):
        for index, value in enumerate(node.value):
            yield from _lines(value, (*path, index))


def _refuse_strangers(config: Config, lines: dict[tuple[str | int, ...], int], name: str) -> None:
    """A writer or a platform that is not there is told at once, not after the pages have been read."""
    platforms = ((series.platform, ("series", key, "platform")) for key, series in config.series.items())
    named = (
        ("writers", config.writer, ("writer",)),
        *(("platforms", *platform) for platform in platforms),
        *(("enrichers", each, ("enrichers", at)) for at, each in enumerate(config.enrichers)),
    )
    for family, member, path in named:
        if member and member not in plugins.names(family):
            hint = plugins.nearest(family, member)
            raise ConfigError(f"{name}, line {lines[path]}: there is no {member!r} in bot/{family}/", hint=hint)
    if config.writer == "llm" and config.model is None:
        raise ConfigError(
            f"{name}, line {lines[('writer',)]}: the writer 'llm' needs a model",
            hint="add model: with triage: and writing:, two models of your endpoint (they may be the same)",
        )


def _refuse_slots(config: Config, lines: dict[tuple[str | int, ...], int], name: str) -> None:
    """A slot that nothing fills would only be found out by the run that fills the others."""
    for key, series in config.series.items():
        addresses = ((("series", key, "url", at), url) for at, url in enumerate(series.url))
        for path, text in ((("series", key, "name"), series.name), *addresses):
            for slot in re.findall(r"\{[^{}]*\}|[{}]", text):
                if slot not in _SLOTS:
                    where = f"{name}, line {lines[path]}: nothing fills {slot}"
                    raise ConfigError(where, hint=f"slots are {', '.join(_SLOTS)}; an address may have %7B and %7D")


_SLOTS = ("{number}", "{year}", "{yy}")
_DEEPEST = 30


def _refuse_knots(text: str, name: str) -> None:
    """What is read one level at a time must not have too many; an alias can nest in itself. Neither is needed here."""
    depth = 0
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > _DEEPEST:
            mark = event.start_mark
            raise ConfigError(
                f"{name}, line {mark.line + 1 if mark else 1}: this is nested too deeply",
                hint="close a bracket before it",
            )
        if isinstance(event, yaml.AliasEvent):
            mark = event.start_mark
            raise ConfigError(
                f"{name}, line {mark.line + 1 if mark else 1}: *{event.anchor} is an alias", hint="write the value out"
            )


def _refuse_repeats(node: yaml.Node | None, name: str) -> None:
    if isinstance(node, yaml.SequenceNode):
        for value in node.value:
            _refuse_repeats(value, name)
    if not isinstance(node, yaml.MappingNode):
        return
    seen: dict[str, int] = {}
    for key, value in node.value:
        line = key.start_mark.line + 1
        if not isinstance(key, yaml.ScalarNode):
            raise ConfigError(f"{name}, line {line}: what is set here has no name", hint="begin the line with a word")
        if key.value in seen:
            raise ConfigError(
                f"{name}, line {line}: {key.value!r} is set twice (first in line {seen[key.value]})",
                hint="keep one of them",
            )
        seen[key.value] = line
        _refuse_repeats(value, name)


def _explained(error: ValidationError, lines: dict[tuple[str | int, ...], int], name: str) -> ConfigError:
    faults = error.errors(include_url=False)
    fault = next((fault for fault in faults if fault["type"] in _UNKNOWN), faults[0])
    path = tuple(part for part in fault["loc"] if part != "[key]")
    line = next(lines[path[:end]] for end in range(len(path), -1, -1) if path[:end] in lines or not end) if lines else 1
    where = ".".join(map(str, path)) or "the file"
    also = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    if fault["type"] in _UNKNOWN:
        return ConfigError(f"{name}, line {line}: there is no {where!r}{also}", hint=_nearest(path))
    if fault["type"] == "missing":
        return ConfigError(f"{name}, line {line}: {where!r} is missing{also}", hint=f"add it; {_described(path)}")
    return ConfigError(f"{name}, line {line}: {where!r}: {fault['msg']}{also}", hint=f"found {fault['input']!r:.80}")


_UNKNOWN = ("unexpected_keyword_argument", "extra_forbidden")


def _nearest(path: tuple[str | int, ...]) -> str:
    known = tuple(_properties(path[:-1]))
    near = get_close_matches(str(path[-1]), known, n=1, cutoff=0.5)
    return f"did you mean {near[0]!r}?" if near else f"here you can set: {', '.join(known)}"


def _described(path: tuple[str | int, ...]) -> str:
    about = _properties(path[:-1]).get(str(path[-1]), {})
    return str(about.get("description") or f"it takes a {about.get('type', 'value')}")


def _properties(path: tuple[str | int, ...]) -> dict[str, Any]:
    """What may stand at a path, from the schema."""
    whole = schema()
    node: dict[str, Any] = whole
    for part in path:
        node = node.get("items") or node.get("properties", {}).get(part) or _any_value(node)
        node = _resolved(node, whole)
    return dict(node.get("properties", {}))


def _any_value(node: dict[str, Any]) -> dict[str, Any]:
    return next(iter(node.get("patternProperties", {}).values()), node.get("additionalProperties") or {})


def _resolved(node: dict[str, Any], whole: dict[str, Any]) -> dict[str, Any]:
    options = [node, *node.get("anyOf", ()), *node.get("allOf", ())]
    for option in options:
        if "$ref" in option:
            return dict(whole["$defs"][option["$ref"].rpartition("/")[2]])
    return node


def _place(error: yaml.YAMLError) -> str:
    mark = getattr(error, "problem_mark", None)
    return f"line {mark.line + 1}: {getattr(error, 'problem', error)}" if mark else re.sub(r"\s+", " ", str(error))
