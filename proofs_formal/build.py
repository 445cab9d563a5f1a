"""Compile the Coq sources in a copy under build/, in parallel, and ask Coq about the theorems."""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from graphlib import TopologicalSorter
from pathlib import Path

from optcheck.errors import OptcheckError
from proofs_formal import sources

BUILD = sources.ROOT.parent / "build" / "formal"
TOOLS = ("coqc", "coqdep", "ocamlfind", "ocamlopt")
PACKAGES = "coq ocaml-nox ocaml-findlib libzarith-ocaml-dev"
FILE_LIMIT = 900  # seconds for one source
_OPTIONS = ("-q", "-Q", ".", "Optcheck", "-w", "-notation-overridden,-ambiguous-paths,-extraction-opaque-accessed")


class BuildFailed(OptcheckError):
    """Coq or OCaml refused a source."""


def missing_tools() -> list[str]:
    """Programs that are not installed."""
    return [tool for tool in TOOLS if shutil.which(tool) is None]


def run(*command: str, limit: int = FILE_LIMIT) -> str:
    """Run a tool in the build folder; its output, or BuildFailed with what it said."""
    try:
        done = subprocess.run(command, cwd=BUILD, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        raise BuildFailed(f"{' '.join(command)} took more than {limit} seconds") from None
    if done.returncode:
        raise BuildFailed(f"{' '.join(command)} failed:\n{done.stdout[-2000:]}{done.stderr[-4000:]}")
    return done.stdout


def versions() -> dict[str, str]:
    """What the proofs were checked with."""
    return {
        "Coq": run("coqc", "--print-version").split()[0],
        "OCaml": run("ocamlfind", "ocamlopt", "-version").strip(),
    }


def compile_all(jobs: int = 2) -> dict[str, float]:
    """Compile what has changed; the seconds that each source took when it was last compiled."""
    _copy()
    needs = _needs()
    order = TopologicalSorter(needs)
    order.prepare()
    rebuilt: set[str] = set()
    running: dict[Future[None], str] = {}
    with ThreadPoolExecutor(jobs) as pool:
        while order.is_active():
            for file in order.get_ready():
                stale = not _stamp(file).exists() or not rebuilt.isdisjoint(needs[file])
                rebuilt |= {file} if stale else set()
                running[pool.submit(_compile, file) if stale else pool.submit(_nothing)] = file
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                future.result()
                order.done(running.pop(future))
    return {file: float(_stamp(file).read_text()) for file in needs}


def ask(theorems: list[sources.Marked]) -> list[tuple[str, tuple[str, ...]]]:
    """For each theorem its statement as Coq prints it, sections closed, and the axioms it rests on."""
    lines = [
        "From Coq Require Import Reals QArith List.",
        *(f"Require {sources.module(file)}." for file in sources.files()),
    ]
    for number, theorem in enumerate(theorems):
        lines.append(f"Module Ask{number}. Import {sources.module(theorem.file)}.")
        lines.append(f'Redirect "statement{number}" Check @{theorem.qualified}.')
        lines.append(f'Redirect "axioms{number}" Print Assumptions {theorem.qualified}. End Ask{number}.')
    (BUILD / "Ask.v").write_text("\n".join(lines) + "\n")
    compile_file("Ask.v")
    return [(_statement(number), _axioms(number)) for number in range(len(theorems))]


def compile_file(file: str) -> None:
    """Compile a source of the build folder."""
    run("coqc", *_OPTIONS, file)


def _statement(number: int) -> str:
    _, _, statement = (BUILD / f"statement{number}.out").read_text().partition(":")
    return " ".join(statement.split())


def _axioms(number: int) -> tuple[str, ...]:
    text = (BUILD / f"axioms{number}.out").read_text()
    if text.strip() == "Closed under the global context":
        return ()
    return tuple(sorted(re.findall(r"^([\w.']+)(?= :|$)", text.partition(":")[2], re.MULTILINE)))


def _copy() -> None:
    """Bring the copy up to date: a changed source loses its stamp, a deleted one everything."""
    BUILD.mkdir(parents=True, exist_ok=True)
    known = set(sources.files())
    for path in BUILD.rglob("*.v"):
        if path.relative_to(BUILD).as_posix() not in known:
            for leftover in path.parent.glob(path.stem + ".*"):
                leftover.unlink()
    for file in known:
        target = BUILD / file
        if not target.exists() or target.read_text(encoding="utf-8") != sources.text(file):
            _stamp(file).unlink(missing_ok=True)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(sources.text(file), encoding="utf-8")


def _needs() -> dict[str, set[str]]:
    """For each source the sources that it requires."""
    lines = run("coqdep", "-Q", ".", "Optcheck", *sources.files()).replace("\\\n", " ").splitlines()
    needs: dict[str, set[str]] = {file: set() for file in sources.files()}
    for line in lines:
        targets, _, sides = line.partition(":")
        for file in (target.removesuffix("o") for target in targets.split()):
            if file in needs:
                needs[file] |= {side.removesuffix("o") for side in sides.split() if side.endswith(".vo")} & set(needs)
    return needs


def _compile(file: str) -> None:
    _stamp(file).unlink(missing_ok=True)
    start = time.monotonic()
    compile_file(file)
    _stamp(file).write_text(f"{time.monotonic() - start:.1f}")


def _nothing() -> None:
    pass


def _stamp(file: str) -> Path:
    return BUILD / file.replace(".v", ".seconds")
