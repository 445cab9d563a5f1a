"""The registry: claims by their place in the tree, printed statements without a claim, and reproductions of figures.

Every module of ``proofs_numeric/<paper>/`` without a leading underscore holds one claim; ``statements.tsv`` lists what
is printed and has none yet; every module of ``benchmarks/reproductions`` draws a figure or a table again.
"""

from __future__ import annotations

import csv
import difflib
import importlib
import importlib.util
import inspect
import os
import pkgutil
import sysconfig
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import optcheck
from optcheck.audit.collection import BUILT_IN as BUILT_IN  # part of what this module offers
from optcheck.audit.collection import MADE, located, opened
from optcheck.claims.claim import Claim
from optcheck.errors import InvalidInput, OptcheckError
from optcheck.extras import missing_extra

AnyClaim = Claim[Any]  # looked up by name: what its instances are, only its own file knows

SETTING = "OPTCHECK_CLAIMS"


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
    """The package or path of the claims: ``$OPTCHECK_CLAIMS`` for claims of your own, else ``proofs_numeric``."""
    return os.environ.get(SETTING) or BUILT_IN


def is_built_in() -> bool:
    """Whether the claims are those about the papers that optcheck comes with."""
    return root_package() == BUILT_IN


def papers(root: str | None = None) -> tuple[str, ...]:
    """The papers' folder names, sorted."""
    return opened(root or root_package()).papers()


def sources(root: str | None = None) -> tuple[Source, ...]:
    """Every claim file, sorted by paper and id; none is imported."""
    claims = opened(root or root_package())
    return tuple(
        sorted(
            Source(f"{paper}/{name.replace('_', '-')}", f"{claims.package}.{paper}.{name}")
            for paper in claims.papers()
            for name in claims.modules(paper)
        )
    )


def load(source: Source) -> AnyClaim:
    """Import the claim of a source; its id must be the one that the file name gives."""
    claim = getattr(_imported_file(_module(source)), "CLAIM", None)
    if not isinstance(claim, Claim):
        raise InvalidInput(f"{source.module} must define CLAIM = Statement(...), or start with an underscore")
    if claim.id != source.id:
        raise InvalidInput(f"{source.module} must hold the claim {source.id!r}, got {claim.id!r}")
    if not docstring(source):
        raise InvalidInput(f"{source.module} must have a docstring that says what the claim states")
    return claim


def docstring(source: Source) -> str:
    """What the claim's file says about it: the statement in our own words, and how it is modelled."""
    return inspect.cleandoc(importlib.import_module(_module(source)).__doc__ or "")


def _module(source: Source) -> str:
    """The module's name in this process.

    A process that has met another folder of the same name knows the claims under a name that it made; its workers have
    not, and do not.
    """
    claims = opened(root_package())
    try:
        known = importlib.util.find_spec(source.module.rpartition(".")[0]) is not None
    except Exception:  # of whatever the packages above it run: importing the module will tell
        known = not source.module.startswith(MADE)
    return source.module if known else ".".join([claims.package, *source.module.split(".")[-2:]])


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
    package = opened(root or root_package()).package
    text = (importlib.import_module(f"{package}.{paper}").__doc__ or "").strip() or paper
    return text.splitlines()[0].rstrip(".")


def use(root: str) -> None:
    """Audit the claims of another package, file or folder, here and in every worker."""
    os.environ[SETTING] = located(root)


def _imported_file(name: str) -> ModuleType:
    """The module of a claim; what its code raises is told in one line, with the place where it went wrong."""
    try:
        return importlib.import_module(name)
    except InvalidInput as error:
        raise InvalidInput(f"{name} cannot be imported: {error_line(error)}") from error
    except OptcheckError:
        raise
    except Exception as error:
        missing = missing_extra(name, error) if isinstance(error, ModuleNotFoundError) else error
        if isinstance(missing, OptcheckError):
            raise missing from error
        raise InvalidInput(f"{name} cannot be imported: {error_line(error)}") from error


def error_line(error: BaseException) -> str:
    """What the code of a claim raised, in one line, with the line of the claim's file where there is one."""
    text = str(error) if isinstance(error, InvalidInput) else f"{type(error).__name__}: {error}"
    if isinstance(error, SyntaxError):  # which names file and line itself
        return text
    place = authors_place(error)
    frames = traceback.extract_tb(error.__traceback__)
    if not place and frames and not isinstance(error, OptcheckError):
        place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno} in {frames[-1].name}"
    return f"{text} ({place})" if place else text


_PATHS = sysconfig.get_paths()
_LIBRARIES = (str(Path(optcheck.__file__).parent), *(_PATHS[name] for name in ("stdlib", "purelib", "platlib")))
_OTHERS = ("<", *(f"{folder}{os.sep}" for folder in _LIBRARIES))


def authors_place(error: BaseException) -> str:
    """File and line of the last frame that is neither ours nor Python's nor an installed package's; else nothing."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith(_OTHERS)]
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""


def defined_at(function: object) -> str:
    """File and first line of a function, where it has them."""
    code = getattr(function, "__code__", None)
    return "" if code is None else f"{Path(code.co_filename).name}:{code.co_firstlineno}"


@dataclass(frozen=True, slots=True)
class ListedStatement:
    """A printed statement: its id, its place in the paper, and what it says in a few words."""

    id: str
    place: str
    gist: str

    @property
    def paper(self) -> str:
        """The paper's folder name."""
        return self.id.partition("/")[0]


def statements(root: str | None = None) -> tuple[ListedStatement, ...]:
    """The statements in the file ``statements.tsv`` beside the papers' folders, if there is one."""
    claims = opened(root or root_package())
    files = [folder / "statements.tsv" for folder in claims.package_folders()]
    text = "".join(file.read_text(encoding="utf-8") for file in files if file.is_file())
    rows = csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    listed = (ListedStatement(row["id"], row["place"], row["statement"]) for row in rows)
    return tuple(one for one in listed if claims.module is None and claims.paper in (None, one.paper))


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

    One that measures times writes them beside the picture: ``redraw(folder, out)`` draws again without measuring, and
    ``quick(out, progress)`` measures fewer sizes.
    """

    name: str
    title: str
    run: Callable[[Path, Callable[[str], None]], list[Path]]
    redraw: Callable[[Path, Path], list[Path]] | None = None
    quick: Callable[[Path, Callable[[str], None]], list[Path]] | None = None


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
