"""The ground that the bot stands on: config.yml, the token, the repository and what every repository has."""

from collections.abc import Iterator
from dataclasses import fields

from bot.config import Config, is_shipped
from bot.doctor.diagnosis import Diagnosis, Health, good, to_do, unseen
from bot.errors import ConfigError
from bot.forges.github import places
from bot.forges.github.places import Place
from bot.forges.github.seen import Repository, Seen, Unseen
from bot.text import listing

BRANCH = "main"  # what the workflows wait for
LABELS = ("digest", "status:needs-review", "digest-dashboard")


def configuration(seen: Seen, config: Config | ConfigError) -> Diagnosis:
    address = f"{seen.site}/edit/{BRANCH}/config.yml"
    if isinstance(config, ConfigError):
        return to_do("config.yml", str(config), Place(click=config.hint, address=address))
    if is_shipped(config):
        own = Place(click="run `python -m bot init`, or change site.url and site.contact by hand", address=address)
        return to_do("config.yml", "it still names example.org, as it was shipped", own)
    return good("config.yml", f"{len(config.series)} series, read for the {config.reader.name}")


def token(seen: Seen) -> Diagnosis:
    """One that sees all is good; another one does as far as it goes."""
    known = isinstance(seen.repository, Repository)
    sight = places.SIGHT_OF_ORGANIZATION if known and seen.organization is not None else places.SIGHT
    place = places.token(seen.site, sight)
    if isinstance(seen.login, Unseen) and seen.login.status == 401:
        return to_do("Token", f"GitHub does not know it ({seen.login.why})", place)
    if known and any(isinstance(getattr(seen, field.name), Unseen) for field in fields(seen)):
        says = f"{whose(seen)}; one of your own can see all that this one cannot"
        return Diagnosis(setting="Token", health=Health.UNSEEN, says=says, click=place.click, address=place.address)
    return good("Token", whose(seen))


def whose(seen: Seen) -> str:
    if isinstance(seen.login, Unseen):
        return "a workflow's or an app's"
    if isinstance(seen.repository, Unseen) or seen.repository.role == "administrator":
        return f"{seen.login}'s"
    return f"{seen.login}'s, who is here {seen.repository.role}: only an administrator can change what is to do"


def repository(seen: Seen) -> Iterator[Diagnosis]:
    found, general = seen.repository, f"{seen.site}/settings"
    if isinstance(found, Unseen):
        yield to_do("Repository", f"{seen.site} is not there, or not for this token", places.token(seen.site))
        return
    if found.archived:
        thaw = Place(click="under “Danger Zone” choose “Unarchive this repository”", address=general)
        yield to_do("Repository", "it is archived, so nobody can write to it", thaw)
    else:
        yield good("Repository", f"{seen.site}, {'private' if found.private else 'public'}")
    yield branch(seen, found)
    if not found.issues:
        tick = Place(click="under “Features” tick “Issues”", address=general)
        yield to_do("Issues", "they are off, but the dashboard is one", tick)


def branch(seen: Seen, found: Repository) -> Diagnosis:
    if isinstance(seen.branches, Unseen):
        return unseen("Branch", seen.branches, "Contents", seen.site)
    if not seen.branches:
        begin = Place(click="begin it with “Use this template”, or push a first commit", address=seen.site)
        return to_do("Branch", "the repository has no commit yet", begin)
    if found.branch != BRANCH:
        rename = Place(click=f"under “Default branch” rename it to {BRANCH}", address=f"{seen.site}/settings")
        return to_do("Branch", f"the default branch is {found.branch}, and the workflows wait for {BRANCH}", rename)
    return good("Branch", f"{BRANCH}, with a commit to build on")


def labels(seen: Seen) -> Diagnosis:
    if isinstance(seen.labels, Unseen):
        return unseen("Labels", seen.labels, "Issues", f"{seen.site}/labels")
    missing = [f"“{name}”" for name in LABELS if name not in seen.labels]
    return good("Labels", f"the bot makes {listing(missing)} when it first needs them" if missing else "all there")
