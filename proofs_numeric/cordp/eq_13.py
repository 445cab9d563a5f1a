"""Statement: rho* in closed form with a square root.

Model: the least correlation with which one honest report keeps the variance s given all that the server sees. For
t < n at the optimal variance, for t = n, where that is infinite, at finite stand-ins (the limit is -1/(n-1)).

Corners: c = 0, c = n-1, c = t-1 (correlation 0). At n = 1 the formula divides by zero.
"""

from optcheck.claims import Claim, Form, Outcome, Value
from optcheck.claims.functions import surd
from optcheck.claims.relations import equals
from proofs_numeric.cordp._cases import LEAST_CORRELATION, OTHERWISE, AtVariance, correlation_impact
from proofs_numeric.cordp._steps import otherwise


def as_printed(at: AtVariance) -> Value:
    n, c = at.n, at.c
    share = 1 - at.sigma2_min / at.variance
    inner = surd(((n - 2) * share - c) * ((n - 2) * share - c) + 4 * (n - c - 1) * share)
    return (-(n - 2) * share - c) / (2 * (n - 1) * (c - 1)) + inner / (2 * (n - 1) * (c - 1))


CLAIM = Claim(
    id="cordp/eq-13",
    place="Theorem 1, Eq. 13, c != 1",
    title="the optimal correlation for c other than 1, main text",
    domain=OTHERWISE,
    truth=LEAST_CORRELATION,
    asserts=equals,
    printed=Form(
        as_printed,
        "ρ* = (−(n−2)(1−s/σ*²) − c)/(2(n−1)(c−1)) + √(((n−2)(1−s/σ*²)−c)² + 4(n−c−1)(1−s/σ*²))/(2(n−1)(c−1))",
    ),
    impact=correlation_impact,
    expected=Outcome.HOLDS,
    proof=otherwise,
)
