"""Where claims lie: a package by its name, or any path: a folder of papers, the folder of one paper, one file.

A path becomes a package of Python too. It is imported under its own name where that leads to it, so that claims can
import what is beside them; else, for names with a dot or names that something else has, under a name made for it.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import pkgutil
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

from optcheck.errors import InvalidInput

BUILT_IN = "proofs_numeric"
MADE = "claims_of_"  # how a name begins that was made for a folder
_CLAIM = re.compile(r"^CLAIM\b", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Collection:
    """Claims in a package that Python can import; ``paper`` and ``module`` where only one of them is meant."""

    package: str
    paper: str | None = None
    module: str | None = None

    def papers(self) -> tuple[str, ...]:
        """The names of the papers' folders, sorted."""
        if self.paper is not None:
            return (self.paper,)
        package = imported(self.package)
        packages = {item.name for item in pkgutil.iter_modules(package.__path__) if item.ispkg}
        return tuple(sorted(name for name in packages | _plain_folders(package) if not name.startswith("_")))

    def modules(self, paper: str) -> Iterator[str]:
        """The names of the claim files of a paper."""
        for item in pkgutil.iter_modules(imported(f"{self.package}.{paper}").__path__):
            if not item.ispkg and not item.name.startswith("_") and self.module in (None, item.name):
                yield item.name

    def folders(self) -> list[Path]:
        """Where the claims' files lie."""
        return self.package_folders() if self.paper is None else _places(f"{self.package}.{self.paper}")

    def package_folders(self) -> list[Path]:
        """Where the papers' folders lie: one, unless Python finds parts of the package in several."""
        return _places(self.package)


def opened(root: str) -> Collection:
    """The claims of a package, or of a file or folder; a folder here goes before a package elsewhere."""
    path = Path(root)
    if root != BUILT_IN and path.exists():
        return _of_path(path.absolute())
    name = root.rstrip("/")  # which a shell adds to the name of a folder
    if not all(part.isidentifier() for part in name.split(".")):
        raise InvalidInput(f"there is no file or folder {root!r} with claims")
    if name != BUILT_IN:
        _see(Path.cwd())
    if not hasattr(imported(name), "__path__"):
        raise InvalidInput(f"{name!r} is a file, not a package with claims")
    return Collection(name)


def located(root: str) -> str:
    """The same claims, however the present folder changes: a path from the root of the file system, or a name."""
    collection = opened(root)
    if collection == Collection(BUILT_IN) or not Path(root).exists() or root == BUILT_IN:
        return collection.package
    return str(Path(root).absolute())


def imported(name: str) -> ModuleType:
    """A package of somebody; whatever its code raises becomes one line."""
    try:
        return importlib.import_module(name)
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and f"{name}.".startswith(f"{error.name}."):
            where = "in the present folder or on Python's path"
            raise InvalidInput(f"there is no package {name!r} with claims {where}") from error
        raise InvalidInput(f"the package {name!r} cannot be imported: {type(error).__name__}: {error}") from error


def _places(package: str) -> list[Path]:
    return [Path(folder) for folder in imported(package).__path__]


def _plain_folders(package: ModuleType) -> set[str]:
    """Folders with claims that are no packages, since nobody wrote an ``__init__.py``."""
    folders = (folder for place in package.__path__ if Path(place).is_dir() for folder in Path(place).iterdir())
    return {folder.name for folder in folders if "." not in folder.name and _holds_claims(folder)}


def _holds_claims(folder: Path) -> bool:
    return folder.is_dir() and any(_CLAIM.search(file.read_text("utf-8", "replace")) for file in _claim_files(folder))


def _claim_files(folder: Path) -> Iterator[Path]:
    return (file for file in folder.glob("*.py") if file.is_file() and not file.name.startswith("_"))


def _of_path(path: Path) -> Collection:
    if path.is_file():
        if path.suffix != ".py" or path.name.startswith("_"):
            raise InvalidInput(f"a claim is a file NAME.py without a leading underscore, got {path}")
        _need_no_dot(path.stem, path)
        return _paper(path.parent, path.stem)
    folder = Collection(_package(path))
    return _paper(path) if not folder.papers() and _holds_claims(path) else folder


def _paper(folder: Path, module: str | None = None) -> Collection:
    """One paper: the folder above it is not searched, whatever lies there."""
    _need_no_dot(folder.name, folder)
    above = folder.parent
    package = _package(above) if (above / "__init__.py").is_file() else _made_package(above)
    return Collection(package, folder.name, module)


def _need_no_dot(name: str, path: Path) -> None:
    if not name or "." in name:
        raise InvalidInput(f"the names of papers and claims have no dot: rename {path}")


def _package(folder: Path) -> str:
    """The name under which a folder is imported, as a part of the packages that it lies in."""
    top, names = folder, [folder.name]
    while (top.parent / "__init__.py").is_file():
        top = top.parent
        names.insert(0, top.name)
    name = ".".join(names)
    if name.count(".") == len(names) - 1 and all(names):
        _see(top.parent)
        if _leads_to(name, folder):
            return name
    return _made_package(folder)


def _see(folder: Path) -> None:
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def _leads_to(name: str, folder: Path) -> bool:
    """Whether Python imports this very folder under the name."""
    try:
        spec = importlib.util.find_spec(name)
    except Exception:  # a package above it fails, or something else has the name
        return False
    places = None if spec is None else spec.submodule_search_locations
    return places is not None and [os.path.realpath(place) for place in places] == [os.path.realpath(folder)]


def _made_package(folder: Path) -> str:
    """A name of its own for a folder."""
    name = f"{MADE}{hashlib.sha256(os.fsencode(folder)).hexdigest()[:12]}"
    if name not in sys.modules:
        _see(folder)
        start = folder / "__init__.py"
        spec = importlib.util.spec_from_file_location(name, start) if start.is_file() else None
        spec = spec or ModuleSpec(name, None, is_package=True)
        spec.submodule_search_locations = [str(folder)]
        sys.modules[name] = importlib.util.module_from_spec(spec)
        try:
            _execute(sys.modules[name], spec)
        except BaseException:
            del sys.modules[name]
            raise
    return name


def _execute(module: ModuleType, spec: ModuleSpec) -> None:
    if spec.loader is None:
        return
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        file = spec.origin
        raise InvalidInput(f"the package {file} cannot be imported: {type(error).__name__}: {error}") from error
