"""Verdicts kept on disk under the fingerprint of what they depend on: an interrupted audit loses nothing."""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from optcheck.audit.plain import Record
from optcheck.audit.registry import Source
from optcheck.audit.running.fingerprint import fingerprint
from optcheck.audit.running.restore import restored
from optcheck.audit.verdict import Verdict
from optcheck.errors import InvalidInput
from optcheck.exact.files import distinct, write_atomically

MOST_BYTES = 50_000_000


@dataclass(frozen=True, slots=True)
class Finished:
    """A verdict, the seconds it took when it was computed, and whether it came from the cache."""

    verdict: Verdict
    seconds: float
    cached: bool = False


def _ignore(message: str) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Cache:
    """A folder with one file a verdict.

    Nothing in it is believed: damaged, foreign or unreadable files, and a folder that cannot be used, are as good as no
    cache. ``warn`` is told.
    """

    folder: Path
    warn: Callable[[str], None] = _ignore

    def load(self, source: Source, seed: int) -> Finished | None:
        """The stored verdict of a claim, if its code, data, versions and seed are still the same."""
        stored = self._read(source, seed)
        if stored is None or stored.get("fingerprint") != fingerprint(source.module, seed):
            return None
        try:
            return Finished(restored(source, stored.get("verdict")), _seconds(stored) or 0.0, cached=True)
        except Exception as error:  # whatever a file makes the claim's code or the checker raise, it is judged anew
            self.warn(f"ignored the kept verdict on {source.id} in {self._path(source, seed)}: {error}")
            return None

    def last_seconds(self, source: Source, seed: int) -> float | None:
        """How long the claim took last time, whatever has changed since."""
        stored = self._read(source, seed)
        return None if stored is None else _seconds(stored)

    def store(self, source: Source, seed: int, finished: Finished) -> None:
        """Keep a verdict. Errors are not kept: they should be tried again."""
        if finished.verdict.verdict == "error":
            return
        stored = {
            "fingerprint": fingerprint(source.module, seed),
            "seconds": finished.seconds,
            "verdict": finished.verdict.to_record(),
        }
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            write_atomically(self._path(source, seed), json.dumps(stored, ensure_ascii=False))
        except (OSError, InvalidInput) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error).partition(": ")[2]
            self.warn(f"verdicts are not kept: the folder {self.folder} cannot be used: {reason}")

    def _read(self, source: Source, seed: int) -> Record | None:
        """What the file of a claim holds; None, with a word where there is something, if it cannot be used."""
        path = self._path(source, seed)
        try:
            stored = json.loads(_own_text(path), parse_constant=_no_constant, object_pairs_hook=distinct)
            if not isinstance(stored, dict):
                raise InvalidInput("it is no object")
        except FileNotFoundError:
            return None
        except (OSError, ValueError, RecursionError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            self.warn(f"ignored the kept verdict on {source.id} in {path}: {reason}")
            return None
        return stored

    def _path(self, source: Source, seed: int) -> Path:
        short = hashlib.sha256(f"{source.module} {seed}".encode()).hexdigest()[:12]
        return self.folder / f"{source.module.rpartition('.')[2]}-{short}.json"


def _own_text(path: Path) -> str:
    """The text of a regular file of moderate size that belongs to this user and that nobody else may write."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
    with open(descriptor, "rb") as stream:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_size > MOST_BYTES:
            raise InvalidInput("it is no file of moderate size")
        if status.st_uid != os.getuid() or status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            raise InvalidInput("somebody else may have written it")
        return stream.read(MOST_BYTES).decode("utf-8")


def _no_constant(text: str) -> float:
    raise InvalidInput(f"{text} is no number")


def _seconds(stored: Record) -> float | None:
    seconds = stored.get("seconds")
    return float(seconds) if isinstance(seconds, int | float) and 0 <= seconds < 1e9 else None


def default_folder() -> Path:
    """``$OPTCHECK_CACHE``, else the user's cache folder."""
    chosen = os.environ.get("OPTCHECK_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "optcheck"
