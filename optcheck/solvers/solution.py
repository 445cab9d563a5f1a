"""What a float solver says: a hint, never evidence."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

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
    """A simplex basis: the basic columns, the tight rows, and where the other columns stand."""

    basic_columns: tuple[int, ...]
    tight_rows: tuple[int, ...]
    places: dict[int, Place]


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
