"""Statement: for t < n the variance of the least error; the number of Eq. 12, as the appendix prints it.

Model: the variance of the optimal pair, which the checker accepts by a semidefinite bound.

Corners: c = t-1, where the variance is s; t = n-1; c = 0 with t = 1.
"""

from optcheck.claims import *
from proofs_numeric.cordp._declared import Users
from proofs_numeric.cordp._optimum import OPTIMAL_VARIANCE


def as_printed(case: Users) -> Value:
    n, t, c, s = case.n, case.t, case.c, case.sigma2_min
    second = s * (n - c - 1) * (n + c - 2 * n * c + t * (n + c - 2))
    root = surd((t - c) * (n - t) * (n - c - 1))
    return s * (n**2 - 2 * n - c * n + 2) / (n - c) ** 2 + second / ((n - c) ** 2 * root)


CLAIM = Statement(
    "cordp/eq-141",
    place="Lemma 3, Eq. 141",
    title="the optimal variance when users may drop out",
    domain=Users.where("t < n"),
    truth=OPTIMAL_VARIANCE,
    asserts=equals,
    printed=Form(
        as_printed, "σ²_opt = s(n²−2n−cn+2)/(n−c)² + s(n−c−1)(n+c−2nc+t(n+c−2)) / ((n−c)²√((t−c)(n−t)(n−c−1)))"
    ),
    impact=Impact.OPTIMALITY,
    argument=(
        "With m = n-c honest users, k = t-c honest responders and w = √(k(m-1)(m-k)) the pair of least error has the "
        "variance above; a semidefinite bound, which the checker verifies at each instance, shows that none is better."
    ),
    effort=Effort(instances=120, drawn=40, largest={"n": 16}),
)
