"""Why GitHub did not do what it was asked: whether to ask again, and which setting a person should change."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.errors import ForgeError
from bot.forges.github.settings import Settings

LONGEST_WAIT = 120.0  # seconds; when GitHub asks for more, a person is told to come back
LIMIT_WAIT = 60.0  # when it does not say how long
PAUSE = 2.0
LOST = (0, 500, 502, 503, 504)  # the call may have had its effect all the same
STRANGE = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """What came instead of an answer. Its status is 0 when nothing came, and 1 when something else than GitHub's."""

    status: int
    message: str
    kinds: frozenset[str] = frozenset()
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def limit(self) -> float | None:
        """The seconds that a rate limit asks for; None where no limit is at work."""
        named = "rate limit" in self.message.lower() or "retry-after" in self.headers
        if self.status != 429 and not (self.status == 403 and named) and "RATE_LIMITED" not in self.kinds:
            return None
        if (asked := self.headers.get("retry-after", "")).isdigit():
            return float(asked)
        reset = self.headers.get("x-ratelimit-reset", "")
        if self.headers.get("x-ratelimit-remaining") == "0" and reset.isdigit():
            return max(PAUSE, float(reset) - time.time())
        return LIMIT_WAIT

    @property
    def wait(self) -> float | None:
        """After how many seconds asking again may help; None where it will not."""
        wait = PAUSE if self.status in LOST else self.limit
        return wait if wait is not None and wait <= LONGEST_WAIT else None


def read(status: int, data: object, headers: Mapping[str, str] | None) -> Refusal:
    """A refusal of REST or GraphQL; GitHub's own words on one line."""
    top = data if isinstance(data, dict) else {}
    listed = top.get("errors")
    single = [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []
    parts = [str(part["message"]) for part in (top, *single) if part.get("message")]
    return Refusal(
        status=status,
        message="".join(filter(str.isprintable, " ".join(" ".join(parts).split())))[:300] or "nothing",
        kinds=frozenset(str(each.get("type")) for each in single),
        headers=headers or {},
    )


def failure(refusal: Refusal, need: str, branch: str, settings: Settings) -> ForgeError:
    """What a person should know of a refusal."""
    if refusal.status in (0, STRANGE):
        return ForgeError(
            f"{settings.api} gave no answer that can be read ({refusal.message})",
            hint="run again later, which finishes what was begun; if it stays so, check the api address",
        )
    if refusal.limit is not None:
        return ForgeError(
            f"GitHub's rate limit is reached: it asks to wait for {refusal.limit:.0f} seconds",
            hint="run again after that, which finishes what was begun",
        )
    return ForgeError(f"GitHub says: {refusal.message} ({refusal.status})", hint=hint(refusal, need, branch, settings))


def hint(refusal: Refusal, need: str, branch: str, settings: Settings) -> str:
    """What to change, by its name on GitHub. `need` is the permission as a workflow names it."""
    message = refusal.message.lower()
    if "not permitted to create" in message:
        return (
            f"the digest is on {branch} already; tick “Allow GitHub Actions to create and approve pull requests” under "
            "Settings → Actions → General → Workflow permissions (the organization has the same box) and run again, or "
            f"open it yourself: {settings.site}/compare/{settings.base}...{branch}?expand=1"
        )
    if refusal.status == 401:
        return "give a token that is valid: in a workflow GITHUB_TOKEN, elsewhere a fine-grained personal access token"
    if "is locked" in message:
        return "unlock the conversation on GitHub, then run again"
    if "rule" in message or "protected" in message:
        return f"let the bot write {branch}: Settings → Rules → Rulesets, or Settings → Branches"
    if refusal.status in (403, 404):
        kind = need.split(":")[0].replace("-", " ").capitalize()
        return (
            f"give the token `{need}` for {settings.repository}: under `permissions:` in the workflow, or “{kind}” "
            "under “Repository permissions” of a fine-grained personal access token"
        )
    return "if these words do not say what to change, run again later, which finishes what was begun"
