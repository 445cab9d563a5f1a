"""What a report was made from: version, and in a checkout the commit with its date. No clock: same code, same bytes."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]
SECONDS = 10


@dataclass(frozen=True, slots=True)
class Stamp:
    """The version that made the report; commit and date are empty outside a checkout."""

    version: str = ""
    commit: str = ""
    date: str = ""


def stamp() -> Stamp:
    """The stamp of this installation."""
    shown = _git("log", "-1", "--format=%h %cs") if (ROOT / ".git").exists() else ""
    commit, _, date = shown.partition(" ")
    changed = bool(commit and _git("status", "--porcelain", "--untracked-files=no"))
    return Stamp(_version(), f"{commit} with changes" if changed else commit, date)


def _version() -> str:
    try:
        return version("optcheck")
    except PackageNotFoundError:  # run from a folder of files
        return ""


def _git(*arguments: str) -> str:
    """What git says; nothing where there is no git or it fails."""
    try:
        done = subprocess.run(
            ["git", "-C", str(ROOT), *arguments], capture_output=True, text=True, timeout=SECONDS, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()
