"""Pictures of a page on a phone and on a desktop, made by whatever Chromium this machine has."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome")
SIZES = {"phone": (390, 2400), "desktop": (1280, 1800)}
SECONDS = 60
# The page's own policy lets it run nothing; here it reaches nobody either, and the browser does not call home.
FLAGS = (
    "--headless", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-quic",
    "--host-resolver-rules=MAP * ~NOTFOUND",
)  # fmt: skip


def pictures(page: Path, folder: Path, listen: Callable[[str], None]) -> tuple[Path, ...]:
    """Both pictures of a page; none where there is no Chromium, which is said."""
    browser = next(filter(None, map(shutil.which, NAMES)), None)
    if browser is None:
        listen("There is no Chromium here, so no pictures were made: install the system's package chromium")
        return ()
    folder.mkdir(parents=True, exist_ok=True)
    return tuple(taken(browser, page, folder, listen))


def taken(browser: str, page: Path, folder: Path, listen: Callable[[str], None]) -> Iterator[Path]:
    for name, size in SIZES.items():
        picture = folder / f"{page.stem}-{name}.png"
        picture.unlink(missing_ok=True)
        why = shoot(browser, page, picture, size)
        if picture.is_file():
            yield picture
        else:
            listen(f"Chromium made no {picture.name}: {why}")


def shoot(browser: str, page: Path, picture: Path, size: tuple[int, int]) -> str:
    """Makes a picture; what came of it where that failed."""
    wide, high = size
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [browser, *FLAGS, *sandbox(), f"--user-data-dir={profile}", f"--window-size={wide},{high}"]
        command += [f"--screenshot={picture.absolute()}", page.absolute().as_uri()]
        try:
            done = subprocess.run(  # noqa: S603 - no shell, and no name that a stranger chose
                command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            return f"it took longer than {SECONDS} seconds"
        except OSError as error:
            return error.strerror or type(error).__name__
    return f"it ended with {done.returncode}"


def sandbox() -> tuple[str, ...]:
    """Chromium refuses its sandbox to root."""
    return ("--no-sandbox",) if hasattr(os, "geteuid") and os.geteuid() == 0 else ()
