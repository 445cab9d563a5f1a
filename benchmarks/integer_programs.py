"""Integer programs: optcheck beside other solvers, in one run, each program and solver in a process of its own.

    python -m benchmarks.integer_programs FOLDER --names p0033 lseu flugpl --limit 60 --scaled 4

The folder holds .mps and .lp files, plain or packed. Times are CPU seconds of the process and its children, the limit
is one of CPU seconds, and a mean is the geometric one shifted by a second, in which what was not solved counts with
the limit. The truth is optcheck's certified answer. An answer is wrong if it is called optimal and is off by more than
1e-6 (of 1 and of its size), or if it calls infeasible what has a point, or the reverse. Exact (PyPI) takes integer
columns only; HiGHS and SCIP compute in floats, with their own tolerances: they show the price of a proof. A program
``scip`` on the path that was built with exact arithmetic (SCIP 10 and later) is asked in its exact mode, and writes a
proof in VIPR's format.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benchmarks.lp_scaled import stretched
from benchmarks.timing import shifted_mean
from optcheck.exact.numbers import common_multiple
from optcheck.lp.integer import solve_integer
from optcheck.lp.mps import to_mps
from optcheck.lp.program import LinearProgram
from optcheck.lp.read import read
from optcheck.lp.relaxation import mip_point

_TOLERANCE = 1e-6
_WALL = 20  # times the limit, on a busy machine
_SETTLED = ("optimal", "infeasible")
_EXACT = ("optcheck", "SCIP exact")  # with a proof
Said = dict[str, Any]  # status, value, bytes and check where there is a proof, cpu


# The contenders: each gets a program and says a status and a value


def _optcheck(program: LinearProgram, limit: float) -> Said:
    answer = solve_integer(program, limit=_WALL * limit, jobs=1)
    proof = json.dumps(answer.certificate.document(), separators=(",", ":"))
    seconds = {stage.name: stage.seconds for stage in answer.stages}
    share = seconds["check"] / max(1e-3, seconds["search"])
    value = None if answer.value is None else str(answer.value)
    return {"status": answer.status, "value": value, "bytes": len(proof), "check": share}


def _exact(program: LinearProgram, limit: float) -> Said:
    import exact

    if len(program.integers) < len(program.costs) or program.gaps:
        return {"status": "not asked"}
    solver = exact.Exact()
    for j, (low, high) in enumerate(zip(program.lower, program.upper, strict=True)):
        if low is None or high is None:
            return {"status": "not asked"}
        solver.addVariable(f"x{j}", -(-low // 1), high // 1)
    for i, (code, side) in enumerate(zip(program.relations.tolist(), program.rhs.tolist(), strict=True)):
        terms = list(program.rows.row(i))
        unit = common_multiple([side.denominator, *(factor.denominator for _, factor in terms)])
        named = [(int(factor * unit), f"x{j}") for j, factor in terms]
        solver.addConstraint(named, code >= 0, int(side * unit), code <= 0, int(side * unit))
    unit = common_multiple(cost.denominator for cost in program.costs)
    solver.setObjective([(int(program.sign * cost * unit), f"x{j}") for j, cost in enumerate(program.costs)], True, 0)
    state, value = solver.toOptimum(0)
    if state == "INCONSISTENT":
        return {"status": "infeasible"}
    return {"status": "optimal", "value": str(Fraction(program.sign * value, unit))}


def _z3(program: LinearProgram, limit: float) -> Said:
    import z3

    solver = z3.Optimize()
    columns = [(z3.Int if j in program.integers else z3.Real)(f"x{j}") for j in range(len(program.costs))]

    def total(terms: Sequence[tuple[int, Any]]) -> Any:  # an expression of a package without types
        return z3.Sum([z3.RealVal(str(Fraction(a))) * columns[j] for j, a in terms] or [z3.RealVal(0)])

    for x, low, high in zip(columns, program.lower, program.upper, strict=True):
        solver.add(*([] if low is None else [x >= z3.RealVal(str(Fraction(low)))]))
        solver.add(*([] if high is None else [x <= z3.RealVal(str(Fraction(high)))]))
    for i, (code, side) in enumerate(zip(program.relations.tolist(), program.rhs.tolist(), strict=True)):
        left, right = total(list(program.rows.row(i))), z3.RealVal(str(Fraction(side)))
        solver.add(left == right if code == 0 else left >= right if code > 0 else left <= right)
    handle = solver.minimize(program.sign * total([*enumerate(program.costs)]))
    if str(solver.check()) != "sat":
        return {"status": "infeasible"}
    value = str(solver.lower(handle))
    if "epsilon" in value or "oo" in value:
        return {"status": f"says {value}"}
    return {"status": "optimal", "value": str(program.sign * Fraction(value))}


def _highs(program: LinearProgram, limit: float) -> Said:
    floats = program.to_floats()
    status, point = mip_point(floats, sorted(program.integers), 1e-6, _WALL * limit, nodes=2**31 - 1)
    return {"status": status, "value": None if point is None else float(floats.costs @ point)}


def _scip(program: LinearProgram, limit: float) -> Said:
    import pyscipopt

    model = pyscipopt.Model()
    model.hideOutput()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "program.mps")
        to_mps(program, copy, fractions="scale", rename=True)
        model.readProblem(str(copy))
    model.optimize()
    return {"status": model.getStatus(), "value": model.getObjVal() if model.getNSols() else None}


def _scip_exact(program: LinearProgram, limit: float) -> Said:
    with tempfile.TemporaryDirectory() as folder:
        copy, proof = Path(folder, "program.mps"), Path(folder, "proof.vipr")
        to_mps(program, copy, fractions="scale", rename=True)
        commands = ["set exact enable TRUE", f"set certificate filename {proof}", f"read {copy}", "optimize", "quit"]
        arguments = [word for command in commands for word in ("-c", command)]
        said = subprocess.run(["scip", *arguments], capture_output=True, text=True, check=False).stdout
        size = sum(part.stat().st_size for part in Path(folder).glob("proof.vipr*"))
    status = re.search(r"^SCIP Status +: .*\[(.*?)\]", said, re.MULTILINE)
    value = re.search(r"^Primal Bound +: (\S+)", said, re.MULTILINE)
    if status is None or value is None:
        return {"status": "no answer"}
    return {"status": status[1].removesuffix(" solution found"), "value": value[1], "bytes": size}


def _has_exact_scip() -> bool:
    """Whether there is a SCIP on the path that knows the exact mode."""
    if shutil.which("scip") is None:
        return False
    command = ["scip", "-c", "set exact enable TRUE", "-c", "quit"]
    return "exact/enable = TRUE" in subprocess.run(command, capture_output=True, text=True, check=False).stdout


@dataclass(frozen=True, slots=True)
class _Contender:
    name: str
    present: Callable[[], object]
    run: Callable[[LinearProgram, float], Said]


CONTENDERS = (
    _Contender("optcheck", partial(find_spec, "optcheck"), _optcheck),
    _Contender("Exact", partial(find_spec, "exact"), _exact),
    _Contender("z3", partial(find_spec, "z3"), _z3),
    _Contender("HiGHS", partial(find_spec, "highspy"), _highs),
    _Contender("SCIP", partial(find_spec, "pyscipopt"), _scip),
    _Contender("SCIP exact", _has_exact_scip, _scip_exact),
)


# One run


def _asked(contender: str, path: Path, limit: float) -> Said:
    """A contender's answer to a program, in a process whose CPU time is limited."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "benchmarks.integer_programs", "--one", contender, str(path), str(limit)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_WALL * limit + 60, check=False)
        said: Said = json.loads(done.stdout.rstrip().rpartition("\n")[2])
    except (subprocess.TimeoutExpired, json.JSONDecodeError):
        said = {"status": "no answer"}
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    said["cpu"] = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return said if said["cpu"] <= limit + 2 else {"status": "no answer", "cpu": limit}


def _one(contender: str, path: Path, limit: float) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (int(limit) + 1, int(limit) + 2))
    run = next(found.run for found in CONTENDERS if found.name == contender)
    print("\n" + json.dumps(run(read(path), limit)), flush=True)


def right(said: Said, truth: Said) -> bool | None:
    """Whether an answer is right; None for one that says nothing."""
    if said["status"] not in _SETTLED or truth["status"] not in _SETTLED:
        return None
    if said["status"] != truth["status"]:
        return False
    if said["status"] == "infeasible":
        return True
    value, own = float(Fraction(truth["value"])), float(Fraction(said["value"]))
    return abs(own - value) <= _TOLERANCE * max(1.0, abs(value))


def truth(said: Mapping[str, Said]) -> Said:
    """The answer of the first exact contender that has settled the program."""
    exact = (said[name] for name in _EXACT if name in said)
    return next((answer for answer in exact if answer["status"] in _SETTLED), {"status": "unknown"})


def _programs(given: argparse.Namespace, folder: Path) -> Iterator[Path]:
    """The files, and badly scaled copies of the first of them."""
    paths = [path for name in given.names for path in sorted(given.folder.glob(f"{name}.*"))]
    yield from paths
    for path in paths[: given.scaled]:
        copy = folder / f"{path.name.partition('.')[0]}-scaled.mps"
        to_mps(stretched(read(path), 6, random.Random(path.name)), copy, rename=True)
        yield copy


def main(argv: Sequence[str] | None = None) -> int:
    """The command line."""
    arguments = sys.argv[1:] if argv is None else list(argv)
    if arguments[:1] == ["--one"]:
        _one(arguments[1], Path(arguments[2]), float(arguments[3]))
        return 0
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="a folder of .mps and .lp files, plain or packed")
    parser.add_argument("--names", nargs="+", default=["*"], help="files, without their endings")
    parser.add_argument("--limit", type=float, default=60.0, help="CPU seconds for each")
    parser.add_argument("--scaled", type=int, default=0, help="how many of them as badly scaled copies too")
    given = parser.parse_args(arguments)
    contenders = [found for found in CONTENDERS if found.present()]
    answers: dict[str, list[tuple[bool | None, Said]]] = {found.name: [] for found in contenders}
    with tempfile.TemporaryDirectory() as folder:
        for path in _programs(given, Path(folder)):
            said = {found.name: _asked(found.name, path, given.limit) for found in contenders}
            verdicts = {name: right(answer, truth(said)) for name, answer in said.items()}
            words = [f"{name} {answer['status']} {answer['cpu']:.1f}" for name, answer in said.items()]
            words += [f"wrong: {name}" for name, verdict in verdicts.items() if verdict is False]
            for name, answer in said.items():
                answers[name].append((verdicts[name], answer))
            print(path.name.partition(".")[0], *words, sep=" | ", flush=True)
    for name, found in answers.items():
        print(name, _summary([pair for pair in found if pair[1]["status"] != "not asked"], given.limit), sep=": ")
    return 0


def _summary(found: Sequence[tuple[bool | None, Said]], limit: float) -> str:
    seconds = [said["cpu"] if good else limit for good, said in found]
    solved, wrong = sum(good is True for good, _ in found), sum(good is False for good, _ in found)
    text = (
        f"{solved} of {len(found)} solved, {wrong} wrong, mean {shifted_mean(seconds, 1.0) if seconds else 0:.2f} CPU s"
    )
    proofs = [said for good, said in found if good and "bytes" in said]
    if proofs:
        size = sum(said["bytes"] for said in proofs) / len(proofs) / 1000
        text += f", {size:.0f} kB of proof"
        if all("check" in said for said in proofs):
            text += f", check {shifted_mean([said['check'] for said in proofs], 1.0):.0%} of the search"
    return text


if __name__ == "__main__":
    sys.exit(main())
