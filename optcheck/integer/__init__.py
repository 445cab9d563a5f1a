"""Integer programs: branch and bound with exact proofs, and VIPR files both ways."""

from optcheck.integer.program import IntegerOutcome, IntegerProgram
from optcheck.integer.solve import IntegerAnswer, solve_integer

__all__ = ["IntegerAnswer", "IntegerOutcome", "IntegerProgram", "solve_integer"]
