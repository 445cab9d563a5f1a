"""Integer programs by branch and bound: relaxations in floats decide where to look, exact leaves what is proved.

A node is closed only by integers that exclude all its points better than the incumbent (optcheck.lp.relaxation). Where
floats say that this should be possible and it is not, the node is split further, or its relaxation is solved exactly.
Which column to split is decided by pseudo-costs, and by strong branching as long as they rest on few observations.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from heapq import heappop, heappush
from math import ceil, floor, inf
from time import monotonic
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from optcheck.checker.core import counted
from optcheck.errors import NotCertified, OptcheckError, SolverFailed
from optcheck.exact.numbers import Exact, to_text, whole
from optcheck.lp.answer import Step
from optcheck.lp.cuts import Bounds, Cut
from optcheck.lp.limits import Exhausted, Run
from optcheck.lp.program import Infeasible, LinearProgram, Optimal, SparseRows, Unbounded, object_array
from optcheck.lp.relaxation import Box, Relaxation, Relaxed, System, crossed
from optcheck.lp.solve import solve as solve_relaxation


def rounded_bounds(program: LinearProgram) -> tuple[list[Exact | None], list[Exact | None]]:
    """Column bounds, those of integer columns rounded inwards."""
    lower, upper = list(program.lower), list(program.upper)
    for j in program.integers:
        low, high = lower[j], upper[j]
        lower[j], upper[j] = None if low is None else ceil(low), None if high is None else floor(high)
    return lower, upper


def objective(program: LinearProgram, point: Sequence[Exact]) -> Exact:
    """The objective at a point."""
    return whole(sum((cost * x for cost, x in zip(program.costs, point, strict=True) if cost), start=Fraction(0)))


def feasible(program: LinearProgram, point: Sequence[Exact]) -> bool:
    """Whether a point satisfies all bounds, integers, gaps and rows."""
    bounds = zip(program.lower, point, program.upper, strict=True)
    inside = all((low is None or low <= x) and (high is None or x <= high) for low, x, high in bounds)
    inside = inside and all(point[j].denominator == 1 for j in program.integers)
    inside = inside and all(not low < point[j] < high for j, low, high in program.gaps)
    rests = (left - side for left, side in zip(program.activities(point), program.rhs.tolist(), strict=True))
    signs = zip(program.relations.tolist(), rests, strict=True)
    return inside and all((code < 0 or rest >= 0) and (code > 0 or rest <= 0) for code, rest in signs)


# Which column to split

_RELIABLE = 4  # observations on each side
_TRIALS = 10  # columns tried at a node
_WORSE = 4  # trials in a row that find nothing better
_FIRST, _PER_NODE = 400, 4  # trials of the whole search
_ITERATIONS = 60
_LEAST = 1e-6


class PseudoCosts:
    """What a unit of rounding a column has cost so far, downwards and upwards."""

    def __init__(self, columns: int) -> None:
        self.table = np.zeros((2, 2, columns))  # sums of gains and how many they are, each downwards and upwards
        self.trials = 0

    def observe(self, choice: Choice, up: int, gain: float) -> None:
        """Remember what the bound gained on one side of a split."""
        width = 1 - choice.share if up else choice.share
        if width > 1e-9 and np.isfinite(gain):
            self.table[:, up, choice.column] += max(gain, 0.0) / width, 1

    def estimates(self, choice: Choice) -> tuple[float, float]:
        """The gains to be expected on both sides."""
        (down, up), (downs, ups) = self.table[:, :, choice.column].tolist()
        share = choice.share
        return (
            (down / downs if downs else self._mean(0)) * share,
            (up / ups if ups else self._mean(1)) * (1 - share),
        )

    def _mean(self, up: int) -> float:
        gains, count = self.table[:, up].sum(axis=1).tolist()
        return float(gains / count) if count else 1.0

    def prefers_down(self, choice: Choice) -> bool:
        """Whether the lower side looks cheaper: an optimum is likelier there."""
        down, up = self.estimates(choice)
        return down <= up

    def _reliable(self, choice: Choice) -> bool:
        return bool(self.table[1, :, choice.column].min() >= _RELIABLE)

    def branch(self, search: Search, node: Node, relaxed: Relaxed, choices: list[Choice]) -> None:
        """Split the node on the choice with the best gains; doubtful ones are tried first."""
        ranked = sorted(choices, key=lambda choice: -_score(*self.estimates(choice)))
        best, best_score = ranked[0], -1.0
        trials = worse = 0
        affordable = self.trials < _FIRST + _PER_NODE * search.nodes
        for choice in ranked:
            if worse >= _WORSE:
                break
            if self._reliable(choice) or not affordable:
                score = _score(*self.estimates(choice))
            elif trials < _TRIALS:
                trials += 1
                self.trials += 1
                gains = self._try(search, node, relaxed, choice)
                if gains is None:
                    return
                score = _score(*gains)
            else:
                continue
            worse += 1
            if score > best_score:
                best, best_score, worse = choice, score, 0
        search.split(node, best)

    def _try(self, search: Search, node: Node, relaxed: Relaxed, choice: Choice) -> tuple[float, float] | None:
        """Gains on both sides after a few iterations; a side that can be closed makes this the split, and None."""
        gains = []
        for up in (0, 1):
            child = Node(node, search.side(choice, bool(up)), node.bound)
            search.move_to(child)
            found = search.relaxation.solve(search.run.remaining, _ITERATIONS)
            closed = False
            if found.status == "infeasible":
                closed = search.close_by_ray(child)
            elif found.status == "optimal":
                self.observe(choice, up, found.value - relaxed.value)
                closed = search.close(child, found)
            if closed:
                children = search.split(node, choice)
                children[up].leaf = child.leaf
                return None
            gains.append(max(found.value - relaxed.value, 0.0) if found.status in ("optimal", "limit") else 0.0)
        return gains[0], gains[1]


def _score(down: float, up: float) -> float:
    return max(down, _LEAST) * max(up, _LEAST)


# The search

_RESERVE, _MOST = 0.05, 0.25  # shares of the limit kept for the proof of a bound
_INTEGRAL = 1e-6  # distance from an integer below which a float passes for one
_CLOSE = 1e-9
Floats = NDArray[np.float64]
Path = dict[int, tuple[Exact | None, Exact | None]]


class Side(NamedTuple):
    """One side of a split: a column with another bound."""

    column: int
    below: bool  # a lower bound
    value: Exact


class Choice(NamedTuple):
    """A split: column, the two new bounds, and the value between them."""

    column: int
    low: Exact
    high: Exact
    value: float

    @property
    def share(self) -> float:
        """How far up the value lies between the two bounds."""
        return (self.value - float(self.low)) / max(float(self.high - self.low), 1e-300)


@dataclass(slots=True, eq=False)
class Node:
    """A node of the tree: how it differs from its parent, a bound that floats suggest, and how it was closed."""

    parent: Node | None
    side: Side | None
    bound: float
    dual: Floats | None = (
        None  # of the relaxation that gave the bound; dropped at a leaf, and at a split but the root's
    )
    split: Choice | None = None
    children: tuple[Node, Node] | None = None
    leaf: Step | None = None

    def path(self) -> Path:
        """The bounds that differ from the root's, by column: the nearest split on a side decides."""
        changed: Path = {}
        node: Node | None = self
        while node is not None:
            if node.side is not None:
                column, below, value = node.side
                low, high = changed.get(column, (None, None))
                changed[column] = (
                    (value if low is None else low, high) if below else (low, value if high is None else high)
                )
            node = node.parent
        return changed


@dataclass(frozen=True, slots=True)
class Incumbent:
    """The best point so far, exact."""

    value: Exact
    primal: Sequence[Exact]


class UnboundedRelaxation(OptcheckError):
    """The relaxation of the root improves for ever along a ray."""

    def __init__(self, ray: Sequence[Exact]) -> None:
        super().__init__("the relaxation is unbounded")
        self.ray = ray


@dataclass(slots=True)
class Search:
    """The state of a search over one program."""

    program: LinearProgram
    run: Run
    jobs: int = 1
    system: System = field(init=False)
    bounds: Bounds = field(init=False)
    box: Box = field(init=False)
    relaxation: Relaxation = field(init=False)
    root: Node = field(init=False)
    costs: PseudoCosts = field(init=False)
    incumbent: Incumbent | None = None
    cuts: list[Cut] = field(default_factory=list)
    open: list[tuple[float, int, Node]] = field(default_factory=list)
    stuck: list[Node] = field(default_factory=list)  # nodes that nothing decides
    nodes: int = 0
    pushed: int = 0  # nodes left for later so far: of equal bounds, the first comes first
    seconds: float = 0.0  # for the exact bound of an open node, as last measured
    measured: int = 0  # nodes when that was
    _integers: NDArray[np.int64] = field(init=False)
    _boxed: Path = field(default_factory=dict)  # bounds in the box that are not the root's
    _relaxed: Path = field(default_factory=dict)  # likewise in the relaxation
    _gaps: dict[int, list[tuple[Exact, Exact]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.system = System(self.program)
        self.bounds = Bounds(*rounded_bounds(self.program), self.program.integers)
        for column, low, high in self.program.gaps:
            self._gaps.setdefault(column, []).append((low, high))
        self.relaxation = Relaxation(self.program.to_floats(), self.program.integers)
        self.costs = PseudoCosts(len(self.program.costs))
        self.root = Node(None, None, -inf)
        self._integers = np.array(sorted(self.program.integers), dtype=np.int64)
        self.renew_box()

    @property
    def sign(self) -> int:
        """1 for a minimum, -1 for a maximum."""
        return self.program.sign

    @property
    def left(self) -> float:
        """Seconds for the tree: what the proof of a bound may take at the end is not part of them."""
        bounds = min(1.5 * self.seconds * len(self.open), _MOST * self.run.limit)
        return self.run.remaining - self.run.limit * _RESERVE - bounds

    def tighten(self) -> None:
        """Tighter bounds by rows at the root, and the box that the tree begins with."""
        rows = self.system.rows[: len(self.system.plain.rows)]
        self.bounds.tighten(rows, self.system.cutoff, self.run.check)
        self.renew_box()

    def renew_box(self) -> None:
        """Hand the root's bounds to the exact and to the float side."""
        self.box = Box(self.bounds.lower, self.bounds.upper, [end for _, *gap in self.program.gaps for end in gap])
        columns = list(range(len(self.bounds.lower)))
        lower = [-inf if low is None else float(low) for low in self.bounds.lower]
        upper = [inf if high is None else float(high) for high in self.bounds.upper]
        self.relaxation.bound(columns, lower, upper)
        self._boxed, self._relaxed = {}, {}

    def move_to(self, node: Node) -> None:
        """Give all columns the bounds that they have at the node, in the box and in the relaxation."""
        path = self.place(node)
        columns = list(_changed(self._relaxed, path))
        bounds = [self._bounds_in(path, column) for column in columns]
        lower = [-inf if low is None else float(low) for low, _ in bounds]
        upper = [inf if high is None else float(high) for _, high in bounds]
        self.relaxation.bound(columns, lower, upper)
        self._relaxed = path

    def place(self, node: Node) -> Path:
        """Give the box the bounds of the node, not the relaxation; returns the node's path."""
        path = node.path()
        for column in _changed(self._boxed, path):
            self.box.set(column, *self._bounds_in(path, column))
        self._boxed = path
        return path

    def _bounds_in(self, path: Path, column: int) -> tuple[Exact | None, Exact | None]:
        low, high = path.get(column, (None, None))
        return self.bounds.lower[column] if low is None else low, self.bounds.upper[column] if high is None else high

    # incumbents

    def offer(self, point: Floats) -> bool:
        """Make a float point exact: its integers are fixed, the rest is solved exactly. Whether it is the best now."""
        linear = self.program
        lower, upper = list(linear.lower), list(linear.upper)
        for j in self.program.integers:
            lower[j] = upper[j] = round(point[j])
        for j, gaps in self._gaps.items():
            for gap_low, gap_high in gaps:
                own_low, own_high = lower[j], upper[j]
                if point[j] - float(gap_low) < float(gap_high) - point[j]:
                    upper[j] = gap_low if own_high is None else min(own_high, gap_low)
                else:
                    lower[j] = gap_high if own_low is None else max(own_low, gap_high)
        if all(low == high and low is not None for low, high in zip(lower, upper, strict=True)):
            return self._accept([low for low in lower if low is not None])
        return self._accept(
            self._completed(replace(linear, lower=tuple(lower), upper=tuple(upper), certifier=None).relaxed())
        )

    def _completed(self, fixed: LinearProgram) -> Sequence[Exact] | None:
        try:
            outcome = solve_relaxation(fixed, limit=max(0.1, self.run.remaining / 2)).outcome
        except NotCertified:
            return None
        return outcome.primal if isinstance(outcome, Optimal) else None

    def _accept(self, point: Sequence[Exact] | None) -> bool:
        if point is None or not feasible(self.program, point):
            return False
        return self.improve(Incumbent(objective(self.program, point), point))

    def improve(self, found: Incumbent) -> bool:
        """Look for better points than a feasible one from now on; whether it is the best now."""
        if self.incumbent is not None and self.sign * found.value >= self.sign * self.incumbent.value:
            return False
        self.incumbent = found
        self.system.cut_off(found.value)
        return True

    # one node

    def visit(self, node: Node) -> None:
        """Solve a node's relaxation; then close the node or split it."""
        self.nodes += 1
        self.run.check()
        self.move_to(node)
        self.judge(node, self.relaxation.solve(self.run.remaining))

    def judge(self, node: Node, relaxed: Relaxed) -> None:
        """Close a node, or split it, after its relaxation was solved."""
        if relaxed.status == "infeasible":
            if not self.close_by_ray(node):
                self._decide_exactly(node)
        elif relaxed.status == "optimal":
            if node.side is not None and node.parent is not None and node.parent.split is not None:
                self.costs.observe(node.parent.split, int(node.side.below), relaxed.value - node.bound)
            node.bound, node.dual = max(node.bound, relaxed.value), relaxed.dual
            if not self.close(node, relaxed):
                self._go_on(node, relaxed)
        else:
            self.run.check()
            self._decide_exactly(node)

    def close(self, node: Node, relaxed: Relaxed) -> bool:
        """Close a node by multipliers of its relaxation, where its value is beyond the cutoff."""
        threshold = self.system.threshold()
        if relaxed.value < threshold - _CLOSE * max(1.0, abs(threshold)):
            return False
        return self._closed_by(node, self.system.leaf(self.system.from_duals(relaxed.dual), self.box))

    def close_by_ray(self, node: Node) -> bool:
        """Close a node by the ray of its infeasible relaxation."""
        ray = self.relaxation.ray()
        if ray is None:
            return False
        floats = self.system.from_duals(ray, objective=False)
        return self._closed_by(node, self.system.leaf(floats, self.box) or self.system.leaf(-floats, self.box))

    def _closed_by(self, node: Node, leaf: Step | None) -> bool:
        if leaf is not None:
            node.leaf, node.dual = leaf, None
        return leaf is not None

    def _go_on(self, node: Node, relaxed: Relaxed) -> None:
        choices = list(self.choices(relaxed.primal))
        if choices:
            self.branch(node, relaxed, choices)
        elif not (self.offer(relaxed.primal) and self.close(node, relaxed)):
            self._decide_exactly(node)

    def choices(self, point: Sequence[Exact] | Floats, apart: float = _INTEGRAL) -> Iterator[Choice]:
        """Splits that cut the point off: columns that ought to be integers, or outside their gaps."""
        candidates: Iterable[int] = self.program.integers
        if isinstance(point, np.ndarray):
            values = point[self._integers]
            candidates = self._integers[np.abs(values - np.rint(values)) > apart].tolist()
        for j in candidates:
            value = point[j]
            if abs(value - round(value)) > apart:
                yield Choice(j, floor(value), floor(value) + 1, float(value))
        for j, gaps in self._gaps.items():
            for low, high in gaps:
                if low + apart < point[j] < high - apart:
                    yield Choice(j, low, high, float(point[j]))

    def branch(self, node: Node, relaxed: Relaxed, choices: list[Choice]) -> None:
        """Split on the column that promises most; children that are closed on the way stay closed."""
        if len(choices) == 1:
            self.split(node, choices[0])
        else:
            self.costs.branch(self, node, relaxed, choices)

    def split(self, node: Node, choice: Choice) -> tuple[Node, Node]:
        """Give a node two children."""
        down, up = (Node(node, self.side(choice, bool(up)), node.bound, node.dual) for up in (0, 1))
        node.split, node.children = choice, (down, up)
        if node is not self.root:
            node.dual = None
        return down, up

    def side(self, choice: Choice, up: bool) -> Side:
        """One side of a split; bounds of integer columns are integers."""
        if choice.column in self.program.integers:
            return Side(choice.column, up, ceil(choice.high) if up else floor(choice.low))
        return Side(choice.column, up, choice.high if up else choice.low)

    # exact relaxations

    def exact_relaxation(self) -> LinearProgram:
        """The relaxation at the present node, with derived rows, in integers, as a minimum."""
        rows, plain = self.system.rows, self.system.plain
        bounds = [self.box.bounds(j) for j in range(len(plain.columns))]
        return LinearProgram(
            sense="minimise",
            costs=tuple(self.sign * cost for cost in plain.costs),
            rows=SparseRows(
                starts=np.cumsum([0] + [len(row.terms) for row in rows], dtype=np.int64),
                columns=np.array([j for row in rows for j in row.terms], dtype=np.int32),
                values=object_array([factor for row in rows for factor in row.terms.values()]),
            ),
            relations=np.array([row.sense for row in rows], dtype=np.int8),
            rhs=object_array([row.side for row in rows]),
            lower=tuple(low for low, _ in bounds),
            upper=tuple(high for _, high in bounds),
            column_labels=[f"x{j}" for j in range(len(plain.columns))],
            row_labels=[f"r{i}" for i in range(len(rows))],
        )

    def refute_root(self) -> None:
        """Look for a proof that the root's relaxation has no exact point, where floats see one by their tolerance."""
        self.move_to(self.root)
        with suppress(NotCertified):
            outcome = solve_relaxation(self.exact_relaxation(), limit=max(0.1, self.run.remaining * 0.2)).outcome
            if isinstance(outcome, Infeasible):
                self.bounds.contradiction = self._refutation(outcome)

    def _refutation(self, outcome: Infeasible) -> Step | None:
        if outcome.column is not None:
            upper = [self.box.bounds(j)[1] for j in range(len(self.system.plain.columns))]
            return crossed(outcome.column, upper, len(self.system.rows) + 1)
        return self._exact_leaf(outcome.dual, objective=False)

    def _decide_exactly(self, node: Node) -> None:
        """Close or split a node by the exact optimum of its relaxation."""
        try:
            outcome = solve_relaxation(self.exact_relaxation(), limit=max(0.1, self.run.remaining * 0.8)).outcome
        except NotCertified:
            self.run.check()
            self.stuck.append(node)
            return
        if isinstance(outcome, Unbounded):
            raise UnboundedRelaxation(outcome.ray)
        if isinstance(outcome, Infeasible):
            node.leaf, node.dual = self._refutation(outcome), None
            if node.leaf is None:
                self.stuck.append(node)
            return
        if self._closed_by(node, self._exact_leaf(outcome.dual, objective=True)):
            return
        choices = list(self.choices(outcome.primal, 0))
        if choices:
            self.split(node, _exact_choice(choices[0], outcome.primal))
        elif not (
            self._accept(outcome.primal) and self._closed_by(node, self._exact_leaf(outcome.dual, objective=True))
        ):
            self.stuck.append(node)

    def _exact_leaf(self, dual: Mapping[int, Exact], objective: bool) -> Step | None:
        weights = {i + 1: Fraction(y) for i, y in dual.items()}
        if objective and self.system.cutoff is not None:
            weights[0] = Fraction(1, self.system.cost_scale)
        return self.system.tried(self.system.in_integers(weights), self.box)

    # the tree

    def explore(self, stop: Callable[[], bool] = lambda: False, most: float = inf) -> bool:
        """Dive from the most promising open nodes until none is open; False after a dive that ends beyond ``most``.

        Exhausted when ``stop`` says so.
        """
        while self.open and self.nodes < most:
            node: Node | None = heappop(self.open)[2]
            while node is not None:
                try:
                    if stop():
                        raise Exhausted("stopped")
                    self.visit(node)
                except (Exhausted, SolverFailed, KeyboardInterrupt):
                    self.push(node)
                    raise
                node = self._next(node)
        return not self.open

    def push(self, node: Node) -> None:
        """Leave a node for later."""
        self.pushed += 1
        heappush(self.open, (node.bound, self.pushed, node))

    def _next(self, node: Node) -> Node | None:
        """The child to go on with; the other one is left for later."""
        if node.children is None:
            return None
        left = [child for child in node.children if child.leaf is None]
        if len(left) == 2 and node.split is not None:
            down_first = self.costs.prefers_down(node.split)
            first, second = left if down_first else left[::-1]
            self.push(second)
            return first
        return left[0] if left else None

    def unfinished(self) -> Iterator[Node]:
        """Nodes that are neither closed nor split."""
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            if node.children is not None:
                waiting += node.children
            elif node.leaf is None:
                yield node

    def progress(self) -> str:
        """Nodes, incumbent, bound and gap, as floats have them."""
        bound = self.sign * self.open[0][0]
        if self.incumbent is None:
            return f"{counted(self.nodes, 'node')}, bound {bound:.7g}"
        value = float(self.incumbent.value)
        gap = abs(value - bound) / max(abs(value), 1e-9)
        return f"{counted(self.nodes, 'node')}, incumbent {value:.7g}, bound {bound:.7g}, gap {gap:.2%}"

    def measure(self, node: Node) -> None:
        """Find out how long the exact bound of an open node takes."""
        start = monotonic()
        self.place(node)
        self.system.safe_bound(node.dual, self.box, node.bound - 1e-6 * abs(node.bound))
        passed = monotonic() - start
        self.seconds = 0.8 * self.seconds + 0.2 * passed if self.seconds else passed

    def bound_of(self, nodes: Collection[Node]) -> tuple[Exact, dict[int, Step]] | None:
        """A bound that holds at all these nodes, and the leaf of each for it, by id.

        None where a node has no bound, or when the time is up.
        """
        best = None if self.incumbent is None else Fraction(self.sign * self.incumbent.value)
        leaves: dict[int, Step] = {}
        least = min((node.bound for node in nodes), default=0.0)
        enough = least - 1e-7 * max(1.0, abs(least))  # nodes with more to give need not give it
        for node in nodes:
            self.place(node)
            found = self.system.safe_bound(node.dual, self.box, enough) if self.run.remaining else None
            if found is None:
                return None
            leaves[id(node)] = found[0]
            best = found[1] if best is None else min(best, found[1])
        return None if best is None else (self.sign * self.system.short_bound(best), leaves)

    def bound_of_root(self) -> tuple[Exact, Step] | None:
        """A bound of the root's relaxation, and the leaf for it; None where there is none."""
        self.move_to(self.root)
        found = self.system.safe_bound(self.root.dual, self.box, inf)
        if found is not None:
            return self.sign * self.system.short_bound(found[1]), found[0]
        try:
            outcome = solve_relaxation(self.exact_relaxation(), limit=max(1.0, self.run.remaining)).outcome
        except NotCertified:
            return None
        if not isinstance(outcome, Optimal):
            return None
        value = self.sign * self.system.short_bound(Fraction(outcome.value))
        self.system.cut_off(value)
        leaf = self._exact_leaf(outcome.dual, True)
        return None if leaf is None else (value, leaf)

    def opening(self) -> list[Step]:
        """The steps at the root: tighter bounds, and cuts."""
        rows = 1 + len(self.system.plain.rows)
        return [*self.bounds.opening, *(cut.step(rows + k) for k, cut in enumerate(self.cuts))]

    def proof(self, closing: Callable[[Node], Step]) -> list[Step]:
        """The steps of the whole walk; ``closing`` gives the leaf of a node that is still open."""
        steps = self.opening()
        if self.bounds.contradiction is not None:
            return [*steps, self.bounds.contradiction, *reversed(self.bounds.closing)]
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            if node.split is not None and node.children is not None:
                column, low, high, _ = node.split
                steps.append(f"column {column} {to_text(low)} {to_text(high)}")
                waiting += [node.children[1], node.children[0]]
            else:
                steps.append(closing(node) if node.leaf is None else node.leaf)
        return steps + list(reversed(self.bounds.closing))


def _changed(before: Path, after: Path) -> set[int]:
    """Columns whose bounds two paths differ in."""
    return {column for column, _ in before.items() ^ after.items()}


def _exact_choice(choice: Choice, point: Sequence[Exact]) -> Choice:
    """The same split with bounds from the exact value: as a float it may have become an integer."""
    if choice.high - choice.low == 1 and choice.low.denominator == 1:
        low = ceil(point[choice.column]) - 1
        return Choice(choice.column, low, low + 1, choice.value)
    return choice
