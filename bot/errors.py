"""The failures: each says in one sentence what happened, hints at what to do next, and has its own exit code."""


class BotError(Exception):
    """Something a person can act on. Anything else that is raised is our bug and keeps its traceback."""

    exit_code = 1
    status = "unknown"  # what the program JSON says when reading failed so

    def __init__(self, message: str, *, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


class ConfigError(BotError):
    """config.yml, a prompt or an argument says something the bot cannot follow."""

    exit_code = 3


class SourceError(BotError):
    """The source cannot be read at all: no such file, no answer, broken JSON, too large, a forbidden address."""

    exit_code = 4


class Blocked(BotError):
    """The site answered, but with a wall meant for robots. Never an empty program."""

    exit_code = 5
    status = "blocked"


class NotPublished(BotError):
    """Nothing is wrong: the program is not out yet. Come back later."""

    exit_code = 6
    status = "not_published"


class NotAnswered(NotPublished):
    """Nothing is wrong: a model that answers by batches has not answered yet. Come back later."""


class LayoutChanged(BotError):
    """The page is not what this platform knows."""

    exit_code = 7


class Incomplete(BotError):
    """A program was read, but it is not whole enough to be drafted."""

    exit_code = 8


class StoreError(BotError):
    """A file of ours cannot be read or written."""

    exit_code = 9


class ForgeError(BotError):
    """The forge does not take the proposal: it does not answer, or a permission or a setting is in the way."""

    exit_code = 10


class Moved(ForgeError):
    """Someone pushed to the edition's branch after it was read: read it again, plan again, put again."""


class Outdated(ForgeError):
    """What is to be proposed was drafted before the digest became what it is now: draft it again."""


class CommandError(BotError):
    """A comment asks for what cannot be done; this text and its hint are the reply."""

    exit_code = 11


class Elsewhere(CommandError):
    """A comment asks for it where it cannot be done, and whoever wrote it should hear where it can."""


class NoAnswer(BotError):
    """No model can be asked at all: there is none of that name, the key does not fit, or nobody answers."""

    exit_code = 12


class NotTheSame(BotError):
    """A digest does not come out of its recording as it was published."""

    exit_code = 14


class BrokenDigest(BotError):
    """A file of a digest is broken: until a person mends it, it can be neither published nor updated."""

    exit_code = 13
