"""The rules of the house, read off the imports: they point down, packages have one owner, start-up is light."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FAMILIES = ("platforms", "enrichers", "llms", "writers", "forges", "commands")
TOOLS = (
    "page",
    "text",
    "figures",
    "grounding",
    "prose",
    "byline",
    "bibtex",
    "kinds",
    "moments",
    "people",
    "blocks",
    "markdown",
    "seal",
    "config",
    "plugins",
    "gate",
    "budget",
    "schema",
    "mend",
    "pdf",
    "alike",
    "compare",
    "opinions",
    "merge",
)
ROWS = (
    (
        "__main__",
        "drafting",
        "jobs",
        "orders",
        "weekly",
        "publishing",
        "rechecking",
        "previews",
        "setting_up",
        "replaying",
        "evaluating",
        "golds",
        "ways",
        "revisiting",
        "finding",
        "origin",
        "summary",
        "show",
    ),
    (
        "pipeline",
        "respond",
        "report",
        "check",
        "probe",
        "roundup",
        "revisit",
        "recheck",
        "consult",
        "earlier",
        "evaluate",
    ),
    (
        "discover",
        "scrape",
        "judge",
        "pick",
        "enrich",
        "write",
        "verify",
        "introduce",
        "render",
        "keep",
        "propose",
        "survey",
        "suggest",
        "dashboard",
        "publish",
        "doctor",
        "init",
        "bill",
    ),
    FAMILIES,
    ("web", "prompts", "store", "lost", "outcomes", "answers"),
    TOOLS,
    ("model", "errors"),
)
# Which module or package of ours loads an outside package; nobody else touches it.
OWNERS = {
    "httpx2": "web.wire llms.openai",
    "httpcore2": "web.wire",
    "hishel": "web.wire",
    "h2": "web.wire",
    "protego": "web",
    "stamina": "web",
    "selectolax": "page",
    "icalendar": "page",
    "defusedxml": "page",
    "pydantic": "config",
    "frontmatter": "prompts",
    "rich": "show",
    "snowballstemmer": "pick.ranking",
    "github": "forges.github",
    "openai": "llms.openai",
    "pypdfium2": "pdf.extract",
    "markdown_it": "respond.grammar publish check.unsafe",
    "jinja2": "publish",
    "pydantic_core": "publish store.stored",
}
HEAVY = (
    "httpx2",
    "hishel",
    "protego",
    "stamina",
    "rich",
    "pydantic",
    "icalendar",
    "selectolax",
    "pypdfium2",
    "openai",
    "github",
    "yaml",
)
HEAVY_OF_OURS = ("bot.web",)  # its wire loads the HTTP client, which saved pages do without
MODULES = sorted((ROOT / "bot").rglob("*.py"))


def name_of(path: Path) -> str:
    """`bot/platforms/sched.py` is `platforms.sched`, `bot/platforms/__init__.py` is `platforms`."""
    parts = path.relative_to(ROOT / "bot").with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


def row_of(name: str) -> int:
    return next(row for row, members in enumerate(ROWS) if name.split(".")[0] in members)


def owners(package: str) -> tuple[str, ...]:
    return tuple(OWNERS[package].split())


def imports(path: Path) -> Iterator[ast.Import | ast.ImportFrom]:
    return (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Import | ast.ImportFrom))


def targets(path: Path) -> Iterator[str]:
    """Every module that a file imports, `from bot import plugins` as `bot.plugins`."""
    for node in imports(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif node.module == "bot":
            yield from (f"bot.{alias.name}" for alias in node.names)
        else:
            yield node.module or ""


def may_import(name: str, other: str) -> bool:
    """Downwards, within one package, or along a row: doors, roads, openings, tools and nouns may take each other.

    A member of a family is a package of its own: its siblings are strangers, what the family shares is not. A writer
    may know what a model is asked and answers, which `llms` itself says, but no member of it.
    """
    top, other_top = name.split(".")[0], other.split(".")[0]
    if top == other_top and top in FAMILIES:
        return other == top or name.split(".")[:2] == other.split(".")[:2]
    if top == other_top or (top == "writers" and other == "llms"):
        return True
    row, other_row = row_of(name), row_of(other)
    return other_row > row or (row == other_row and row in (0, 1, 4, 5, 6))


@pytest.mark.parametrize("path", [path for path in MODULES if name_of(path) != "__init__"], ids=name_of)
def test_a_module_imports_only_from_rows_beneath_its_own(path: Path) -> None:
    targets_here = [target.removeprefix("bot.") for target in targets(path) if target.startswith("bot.")]
    assert [] == [target for target in targets_here if not may_import(name_of(path), target)]


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_an_outside_package_has_one_owner(path: Path) -> None:
    foreign = {target.split(".")[0] for target in targets(path)} & OWNERS.keys()
    name = name_of(path)
    assert [] == [package for package in foreign if not f"{name}.".startswith(tuple(f"{o}." for o in owners(package)))]


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_no_import_is_relative_and_only_heavy_or_road_imports_stand_inside_functions(path: Path) -> None:
    tree = ast.parse(path.read_text())
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.level]
    inside = (
        node
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    )
    for node in inside:
        module = node.module if isinstance(node, ast.ImportFrom) else node.names[0].name
        light = row_of(name_of(path)) and (module or "").split(".")[0] not in HEAVY and module not in HEAVY_OF_OURS
        assert not light, f"{module} inside a function"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_says_why_it_exists(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text()))


def test_no_two_files_of_tests_have_one_name() -> None:
    names = [path.name for path in (ROOT / "tests").rglob("test_*.py")]
    assert sorted(set(names)) == sorted(names)  # pytest imports them by that name alone


def test_the_top_level_is_as_the_owner_wishes() -> None:
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
    if not tracked:
        pytest.skip("not a git checkout")
    expected = {
        ".ci", ".github", ".gitignore", "bot", "digests", "prompts", "tests",
        "config.yml", "pyproject.toml", "requirements.txt", "requirements-run.txt", "Makefile",
        "README.md", "LICENSE", "CHANGELOG.md",
    }  # fmt: skip
    assert expected >= {path.split("/")[0] for path in tracked}


def test_help_loads_no_heavy_package() -> None:
    program = "import sys, bot.__main__ as door\ntry: door.main(['--help'])\nexcept SystemExit: pass\n"
    check = f"{program}print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    run = subprocess.run([sys.executable, "-c", check], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "[]" == run.stderr.strip()


def test_the_locks_name_no_host_and_what_jobs_install_is_what_is_tested() -> None:
    whole, part = ((ROOT / f"requirements{which}.txt").read_text().splitlines() for which in ("", "-run"))
    for line in (*whole, *part):
        assert "://" not in line and not line.lstrip().startswith(("--index", "--find-links", "-i "))
    pins = [{line.split(" ;")[0].rstrip(" \\") for line in lines if "==" in line} for lines in (whole, part)]
    assert pins[1] < pins[0]


@pytest.mark.parametrize(
    "command", [["ruff", "check", "bot", "tests"], ["ruff", "format", "--check", "bot", "tests"], ["mypy"]]
)
def test_the_code_is_clean(command: list[str]) -> None:
    run = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert not run.returncode, run.stdout + run.stderr
