"""Where GitHub keeps its settings: the page's address and what to click there, by the names that GitHub gives them."""

import re
from dataclasses import dataclass
from urllib.parse import quote

DRAFTING, KEY = "drafting", "OPENAI_API_KEY"
PROPOSING, APP_KEY, APP_ID = "proposing", "APP_PRIVATE_KEY", "APP_CLIENT_ID"
# What `doctor` reads with, as the form for a new token calls it.
SIGHT = "actions=read&administration=read&contents=read&environments=read&pages=read&secrets=read"
SIGHT_OF_ORGANIZATION = f"{SIGHT}&organization_administration=read"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Something to click, and the page that it is on."""

    click: str
    address: str


def pulls(site: str) -> Place:
    """`site` is where people see the repository: https://github.com/owner/name."""
    return Place(
        click="under “Workflow permissions” tick “Allow GitHub Actions to create and approve pull requests”, then Save",
        address=f"{site}/settings/actions",
    )


def pages(site: str) -> Place:
    return Place(
        click="under “Build and deployment” choose the Source “GitHub Actions”", address=f"{site}/settings/pages"
    )


def key(site: str) -> Place:
    """A model's; without one the extractive writer drafts."""
    return environment(site, DRAFTING, f"“Add environment secret” {KEY}")


def app(site: str) -> Place:
    """A GitHub App's; without one the bot uses the token that each workflow has."""
    return environment(site, PROPOSING, f"“Add environment variable” {APP_ID} and “Add environment secret” {APP_KEY}")


def environment(site: str, name: str, what: str) -> Place:
    return Place(
        click=f"choose {name} (or “New environment”, {name}), then {what}", address=f"{site}/settings/environments"
    )


def organization(site: str) -> Place:
    """The same box as in `pulls`, for all repositories of an organization; its owners may tick it."""
    host, owner, _ = site.rsplit("/", 2)
    return Place(click=pulls(site).click, address=f"{host}/organizations/{owner}/settings/actions")


def token(site: str, permissions: str = SIGHT) -> Place:
    """A fine-grained token with all that is needed to look, and nothing to write."""
    host, owner, name = site.rsplit("/", 2)
    known = f"name={quote(f'doctor {name}')}&target_name={quote(owner)}&expires_in=7"
    return Place(
        click=f"choose “Only select repositories”: {name}, then “Generate token”; the rest is filled in",
        address=f"{host}/settings/personal-access-tokens/new?{known}&{permissions}",
    )


def published(repository: str) -> str:
    """Where GitHub Pages publishes an owner/name, until its owner chooses another domain."""
    owner, name = repository.lower().split("/")
    return f"https://{owner}.github.io/" + ("" if name == f"{owner}.github.io" else f"{name}/")


def cloned_from(git_config: str) -> str:
    """The owner/name on GitHub that a clone's .git/config says it came from; "" where that is elsewhere."""
    origin = re.search(r'^\[remote "origin"\]\n(?:[ \t].*\n)*?[ \t]*url = (\S+)$', git_config, re.M)
    address = origin.group(1) if origin else ""
    found = re.search(r"[/@]github\.com[:/]([\w.-]+/[\w.-]+?)(?:\.git)?/?$", address)
    return found.group(1) if found else ""
