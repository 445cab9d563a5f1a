"""Integer programs: limits, hints and outcomes around a search by branch and bound (optcheck.lp.branch_and_bound)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import cast

import numpy as np
from numpy.typing import NDArray

from optcheck.checker.core import counted
from optcheck.errors import InvalidInput, NotCertified, SolverFailed
from optcheck.exact.numbers import Exact
from optcheck.lp.answer import Answer, IntegerAnswer, IntegerOutcome, Step
from optcheck.lp.backends import require_backend
from optcheck.lp.branch_and_bound import Node, Search, UnboundedRelaxation
from optcheck.lp.cuts import cut_root
from optcheck.lp.limits import Exhausted, Run, map_in_workers
from optcheck.lp.program import LinearProgram
from optcheck.lp.relaxation import crossed as bounds_crossed
from optcheck.lp.relaxation import scales_beside_integers
from optcheck.lp.solve import DEFAULT_LIMIT, DEFAULT_MEMORY
from optcheck.lp.solve import solve as solve_relaxation
from optcheck.lp.subtrees import explore_in_workers

_SMALL = 16  # integer columns up to which no other search is asked for a point
_HINT = 0.2  # share of the limit that HiGHS's own search may take; a second, if that is no more than half
_TOLERANCES = (1e-6, 1e-9)  # of HiGHS's own search, as long as its points are none exactly
_BETWEEN = 100  # nodes between two measurements of what that takes
_ALONE = 300  # nodes before worker processes are started
_PATIENCE = 200  # nodes after which HiGHS's own search is asked for a point, where there is none yet


def solve(
    program: LinearProgram,
    backend: str = "highs",
    limit: float = DEFAULT_LIMIT,
    memory: float = DEFAULT_MEMORY,
    jobs: int | None = None,
) -> Answer | IntegerAnswer:
    """Solve a program, with integer columns or without, and prove the answer exactly.

    A linear program goes to :func:`optcheck.lp.solve.solve`, where ``backend`` gives the hint; one with integer columns
    or gaps to :func:`solve_integer`, which asks HiGHS. Optimal, infeasible or unbounded: each answer carries a
    certificate that the checker has accepted. When time or memory is up, an integer program's answer is what is
    proved so far, a point or a bound or both; NotCertified where there is nothing. Large trees are searched by ``jobs``
    worker processes (None: one for each core), and are the same whatever their number.

    >>> from optcheck.lp.program import Model
    >>> model = Model("maximise")
    >>> x = model.variable("x", cost=1, integer=True)
    >>> model.row("limit", {x: 3}, "<=", 7)
    >>> solve(model.build()).value
    2
    """
    if isinstance(program, LinearProgram) and not program.continuous:
        require_backend(backend)
        return solve_integer(program, limit, memory, jobs=jobs)
    return solve_relaxation(program, backend, limit, memory)


def solve_integer(
    program: LinearProgram,
    limit: float = DEFAULT_LIMIT,
    memory: float = DEFAULT_MEMORY,
    check: float | None = None,
    hint: Sequence[float] | None = None,
    jobs: int | None = None,
) -> IntegerAnswer:
    """Solve by branch and bound, and prove the answer exactly.

    When ``limit`` seconds or ``memory`` gigabytes are used up, or on Ctrl-C, the answer is the incumbent and a bound,
    both proved; NotCertified where there is neither. The final check (of at most ``check`` seconds' worth of steps)
    comes on top of the limit. A ``hint`` is a point from which the search may begin, good or bad.
    """
    if not isinstance(program, LinearProgram):
        raise InvalidInput(f"program must be a LinearProgram, got {type(program).__name__}")
    if jobs is not None and jobs < 1:
        raise InvalidInput(f"jobs must be at least 1, got {jobs}")
    run = Run(limit, memory)
    search = Search(program, run, jobs or _cores())
    outcome = _outcome(search, run, hint)
    certificate = outcome.certificate(program)
    with run.stage("check", bounded=False) as note:
        certificate.accept(max(10 * limit, 600.0) if check is None else check)
        note.outcome = "accepted"
    return IntegerAnswer(program, outcome, certificate, search.nodes, len(search.cuts), tuple(run.stages))


def _cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _outcome(search: Search, run: Run, hint: Sequence[float] | None) -> IntegerOutcome:
    try:
        with run.stage("search") as note:
            _searched(search, run, hint)
            note.outcome = counted(search.nodes, "node")
    except UnboundedRelaxation as found:
        return _unbounded(search.program, found.ray, run, search.jobs)
    except (Exhausted, SolverFailed, KeyboardInterrupt):
        return _bounds(search)
    if search.stuck:
        return _bounds(search)
    return _settled(search)


def _searched(search: Search, run: Run, hint: Sequence[float] | None = None) -> None:
    """The whole search; when it returns, every node is closed or stuck."""
    crossed = replace(search.program, lower=tuple(search.bounds.lower), upper=tuple(search.bounds.upper))
    column = crossed.crossed_bounds()
    if column is not None:
        rows = len(search.system.rows) + 1
        search.bounds.contradiction = bounds_crossed(column, search.bounds.upper, rows)
        return
    search.tighten()
    if search.bounds.contradiction is None and hint is not None and search.offer(np.array(hint, dtype=np.float64)):
        search.tighten()
    if search.bounds.contradiction is None and search.incumbent is None and len(search.program.integers) > _SMALL:
        _ask_for_a_point(search, run)
        search.tighten()
    if search.bounds.contradiction is None:
        cut_root(search)
        search.push(search.root)
        if not search.explore(lambda: _pause(search, run), _ALONE):
            explore_in_workers(search, lambda: _pause(search, run))


def _pause(search: Search, run: Run) -> bool:
    """Whether to stop: the rest of the time is needed for the proof of a bound, or somebody asked for what there is.

    A search without a point asks HiGHS for one.
    """
    if search.nodes == _PATIENCE and search.incumbent is None and len(search.program.integers) <= _SMALL:
        _ask_for_a_point(search, run)
    if search.nodes - search.measured >= _BETWEEN and search.open:
        search.measured = search.nodes
        search.measure(search.open[search.nodes // _BETWEEN * 7919 % len(search.open)][2])
        run.report(search.progress())
    return run.stopped or search.left < 0


def _ask_for_a_point(search: Search, run: Run) -> None:
    """HiGHS's own search, in a process of its own; its point is a hint.

    A point that is none exactly may mean that there is none, or that HiGHS's tolerance was too wide.
    """
    for tolerance in _TOLERANCES:
        point = _point_of_highs(search, run, tolerance)
        if point is None or search.offer(point):
            return
        search.refute_root()
        if search.bounds.contradiction is not None:
            return


def _point_of_highs(search: Search, run: Run, tolerance: float) -> NDArray[np.float64] | None:
    limit = min(max(run.remaining * _HINT, min(1.0, run.remaining / 2)), 60.0)
    with run.stage("incumbent of HiGHS") as note:
        try:
            job = "optcheck.lp.relaxation:mip_point"
            program, integers = search.program.to_floats(), sorted(search.program.integers)
            scales = scales_beside_integers(program, integers)
            arguments = (scales.apply(program), integers, tolerance)
            (found,) = map_in_workers(job, [arguments], 1, lambda: limit, run.memory_bytes, lambda: run.stopped)
            note.outcome, point = cast("tuple[str, NDArray[np.float64] | None]", found)  # as mip_point returns it
        except SolverFailed as error:
            note.outcome = str(error)
            return None
        return None if point is None else point * scales.columns


def _settled(search: Search) -> IntegerOutcome:
    steps = search.proof(_no_leaf)
    if search.incumbent is None:
        return IntegerOutcome("infeasible", proof=steps)
    value, primal = search.incumbent.value, search.incumbent.primal
    return IntegerOutcome("optimal", value, primal, value, proof=steps)


def _no_leaf(node: Node) -> Step:
    raise AssertionError("a node of a finished search is open")


def _unbounded(program: LinearProgram, ray: Sequence[Exact], run: Run, jobs: int) -> IntegerOutcome:
    """The relaxation improves along a ray: with an integer point the program does so too; without, it is infeasible."""
    search = Search(replace(program, costs=(0,) * len(program.costs), certifier=None), run, jobs)
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
        steps = [*search.opening(), leaf, *reversed(search.bounds.closing)]
    elif incumbent is not None:
        return IntegerOutcome("feasible", incumbent.value, incumbent.primal)
    else:
        raise NotCertified(
            f"neither a point nor a bound was found in {counted(search.nodes, 'node')}: {search.run.summary()}"
        )
    if incumbent is None:
        return IntegerOutcome("bounds", bound=bound, proof=steps)
    if bound == incumbent.value:
        return IntegerOutcome("optimal", incumbent.value, incumbent.primal, bound, proof=steps)
    return IntegerOutcome("bounds", incumbent.value, incumbent.primal, bound, proof=steps)
