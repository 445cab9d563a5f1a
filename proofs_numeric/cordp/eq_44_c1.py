"""Statement: rho* with the minus sign that the main text (Eq. 13) lacks.

Model: the least correlation with which one honest report keeps the variance s given all that the server sees. For
t < n at the optimal variance, for t = n, where that is infinite, at finite stand-ins.

Corners: n = 2, t = 2 (correlation 0 for t < n).
"""

from optcheck.claims import Claim, Form, Value
from optcheck.claims.relations import equals
from proofs_numeric.cordp._cases import AtVariance
from proofs_numeric.cordp.eq_13 import LEAST_CORRELATION, correlation_impact
from proofs_numeric.cordp.eq_13_c1 import ONE_COLLUDER, proof


def as_printed(at: AtVariance) -> Value:
    n, s, variance = at.n, at.sigma2_min, at.variance
    return -(variance - s) / (variance * (n - 1) - s * (n - 2))


CLAIM = Claim(
    id="cordp/eq-44-c1",
    place="Appendix C, Eq. 44, c = 1",
    title="the optimal correlation for one colluder, appendix",
    domain=ONE_COLLUDER,
    truth=LEAST_CORRELATION,
    asserts=equals,
    printed=Form(as_printed, "ρ* = −(σ*²−s) / (σ*²(n−1) − s(n−2))"),
    impact=correlation_impact,
    proof=proof,
)
