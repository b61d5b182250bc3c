"""The rules of the house, read off the imports: they point down, packages have one owner, start-up is light."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FAMILIES = ("platforms", "writers", "forges")
ROWS = (
    ("__main__", "show"),
    ("pipeline",),
    ("discover", "scrape", "judge", "pick", "write", "verify", "introduce", "render", "keep", "propose"),
    FAMILIES,
    ("web", "recording", "prompts", "store"),
    (
        "page",
        "byline",
        "walls",
        "text",
        "markdown",
        "seal",
        "figures",
        "ranking",
        "config",
        "plugins",
        "shorten",
        "voice",
    ),
    ("model", "errors"),
)
OWNERS = {
    "httpx2": {"web"},
    "hishel": {"web"},
    "protego": {"web"},
    "stamina": {"web"},
    "selectolax": {"page"},
    "icalendar": {"page"},
    "defusedxml": {"page"},
    "pydantic": {"config"},
    "yaml": {"config", "prompts", "render"},
    "frontmatter": {"prompts"},
    "rich": {"show"},
    "snowballstemmer": {"ranking"},
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
    "openai",
    "github",
    "yaml",
)
MODULES = sorted((ROOT / "bot").rglob("*.py"))


def name_of(path: Path) -> str:
    """`bot/platforms/sched.py` is `platforms.sched`, `bot/platforms/__init__.py` is `platforms`."""
    parts = path.relative_to(ROOT / "bot").with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


def row_of(name: str) -> int:
    return next(row for row, members in enumerate(ROWS) if name.split(".")[0] in members)


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


@pytest.mark.parametrize("path", [p for p in MODULES if name_of(p) != "__init__"], ids=name_of)
def test_a_module_imports_only_from_rows_beneath_its_own(path: Path) -> None:
    name = name_of(path)
    for target in targets(path):
        if not target.startswith("bot."):
            continue
        other = target.removeprefix("bot.")
        family, _, member = name.partition(".")
        if member and other == family:
            continue  # a member and what its family shares
        if row_of(name) == 0 and row_of(other) == 0:
            continue  # the door and what it shows
        same_row_tools = row_of(name) == row_of(other) == len(ROWS) - 2
        nouns = row_of(name) == row_of(other) == len(ROWS) - 1
        openings = row_of(name) == row_of(other) == len(ROWS) - 3
        assert row_of(other) > row_of(name) or same_row_tools or nouns or openings, f"{name} imports {other}"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_an_outside_package_has_one_owner(path: Path) -> None:
    for target in targets(path):
        owners = OWNERS.get(target.split(".")[0])
        assert owners is None or name_of(path) in owners, f"{target} belongs to {owners}"


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
        assert name_of(path) == "__main__" or (module or "").split(".")[0] in HEAVY, f"{module} inside a function"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_says_why_it_exists(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text()))


def test_the_top_level_is_as_the_owner_wishes() -> None:
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
    if not tracked:
        pytest.skip("not a git checkout")
    expected = {
        ".ci", ".github", ".gitignore", "bot", "digests", "prompts", "tests",
        "config.yml", "pyproject.toml", "requirements.lock", "Makefile", "README.md", "LICENSE", "CHANGELOG.md",
    }  # fmt: skip
    assert expected >= {path.split("/")[0] for path in tracked}


def test_help_loads_no_heavy_package() -> None:
    program = "import sys, bot.__main__ as door\ntry: door.main(['--help'])\nexcept SystemExit: pass\n"
    check = f"{program}print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    run = subprocess.run([sys.executable, "-c", check], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "[]" == run.stderr.strip()


def test_the_lock_file_names_no_host() -> None:
    lines = (ROOT / "requirements.lock").read_text().splitlines()
    assert not [line for line in lines if "://" in line or line.lstrip().startswith(("--index", "--find-links", "-i "))]


@pytest.mark.parametrize(
    "command", [["ruff", "check", "bot", "tests"], ["ruff", "format", "--check", "bot", "tests"], ["mypy"]]
)
def test_the_code_is_clean(command: list[str]) -> None:
    run = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert not run.returncode, run.stdout + run.stderr
