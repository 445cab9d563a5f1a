"""Exact solvers of linear programs as commands on an MPS file: how each is started, and what it says in the end."""

from __future__ import annotations

import importlib.util
import re
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from optcheck.exact.numbers import parse
from optcheck.lp.mps import to_mps
from optcheck.lp.read import read

__all__ = ["PEERS", "Peer", "Said", "installed"]

_EXACT_SOPLEX = ("--real:feastol=0", "--real:opttol=0", "--int:solvemode=2", "--int:readmode=1", "--int:checkmode=2")


@dataclass(frozen=True, slots=True)
class Said:
    """An outcome as a solver states it: a status, "" when it has none; a value where it is exact."""

    status: str
    value: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Peer:
    """A solver: what must be there, the command for a model and a file for its solution, and how to read the end."""

    name: str
    needs: str
    command: Callable[[Path, Path], list[str]]
    read: Callable[[str, Path], Said]
    module: bool = False

    @property
    def installed(self) -> bool:
        """Whether the program or the module is there."""
        return bool(importlib.util.find_spec(self.needs) if self.module else shutil.which(self.needs))


def _own(name: str) -> Callable[[Path, Path], list[str]]:
    return lambda model, solution: [sys.executable, "-m", "benchmarks.lp_one", name, str(model)]


def _read_own(output: str, solution: Path) -> Said:
    """The last line: status, and the value as p/q."""
    words = output.strip().rpartition("\n")[2].split()
    if not words or words[0] not in ("optimal", "infeasible", "unbounded"):
        return Said("")
    return Said(words[0], Fraction(parse(words[1])) if len(words) > 1 else None)


def _read_esolver(output: str, solution: Path) -> Said:
    text = solution.read_text() if solution.exists() else output
    if "status OPTIMAL" in text:
        value = re.search(r"Value = (\S+)", text)
        return Said("optimal", Fraction(parse(value[1])) if value else None)
    if "INFEASIBLE" in text.upper():
        return Said("infeasible")
    return Said("unbounded" if "UNBOUNDED" in text.upper() else "")


def _read_soplex(output: str, solution: Path) -> Said:
    """The status line; steps on the way may call a basis infeasible."""
    status = re.search(r"SoPlex status.*\[(optimal|infeasible|unbounded)\]", output)
    return Said(status[1] if status else "")


def _read_words(output: str, solution: Path) -> Said:
    """The status among the words of the output; values are rounded there."""
    text = output.lower()
    if "infeasible" in text or "no primal feasible" in text or "no feasible" in text:
        return Said("infeasible")
    if "unbounded" in text:
        return Said("unbounded")
    return Said("optimal" if "optimal" in text else "")


def _glpk(model: Path, solution: Path) -> list[str]:
    """GLPK knows no OBJSENSE, and no sets without names: it gets a copy, written here, that minimises."""
    program = read(model, relax=True)
    costs = tuple(program.sign * cost for cost in program.costs)
    copy = solution.with_suffix(".mps")
    to_mps(replace(program, sense="minimise", costs=costs), copy, fractions="scale", rename=True)
    return ["glpsol", "--exact", "--freemps", str(copy)]


PEERS = (
    Peer("optcheck", "optcheck", _own("optcheck"), _read_own, module=True),
    Peer("QSopt_ex", "esolver", lambda model, solution: ["esolver", "-O", str(solution), str(model)], _read_esolver),
    Peer("SoPlex exact", "soplex", lambda model, solution: ["soplex", *_EXACT_SOPLEX, str(model)], _read_soplex),
    Peer(
        "SCIP exact",
        "scip",
        lambda model, solution: ["scip", "-c", f"set exact enabled TRUE read {model} optimize quit"],
        _read_words,
    ),
    Peer("GLPK exact", "glpsol", _glpk, _read_words),
    Peer("z3", "z3", _own("z3"), _read_own, module=True),
    Peer("cdd", "cdd", _own("cdd"), _read_own, module=True),
)


def installed() -> list[Peer]:
    """The solvers that this machine has."""
    return [peer for peer in PEERS if peer.installed]
