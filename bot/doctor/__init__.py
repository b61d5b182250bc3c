"""Says of every setting that the bot needs whether it is right, and where it is not, exactly what to click.

Pure: `forges.github.look` asks GitHub, the modules here judge what it answered. Names in “quotes” are those on GitHub.
"""

from bot.config import Config
from bot.doctor import running, site, standing
from bot.doctor.diagnosis import Diagnosis, Health
from bot.errors import ConfigError
from bot.forges.github.seen import Seen, Unseen

__all__ = ["Diagnosis", "Health", "examine"]


def examine(seen: Seen, config: Config | ConfigError) -> tuple[Diagnosis, ...]:
    """Every setting. A repository that is not to be seen has to be mended first, so then nothing comes after it."""
    first = (standing.configuration(seen, config), standing.token(seen), *standing.repository(seen))
    if isinstance(seen.repository, Unseen):
        return first
    return (
        *first,
        running.actions(seen),
        *running.pulls(seen),
        running.default(seen),
        *running.workflows(seen),
        *running.rules(seen),
        site.pages(seen, config),
        site.environments(seen),
        site.key(seen),
        site.app(seen),
        standing.labels(seen),
    )
