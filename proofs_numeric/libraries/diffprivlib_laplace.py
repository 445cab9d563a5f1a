"""Statement: diffprivlib 0.6.6 (mechanisms.Laplace) takes the scale sensitivity/(epsilon - ln(1 - delta)) for
(epsilon, delta)-privacy.

Model: two Laplace distributions of scale b at distance 1 have the exact delta 1 - exp((epsilon - 1/b)/2), or 0
where that is negative.

Corners: delta = 0, where the scale is the usual one.
"""

from optcheck.claims import *


class Query(Instance):
    """What Laplace noise must achieve, for a query of the given sensitivity."""

    epsilon: Fraction = rational(at_least=0, symbol="ε")
    delta: Fraction = rational(at_least=0, below=1, symbol="δ")
    sensitivity: Fraction = rational(above=0, symbol="Δ")
    conditions = ("epsilon + delta > 0",)


def as_printed(query: Query) -> Value:
    return query.sensitivity / (query.epsilon - log(1 - query.delta))


def lost(query: Query, scale: Value) -> Value:
    """The exact delta at a scale."""
    return largest(Fraction(0), 1 - exp((query.epsilon - query.sensitivity / scale) / 2))


def asked(query: Query) -> Value:
    """The failure probability that is allowed."""
    return query.delta


CLAIM = Statement(
    "libraries/diffprivlib-laplace",
    place="diffprivlib, Laplace",
    title="Laplace noise for epsilon and delta",
    domain=Query,
    truth=definition(asked),
    means=lost,
    asserts=at_least,
    printed=Form(as_printed, "b = Δ / (ε - ln(1 - δ))"),
    impact=Impact.SAFETY,
)
