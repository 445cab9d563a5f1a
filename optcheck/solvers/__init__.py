"""Float solvers as sources of hints, and the way from a hint to a proved answer."""

from optcheck.solvers.certify import BACKENDS, Answer, solve, solve_floats
from optcheck.solvers.separation import Cut, solve_with_separation
from optcheck.solvers.solution import Basis, Place, Solution, Status

__all__ = [
    "BACKENDS",
    "Answer",
    "Basis",
    "Cut",
    "Place",
    "Solution",
    "Status",
    "solve",
    "solve_floats",
    "solve_with_separation",
]
