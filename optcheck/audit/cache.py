"""Verdicts kept on disk under the fingerprint of what they depend on: an interrupted audit loses nothing."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path

from optcheck.audit.fingerprint import fingerprint
from optcheck.audit.registry import Source
from optcheck.audit.verdict import Verdict
from optcheck.exact.writing import write_atomically


@dataclass(frozen=True, slots=True)
class Finished:
    """A verdict, the seconds it took when it was computed, and whether it came from the cache."""

    verdict: Verdict
    seconds: float
    cached: bool = False


@dataclass(frozen=True, slots=True)
class Cache:
    """A folder with one file a verdict. Damaged or foreign files are ignored and computed again."""

    folder: Path

    def load(self, source: Source, seed: int) -> Finished | None:
        """The stored verdict of a claim, if its code, data, versions and seed are still the same."""
        try:
            stored = json.loads(self._path(source, seed).read_text(encoding="utf-8"))
            if stored["fingerprint"] != fingerprint(source.module, seed):
                return None
            return Finished(Verdict.from_record(stored["verdict"]), float(stored["seconds"]), cached=True)
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def last_seconds(self, source: Source, seed: int) -> float | None:
        """How long the claim took last time, whatever has changed since."""
        try:
            return float(json.loads(self._path(source, seed).read_text(encoding="utf-8"))["seconds"])
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def store(self, source: Source, seed: int, finished: Finished) -> None:
        """Keep a verdict. Errors are not kept: they should be tried again."""
        if finished.verdict.verdict == "error":
            return
        stored = {
            "fingerprint": fingerprint(source.module, seed),
            "seconds": finished.seconds,
            "verdict": finished.verdict.to_record(),
        }
        self.folder.mkdir(parents=True, exist_ok=True)
        write_atomically(self._path(source, seed), json.dumps(stored, ensure_ascii=False))

    def _path(self, source: Source, seed: int) -> Path:
        short = hashlib.sha256(f"{source.module} {seed}".encode()).hexdigest()[:12]
        return self.folder / f"{source.module.rpartition('.')[2]}-{short}.json"


def default_folder() -> Path:
    """``$OPTCHECK_CACHE``, else the user's cache folder."""
    chosen = os.environ.get("OPTCHECK_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "optcheck"
