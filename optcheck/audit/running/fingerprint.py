"""A fingerprint of what a verdict depends on: all files of our packages and the claims' own, versions, the seed.

A whole audit takes a minute or two, so any change makes every kept verdict stale; nothing finer is worth its code.
"""

from __future__ import annotations

import hashlib
import importlib.util
import platform
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from pathlib import Path

from optcheck.audit.registry import root_package

OURS = ("lp_models", "optcheck", "proofs_formal", "proofs_numeric")


def fingerprint(module: str, seed: int) -> str:
    """A text that changes whenever the verdict of the claim in ``module`` could."""
    said = f"{module} seed {seed} python {platform.python_version()} {_installed()} {_contents(root_package())}"
    return hashlib.sha256(said.encode()).hexdigest()


def changed_since(moment: float) -> str | None:
    """The first of our files that has changed on disk after the given time; None if there is none."""
    for path in _files(root_package()):
        status = path.stat()
        if max(status.st_mtime, status.st_ctime) > moment:
            return path.name
    return None


@cache
def _contents(root: str) -> str:
    digest = hashlib.sha256()
    for path in _files(root):
        digest.update(f"{path}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _files(root: str) -> Iterator[Path]:
    for package in sorted({*OURS, root.partition(".")[0]}):
        spec = importlib.util.find_spec(package)
        for folder in map(Path, spec.submodule_search_locations or () if spec is not None else ()):
            yield from sorted(path for path in folder.rglob("*") if not _is_compiled(path) and path.is_file())
            if package not in OURS:
                yield from sorted(folder.parent.glob("*.py"))  # helpers that claims of one's own may import


def _is_compiled(path: Path) -> bool:
    """Compiled files come and go, also under passing names such as ``x.pyc.123``, whenever any process imports."""
    return path.suffix == ".pyc" or "__pycache__" in path.parts


@cache
def _installed() -> str:
    return " ".join(sorted({f"{one.metadata['Name']} {one.version}" for one in metadata.distributions()}))
