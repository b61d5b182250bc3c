"""Asks a person what the flags left open; whoever calls puts the questions on a terminal."""

from collections.abc import Callable
from dataclasses import replace

from bot.config import Config
from bot.errors import ConfigError
from bot.init.answers import Answers, chosen, suggested, topic

Ask = Callable[[str, str], str]
"""Takes a question and the answer that Enter gives, "" where there is none; gives the answer."""


def interview(given: Answers, config: Config, repository: str, ask: Ask) -> Answers:
    """Every answer; what was given is not asked for, and topics only where the reader is another."""
    now = suggested(config, repository)
    answers = replace(
        given,
        title=given.title or insist(ask, "What is the site called?", now.title),
        url=given.url or insist(ask, "Where will it be published?", now.url),
        contact=given.contact
        or insist(ask, "Which page says who you are, for the owners of what is read?", now.contact),
        reader=given.reader or insist(ask, "Who is the one reader that the digests are for?", now.reader),
    )
    if answers.reader != now.reader:
        summary = given.summary or insist(ask, "What does this reader do, and want to know? A few sentences.")
        answers = replace(answers, summary=summary, topics=given.topics or topics(ask))
    return replace(answers, series=given.series or series(config, ask))


def insist(ask: Ask, question: str, usual: str = "") -> str:
    answer = ""
    while not answer:
        answer = ask(question, usual).strip()
    return answer


def topics(ask: Ask) -> tuple[str, ...]:
    """At least one; a line that is none is asked for again."""
    found: list[str] = []
    question = "What is a topic, and which words reveal it? Write name: word, words that belong, word"
    again = "Another one? Enter when there is none"
    while (line := ask(question, "")) or not found:
        question = again
        try:
            topic(line)
        except ConfigError as error:
            question = f"{error}: {error.hint}"
        else:
            found.append(line)
    return tuple(found)


def series(config: Config, ask: Ask) -> tuple[str, ...]:
    """All of them where nothing is answered."""
    offered = "\n".join(f"  {key:<20} {one.name}" for key, one in config.series.items())
    question = f"Which conferences? These are there:\n{offered}\nTheir short names with commas between, Enter for all"
    while line := ask(question, ""):
        try:
            return chosen([part.strip() for part in line.split(",") if part.strip()], config)
        except ConfigError as error:
            question = f"{error}: {error.hint}"
    return tuple(config.series)
