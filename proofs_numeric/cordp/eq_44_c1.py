"""Statement: rho* with the minus sign that the main text (Eq. 13) lacks.

Model: the correlation of the optimal pair, which the checker reads off a pair and a semidefinite bound; for t = n,
where the variance grows without end, its limit.

Corners: n = 2; t = 2 < n (correlation 0).
"""

from optcheck.claims import *
from proofs_numeric.cordp._declared import Users
from proofs_numeric.cordp._optimum import OPTIMAL_CORRELATION
from proofs_numeric.cordp.eq_13 import ARGUMENT
from proofs_numeric.cordp.eq_13_c1 import quotient


def as_printed(case: Users) -> Value:
    return -quotient(case)


CLAIM = Statement(
    "cordp/eq-44-c1",
    place="Appendix C, Eq. 44, c = 1",
    title="the optimal correlation for one colluder, appendix",
    domain=Users.where("c == 1"),
    truth=OPTIMAL_CORRELATION,
    asserts=equals,
    printed=Form(as_printed, "ρ* = −(σ*²−s) / (σ*²(n−1) − s(n−2))"),
    impact=Impact.SAFETY,
    argument=ARGUMENT,
    effort=Effort(instances=120, drawn=30, largest={"n": 16}),
)
