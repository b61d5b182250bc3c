"""Which repository the digests go to, and whose token asks."""

import re
from dataclasses import dataclass, field

from bot.errors import ConfigError


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """On an enterprise server `api` is https://<host>/api/v3. `base` is the branch that digests are merged into."""

    repository: str
    token: str = field(repr=False)
    api: str = "https://api.github.com"
    base: str = "main"
    seconds: int = 30  # without an answer, until a call counts as lost

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[\w.-]+/[\w.-]+", self.repository) or not self.token:
            raise ConfigError(
                "GitHub needs a repository (owner/name) and a token",
                hint="set GITHUB_REPOSITORY and GITHUB_TOKEN, as every workflow does",
            )
        if not re.match(r"https://|http://127\.0\.0\.1:", self.api):
            raise ConfigError(f"a token is not sent to {self.api}", hint="the api address begins with https://")

    @property
    def owner(self) -> str:
        return self.repository.split("/")[0]

    @property
    def site(self) -> str:
        """Where people see the repository."""
        return f"{self.api.replace('://api.', '://').removesuffix('/api/v3')}/{self.repository}"
