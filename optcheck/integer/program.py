"""Integer programs with exact data, and what can be proved of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import TypedDict

from optcheck.checker.programs import Program
from optcheck.errors import InvalidInput
from optcheck.exact.certificate import Certificate
from optcheck.exact.json import Document
from optcheck.exact.numbers import Exact, as_json, to_json, whole
from optcheck.exact.program import RELATIONS, LinearProgram

__all__ = ["Gap", "IntegerOutcome", "IntegerProgram", "Step"]

Gap = tuple[int, Exact, Exact]


class Step(TypedDict, total=False):
    """A step of a proof as JSON values: a split, a leaf, a column whose bounds have crossed, or a cut."""

    split: list[int | str]
    rows: list[int]
    by: list[int]
    empty: int
    cut: list[list[int]]
    over: int
    upper: list[int]
    scale: int | str


@dataclass(frozen=True, slots=True, eq=False)
class IntegerProgram:
    """A linear program, its integer columns, and gaps (j, a, b): column j takes no value strictly between a and b.

    A semi-continuous column, 0 or between l and u, has the bounds 0 and u and the gap (0, l).
    """

    relaxation: LinearProgram
    integers: frozenset[int]
    gaps: tuple[Gap, ...] = ()

    def __post_init__(self) -> None:
        columns = len(self.relaxation.costs)
        chosen = [*self.integers, *(j for j, _, _ in self.gaps)]
        if chosen and not 0 <= min(chosen) <= max(chosen) < columns:
            raise InvalidInput(f"integer columns and gaps must lie between 0 and {columns - 1}, got {max(chosen)}")

    @classmethod
    def of(cls, relaxation: LinearProgram, names: Iterable[str], gaps: Iterable[Gap] = ()) -> IntegerProgram:
        """The program whose integer columns have these names."""
        index = {name: j for j, name in enumerate(relaxation.column_labels)}
        unknown = [name for name in names if name not in index]
        if unknown:
            raise InvalidInput(f"integer columns must be columns of the program, got {unknown[0]!r}")
        return cls(relaxation, frozenset(index[name] for name in names), tuple(gaps))

    def instance(self) -> Document:
        """The whole program as JSON values."""
        gaps = [[j, to_json(low), to_json(high)] for j, low, high in self.gaps]
        return {**self.relaxation.instance(), "integers": sorted(self.integers), "gaps": gaps}

    def for_checker(self) -> Program:
        """The program as the checker holds it: rows and cutoffs are cleared of denominators by its own functions."""
        linear = self.relaxation
        return Program(
            sign=linear.sign,
            columns=list(linear.column_labels),
            rows=list(linear.row_labels),
            costs=list(linear.costs),
            lower=list(linear.lower),
            upper=list(linear.upper),
            relations=[RELATIONS[code] for code in linear.relations.tolist()],
            sides=linear.rhs.tolist(),
            terms=[list(linear.rows.row(i)) for i in range(linear.rows.count)],
        )

    def bounds(self) -> tuple[list[Exact | None], list[Exact | None]]:
        """Column bounds, those of integer columns rounded inwards."""
        lower, upper = list(self.relaxation.lower), list(self.relaxation.upper)
        for j in self.integers:
            low, high = lower[j], upper[j]
            lower[j], upper[j] = None if low is None else ceil(low), None if high is None else floor(high)
        return lower, upper

    def value(self, point: Sequence[Exact]) -> Exact:
        """The objective at a point."""
        pairs = zip(self.relaxation.costs, point, strict=True)
        return whole(sum((cost * x for cost, x in pairs if cost), start=Fraction(0)))

    def violation(self, point: Sequence[Exact]) -> str | None:
        """The first bound, integer, gap or row that the point violates, by name; None when it is feasible."""
        linear = self.relaxation
        lower, upper = self.bounds()
        for j, x in enumerate(point):
            low, high = lower[j], upper[j]
            if (low is not None and x < low) or (high is not None and x > high):
                return f"bounds of {linear.column_labels[j]}"
            if j in self.integers and x.denominator != 1:
                return f"integer column {linear.column_labels[j]}"
        for j, low, high in self.gaps:
            if low < point[j] < high:
                return f"gap of {linear.column_labels[j]}"
        for i in range(linear.rows.count):
            rest = sum((a * point[j] for j, a in linear.rows.row(i)), start=Fraction(0)) - linear.rhs[i]
            code = linear.relations[i]
            if (code >= 0 and rest < 0) or (code <= 0 and rest > 0):
                return f"row {linear.row_labels[i]}"
        return None


@dataclass(frozen=True, slots=True)
class IntegerOutcome:
    """What is proved: a point and its value, a bound on the objective, and the steps of the proof.

    ``status`` is "optimal", "infeasible", "unbounded" (with a ray), "bounds" (the proof shows the bound; there may be
    no point yet) or "feasible" (a point without a bound).
    """

    status: str
    value: Exact | None = None
    primal: Sequence[Exact] | None = None
    bound: Exact | None = None
    ray: Sequence[Exact] | None = None
    proof: Sequence[Step] | None = None

    def certificate(self, program: IntegerProgram) -> Certificate:
        """The outcome as a certificate that the checker reads."""
        evidence: dict[str, object] = {"status": self.status}
        if self.value is not None:
            evidence["value"] = to_json(self.value)
        if self.primal is not None:
            evidence["primal"] = as_json(self.primal)
        if self.status == "bounds" and self.bound is not None:
            evidence["bound"] = to_json(self.bound)
        if self.ray is not None:
            evidence["ray"] = as_json(self.ray)
        if self.proof is not None:
            evidence["proof"] = list(self.proof)
        return Certificate("integer-program", program.instance(), evidence)
