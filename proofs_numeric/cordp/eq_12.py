"""Statement: with the best covariance the error is least at an infinite variance when nobody may drop out (t = n), else
at an explicit number of Q(sqrt((t-c)(n-t)(n-c-1))).

Model: the largest variance at which, or towards which, the error is least, which the checker reads off a pair and a
semidefinite bound. The error is the one of the paper's proofs, the responding colluders' terms removed; by the letter
of Eq. 10 see cordp/thm-1-eq-10.

Corners: t = n, where the optimum is a limit; c = t-1 (variance s); c = n-1 with t = n, where every variance from s on
has the least error. At n = 1, outside the paper's n >= 2, a single user needs exactly s, not infinity.

Readings: the formula says at which variance the error is least, not that it is least at no other. Only for c = n-1 do
others serve: infinity is then the largest of them, the limit of a constant, and s is enough, as the proof of Lemma 2
remarks.
"""

from optcheck.claims import *
from proofs_numeric.cordp._declared import Users
from proofs_numeric.cordp._optimum import LARGEST_OPTIMAL_VARIANCE


def as_printed(case: Users) -> Value:
    n, t, c, s = case.n, case.t, case.c, case.sigma2_min
    if t == n:
        return INFINITE
    second = s * (n - c - 1) * (n + c - 2 * n * c + t * (n + c - 2))
    root = surd((t - c) * (n - t) * (n - c - 1))
    return s * (n**2 - 2 * n - c * n + 2) / (n - c) ** 2 + second / ((n - c) ** 2 * root)


CLAIM = Statement(
    "cordp/eq-12",
    place="Theorem 1, Eq. 12",
    title="the optimal variance: an explicit number for t < n, infinite (a limit) for t = n",
    domain=Users,
    truth=LARGEST_OPTIMAL_VARIANCE,
    asserts=equals,
    printed=Form(
        as_printed,
        "σ*² = s(n²−2n−cn+2)/(n−c)² + s(n−c−1)(n+c−2nc+t(n+c−2)) / ((n−c)²√((t−c)(n−t)(n−c−1))); ∞ for t = n",
    ),
    impact=Impact.OPTIMALITY,
    argument=(
        "With m = n-c honest users, k = t-c honest responders and w = √(k(m-1)(m-k)) the pair of least error has the "
        "variance above; a semidefinite bound, which the checker verifies at each instance, shows that none is better."
    ),
    effort=Effort(instances=150, drawn=40, largest={"n": 16}),
)
