"""Float solvers as sources of hints, and the way from a hint to a proved answer."""

from optcheck.solvers.backends import BACKENDS, solve_floats
from optcheck.solvers.certify import Answer, solve
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
