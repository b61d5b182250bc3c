"""What lets the workflows run, open pull requests and write their branches."""

from collections.abc import Iterator

from bot.doctor.diagnosis import Diagnosis, good, to_do, unseen
from bot.doctor.standing import BRANCH
from bot.forges.github import places
from bot.forges.github.places import APP_ID, APP_KEY, Place
from bot.forges.github.seen import Allowance, Seen, Unseen
from bot.text import listing

WORKFLOWS = ("weekly.yml", "addenda.yml", "links.yml", "respond.yml", "react.yml", "check.yml", "publish.yml")
OFF = {
    "none": "they are off",
    "local_only": "only the owner's own may run, and the workflows use GitHub's",
    "selected": "only selected ones may run, and GitHub's own are not among them",
}
ASLEEP = {
    "disabled_inactivity": "GitHub switched it off: nothing was committed for 60 days",
    "disabled_manually": "somebody switched it off",
    "disabled_fork": "it is off, as what runs on a schedule is in every new fork",
}
# The rules that can refuse the bot its branch, its commit, or the commit's words.
STOPPING = {
    "branch_name_pattern", "code_scanning", "commit_author_email_pattern", "commit_message_pattern",
    "committer_email_pattern", "creation", "file_extension_restriction", "file_path_restriction", "merge_queue",
    "pull_request", "required_deployments", "required_status_checks", "update", "workflows",
}  # fmt: skip


def actions(seen: Seen) -> Diagnosis:
    address = f"{seen.site}/settings/actions"
    if isinstance(seen.actions, Unseen):
        return unseen("Actions", seen.actions, "Administration", address)
    if seen.actions in OFF:
        allow = "under “Actions permissions” choose “Allow all actions and reusable workflows”, then Save"
        return to_do("Actions", OFF[seen.actions], Place(click=allow, address=address))
    return good("Actions", "those that the workflows use may run")


def pulls(seen: Seen) -> Iterator[Diagnosis]:
    """The stricter of repository and organization counts; an App opens pull requests whatever they say."""
    if not isinstance(seen.proposing, Unseen) and {APP_ID, APP_KEY} <= set(seen.proposing):
        yield good("Pull requests", "your GitHub App opens them")
        return
    yield allowed("Pull requests", seen.allowance, places.pulls(seen.site), "Administration")
    if seen.organization is not None:
        place, permission = places.organization(seen.site), "Administration (of the organization)"
        yield allowed("Pull requests, organization", seen.organization, place, permission)


def allowed(setting: str, allowance: Allowance | Unseen, place: Place, permission: str) -> Diagnosis:
    if isinstance(allowance, Unseen):
        return unseen(setting, allowance, permission, place.address)
    if not allowance.pulls:
        return to_do(setting, "workflows may not open them", place)
    return good(setting, "workflows may open them")


def default(seen: Seen) -> Diagnosis:
    """Each job says itself what it needs, so that either choice will do."""
    if isinstance(seen.allowance, Unseen):
        return unseen("Workflow permissions", seen.allowance, "Administration", places.pulls(seen.site).address)
    more = "" if seen.allowance.default == "read" else ", though reading is enough"
    return good("Workflow permissions", f"to {seen.allowance.default} by default{more}: each job names its own")


def workflows(seen: Seen) -> Iterator[Diagnosis]:
    if isinstance(seen.workflows, Unseen):
        yield unseen("Workflows", seen.workflows, "Actions", f"{seen.site}/actions")
        return
    running = [name for name in WORKFLOWS if seen.workflows.get(name) == "active"]
    if running:
        yield good("Workflows", f"{listing([name.removesuffix('.yml') for name in running])} will run")
    for name in WORKFLOWS:
        if name not in running:
            yield stopped(name, seen.workflows.get(name), seen.site)


def stopped(name: str, state: str | None, site: str) -> Diagnosis:
    setting = f"Workflow {name.removesuffix('.yml')}"
    if state in (None, "deleted"):
        folder = f"{site}/tree/{BRANCH}/.github/workflows"
        return to_do(setting, "there is none", Place(click=f"copy {name} from the template again", address=folder))
    press = Place(click="press “Enable workflow”", address=f"{site}/actions/workflows/{name}")
    return to_do(setting, ASLEEP.get(state, f"it is {state}"), press)


def rules(seen: Seen) -> Iterator[Diagnosis]:
    """Who may bypass a ruleset is not shown to everyone, so one that lets the bot through is named as well."""
    if isinstance(seen.rules, Unseen):
        yield unseen("Rules for digest/*", seen.rules, "Metadata", f"{seen.site}/rules")
        return
    stopping = [rule for rule in seen.rules if rule.kind in STOPPING]
    if not stopping:
        yield good("Rules for digest/*", "no ruleset stands in the way")
    for level, number in dict.fromkeys((rule.level, rule.ruleset) for rule in stopping):
        kinds = [rule.kind for rule in stopping if (rule.level, rule.ruleset) == (level, number)]
        yield barred(seen.site, level, number, kinds)


def barred(site: str, level: str, ruleset: int, kinds: list[str]) -> Diagnosis:
    host, owner, _ = site.rsplit("/", 2)
    home = f"{host}/organizations/{owner}" if level == "Organization" else site
    both = "digest/**, once more and type addendum/**"
    exclude = f"under “Target branches” choose “Add target”, “Exclude by pattern” and type {both}, then Save"
    says = f"a ruleset has {listing(kinds)}, which can refuse the bot's commits"
    return to_do("Rules for digest/*", says, Place(click=exclude, address=f"{home}/settings/rules/{ruleset}"))
