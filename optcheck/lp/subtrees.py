"""Subtrees as tasks for worker processes: the same tree, whatever their number and speed.

After its first nodes a search goes on in rounds. A round deals the most promising open nodes out to a fixed number of
tasks; a task searches below its nodes until it has visited so many. What it does depends on the task alone: a model in
HiGHS that no other task has used, the incumbent and the pseudo-costs of the round's beginning. Results are merged in
the order of the tasks. A worker that fails or goes on too long is ended, and its nodes stay open.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from heapq import heappop
from typing import NamedTuple, cast

from optcheck.checker.integer import Constraint
from optcheck.errors import SolverFailed
from optcheck.exact.numbers import Exact
from optcheck.lp.answer import Step
from optcheck.lp.branch_and_bound import Choice, Floats, Incumbent, Node, Search, Side, UnboundedRelaxation
from optcheck.lp.limits import Exhausted, Run, map_in_workers
from optcheck.lp.program import LinearProgram
from optcheck.lp.relaxation import Basis, Relaxation

_TASKS = 8  # of a round
_START = 8  # nodes that a task begins with
_VISITS = 200  # nodes that a task visits
_GRACE = 10.0  # seconds that a task may take beyond its limit
_MEMORY = 1e6  # gigabytes: the system limits the worker


@dataclass(frozen=True, slots=True)
class Problem:
    """What all tasks share: the program, its bounds and cuts at the root, and the basis to begin with."""

    program: LinearProgram
    lower: Sequence[Exact | None]
    upper: Sequence[Exact | None]
    cuts: Sequence[Constraint]
    basis: Basis | None


@dataclass(frozen=True, slots=True)
class Start:
    """An open node: what differs from the root, its bound, and multipliers."""

    sides: Sequence[Side]
    bound: float
    dual: Floats | None


@dataclass(frozen=True, slots=True)
class Task:
    """Open nodes, and the state of the search: the incumbent, pseudo-costs, trials and nodes so far."""

    starts: Sequence[Start]
    incumbent: Incumbent | None
    costs: Floats
    trials: int
    nodes: int


class Open(NamedTuple):
    """A node that is neither split nor closed; nothing decides a stuck one."""

    bound: float
    dual: Floats | None
    stuck: bool


Record = Choice | Step | Open


@dataclass(frozen=True, slots=True)
class Result:
    """The trees below the nodes of a task, depth first, a better incumbent, and what the task adds to the state."""

    trees: Sequence[Sequence[Record]]
    incumbent: Incumbent | None
    costs: Floats
    trials: int
    nodes: int
    ray: Sequence[Exact] | None


# The side that deals and merges


def explore_in_workers(search: Search, pause: Callable[[], bool]) -> None:
    """Rounds of tasks until no node is open; Exhausted when ``pause`` says so."""
    shared = pickle.dumps(_problem(search), protocol=pickle.HIGHEST_PROTOCOL)
    while search.open:
        if pause():
            raise Exhausted("stopped")
        hands = _deal(search)
        try:
            for result in _results(search, shared, hands):
                _merge(search, hands.pop(0), result)
        finally:
            for node in (node for hand in hands for node in hand):
                search.push(node)


def _problem(search: Search) -> Problem:
    search.move_to(search.root)
    search.relaxation.solve(search.run.remaining)
    cuts = search.system.rows[len(search.system.plain.rows) :]
    plain = replace(search.program, certifier=None)
    return Problem(plain, search.bounds.lower, search.bounds.upper, cuts, search.relaxation.basis())


def _deal(search: Search) -> list[list[Node]]:
    """The most promising nodes, dealt one by one."""
    nodes = [heappop(search.open)[2] for _ in range(min(_TASKS * _START, len(search.open)))]
    return [nodes[k::_TASKS] for k in range(min(_TASKS, len(nodes)))]


def _results(search: Search, shared: bytes, hands: Sequence[Sequence[Node]]) -> Iterator[Result]:
    run = search.run
    starts = [[Start(_sides(node), node.bound, node.dual) for node in hand] for hand in hands]
    state = search.incumbent, search.costs.table, search.costs.trials, search.nodes
    tasks = [(shared, Task(start, *state)) for start in starts]
    found = map_in_workers(
        "optcheck.lp.subtrees:work",
        tasks,
        search.jobs,
        lambda: max(search.left, 0.1) + _GRACE,
        run.memory_bytes,
        lambda: run.stopped,
    )
    return cast("Iterator[Result]", found)  # as work returns them


def _sides(node: Node) -> list[Side]:
    path = node.path().items()
    lower = [Side(column, True, low) for column, (low, _) in path if low is not None]
    return lower + [Side(column, False, high) for column, (_, high) in path if high is not None]


def _merge(search: Search, nodes: Sequence[Node], result: Result) -> None:
    search.nodes += result.nodes
    search.costs.table = search.costs.table + result.costs
    search.costs.trials += result.trials
    if result.incumbent is not None:
        search.improve(result.incumbent)
    for node, records in zip(nodes, result.trees, strict=True):
        _graft(search, node, records)
    if result.ray is not None:
        raise UnboundedRelaxation(result.ray)


def _graft(search: Search, top: Node, records: Sequence[Record]) -> None:
    """Put a tree in the place of an open node."""
    waiting = [top]
    for record in records:
        node = waiting.pop()
        if isinstance(record, Choice):
            down, up = search.split(node, record)
            waiting += [up, down]
        elif isinstance(record, str):
            node.leaf, node.dual = record, None
        else:
            node.bound, node.dual, stuck = record
            if stuck:
                search.stuck.append(node)
            else:
                search.push(node)


# The side that works


def work(shared: bytes, task: Task, limit: float) -> Result:
    """Search below the nodes of a task, in a process that may be ended."""
    search = _prepared(shared, task, Run(limit - _GRACE, _MEMORY))
    tops = [_node(start) for start in task.starts]
    for top in tops:
        search.push(top)
    ray = None
    try:
        search.explore(lambda: search.nodes - task.nodes >= _VISITS)
    except UnboundedRelaxation as found:
        ray = found.ray
    except (Exhausted, SolverFailed):
        pass  # what is done so far counts
    better = None if search.incumbent is task.incumbent else search.incumbent
    costs, trials = search.costs.table - task.costs, search.costs.trials - task.trials
    stuck = set(map(id, search.stuck))
    return Result([[*_records(top, stuck)] for top in tops], better, costs, trials, search.nodes - task.nodes, ray)


@lru_cache(maxsize=1)
def _search(shared: bytes) -> tuple[Problem, Search]:
    problem: Problem = pickle.loads(shared)
    search = Search(problem.program, Run(1.0, _MEMORY))
    search.bounds.lower, search.bounds.upper = list(problem.lower), list(problem.upper)
    search.system.extend(problem.cuts)
    return problem, search


def _prepared(shared: bytes, task: Task, run: Run) -> Search:
    """A search in the state that the task describes; only what never changes is kept from another task."""
    problem, search = _search(shared)
    search.relaxation = Relaxation(problem.program.to_floats(), problem.program.integers, guarded=False)
    search.relaxation.add_rows(problem.cuts)
    search.renew_box()
    if problem.basis is not None:
        search.relaxation.start_from(problem.basis)
    search.run, search.nodes, search.open, search.stuck = run, task.nodes, [], []
    search.costs.table, search.costs.trials = task.costs.copy(), task.trials
    search.incumbent = search.system.cutoff = None
    if task.incumbent is not None:
        search.improve(task.incumbent)
    return search


def _node(start: Start) -> Node:
    node = None
    for side in start.sides:
        node = Node(node, side, start.bound)
    return Node(node, None, start.bound, start.dual)


def _records(top: Node, stuck: Collection[int]) -> Iterator[Record]:
    waiting = [top]
    while waiting:
        node = waiting.pop()
        if node.split is not None and node.children is not None:
            yield node.split
            waiting += [node.children[1], node.children[0]]
        else:
            yield Open(node.bound, node.dual, id(node) in stuck) if node.leaf is None else node.leaf
