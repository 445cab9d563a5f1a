"""The registry: claims by their place in the tree, and printed statements without a claim.

Every module of ``proofs_numeric/<paper>/`` without a leading underscore holds one claim; ``statements.tsv`` lists what
is printed and has none yet. Where the code of a function stands is found here too.
"""

from __future__ import annotations

import ast
import csv
import difflib
import hashlib
import importlib
import importlib.util
import inspect
import linecache
import os
import pkgutil
import re
import subprocess
import sys
import sysconfig
import textwrap
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import optcheck
from optcheck.claims.claim import Claim
from optcheck.errors import InvalidInput, OptcheckError, missing_extra
from optcheck.formal import MODELS

# --- Where claims lie: a package by its name, or any path: a folder of papers, the folder of one paper, one file.
#
# A path becomes a package of Python too. It is imported under its own name where that leads to it, so that claims can
# import what is beside them; else, for names with a dot or names that something else has, under a name made for it.


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
        return self.package_folders() if self.paper is None else _folders_of(f"{self.package}.{self.paper}")

    def package_folders(self) -> list[Path]:
        """Where the papers' folders lie: one, unless Python finds parts of the package in several."""
        return _folders_of(self.package)


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


def _folders_of(package: str) -> list[Path]:
    return [Path(folder) for folder in imported(package).__path__]


def _plain_folders(package: ModuleType) -> set[str]:
    """Folders with claims that are no packages, since nobody wrote an ``__init__.py``."""
    folders = (folder for entry in package.__path__ if Path(entry).is_dir() for folder in Path(entry).iterdir())
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
    folders = None if spec is None else spec.submodule_search_locations
    return folders is not None and [os.path.realpath(entry) for entry in folders] == [os.path.realpath(folder)]


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


# --- Claims by their place in the tree, and printed statements without a claim ---


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
    return (_about(paper, root) or paper).splitlines()[0].rstrip(".")


def paper_version(paper: str, root: str | None = None) -> str:
    """The paragraphs of it that say which text was judged, and by which conventions; empty where there are none."""
    paragraphs = (" ".join(text.split()) for text in _about(paper, root).split("\n\n"))
    return "\n\n".join(text for text in paragraphs if text.startswith(("Judged is ", "Conventions: ")))


def _about(paper: str, root: str | None) -> str:
    package = opened(root or root_package()).package
    return (importlib.import_module(f"{package}.{paper}").__doc__ or "").strip()


def use(root: str) -> None:
    """Audit the claims of another package, file or folder, here and in every worker."""
    os.environ[SETTING] = located(root)


GIT_SECONDS = 20
UNVERSIONED = "not under version control"


def commit_of(folders: Sequence[Path]) -> str:
    """The commit of the files in the folders, and whether they have been changed since."""
    commits = [_commit(folder) for folder in folders]
    return ", ".join(dict.fromkeys(commits)) or UNVERSIONED


def _commit(folder: Path) -> str:
    commit = git(folder, "rev-parse", "HEAD")
    if not commit or not git(folder, "ls-files", "--", "."):
        return UNVERSIONED
    changed = git(folder, "status", "--porcelain", "--", ".")
    return f"commit {commit}{', with changes that are not committed' if changed else ''}"


def git(folder: Path, *arguments: str) -> str:
    """What git says; nothing where there is no git, no repository or no commit."""
    command = ["git", "--no-optional-locks", "-C", str(folder), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=GIT_SECONDS, check=True)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()


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
    line = authors_line(error)
    frames = traceback.extract_tb(error.__traceback__)
    if not line and frames and not isinstance(error, OptcheckError):
        line = f"{Path(frames[-1].filename).name}:{frames[-1].lineno} in {frames[-1].name}"
    return f"{text} ({line})" if line else text


_PATHS = sysconfig.get_paths()
_LIBRARIES = (str(Path(optcheck.__file__).parent), *(_PATHS[name] for name in ("stdlib", "purelib", "platlib")))
_OTHERS = ("<", *(f"{folder}{os.sep}" for folder in _LIBRARIES))


def authors_line(error: BaseException) -> str:
    """File and line of the last frame that is neither ours nor Python's nor an installed package's; else nothing."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith(_OTHERS)]
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""


LONGEST_CODE = 3000  # characters


def nodes_of(function: FunctionType) -> list[ast.FunctionDef | ast.Lambda]:
    """The definitions of that name in the function's file that begin on its line: several for lambdas on one line."""
    code = function.__code__
    every = _functions("".join(linecache.getlines(code.co_filename)))
    return [node for node in every if (_first_line(node), _name(node)) == (code.co_firstlineno, code.co_name)]


@cache
def _functions(source: str) -> list[ast.FunctionDef | ast.Lambda]:
    return [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef | ast.Lambda)]


def _first_line(node: ast.FunctionDef | ast.Lambda) -> int:
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef) else []
    return min([node.lineno, *(one.lineno for one in decorators)])


def _name(node: ast.FunctionDef | ast.Lambda) -> str:
    return node.name if isinstance(node, ast.FunctionDef) else "<lambda>"


def code_of(function: Callable[..., object]) -> tuple[str, ...]:
    """The code of a function, then of all functions of the claims and models that it calls."""
    ours = (root_of(function.__module__), MODELS)
    called = functions_called(function, lambda module: root_of(module) in ours)
    sources = [(one.__module__, source_text(one)[1] or _shared_line(one)) for one in called]
    return tuple(code if module == function.__module__ else f"# {module}\n{code}" for module, code in sources if code)


def root_of(module: str | None) -> str:
    """The package of a module; what is typed in at a prompt has none."""
    return (module or "").partition(".")[0]


def functions_called(function: Callable[..., object], is_ours: Callable[[str | None], bool]) -> Iterator[FunctionType]:
    """The function and those of the modules in question that it calls, each once."""
    seen: set[FunctionType] = set()
    queue: list[object] = [function]
    while queue:
        one = inspect.unwrap(queue.pop(0))  # type: ignore[arg-type] # anything else unwraps to itself
        if isinstance(one, FunctionType) and is_ours(one.__module__) and one not in seen:
            seen.add(one)
            yield one
            queue += [one.__globals__.get(name) for name in _mentioned(one.__code__)]
            queue += [cell.cell_contents for cell in one.__closure__ or ()]


def _mentioned(code: CodeType) -> Iterator[str]:
    """The names in the code, in comprehensions and lambdas as well."""
    yield from code.co_names
    yield from (name for part in code.co_consts if isinstance(part, CodeType) for name in _mentioned(part))


def source_text(function: FunctionType) -> tuple[ast.FunctionDef | ast.Lambda | None, str]:
    """The syntax tree and the text; neither where it was typed in at a prompt, or two stand on a line."""
    nodes = nodes_of(function)
    if len(nodes) != 1:
        return None, ""
    source = "".join(linecache.getlines(function.__code__.co_filename))
    return nodes[0], textwrap.dedent(ast.get_source_segment(source, nodes[0], padded=True) or "")[:LONGEST_CODE]


def _shared_line(function: FunctionType) -> str:
    """The line of a lambda that shares it with others; nothing where there is no file."""
    return linecache.getline(function.__code__.co_filename, function.__code__.co_firstlineno).strip()


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
