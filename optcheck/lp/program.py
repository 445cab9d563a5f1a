"""Linear programs with exact data, their proved outcomes, and a view of them in doubles for solvers.

A small program is written with :class:`Model`. A family with very many rows passes index arrays to
:class:`LinearProgram` directly: nothing in its construction loops over nonzeros in Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise
from typing import Literal, overload

import numpy as np
from numpy.typing import NDArray

from optcheck.errors import BeyondDoubles, InvalidInput, shown
from optcheck.exact.certificate import Certificate
from optcheck.exact.files import Document
from optcheck.exact.inputs import one_of
from optcheck.exact.numbers import Exact, RatioMap, as_json, common_denominator, common_multiple, exact, to_json, whole

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
