"""Statement: diffprivlib 0.6.6 (mechanisms.Laplace) takes the scale sensitivity/(epsilon - ln(1 - delta)) for
(epsilon, delta)-privacy.

Model: two Laplace distributions of scale b at distance 1 have the exact delta 1 - exp((epsilon - 1/b)/2), or 0
where that is negative.

Corners: delta = 0, where the scale is the usual one.
"""

from fractions import Fraction

from optcheck.claims import Claim, Definition, Form, Impact, Value
from optcheck.claims.claim import every
from optcheck.claims.functions import exp, largest, log
from optcheck.claims.relations import at_least
from proofs_numeric.libraries._queries import Query, simple_first


def as_printed(query: Query) -> Value:
    return query.sensitivity / (query.epsilon - log(1 - query.delta))


def lost(query: Query, scale: Value) -> Value:
    """The exact delta at a scale."""
    return largest(Fraction(0), 1 - exp((query.epsilon - query.sensitivity / scale) / 2))


CLAIM = Claim(
    id="libraries/diffprivlib-laplace",
    place="diffprivlib, Laplace",
    title="Laplace noise for epsilon and delta",
    domain=every("epsilon 1/10 to 5, delta 0 to 9/10", Query, "1 2 5 1/2 1/10", "0 1/100 1/2 9/10", order=simple_first),
    truth=Definition(lambda query: query.delta),
    means=lost,
    asserts=at_least,
    printed=Form(as_printed, "b = Δ / (ε - ln(1 - δ))"),
    impact=Impact.SAFETY,
)
