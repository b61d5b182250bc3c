"""What somebody wants config.yml to say, and what it says already."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from bot.config import Config, is_shipped
from bot.errors import ConfigError
from bot.forges.github import places
from bot.text import one_line


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """What is empty stays as it is. A topic is written as `name: term, term`, a series is a key of config.yml's."""

    title: str = ""
    url: str = ""
    contact: str = ""
    reader: str = ""
    summary: str = ""
    topics: tuple[str, ...] = ()
    series: tuple[str, ...] = ()


def said(config: Config) -> Answers:
    """The answers that would give this configuration."""
    return Answers(
        title=config.site.title,
        url=config.site.url,
        contact=config.site.contact,
        reader=config.reader.name,
        summary=clean(config.reader.summary),
        topics=tuple(f"{topic.name}: {', '.join(topic.terms)}" for topic in config.reader.topics),
        series=tuple(config.series),
    )


def suggested(config: Config, repository: str) -> Answers:
    """What config.yml says; for a fresh copy the addresses that GitHub has for every owner/name, if that is known."""
    now = said(config)
    if not is_shipped(config):
        return now
    url, contact = (places.published(repository), f"https://github.com/{repository}") if repository else ("", "")
    return replace(now, url=url, contact=contact)


def with_addresses(given: Answers, config: Config, repository: str) -> Answers:
    """A fresh copy needs addresses of its own, given or suggested."""
    if not is_shipped(config):
        return given
    known = suggested(config, repository)
    url, contact = given.url or known.url, given.contact or known.contact
    if not url or not contact:
        raise ConfigError(
            "config.yml still names example.org", hint="give --repository owner/name, or both --url and --contact"
        )
    return replace(given, url=url, contact=contact)


def tidy(answers: Answers, config: Config) -> Answers:
    """Without white space and characters that nobody sees; the series in config.yml's order, once each."""
    return Answers(
        title=clean(answers.title),
        url=clean(answers.url),
        contact=clean(answers.contact),
        reader=clean(answers.reader),
        summary=clean(answers.summary),
        topics=tuple(f"{name}: {', '.join(terms)}" for name, terms in map(topic, answers.topics)),
        series=chosen(answers.series, config),
    )


def clean(text: str) -> str:
    return "".join(filter(str.isprintable, one_line(text)))


def topic(text: str) -> tuple[str, tuple[str, ...]]:
    """A topic's name and terms."""
    name, _, rest = clean(text).partition(":")
    terms = tuple(filter(None, map(str.strip, rest.split(","))))
    if not name.strip() or not terms:
        raise ConfigError(f"“{clean(text)}” is no topic", hint="write it as name: word, words that belong, word")
    return name.strip(), terms


def chosen(series: Sequence[str], config: Config) -> tuple[str, ...]:
    for key in series:
        if key not in config.series:
            near = get_close_matches(key, config.series, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(config.series)}"
            raise ConfigError(f"config.yml has no series {key!r}", hint=hint)
    return tuple(key for key in config.series if key in series)
