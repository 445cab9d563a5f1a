"""Statement: the minus sign stands before the whole first fraction, -((n-2)(1-s/v) - c)/..., which turns the sign of c
against the main text's -(n-2)(1-s/v) - c. For c = 0 both agree; for c >= 2 the appendix is larger by c/((n-1)(c-1)).

Model: the least correlation with which one honest report keeps the variance s given all that the server sees. For
t < n at the optimal variance, for t = n, where that is infinite, at finite stand-ins.

Corners: c = 0, c = n-1, c = t-1. The first counterexample with dropouts is n = 4, t = 3, c = 2: printed 2/3, true 0. A
positive correlation cannot be made from pairwise seeds; made in another way it would leave a report less than s.

Readings: the scan is clear on the place of the minus sign.
"""

from optcheck.claims import Claim, Form, Value
from optcheck.claims.functions import surd
from optcheck.claims.relations import equals
from proofs_numeric.cordp._cases import AtVariance
from proofs_numeric.cordp.eq_13 import LEAST_CORRELATION, OTHERWISE, correlation_impact, proof


def as_printed(at: AtVariance) -> Value:
    n, c = at.n, at.c
    share = 1 - at.sigma2_min / at.variance
    inner = surd(((n - 2) * share - c) * ((n - 2) * share - c) + 4 * (n - c - 1) * share)
    return -((n - 2) * share - c) / (2 * (n - 1) * (c - 1)) + inner / (2 * (n - 1) * (c - 1))


def corrected(at: AtVariance) -> Value:
    n, c = at.n, at.c
    share = 1 - at.sigma2_min / at.variance
    inner = surd(((n - 2) * share - c) * ((n - 2) * share - c) + 4 * (n - c - 1) * share)
    return -((n - 2) * share + c) / (2 * (n - 1) * (c - 1)) + inner / (2 * (n - 1) * (c - 1))


CLAIM = Claim(
    id="cordp/eq-44",
    place="Appendix C, Eq. 44, c != 1",
    title="the optimal correlation for c other than 1, appendix",
    domain=OTHERWISE,
    truth=LEAST_CORRELATION,
    asserts=equals,
    printed=Form(
        as_printed,
        "ρ* = −((n−2)(1−s/σ*²) − c)/(2(n−1)(c−1)) + √(((n−2)(1−s/σ*²)−c)² + 4(n−c−1)(1−s/σ*²))/(2(n−1)(c−1))",
    ),
    corrected=Form(
        corrected,
        "ρ* = −((n−2)(1−s/σ*²) + c)/(2(n−1)(c−1)) + √(((n−2)(1−s/σ*²)−c)² + 4(n−c−1)(1−s/σ*²))/(2(n−1)(c−1))",
    ),
    impact=correlation_impact,
    proof=proof,
)
