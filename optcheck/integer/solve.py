"""Solve an integer program and prove the answer: optimal, infeasible, unbounded, or bounds when the time is up."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import cast

import numpy as np
from numpy.typing import NDArray

from optcheck.errors import InvalidInput, NotCertified, SolverFailed
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact
from optcheck.integer.program import IntegerOutcome, IntegerProgram, Step
from optcheck.integer.search import Node, Search, UnboundedRelaxation
from optcheck.solvers.apart import call_apart
from optcheck.solvers.run import Exhausted, Run, Stage

__all__ = ["IntegerAnswer", "solve_integer"]

DEFAULT_LIMIT = 60.0  # seconds
DEFAULT_MEMORY = 4.0  # gigabytes
_SMALL = 16  # integer columns up to which no other search is asked for a point
_HINT = 0.2  # share of the limit that HiGHS's own search may take
_RESERVE, _MOST = 0.05, 0.25  # shares of the limit kept for the proof of a bound
_BETWEEN = 100  # nodes between two measurements of what that takes
_PATIENCE = 200  # nodes after which HiGHS's own search is asked for a point, where there is none yet


@dataclass(frozen=True, slots=True)
class IntegerAnswer:
    """A proved outcome, the certificate that the checker accepted, and how many nodes it took."""

    program: IntegerProgram
    outcome: IntegerOutcome
    certificate: Certificate
    nodes: int
    cuts: int
    stages: tuple[Stage, ...] = ()

    @property
    def status(self) -> str:
        """ "optimal", "infeasible", "unbounded", "bounds" or "feasible": what the certificate proves."""
        return self.outcome.status

    @property
    def value(self) -> Exact | None:
        """The objective at the point, where there is one."""
        return self.outcome.value

    @property
    def bound(self) -> Exact | None:
        """The proved bound on the objective; at an optimum, the optimum."""
        return self.outcome.bound

    @property
    def point(self) -> dict[str, Exact]:
        """The exact point by variable name; empty when there is none."""
        names, point = self.program.relaxation.column_labels, self.outcome.primal
        return {} if point is None else dict(zip(names, point, strict=True))


def solve_integer(
    program: IntegerProgram, limit: float = DEFAULT_LIMIT, memory: float = DEFAULT_MEMORY, check: float | None = None
) -> IntegerAnswer:
    """Solve by branch and bound, and prove the answer exactly.

    When ``limit`` seconds or ``memory`` gigabytes are used up, or on Ctrl-C, the answer is the incumbent and a bound,
    both proved; NotCertified where there is neither. The final check (of at most ``check`` seconds' worth of steps)
    comes on top of the limit.
    """
    if not isinstance(program, IntegerProgram):
        raise InvalidInput(f"program must be an IntegerProgram, got {type(program).__name__}")
    run = Run(limit, memory)
    search = Search(program, run)
    outcome = _outcome(search, run)
    certificate = outcome.certificate(program)
    with run.stage("check", bounded=False) as note:
        certificate.accept(max(10 * limit, 600.0) if check is None else check)
        note.outcome = "accepted"
    return IntegerAnswer(program, outcome, certificate, search.nodes, len(search.cuts), tuple(run.stages))


def _outcome(search: Search, run: Run) -> IntegerOutcome:
    try:
        with run.stage("search") as note:
            _searched(search, run)
            note.outcome = f"{search.nodes} nodes"
    except UnboundedRelaxation as found:
        return _unbounded(search.program, found.ray, run)
    except (Exhausted, SolverFailed, KeyboardInterrupt):
        return _bounds(search)
    if search.stuck:
        return _bounds(search)
    return _settled(search)


def _searched(search: Search, run: Run) -> None:
    """The whole search; when it returns, every node is closed or stuck."""
    crossed = replace(search.program.relaxation, lower=tuple(search.bounds.lower), upper=tuple(search.bounds.upper))
    column = crossed.crossed_bounds()
    if column is not None:
        search.bounds.contradiction = {"empty": column}
        return
    search.tighten()
    if search.bounds.contradiction is None and len(search.program.integers) > _SMALL:
        _ask_for_a_point(search, run)
        search.tighten()
    if search.bounds.contradiction is None:
        from optcheck.integer.cuts import cut_root

        cut_root(search)
        search.push(search.root)
        search.explore(lambda: _pause(search, run))


def _pause(search: Search, run: Run) -> bool:
    """Whether the rest of the time is needed for the proof of a bound; a search without a point asks for one."""
    if search.nodes == _PATIENCE and search.incumbent is None and len(search.program.integers) <= _SMALL:
        _ask_for_a_point(search, run)
    if search.nodes % _BETWEEN == 0 and search.open:
        search.measure(search.open[0][2])
    return run.left < run.limit * _RESERVE + min(1.5 * search.seconds * len(search.open), _MOST * run.limit)


def _ask_for_a_point(search: Search, run: Run) -> None:
    """HiGHS's own search, in a process of its own; its point is a hint."""
    floats = search.program.relaxation.to_floats()
    limit = min(run.left * _HINT, 60.0)
    with run.stage("incumbent of HiGHS") as note:
        try:
            job = "optcheck.integer.relaxation:mip_point"
            arguments = (floats, sorted(search.program.integers), 0)
            found = call_apart(job, arguments, limit + 1, run.memory_bytes)
            status, point = cast("tuple[str, NDArray[np.float64] | None]", found)  # as mip_point returns it
            note.outcome = status
        except SolverFailed as error:
            note.outcome = str(error)
            return
        if point is not None:
            search.offer(point)


def _settled(search: Search) -> IntegerOutcome:
    steps = search.proof(_no_leaf)
    if search.incumbent is None:
        return IntegerOutcome("infeasible", proof=steps)
    value, primal = search.incumbent.value, search.incumbent.primal
    return IntegerOutcome("optimal", value, primal, value, proof=steps)


def _no_leaf(node: Node) -> Step:
    raise AssertionError("a node of a finished search is open")


def _unbounded(program: IntegerProgram, ray: Sequence[Exact], run: Run) -> IntegerOutcome:
    """The relaxation improves along a ray: with an integer point the program does so too; without, it is infeasible."""
    linear = program.relaxation
    zero = replace(linear, costs=(0,) * len(linear.costs), certifier=None)
    search = Search(replace(program, relaxation=zero), run)
    with suppress(Exhausted, SolverFailed, KeyboardInterrupt):
        _searched(search, run)
    if search.incumbent is not None:
        return IntegerOutcome("unbounded", primal=search.incumbent.primal, ray=ray)
    if search.bounds.contradiction is None and next(search.unfinished(), None) is not None:
        raise NotCertified(
            "the relaxation is unbounded, and no integer point was found, nor a proof that there is none"
        )
    return IntegerOutcome("infeasible", proof=search.proof(_no_leaf))


def _bounds(search: Search) -> IntegerOutcome:
    """What is proved so far: the incumbent, and the least bound of all open nodes."""
    search.renew_box()
    incumbent, found = search.incumbent, search.bound_of(list(search.unfinished()))
    if found is not None:
        bound, leaves = found
        steps = search.proof(lambda node: leaves[id(node)])
    elif (rough := search.bound_of_root()) is not None:
        bound, leaf = rough
        steps = [*search.bounds.opening, *search.cuts, leaf, *reversed(search.bounds.closing)]
    elif incumbent is not None:
        return IntegerOutcome("feasible", incumbent.value, incumbent.primal)
    else:
        raise NotCertified(f"neither a point nor a bound was found in {search.nodes} nodes: {search.run.story()}")
    if incumbent is None:
        return IntegerOutcome("bounds", bound=bound, proof=steps)
    if bound == incumbent.value:
        return IntegerOutcome("optimal", incumbent.value, incumbent.primal, bound, proof=steps)
    return IntegerOutcome("bounds", incumbent.value, incumbent.primal, bound, proof=steps)
