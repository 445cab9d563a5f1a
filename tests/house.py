"""The house in numbers: ``python -m tests.house`` prints sizes, imports and which files four walks go through.

A walk is one command, run in this process with every call of our own code noted: the files whose functions were called,
how many functions these were, and how often a function that is called for the first time lies in another file than the
one before it.
"""

from __future__ import annotations

import ast
import gc
import inspect
import io
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import fill
from types import FrameType

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "optcheck"
OURS = tuple(f"{ROOT / name}/" for name in ("optcheck", "lp_models", "proofs_numeric"))


@dataclass(frozen=True, slots=True)
class Sizes:
    """What can be counted without running anything."""

    files: int
    lines: int
    imports: int
    single_importers: tuple[str, ...]  # modules with one importer, which sits beside them
    repeated_names: tuple[str, ...]

    @property
    def mean(self) -> float:
        """Lines a file."""
        return self.lines / self.files

    @property
    def import_share(self) -> float:
        """The part of all lines that imports or lists exports."""
        return self.imports / self.lines


def sizes(package: Path = PACKAGE) -> Sizes:
    """Count the package's files and lines, and who imports whom."""
    paths = sorted(package.rglob("*.py"))
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}
    stems = Counter(path.stem for path in paths if not path.stem.startswith("__"))
    return Sizes(
        files=len(paths),
        lines=sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths),
        imports=sum(_lines_of_imports(tree) for tree in trees.values()),
        single_importers=tuple(_single_importers(trees)),
        repeated_names=tuple(sorted(stem for stem, count in stems.items() if count > 1)),
    )


def _lines_of_imports(tree: ast.Module) -> int:
    statements = [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]
    counted = (node for node in statements if isinstance(node, ast.Import | ast.ImportFrom) or _is_export(node))
    return sum((node.end_lineno or node.lineno) - node.lineno + 1 for node in counted)


def _is_export(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "__all__" for t in node.targets)


def _module(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _single_importers(trees: dict[Path, ast.Module]) -> Iterator[str]:
    modules = {_module(path): path for path in trees}
    importers: dict[str, set[Path]] = {name: set() for name in modules}
    for path, tree in trees.items():
        for name in _imported(tree):
            if name in importers and modules[name] != path:
                importers[name].add(path)
    for name, users in importers.items():
        if len(users) == 1 and modules[name].parent == next(iter(users)).parent:
            yield name


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@dataclass(slots=True)
class Walk:
    """The calls of our own functions during one command."""

    files: set[str] = field(default_factory=set)
    functions: set[tuple[str, str]] = field(default_factory=set)
    switches: int = 0
    last: str = ""

    def note(self, frame: FrameType, event: str, argument: object) -> None:
        """A profiler's hook: what is called, and whether it lies in another file than the call before."""
        code = frame.f_code
        is_function = code.co_flags & inspect.CO_OPTIMIZED  # the bodies of modules and classes are not
        key = code.co_filename, code.co_qualname
        if event == "call" and is_function and code.co_filename.startswith(OURS) and key not in self.functions:
            self.files.add(code.co_filename)
            self.functions.add(key)
            self.switches += code.co_filename != self.last
            self.last = code.co_filename


def walk(command: Callable[[], object]) -> Walk:
    """Run a command and note its calls; what it prints goes nowhere."""
    noted = Walk()
    gc.collect()  # generators that the last walk left behind are closed now, not in this one
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()), suppress(SystemExit):
        threading.setprofile(noted.note)
        sys.setprofile(noted.note)
        try:
            command()
        finally:
            sys.setprofile(None)
            threading.setprofile(None)
    return noted


def walks(folder: Path) -> dict[str, Walk]:
    """The four walks: a plan for a spreadsheet, an exact program, a statement's way to the report, a proof checked."""
    from optcheck.cli import main

    parties, diet = str(ROOT / "examples" / "parties.csv"), str(ROOT / "examples" / "diet.mps")
    plan, proof, page = (str(folder / name) for name in ("plan.json", "proof.json", "report.html"))
    return {
        "allocate --plan": walk(lambda: main(["allocate", parties, "--threshold", "2", "--plan", plan])),
        "solve": walk(lambda: main(["solve", diet, "--certificate", proof])),
        "audit to the report": walk(lambda: _audit(page)),
        "verify": walk(lambda: main(["verify", proof])),
    }


def _audit(page: str) -> None:
    """A claim's whole way in this process: the command gives the judging to a process of its own."""
    from optcheck.audit import registry
    from optcheck.audit.kernel import judge
    from optcheck.cli import main

    judge(registry.find("adpml/eq-20"))
    main(["audit", "adpml/eq-20", "--jobs", "1", "--html", page])


def main() -> None:
    """Print the numbers."""
    house = sizes()
    print(f"files {house.files}, lines {house.lines}, mean {house.mean:.0f}, imports {house.import_share:.1%}")
    print(f"modules with one importer beside them: {len(house.single_importers)}: {', '.join(house.single_importers)}")
    print(f"names that occur more than once: {', '.join(house.repeated_names) or 'none'}")
    with tempfile.TemporaryDirectory() as folder:
        for name, noted in walks(Path(folder)).items():
            print(f"{name}: {len(noted.files)} files, {len(noted.functions)} functions, {noted.switches} switches")
            files = ", ".join(sorted(file.removeprefix(f"{ROOT}/") for file in noted.files))
            print(fill(files, 118, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False))


if __name__ == "__main__":
    main()
