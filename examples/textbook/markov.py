"""Statement: a variable X >= 0 with three values reaches a > 0 with probability at most E[X] / a (Markov's inequality).

Model: the probability of the values that reach a, added up. Algebra decides it in eight cases, for all values.
"""

from optcheck.claims import *


class Variable(Instance):
    """Three values, their probabilities, and the threshold."""

    values: tuple[Fraction, ...] = row(rational(at_least=0), 3)
    chances: tuple[Fraction, ...] = distribution(3)
    a: Fraction = rational(above=0)


def as_printed(variable: Variable) -> Value:
    return sum(variable.chances[i] * variable.values[i] for i in range(3)) / variable.a


def tail(variable: Variable) -> Value:
    """The probability that the variable reaches the threshold."""
    return sum(variable.chances[i] if variable.values[i] >= variable.a else 0 for i in range(3))


CLAIM = Statement(
    "textbook/markov", place="Markov 1884", title="a tail is bounded by the mean", domain=Variable,
    truth=definition(tail), asserts=at_most, printed=Form(as_printed, "E[X] / a"),
)  # fmt: skip
