"""What a float solver says: a hint, never evidence."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from optcheck.solvers.factors import Factors

__all__ = ["Basis", "Place", "Solution", "Status"]


class Status(Enum):
    """What a solver reports, one vocabulary for all of them."""

    OPTIMAL = "optimal"
    INFEASIBLE = "infeasible"
    UNBOUNDED = "unbounded"
    INFEASIBLE_OR_UNBOUNDED = "infeasible or unbounded"
    LIMIT = "stopped at a limit"
    FAILED = "failed"


class Place(Enum):
    """Where a nonbasic column stands."""

    LOWER = "lower"
    UPPER = "upper"
    ZERO = "zero"


@dataclass(frozen=True, slots=True, eq=False)
class Basis:
    """A simplex basis: the basic columns, the tight rows, and where the other columns stand.

    ``factors`` solve with the tight rows over the basic columns, while the solver that has them is at hand.
    """

    basic_columns: tuple[int, ...]
    tight_rows: tuple[int, ...]
    places: dict[int, Place]
    factors: Factors | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """A solver's answer in doubles. The row multipliers have the sign convention of certificates.

    At an infeasible program ``ray`` holds multipliers of the rows that show it, where the solver gives them.
    """

    solver: str
    status: Status
    value: float
    primal: NDArray[np.float64]
    dual: NDArray[np.float64]
    basis: Basis | None = None
    ray: NDArray[np.float64] | None = None

    def with_factors(self, factors: Factors | None) -> Solution:
        """The same answer, its basis with these factors."""
        return self if self.basis is None else replace(self, basis=replace(self.basis, factors=factors))
