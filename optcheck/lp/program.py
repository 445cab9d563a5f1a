"""Linear programs with exact data, their proved outcomes, and a view of them in doubles for solvers.

A small program is written with :class:`Model`. A family with very many rows passes index arrays to
:class:`LinearProgram` directly: nothing in its construction loops over nonzeros in Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from itertools import pairwise
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import NDArray

from optcheck.errors import BeyondDoubles, InvalidInput, shown
from optcheck.exact.files import Certificate, Document
from optcheck.exact.inputs import one_of
from optcheck.exact.numbers import Exact, RatioMap, as_json, common_denominator, common_multiple, exact, to_json, whole
from optcheck.lp.linear_algebra import Factors, balance

Sense = Literal["minimise", "maximise"]
ExactArray = NDArray[np.int64 | np.object_]  # objects are ints and Fractions
Relation = Literal["<=", "=", ">="]
Gap = tuple[int, Exact, Exact]
RELATION_CODES: dict[str, int] = {"<=": -1, "=": 0, ">=": 1}
RELATIONS: dict[int, Relation] = {-1: "<=", 0: "=", 1: ">="}


@dataclass(frozen=True, slots=True)
class Optimal:
    """An exact optimum: its value, a point, and the nonzero row multipliers that prove it."""

    value: Exact
    primal: Sequence[Exact]
    dual: Mapping[int, Exact]


@dataclass(frozen=True, slots=True)
class Infeasible:
    """Row multipliers whose combination no point can satisfy (Farkas), or a column whose own bounds exclude all."""

    dual: Mapping[int, Exact]
    column: int | None = None


@dataclass(frozen=True, slots=True)
class Unbounded:
    """A feasible point and a direction in which the objective improves for ever."""

    primal: Sequence[Exact]
    ray: Sequence[Exact]


Outcome = Optimal | Infeasible | Unbounded


@dataclass(frozen=True, slots=True)
class LazyLabels(Sequence[str]):
    """Labels made on access: a million rows need no million texts."""

    length: int
    make: Callable[[int], str]

    def __len__(self) -> int:
        return self.length

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self.make(i) for i in range(*index.indices(self.length))]
        if not -self.length <= index < self.length:
            raise IndexError(index)
        return self.make(index % self.length)


@dataclass(frozen=True, slots=True, eq=False)
class SparseRows:
    """Compressed rows: row i holds entries starts[i]:starts[i+1]; values are int64, or objects (ints, Fractions)."""

    starts: NDArray[np.int64]
    columns: NDArray[np.int32]
    values: ExactArray

    def __post_init__(self) -> None:
        # Sparse matrix libraries sort index arrays in place: these views cannot be written to.
        for name in ("starts", "columns", "values"):
            view = getattr(self, name).view()
            view.flags.writeable = False
            object.__setattr__(self, name, view)

    @classmethod
    def of(cls, rows: Sequence[Sequence[tuple[int, Exact]]]) -> SparseRows:
        """Rows given as lists of column and coefficient."""
        entries = [entry for row in rows for entry in row]
        return cls(
            starts=np.cumsum([0, *map(len, rows)], dtype=np.int64),
            columns=np.array([column for column, _ in entries], dtype=np.int32),
            values=object_array([value for _, value in entries]),
        )

    @property
    def count(self) -> int:
        """How many rows there are."""
        return len(self.starts) - 1

    def row(self, index: int) -> Iterator[tuple[int, Exact]]:
        """Column and coefficient of each entry of a row."""
        span = slice(int(self.starts[index]), int(self.starts[index + 1]))
        return zip(self.columns[span].tolist(), self.values[span].tolist(), strict=True)

    def summed(self, index: int) -> dict[int, Exact]:
        """The coefficient of each column in a row; entries of the same column are added."""
        entries: dict[int, Exact] = {}
        for j, a in self.row(index):
            entries[j] = entries.get(j, 0) + a
        return entries


@dataclass(frozen=True, slots=True, eq=False)
class FloatProgram:
    """The same program in doubles, rows as ranges: what solvers take."""

    maximise: bool
    costs: NDArray[np.float64]
    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    row_lower: NDArray[np.float64]
    row_upper: NDArray[np.float64]
    starts: NDArray[np.int64]
    columns: NDArray[np.int32]
    values: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class LinearProgram:
    """A linear program with exact data.

    ``relations`` holds -1, 0, 1 for <=, =, >=. A bound of None is infinite; a lower bound above its upper bound makes
    the program infeasible. ``certifier`` lets a family of models turn an outcome into a certificate of its own kind,
    which carries the small instance instead of all the rows. ``integers`` are the columns that take integer values
    only; a gap (j, a, b) says that column j takes no value strictly between a and b: a semi-continuous column, 0 or
    between l and u, has the bounds 0 and u and the gap (0, l).
    """

    sense: Sense
    costs: tuple[Exact, ...]
    rows: SparseRows
    relations: NDArray[np.int8]
    rhs: ExactArray
    lower: tuple[Exact | None, ...]
    upper: tuple[Exact | None, ...]
    column_labels: Sequence[str]
    row_labels: Sequence[str]
    certifier: Callable[[LinearProgram, Outcome], Certificate] | None = field(default=None, repr=False)
    integers: frozenset[int] = frozenset()
    gaps: tuple[Gap, ...] = ()

    def __post_init__(self) -> None:
        sizes = {len(self.lower), len(self.upper), len(self.column_labels)}
        if sizes != {len(self.costs)}:
            raise InvalidInput(f"costs, bounds and column labels must have one length, got {sorted(sizes)}")
        rows = {len(self.relations), len(self.rhs), len(self.row_labels)}
        if rows != {self.rows.count}:
            raise InvalidInput(f"rows, relations, right sides and row labels must agree, got {sorted(rows)}")
        columns = self.rows.columns
        if columns.size and not 0 <= columns.min() <= columns.max() < len(self.costs):
            raise InvalidInput(f"column indices must lie between 0 and {len(self.costs) - 1}, got {columns.max()}")
        restricted = [*self.integers, *(j for j, _, _ in self.gaps)]
        if restricted and not 0 <= min(restricted) <= max(restricted) < len(self.costs):
            last = len(self.costs) - 1
            raise InvalidInput(f"integer columns and gaps must lie between 0 and {last}, got {max(restricted)}")

    @property
    def continuous(self) -> bool:
        """Whether every column may take every value between its bounds."""
        return not self.integers and not self.gaps

    def relaxed(self) -> LinearProgram:
        """The relaxation: integer columns may take any value, and gaps are filled."""
        return self if self.continuous else replace(self, integers=frozenset(), gaps=())

    def extended(
        self, rows: Sequence[tuple[str, Iterable[tuple[int, Exact]], int, Exact]], **changes: Any
    ) -> LinearProgram:
        """The program with further rows (label, terms, relation code, right side), and with other fields changed."""
        own, more = self.rows, SparseRows.of([list(terms) for _, terms, _, _ in rows])
        return replace(
            self,
            rows=SparseRows(
                starts=np.append(own.starts, own.starts[-1] + more.starts[1:]),
                columns=np.append(own.columns, more.columns),
                values=object_array([*own.values.tolist(), *more.values.tolist()]),
            ),
            relations=np.append(self.relations, np.array([code for _, _, code, _ in rows], dtype=np.int8)),
            rhs=object_array([*self.rhs.tolist(), *(side for _, _, _, side in rows)]),
            row_labels=(*self.row_labels, *(label for label, _, _, _ in rows)),
            **{"certifier": None, **changes},
        )

    @property
    def sign(self) -> int:
        """1 when minimising, -1 when maximising."""
        return 1 if self.sense == "minimise" else -1

    def crossed_bounds(self) -> int | None:
        """The first column whose lower bound is above its upper bound: no point is feasible then."""
        bounds = zip(self.lower, self.upper, strict=True)
        return next(
            (j for j, (low, high) in enumerate(bounds) if low is not None and high is not None and low > high), None
        )

    def reduced(self, costs: Sequence[Exact], dual: Mapping[int, Exact]) -> list[Exact]:
        """What row multipliers leave of each column's cost: sums of integers over one denominator.

        >>> model = Model("minimise")
        >>> x, y = model.variable("x", cost=1), model.variable("y", cost=2)
        >>> model.row("cover", {x: 3, y: 1}, ">=", 2)
        >>> model.build().reduced((1, 2), {0: Fraction(1, 3)})
        [0, Fraction(5, 3)]
        """
        rows = [(y, common_denominator(a for _, a in self.rows.row(i)), i) for i, y in dual.items()]
        one = common_multiple(y.denominator * scale for y, scale, _ in rows)
        sums = [0] * len(costs)
        for y, scale, i in rows:
            size = y.numerator * (one // (y.denominator * scale))
            for j, a in self.rows.row(i):
                sums[j] += size * a.numerator * (scale // a.denominator)
        return [_difference(cost, total, one) for cost, total in zip(costs, sums, strict=True)]

    def reduced_costs(self, outcome: Outcome) -> list[Exact]:
        """What an outcome's multipliers leave of each column's cost (of 0, where they prove infeasibility)."""
        zeros = [0] * len(self.costs)
        if isinstance(outcome, Unbounded):
            return [*zeros]
        return self.reduced(self.costs if isinstance(outcome, Optimal) else zeros, outcome.dual)

    def activities(self, point: Sequence[Exact], rows: Iterable[int] | None = None) -> list[Exact]:
        """The left side of each row, or of the given ones, at a point."""
        chosen = range(self.rows.count) if rows is None else rows
        return [sum((a * point[j] for j, a in self.rows.row(i)), start=0) for i in chosen]

    def to_floats(self) -> FloatProgram:
        """The nearest doubles, built in bulk; BeyondDoubles where there are none."""
        rhs = _doubles(self.rhs)
        return FloatProgram(
            maximise=self.sense == "maximise",
            costs=_doubles(self.costs),
            lower=_doubles([-np.inf if low is None else low for low in self.lower]),
            upper=_doubles([np.inf if high is None else high for high in self.upper]),
            row_lower=np.where(self.relations >= 0, rhs, -np.inf),
            row_upper=np.where(self.relations <= 0, rhs, np.inf),
            starts=self.rows.starts.copy(),
            columns=self.rows.columns.copy(),
            values=_doubles(self.rows.values),
        )

    def certificate(self, outcome: Outcome) -> Certificate:
        """The outcome as a certificate, in the family's own form where it has one."""
        if self.certifier is not None:
            return self.certifier(self, outcome)
        if not self.continuous:
            raise InvalidInput("an outcome of a linear program proves nothing of one with integer columns or gaps")
        return Certificate("linear-program", self.instance(), self._evidence(outcome))

    def instance(self) -> Document:
        """The whole program as JSON values; integer columns and gaps stand there where there are any."""
        return self._linear_instance() if self.continuous else self.integer_instance()

    def integer_instance(self) -> Document:
        """The whole program as JSON values, with its integer columns and gaps, even where there are none."""
        gaps = [[j, to_json(low), to_json(high)] for j, low, high in self.gaps]
        return {**self._linear_instance(), "integers": sorted(self.integers), "gaps": gaps}

    def _linear_instance(self) -> Document:
        return {
            "sense": self.sense,
            "columns": list(self.column_labels),
            "costs": as_json(self.costs),
            "lower": as_json(self.lower),
            "upper": as_json(self.upper),
            "rows": list(self.row_labels),
            "relations": [RELATIONS[code] for code in self.relations.tolist()],
            "rhs": as_json(self.rhs.tolist()),
            "terms": self._terms(),
        }

    def _terms(self) -> list[list[list[int | str | None]]]:
        columns, starts = self.rows.columns.tolist(), self.rows.starts.tolist()
        entries = list(map(list, zip(columns, as_json(self.rows.values.tolist()), strict=True)))
        return [entries[start:stop] for start, stop in pairwise(starts)]

    def _evidence(self, outcome: Outcome) -> dict[str, object]:
        match outcome:
            case Optimal(value, primal, dual):
                proof = {"primal": as_json(primal), "dual": self._dense(dual)}
                return {"status": "optimal", "value": to_json(value), **proof}
            case Infeasible(dual, None):
                return {"status": "infeasible", "dual": self._dense(dual)}
            case Infeasible(_, column):
                return {"status": "infeasible", "column": column}
            case Unbounded(primal, ray):
                return {"status": "unbounded", "primal": as_json(primal), "ray": as_json(ray)}

    def _dense(self, dual: Mapping[int, Exact]) -> list[int | str | None]:
        multipliers: list[int | str | None] = [0] * self.rows.count
        values = dual.ratios() if isinstance(dual, RatioMap) else list(dual.values())
        for i, multiplier in zip(dual, as_json(values), strict=True):
            multipliers[i] = multiplier
        return multipliers


@dataclass(slots=True)
class Model:
    """Writes a linear program row by row.

    >>> model = Model("minimise")
    >>> x, y = model.variable("x", cost=1), model.variable("y", cost=2)
    >>> model.row("cover", {x: 1, y: 1}, ">=", "4/3")
    >>> model.build().rows.count
    1
    """

    sense: Sense = "minimise"
    _columns: dict[str, tuple[Exact, Exact | None, Exact | None]] = field(default_factory=dict, init=False)
    _rows: dict[str, tuple[dict[int, Exact], int, Exact]] = field(default_factory=dict, init=False)
    _integers: set[str] = field(default_factory=set, init=False)

    def __post_init__(self) -> None:
        one_of(self.sense, ("minimise", "maximise"), "sense")

    def variable(
        self, name: str, cost: object = 0, lower: object = 0, upper: object = None, *, integer: bool = False
    ) -> str:
        """Add a variable and return its name; a bound of None is infinite, an integer variable takes no fractions."""
        if not isinstance(name, str):
            raise InvalidInput(f"variable names must be texts, got {shown(name)}")
        if name in self._columns:
            raise InvalidInput(f"variable names must be distinct, got {shown(name)} twice")
        low = None if lower is None else exact(lower, f"lower bound of {name}")
        high = None if upper is None else exact(upper, f"upper bound of {name}")
        if not isinstance(integer, bool):
            raise InvalidInput(f"integer of {name} must be True or False, got {shown(integer)}")
        self._columns[name] = (exact(cost, f"cost of {name}"), low, high)
        if integer:
            self._integers.add(name)
        return name

    def row(self, name: str, terms: Mapping[str, object], relation: Relation, rhs: object) -> None:
        """Add a constraint: the sum of coefficient times variable, a relation, a right side."""
        if not isinstance(name, str):
            raise InvalidInput(f"row names must be texts, got {shown(name)}")
        if name in self._rows:
            raise InvalidInput(f"row names must be distinct, got {shown(name)} twice")
        if not isinstance(relation, str) or relation not in RELATION_CODES:
            raise InvalidInput(f"relation of row {name} must be <=, = or >=, got {shown(relation)}")
        if not isinstance(terms, Mapping):
            raise InvalidInput(f"terms of row {name} must map variables to numbers, got {shown(terms)}")
        unknown = [column for column in terms if column not in self._columns]
        if unknown:
            raise InvalidInput(f"row {name} names a variable that the model does not have: {unknown[0]!r}")
        index = {column: j for j, column in enumerate(self._columns)}
        entries = {index[column]: exact(a, f"{column} in row {name}") for column, a in terms.items()}
        self._rows[name] = (entries, RELATION_CODES[relation], exact(rhs, f"right side of row {name}"))

    def build(self) -> LinearProgram:
        """The finished program."""
        columns, rows = list(self._columns.values()), list(self._rows.values())
        return LinearProgram(
            sense=self.sense,
            costs=tuple(cost for cost, _, _ in columns),
            rows=SparseRows.of([list(terms.items()) for terms, _, _ in rows]),
            relations=np.array([code for _, code, _ in rows], dtype=np.int8),
            rhs=object_array([side for _, _, side in rows]),
            lower=tuple(low for _, low, _ in columns),
            upper=tuple(high for _, _, high in columns),
            column_labels=tuple(self._columns),
            row_labels=tuple(self._rows),
            integers=frozenset(j for j, name in enumerate(self._columns) if name in self._integers),
        )


def object_array(values: Sequence[Exact]) -> NDArray[np.object_]:
    """A one-dimensional array of exact numbers, never turned into floats."""
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def _difference(cost: Exact, total: int, denominator: int) -> Exact:
    """cost - total/denominator; most are 0, and need no reduction to lowest terms."""
    rest = cost.numerator * denominator - total * cost.denominator
    return whole(Fraction(rest, cost.denominator * denominator)) if rest else 0


def _doubles(values: ExactArray | Sequence[Exact | float]) -> NDArray[np.float64]:
    try:
        return np.array(values, dtype=np.float64)
    except OverflowError:
        raise BeyondDoubles("a number of the program exceeds the largest double, 1.8e308") from None


# --- What a float solver answers: a hint, never evidence. And scaling by powers of two, undone exactly afterwards.
#
# A basis does not change with the scales of rows and columns; what changes is which differences a solver with absolute
# tolerances can see. Powers of two only move the exponents of doubles: no digit is lost either way.


Doubles = NDArray[np.float64]


class Status(Enum):
    """What a solver reports, one vocabulary for all of them."""

    OPTIMAL = "optimal"
    INFEASIBLE = "infeasible"
    UNBOUNDED = "unbounded"
    INFEASIBLE_OR_UNBOUNDED = "infeasible or unbounded"
    LIMIT = "stopped at a limit"
    FAILED = "failed"


class Nonbasic(Enum):
    """Where a nonbasic column rests: at a bound, or at zero if it has none."""

    LOWER = "lower"
    UPPER = "upper"
    ZERO = "zero"


@dataclass(frozen=True, slots=True, eq=False)
class Basis:
    """A simplex basis: the basic columns, the tight rows, and where the nonbasic columns rest.

    ``factors`` solve with the tight rows over the basic columns, while the solver that has them is at hand.
    """

    basic_columns: tuple[int, ...]
    tight_rows: tuple[int, ...]
    nonbasic: dict[int, Nonbasic]
    factors: Factors | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """A solver's answer in doubles. The row multipliers have the sign convention of certificates.

    At an infeasible program ``ray`` holds multipliers of the rows that show it, where the solver gives them.
    """

    solver: str
    status: Status
    value: float
    primal: Doubles
    dual: Doubles
    basis: Basis | None = None
    ray: Doubles | None = None

    def with_factors(self, factors: Factors | None) -> Solution:
        """The same answer, its basis with these factors."""
        return self if self.basis is None else replace(self, basis=replace(self.basis, factors=factors))


_PASSES = 6
_SPREAD = 2.0**20  # between the largest and the smallest entry; solvers take care of less by themselves
_EXTREME = 2.0**24


@dataclass(frozen=True, slots=True, eq=False)
class Scales:
    """Powers of two: rows and costs are multiplied by theirs, a column of the scaled program is x / columns[j]."""

    rows: Doubles
    columns: Doubles
    objective: float

    def apply(self, program: FloatProgram) -> FloatProgram:
        """The scaled program."""
        row_of = np.repeat(np.arange(len(program.row_lower)), np.diff(program.starts))
        return replace(
            program,
            costs=program.costs * self.columns * self.objective,
            lower=program.lower / self.columns,
            upper=program.upper / self.columns,
            row_lower=program.row_lower * self.rows,
            row_upper=program.row_upper * self.rows,
            values=program.values * self.rows[row_of] * self.columns[program.columns],
        )

    def undo(self, solution: Solution) -> Solution:
        """The answer in the program's own units."""
        primal, dual = solution.primal, solution.dual
        return replace(
            solution,
            value=solution.value / self.objective,
            primal=primal * self.columns if len(primal) == len(self.columns) else primal,
            dual=dual * self.rows / self.objective if len(dual) == len(self.rows) else dual,
            ray=None if solution.ray is None else solution.ray * self.rows,
        ).with_factors(self._factors(solution.basis))

    def _factors(self, basis: Basis | None) -> Factors | None:
        """The factors of the scaled basis as factors of the basis itself."""
        if basis is None or basis.factors is None:
            return None
        return basis.factors.scaled(self.rows[list(basis.tight_rows)], self.columns[list(basis.basic_columns)])


def badly_scaled(program: FloatProgram) -> bool:
    """Whether entries differ so much, or other data are so large or small, that tolerances would hide something."""
    sizes = np.abs(program.values[program.values != 0])
    spread = float(sizes.max() / sizes.min()) if len(sizes) else 1.0
    others = _finite_sizes(program.costs, program.row_lower, program.row_upper, program.lower, program.upper)
    return bool(
        spread > _SPREAD or (len(others) and others.max() > _EXTREME) or (len(sizes) and sizes.max() > _EXTREME)
    )


def _finite_sizes(*arrays: Doubles) -> Doubles:
    sizes = np.abs(np.concatenate(arrays))
    return sizes[np.isfinite(sizes) & (sizes > 0)]


def matrix_scales(program: FloatProgram) -> Scales:
    """Scales that bring the entries near 1, by geometric means; all 1 when the entries are near each other already."""
    left, right = np.zeros(len(program.row_lower)), np.zeros(len(program.costs))
    if badly_scaled(program):
        used = program.values != 0
        rows = np.repeat(np.arange(len(left)), np.diff(program.starts))[used]
        logs = np.log2(np.abs(program.values[used]))
        left, right = balance(rows, program.columns[used], logs, (len(left), len(right)), _PASSES)
    return Scales(np.exp2(np.rint(left)), np.exp2(np.rint(right)), 1.0)


def all_scales(program: FloatProgram) -> Scales:
    """Scales that bring entries, right sides and costs near 1."""
    matrix = matrix_scales(program)
    scaled = matrix.apply(program)
    size = _central_power(_finite_sizes(scaled.row_lower, scaled.row_upper, scaled.lower, scaled.upper))
    cost = _central_power(_finite_sizes(scaled.costs)) * size
    return Scales(matrix.rows / size, matrix.columns * size, 1 / cost)


_EVEN = 20.0  # logarithm of a scale below which a program counts as even already
_MOST_PASSES, _MOST_WORK = 4000, 3e8  # of conjugate gradients, and passes times entries
_CLOSE = 1e-3


def even_scales(program: FloatProgram) -> Scales | None:
    """Scales that bring entries, sides and costs as near to 1 as scales can, by least squares of their logarithms.

    Along a chain of rows small factors multiply to large ones that no row shows by itself: x_(i+1) >= 2 x_i. Centring
    rows and columns in turn would take as many passes as the chain is long; conjugate gradients see the whole of it.
    None where no scale would be large.
    """
    count, width = len(program.row_lower), len(program.costs)
    rows, columns, logs = _logarithms(program)
    left, right = _least_squares(rows, columns, logs, (count + 1, width + 1))
    if max(np.abs(left).max(initial=0.0), np.abs(right).max(initial=0.0)) < _EVEN:
        return None
    size, cost = np.exp2(np.rint(-right[-1])), np.exp2(np.rint(left[-1]))
    scales = np.exp2(np.rint(left[:-1])) / size, np.exp2(np.rint(right[:-1])) * size
    return Scales(*scales, float(cost / size))


def _logarithms(program: FloatProgram) -> tuple[NDArray[np.int64], NDArray[np.int64], Doubles]:
    """Of all entries, of the costs as one more row, and of the sides as one more column."""
    count, width = len(program.row_lower), len(program.costs)
    sides = np.where(np.isfinite(program.row_lower), program.row_lower, program.row_upper)
    sides = np.where(np.isfinite(sides), sides, 0.0)
    rows = [np.repeat(np.arange(count), np.diff(program.starts)), np.full(width, count), np.arange(count)]
    columns = [program.columns.astype(np.int64), np.arange(width), np.full(count, width)]
    values = np.abs(np.concatenate([program.values, program.costs, sides]))
    used = values > 0
    return np.concatenate(rows)[used], np.concatenate(columns)[used], np.log2(values[used])


def _least_squares(
    rows: NDArray[np.int64], columns: NDArray[np.int64], logs: Doubles, shape: tuple[int, int]
) -> tuple[Doubles, Doubles]:
    """Summands of rows and columns that leave the least squares of the logarithms, by conjugate gradients."""

    def gathered(entries: Doubles) -> Doubles:
        parts = np.bincount(rows, entries, shape[0]), np.bincount(columns, entries, shape[1])
        return np.concatenate(parts)

    solution = np.zeros(sum(shape))
    rest = -gathered(logs)
    direction, size = rest.copy(), float(rest @ rest)
    enough = _CLOSE**2 * max(size, 1.0)
    for _ in range(int(min(_MOST_PASSES, 3 * sum(shape), _MOST_WORK // max(1, len(logs))))):
        if size <= enough:
            break
        image = gathered(direction[rows] + direction[shape[0] :][columns])
        step = size / float(direction @ image)
        solution += step * direction
        rest -= step * image
        size, before = float(rest @ rest), size
        direction = rest + (size / before) * direction
    return solution[: shape[0]], solution[shape[0] :]


_MOST_CELLS = 10**6  # of the rows over all columns, written out


@dataclass(frozen=True, slots=True, eq=False)
class Rotation:
    """Other coordinates for the free columns, in which these are orthogonal over the rows.

    In powers of x the columns of an approximation are nearly dependent, and no scale mends that. Which rows are tight,
    and the multipliers, do not depend on the coordinates.
    """

    free: NDArray[np.int64]
    triangle: Doubles
    table: Doubles

    @classmethod
    def of(cls, program: FloatProgram) -> Rotation | None:
        """None where there are fewer than two free columns, fewer rows than these, or too many cells."""
        free = np.flatnonzero(np.isinf(program.lower) & np.isinf(program.upper))
        shape = len(program.row_lower), len(program.costs)
        if not 2 <= len(free) <= shape[0] or shape[0] * shape[1] > _MOST_CELLS:
            return None
        table = np.zeros(shape)
        np.add.at(table, (np.repeat(np.arange(shape[0]), np.diff(program.starts)), program.columns), program.values)
        size = np.sqrt(shape[0])  # entries near 1
        table[:, free], triangle = np.linalg.qr(table[:, free])
        table[:, free] *= size
        return cls(free, triangle / size, table)

    def apply(self, program: FloatProgram) -> FloatProgram:
        """The program in these coordinates."""
        count, width = self.table.shape
        costs = program.costs.copy()
        costs[self.free] = np.linalg.solve(self.triangle.T, costs[self.free])
        columns = np.tile(np.arange(width, dtype=np.int32), count)
        return replace(
            program, costs=costs, starts=np.arange(count + 1) * width, columns=columns, values=self.table.ravel()
        )

    def undo(self, solution: Solution) -> Solution:
        """The answer in the program's own coordinates."""
        primal = solution.primal.copy()
        if len(primal) == self.table.shape[1]:
            primal[self.free] = np.linalg.solve(self.triangle, primal[self.free])
        return replace(solution, primal=primal).with_factors(None)


def _central_power(sizes: Doubles) -> float:
    """The power of two nearest to the geometric mean."""
    return float(np.exp2(np.rint(np.log2(sizes).mean()))) if len(sizes) else 1.0
