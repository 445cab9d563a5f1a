"""What an approximate pair of solutions leaves over, exactly.

The point and the row weights are integers over powers of two; the rows are integers times their multipliers. So every
residual is one integer over a known denominator.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from optcheck.exact.numbers import Exact
from optcheck.exact.program import FloatProgram
from optcheck.solvers.problem import Problem

__all__ = ["Dyadic", "residual_program"]


@dataclass(frozen=True, slots=True)
class Dyadic:
    """The numbers numerators[j] / 2^bits."""

    numerators: list[int]
    bits: int

    @classmethod
    def of(cls, values: Sequence[float]) -> Dyadic:
        """Doubles as what they are."""
        return cls([0] * len(values), 0).plus(values, 0)

    def plus(self, values: Sequence[float], down: int) -> Dyadic:
        """The sum with values / 2^down."""
        ratios = [value.as_integer_ratio() for value in values]
        bits = max([self.bits, *(bottom.bit_length() - 1 + down for _, bottom in ratios)])
        pairs = zip(self.numerators, ratios, strict=True)
        lift = bits - self.bits
        return Dyadic(
            [(old << lift) + (top << (bits - down - bottom.bit_length() + 1)) for old, (top, bottom) in pairs], bits
        )


def residual_program(problem: Problem, point: Dyadic, weights: Dyadic) -> FloatProgram:
    """What the point leaves of right sides and bounds, and the weights of the costs: exact sums, each rounded once.

    A weight belongs to a row times its multiplier.
    """
    relations, program = problem.program.relations, problem.program
    sides, costs = _sides_and_costs(problem, point, weights)
    return replace(
        problem.floats,
        costs=np.array(costs, dtype=np.float64),
        lower=_moved(program.lower, point, -np.inf),
        upper=_moved(program.upper, point, np.inf),
        row_lower=np.where(relations >= 0, sides, -np.inf),
        row_upper=np.where(relations <= 0, sides, np.inf),
    )


def _sides_and_costs(problem: Problem, point: Dyadic, weights: Dyadic) -> tuple[list[float], list[float]]:
    program, rows = problem.program, problem.integers
    x, w, unit = point.numerators, weights.numerators, 1 << point.bits
    sides, sums = list[float](), [0] * len(x)
    for i, (start, stop) in enumerate(pairwise(rows.starts)):
        activity, weight = 0, w[i]
        for j, a in zip(rows.columns[start:stop], rows.values[start:stop], strict=True):
            activity += a * x[j]
            if weight:
                sums[j] += a * weight
        side, multiplier = program.rhs[i], rows.multipliers[i]
        rest = int(side.numerator) * multiplier * unit - int(side.denominator) * activity
        sides.append(rest / (int(side.denominator) * multiplier * unit))
    costs = [
        ((c.numerator << weights.bits) - c.denominator * s) / (c.denominator << weights.bits)
        for c, s in zip(program.costs, sums, strict=True)
    ]
    return sides, costs


def _moved(bounds: Sequence[Exact | None], point: Dyadic, missing: float) -> NDArray[np.float64]:
    unit = 1 << point.bits
    return np.array(
        [
            missing if bound is None else (bound.numerator * unit - x * bound.denominator) / (bound.denominator * unit)
            for bound, x in zip(bounds, point.numerators, strict=True)
        ],
        dtype=np.float64,
    )
