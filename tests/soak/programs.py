"""Random small programs through every backend: each must come back, and with the true outcome.

    python -m tests.soak.programs --count 1000 --seed 7
    python -m tests.soak.programs --minutes 5

The exact simplex method, which shares nothing with the float solvers, is the oracle; the checker looks at both proofs.
Where QSopt_ex is installed, it is asked about each fourth program too. Prints what was seen, writes each failure into
the folder --out, and ends with status 1 after a failure. A failure names its number: --only replays it.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from optcheck.errors import OptcheckError
from optcheck.lp.answer import Answer
from optcheck.lp.backends import BACKENDS
from optcheck.lp.program import LinearProgram, Optimal, Outcome
from optcheck.lp.simplex import exact_outcome
from optcheck.lp.solve import solve
from tests.soak._peer import QSOPT, can_read, opinion
from tests.soak.families import classes, draw

SHARE = 2.6  # of the time of a soak, where other drivers have 1: all the others together fill a second processor
OUTCOMES = ("optimal", "infeasible", "unbounded")
LIMIT = 10.0  # seconds that a program of this size may take, many times what it needs
PEER_EVERY = 4


@dataclass(frozen=True, slots=True)
class Case:
    """A program that depends on the seed and its number alone, and the backend whose turn it is."""

    seed: int
    number: int
    backend: str
    family: str
    program: LinearProgram

    @classmethod
    def of(cls, seed: int, number: int, backend: str) -> Case:
        """Draw the program of this number."""
        return cls(seed, number, backend, *draw(random.Random(f"{seed}/{number}")))

    def __str__(self) -> str:
        return f"seed {self.seed} program {self.number} ({self.family}) {self.backend}"


@dataclass(slots=True)
class Tally:
    """What was seen."""

    counts: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    examples: dict[str, str] = field(default_factory=dict)
    slowest: tuple[float, str] = (0.0, "")

    def add(self, case: Case, ask_peer: bool = False) -> str | None:
        """Solve one program and compare; returns what is wrong."""
        truth = exact_outcome(case.program)
        case.program.certificate(truth).verify()
        self.counts.update([f"family {case.family}", f"backend {case.backend}", *classes(case.program, truth)])
        fault = self._solved(case, truth)
        if fault is None and ask_peer and can_read(case.program):
            fault = self._disputed(case, truth)
        if fault is not None:
            self.failures.append(f"{case}: {fault}")
            print("FAILED", self.failures[-1], flush=True)
        return fault

    def _solved(self, case: Case, truth: Outcome) -> str | None:
        start = monotonic()
        try:
            answer = solve(case.program, case.backend, limit=LIMIT)
        except OptcheckError as error:
            return f"{type(error).__name__}: {error}"
        seconds = monotonic() - start
        self.slowest = max(self.slowest, (seconds, str(case)))
        self._note_hint(case, answer, truth)
        return f"came back after {seconds:.0f} s" if seconds > 3 * LIMIT else _difference(answer, truth)

    def _note_hint(self, case: Case, answer: Answer, truth: Outcome) -> None:
        said = "no answer" if answer.solution is None else answer.solution.status.value
        true = type(truth).__name__.lower()
        self.counts[f"by {answer.route}"] += 1
        if said != true:
            self._note_slip(case, f"{case.backend}: {said}, in truth {true}")

    def _disputed(self, case: Case, truth: Outcome) -> str | None:
        """Two proofs stand behind the truth: a peer that contradicts it is a finding, one without an answer is not."""
        said = opinion(case.program, truth)
        self.counts[f"{QSOPT.name} {said if said in ('agrees', 'no answer') else 'contradicts'}"] += 1
        if said == "no answer":
            self._note_slip(case, f"{QSOPT.name}: no answer, in truth {type(truth).__name__.lower()}")
        return None if said in ("agrees", "no answer") else f"{QSOPT.name} {said}, in truth {truth}"

    def _note_slip(self, case: Case, slip: str) -> None:
        self.counts[slip] += 1
        self.examples.setdefault(slip, str(case))


def _difference(answer: Answer, truth: Outcome) -> str | None:
    if type(answer.outcome) is not type(truth):
        return f"{answer.status}, in truth {type(truth).__name__.lower()}"
    if isinstance(truth, Optimal) and answer.value != truth.value:
        return f"value {answer.value}, in truth {truth.value}"
    return None


def soak(given: argparse.Namespace) -> Tally:
    """Run the programs, the backends taking turns."""
    tally, end = Tally(), monotonic() + 60 * given.minutes
    backends = given.backend or sorted(BACKENDS)
    for k in range(given.count) if given.only is None else [given.only]:
        if monotonic() > end:
            break
        case = Case.of(given.seed, k, backends[k % len(backends)])
        turn = (k // len(backends)) % PEER_EVERY == 0  # every backend's programs get their turn
        fault = tally.add(case, ask_peer=turn and QSOPT.installed)
        if fault is not None:
            _write(given.out, case, fault)
    return tally


def _write(folder: Path, case: Case, fault: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    record = {"seed": case.seed, "program": case.number, "fault": fault, "instance": case.program.instance()}
    (folder / f"program-{case.seed}-{case.number}.json").write_text(json.dumps(record, indent=1), encoding="utf-8")


def main(argv: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10**9, help="how many programs at most")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long at most")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6), help="drawn when not given")
    parser.add_argument("--out", type=Path, default=Path("out/soak/programs"), help="folder for failures")
    parser.add_argument("--backend", choices=sorted(BACKENDS), action="append", help="one or more; all when not given")
    parser.add_argument("--only", type=int, help="replay the program of this number")
    given = parser.parse_args(argv)
    print(f"seed {given.seed}; {QSOPT.name} is {'asked too' if QSOPT.installed else 'not installed'}", flush=True)
    tally = soak(given)
    for name, times in sorted(tally.counts.items()):
        print(f"{times:8} {name}", f"(first: {tally.examples[name]})" if name in tally.examples else "")
    print(f"slowest: {tally.slowest[0]:.1f} s, {tally.slowest[1]}")
    print(f"{sum(tally.counts[name] for name in OUTCOMES)} programs, {len(tally.failures)} failures")
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
