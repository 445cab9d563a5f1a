"""Statement: the sparse vector technique as used for feature selection (Stoddard, Chen and Machanavajjhala 2014;
Algorithm 5 of Lyu, Su and Li): noise of scale 2/epsilon on the threshold, none on the queries.

Model: two queries of sensitivity 1, the first said to be below and the second above: the noisy threshold lies between
their values, which has the chance that is computed.

Corners: queries that change places: the answers are then impossible.

Readings: none. It is known to be wrong: no factor is enough.
"""

from optcheck.claims import *


class Two(Instance):
    """The budget, and the two queries' values on both data sets."""

    epsilon: Fraction = rational(above=0, symbol="ε")
    first: Fraction = rational(symbol="q₁")
    second: Fraction = rational(symbol="q₂")
    then_first: Fraction = rational(symbol="q₁'")
    then_second: Fraction = rational(symbol="q₂'")
    conditions = ("abs(first - then_first) <= 1", "abs(second - then_second) <= 1")


def as_printed(asked: Two) -> Value:
    return exp(asked.epsilon)


def between_them(epsilon: Fraction, low: Fraction, high: Fraction) -> Value:
    """The chance that the noisy threshold lies above one value and not above another."""
    return below(epsilon, high) - below(epsilon, low) if low < high else Fraction(0)


def below(epsilon: Fraction, at: Fraction) -> Value:
    """The chance that the noise is at most so much."""
    return exp(epsilon * at / 2) / 2 if at < 0 else 1 - exp(-epsilon * at / 2) / 2


def excess(asked: Two, factor: Value) -> Value:
    """By how much the answers are likelier than the factor times their chance on the other data."""
    one = between_them(asked.epsilon, asked.first, asked.second)
    return one - factor * between_them(asked.epsilon, asked.then_first, asked.then_second)


def nothing(asked: Two) -> Value:
    """Nothing is allowed in excess."""
    return 0 * asked.epsilon


CLAIM = Statement(
    "libraries/sparse-vector-stoddard",
    place="Sparse vector, Stoddard and others",
    title="no noise on the queries",
    domain=Two,
    truth=definition(nothing),
    means=excess,
    asserts=at_least,
    printed=Form(as_printed, "exp(ε)"),
    impact=Impact.SAFETY,
    expected=Outcome.REFUTED,
    effort=Effort(instances=200, drawn=60, largest={"epsilon": 4}),
)
