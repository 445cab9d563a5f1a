"""The declared instances that several statements of this paper share."""

from optcheck.claims import *
from optcheck.randomized_response.problem import Criterion, Problem

__all__ = ["Level", "Question"]


class Level(Instance):
    """One lambda for all parties."""

    lambda_: Fraction = rational(at_least=1, symbol="λ")


class Question(Instance):
    """A function of k bits, the accuracy of each decision for each of its values, and the party that decides."""

    k: int = integer(1)
    values: int = integer(1)
    decisions: int = integer(1)
    party: int = integer(0, "k - 1")
    lambdas: tuple[Fraction, ...] = row(rational(at_least=1), "k", symbol="λ")
    table: tuple[int, ...] = row(integer(0, "values - 1"), "2**k", symbol="f")
    weights: tuple[tuple[Fraction, ...], ...] = row(row(rational(), "decisions"), "values", symbol="w")

    def problem(self, criterion: Criterion) -> Problem:
        """As the library states it, for the deciding party."""
        return Problem(self.lambdas, self.table, self.weights, criterion, self.party)
