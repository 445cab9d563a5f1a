"""The registry: claims by their place in the tree, printed statements without a claim, and reproductions of figures.

Every module of ``proofs_numeric/<paper>/`` without a leading underscore holds one claim; ``statements.tsv`` lists what
is printed and has none yet; every module of ``benchmarks/reproductions`` draws a figure or a table again.
"""

from __future__ import annotations

import csv
import difflib
import importlib
import importlib.resources
import inspect
import os
import pkgutil
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from optcheck.claims.claim import Claim
from optcheck.errors import InvalidInput, OptcheckError
from optcheck.extras import missing_extra

AnyClaim = Claim[Any]  # looked up by name: what its instances are, only its own file knows

SETTING = "OPTCHECK_CLAIMS"
BUILT_IN = "proofs_numeric"


@dataclass(frozen=True, slots=True, order=True)
class Source:
    """Where a claim lives; known without importing it."""

    id: str
    module: str

    @property
    def paper(self) -> str:
        """The paper's folder name."""
        return self.id.partition("/")[0]


def root_package() -> str:
    """The package with the papers' folders: ``$OPTCHECK_CLAIMS`` for claims of your own, else ``proofs_numeric``."""
    return os.environ.get(SETTING) or BUILT_IN


def is_built_in() -> bool:
    """Whether the claims are those about the papers that optcheck comes with."""
    return root_package() == BUILT_IN


def papers(root: str | None = None) -> tuple[str, ...]:
    """The papers' folder names, sorted."""
    package = _import_root(root or root_package())
    return tuple(sorted(item.name for item in pkgutil.iter_modules(package.__path__) if _is_paper(item)))


def sources(root: str | None = None) -> tuple[Source, ...]:
    """Every claim file, sorted by paper and id; none is imported."""
    base = root or root_package()
    return tuple(sorted(source for paper in papers(base) for source in _sources_of(base, paper)))


def load(source: Source) -> AnyClaim:
    """Import the claim of a source; its id must be the one that the file name gives."""
    _import_root(source.module.partition(".")[0])
    claim = getattr(_imported_file(source.module), "CLAIM", None)
    if not isinstance(claim, Claim):
        raise InvalidInput(f"{source.module} must define CLAIM = Claim(...), or start with an underscore")
    if claim.id != source.id:
        raise InvalidInput(f"{source.module} must hold the claim {source.id!r}, got {claim.id!r}")
    if not docstring(source):
        raise InvalidInput(f"{source.module} must have a docstring that says what the claim states")
    return claim


def docstring(source: Source) -> str:
    """What the claim's file says about it: the statement in our own words, and how it is modelled."""
    return inspect.cleandoc(importlib.import_module(source.module).__doc__ or "")


def select(known: tuple[Source, ...], wanted: list[str]) -> tuple[Source, ...]:
    """The sources that the given paper names or claim ids ask for; all of them when nothing is given."""
    if not known:
        raise InvalidInput(
            "no claim was found: a package of claims has a folder for each paper, with a file for each claim"
        )
    if not wanted:
        return known
    for name in wanted:
        if not any(name in (source.paper, source.id) for source in known):
            choices = ", ".join(sorted({source.paper for source in known}))
            near = _nearest(name, known)
            raise InvalidInput(f"no paper or claim is called {name!r}{near}; papers with claims: {choices}")
    return tuple(source for source in known if source.paper in wanted or source.id in wanted)


def find_source(claim_id: str, root: str | None = None) -> Source:
    """The file of the claim with this id."""
    known = sources(root)
    for source in known:
        if source.id == claim_id:
            return source
    raise InvalidInput(f"no claim is called {claim_id!r}{_nearest(claim_id, known)}; `optcheck claims` lists them")


def _nearest(name: str, known: tuple[Source, ...]) -> str:
    """A suggestion: the paper or claim whose name is most like this one, if any is."""
    names = {source.id.partition("/")[2]: source.id for source in reversed(known)}
    names |= {name: name for source in known for name in (source.paper, source.id)}
    nearest = difflib.get_close_matches(name.lower().replace("_", "-"), names, n=1, cutoff=0.75)
    return f" (did you mean {names[nearest[0]]}?)" if nearest else ""


def find(claim_id: str, root: str | None = None) -> AnyClaim:
    """The claim with this id, for example ``find("tpmdp/alg-2")``."""
    return load(find_source(claim_id, root))


def paper_title(paper: str, root: str | None = None) -> str:
    """The first line of the docstring of the paper's package."""
    text = (importlib.import_module(f"{root or root_package()}.{paper}").__doc__ or paper).strip()
    return text.splitlines()[0].rstrip(".")


def use(root: str) -> None:
    """Audit the claims of another package, here and in every worker."""
    name = root.rstrip("/")  # which a shell adds to the name of a folder
    _import_root(name)
    os.environ[SETTING] = name


def _check_name(root: str) -> None:
    """Refuse what cannot be the name of a package."""
    if not _is_name(root):
        dotted = ".".join(part for part in root.split("/") if part not in ("", "."))
        hint = f"; did you mean {dotted}?" if _is_name(dotted) else ""
        raise InvalidInput(f"claims are named by their package (my_package), got {root!r}{hint}")


def _is_name(root: str) -> bool:
    return all(part.isidentifier() for part in root.split("."))


def _import_root(root: str) -> ModuleType:
    """The package, which may lie in the present folder."""
    _check_name(root)
    if root != BUILT_IN and os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    package = _imported(root)
    if not hasattr(package, "__path__"):
        raise InvalidInput(f"{root!r} is a file, not a package with claims")
    return package


def _imported(name: str) -> ModuleType:
    """A package of somebody; whatever its code raises becomes one line."""
    try:
        return importlib.import_module(name)
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and f"{name}.".startswith(f"{error.name}."):
            where = "in the present folder or on Python's path"
            raise InvalidInput(f"there is no package {name!r} with claims {where}") from error
        raise InvalidInput(f"the package {name!r} cannot be imported: {type(error).__name__}: {error}") from error


def _imported_file(name: str) -> ModuleType:
    """The module of a claim; what its code raises is told in one line, with the place where it went wrong."""
    try:
        return importlib.import_module(name)
    except OptcheckError:
        raise
    except Exception as error:
        missing = missing_extra(name, error) if isinstance(error, ModuleNotFoundError) else error
        if isinstance(missing, OptcheckError):
            raise missing from error
        raise InvalidInput(f"{name} cannot be imported: {error_line(error)}") from error


def error_line(error: BaseException) -> str:
    """What the code of a claim raised, in one line; for errors that are not our own with file and line."""
    text = f"{type(error).__name__}: {error}"
    frames = traceback.extract_tb(error.__traceback__)
    if isinstance(error, OptcheckError | SyntaxError) or not frames:  # a syntax error names file and line itself
        return text
    return f"{text} ({Path(frames[-1].filename).name}:{frames[-1].lineno} in {frames[-1].name})"


def _is_paper(item: pkgutil.ModuleInfo) -> bool:
    return item.ispkg and not item.name.startswith("_")


def _sources_of(root: str, paper: str) -> Iterator[Source]:
    for item in pkgutil.iter_modules(_imported(f"{root}.{paper}").__path__):
        if not item.ispkg and not item.name.startswith("_"):
            yield Source(f"{paper}/{item.name.replace('_', '-')}", f"{root}.{paper}.{item.name}")


@dataclass(frozen=True, slots=True)
class Statement:
    """A printed statement: its id, its place in the paper, and what it says in a few words."""

    id: str
    place: str
    gist: str

    @property
    def paper(self) -> str:
        """The paper's folder name."""
        return self.id.partition("/")[0]


def statements(root: str | None = None) -> tuple[Statement, ...]:
    """The statements in the file ``statements.tsv`` beside the papers' folders, if there is one."""
    try:
        text = importlib.resources.files(root or root_package()).joinpath("statements.tsv").read_text(encoding="utf-8")
    except FileNotFoundError:
        return ()
    rows = csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    return tuple(Statement(row["id"], row["place"], row["statement"]) for row in rows)


def missing_statements(known: Iterable[Source], wanted: Sequence[str] = (), root: str | None = None) -> list[str]:
    """Ids of known statements without a claim file, within the wanted papers or ids (all when none is given)."""
    have = {source.id for source in known}
    return sorted(
        item.id
        for item in statements(root)
        if item.id not in have and (not wanted or item.paper in wanted or item.id in wanted)
    )


@dataclass(frozen=True, slots=True)
class Reproduction:
    """A figure or table; ``run(out, progress)`` writes its files into ``out`` and returns their paths.

    One that measures times writes them beside the picture: ``redraw(folder, out)`` draws again without measuring.
    """

    name: str
    title: str
    run: Callable[[Path, Callable[[str], None]], list[Path]]
    redraw: Callable[[Path, Path], list[Path]] | None = None


def reproductions(root: str) -> dict[str, Reproduction]:
    """Every reproduction by its name, in the order of the names."""
    result: dict[str, Reproduction] = {}
    for item in _reproductions_of(importlib.import_module(root)):
        if item.name in result:
            raise InvalidInput(f"two reproductions are called {item.name!r}")
        result[item.name] = item
    return dict(sorted(result.items()))


def _reproductions_of(package: ModuleType) -> Iterator[Reproduction]:
    for module in pkgutil.iter_modules(package.__path__):
        if not module.name.startswith("_"):
            item = getattr(importlib.import_module(f"{package.__name__}.{module.name}"), "REPRODUCTION", None)
            if not isinstance(item, Reproduction):
                raise InvalidInput(f"{package.__name__}.{module.name} must define REPRODUCTION = Reproduction(...)")
            yield item
