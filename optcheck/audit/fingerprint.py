"""A fingerprint of everything that a verdict depends on: code, data files, third-party versions, the seed.

The code is the claim's module and all of our modules that it imports, directly or through others, as their
syntax trees show without running them. Data files count with the package that holds them.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import platform
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from pathlib import Path

from optcheck.audit.registry import root_package

OURS = ("optcheck", "lp_models", "proofs_numeric")
JUDGE = "optcheck.audit.work"
DISCOVERING = ("optcheck.checker",)  # finds its modules by looking, which no import statement shows


def fingerprint(module: str, seed: int) -> str:
    """A text that changes whenever the verdict of the claim in ``module`` could."""
    digest = hashlib.sha256(f"seed {seed} python {platform.python_version()}\n".encode())
    reached = closure(module) | closure(JUDGE)
    for name in sorted(reached):
        digest.update(f"{name} {_content_hash(name)}\n".encode())
    for line in sorted(_third_party_versions(reached)):
        digest.update(f"{line}\n".encode())
    return digest.hexdigest()


def closure(module: str) -> frozenset[str]:
    """The module and all modules of ours that it imports, directly or not."""
    reached: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting.extend(_own_imports(name))
    return frozenset(reached)


def changed_since(module: str, moment: float) -> str | None:
    """The first of the module's files that has changed on disk after the given time; None if there is none."""
    for name in sorted(closure(module) | closure(JUDGE)):
        path = _file_of(name)
        status = path.stat() if path is not None else None
        if status is not None and max(status.st_mtime, status.st_ctime) > moment:
            return name
    return None


@cache
def _own_imports(module: str) -> frozenset[str]:
    found = {name for name in _imported_names(module) if _is_ours(name) and _file_of(name)}
    parents = {name.rpartition(".")[0] for name in found | {module} if "." in name}
    discovered = {child for name in (found | parents) & set(DISCOVERING) for child in _modules_in(name)}
    return frozenset(found | parents | discovered)


@cache
def _imported_names(module: str) -> frozenset[str]:
    """Every dotted name that an import statement of the module may load, outside ``if TYPE_CHECKING``."""
    return frozenset(_names_in_imports(module))


def _names_in_imports(module: str) -> Iterator[str]:
    for node in _running_nodes(_tree(module)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from _whole(alias.name)
        elif isinstance(node, ast.ImportFrom):
            base = _absolute(module, node)
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def _is_ours(name: str) -> bool:
    return name.partition(".")[0] in (*OURS, root_package().partition(".")[0])


def _tree(module: str) -> ast.Module:
    path = _file_of(module)
    try:
        return ast.parse(path.read_bytes() if path is not None else b"")
    except SyntaxError:
        return ast.Module([], [])  # judging the claim will say so; here its bytes are enough


def _whole(name: str) -> Iterator[str]:
    """``import optcheck`` gives access to the whole package, which loads its parts on first use."""
    yield name
    if name == "optcheck":
        yield from _modules_in(name)


def _running_nodes(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue
        yield child
        yield from _running_nodes(child)


def _absolute(module: str, node: ast.ImportFrom) -> str:
    if node.level == 0:
        return node.module or ""
    path = _file_of(module)
    package = module if path is not None and path.name == "__init__.py" else module.rpartition(".")[0]
    return importlib.util.resolve_name("." * node.level + (node.module or ""), package)


@cache
def _file_of(module: str) -> Path | None:
    """The file of one of our modules, found without importing it or its parents."""
    top, *rest = module.split(".")
    spec = importlib.util.find_spec(top)
    if spec is None or spec.origin is None:
        return None
    path = Path(spec.origin).parent.joinpath(*rest)
    choices = (path / "__init__.py", path.with_suffix(".py"))
    return next((choice for choice in choices if choice.is_file()), None)


def _modules_in(package: str) -> Iterator[str]:
    path = _file_of(package)
    if path is not None:
        for file in sorted(path.parent.glob("*")):
            if file.suffix == ".py" or (file / "__init__.py").exists():
                yield package if file.stem == "__init__" else f"{package}.{file.stem}"


@cache
def _content_hash(module: str) -> str:
    path = _file_of(module)
    if path is None:
        return ""
    digest = hashlib.sha256(path.read_bytes())
    for data in _data_files(path) if path.name == "__init__.py" else ():
        digest.update(data.relative_to(path.parent).as_posix().encode() + b"\0" + data.read_bytes())
    return digest.hexdigest()


def _data_files(init: Path) -> list[Path]:
    """Files beside a package's code, and in folders of it that are no packages."""
    folders = [init.parent] + [
        folder
        for folder in init.parent.iterdir()
        if folder.is_dir() and folder.name != "__pycache__" and not (folder / "__init__.py").exists()
    ]
    files = (file for folder in folders for file in folder.iterdir())
    return sorted(file for file in files if file.is_file() and file.suffix not in (".py", ".pyc"))


def _third_party_versions(modules: frozenset[str]) -> Iterator[str]:
    tops = {name.partition(".")[0] for module in modules for name in _imported_names(module)}
    for top in tops:
        for distribution in () if _is_ours(top) else _distributions().get(top, ()):
            yield f"{distribution} {metadata.version(distribution)}"


@cache
def _distributions() -> dict[str, list[str]]:
    return {top: list(names) for top, names in metadata.packages_distributions().items()}
