"""What the site needs, and what the environments hold: the model's key, a GitHub App's."""

from bot.config import Config
from bot.doctor.diagnosis import Diagnosis, good, to_do, unseen
from bot.doctor.standing import BRANCH
from bot.errors import ConfigError
from bot.forges.github import places
from bot.forges.github.places import APP_ID, APP_KEY, DRAFTING, KEY, PROPOSING, Place
from bot.forges.github.seen import Seen, Unseen
from bot.text import listing

ENVIRONMENTS = (DRAFTING, PROPOSING, "github-pages")
APP = (APP_ID, APP_KEY)


def pages(seen: Seen, config: Config | ConfigError) -> Diagnosis:
    place = places.pages(seen.site)
    if isinstance(seen.pages, Unseen):
        return unseen("Pages", seen.pages, "Pages", place.address)
    if seen.pages is None:
        return to_do("Pages", "there is no site yet", place)
    if seen.pages.source != "workflow":
        return to_do("Pages", "the site is published from a branch, not by the workflow", place)
    if isinstance(config, Config) and alike(config.site.url) != alike(seen.pages.address):
        edit = Place(click=f"set site.url to {seen.pages.address}", address=f"{seen.site}/edit/{BRANCH}/config.yml")
        return to_do("Pages", f"the site is not at config.yml's {config.site.url}", edit)
    return good("Pages", f"GitHub Actions publish {seen.pages.address}")


def alike(address: str) -> str:
    """What two ways to write the same address have in common."""
    return address.lower().removeprefix("http://").removeprefix("https://").rstrip("/")


def environments(seen: Seen) -> Diagnosis:
    if isinstance(seen.environments, Unseen):
        return unseen("Environments", seen.environments, "Actions", f"{seen.site}/settings/environments")
    missing = [name for name in ENVIRONMENTS if name not in seen.environments]
    return good("Environments", f"{listing(missing)}: made by the first run that uses it" if missing else "all there")


def key(seen: Seen) -> Diagnosis:
    """It is nobody's duty; but as a secret of the whole repository every workflow could read it."""
    place = places.key(seen.site)
    if not isinstance(seen.secrets, Unseen) and KEY in seen.secrets:
        move = Place(click=f"{place.click}; then remove it under “Secrets and variables”", address=place.address)
        return to_do("Model key", f"{KEY} is a secret of the repository, which every workflow may read", move)
    if isinstance(seen.drafting, Unseen):
        return unseen("Model key", seen.drafting, "Environments", place.address)
    if KEY in seen.drafting:
        return good("Model key", f"{KEY} is a secret of the environment {DRAFTING}")
    return good("Model key", "none, and none is needed: without one the extractive writer drafts")


def app(seen: Seen) -> Diagnosis:
    """Half an App is none: without its key a run fails, without its id the bot works as if there were none."""
    place = places.app(seen.site)
    if isinstance(seen.proposing, Unseen):
        return unseen("GitHub App", seen.proposing, "Environments", place.address)
    missing = [name for name in APP if name not in seen.proposing]
    if not missing:
        return good("GitHub App", "the bot proposes as your App, so checks run by themselves")
    if len(missing) < len(APP):
        return to_do("GitHub App", f"the environment {PROPOSING} has no {missing[0]}", place)
    return good("GitHub App", "none, and none is needed: checks wait for a click on “Approve workflows to run”")
