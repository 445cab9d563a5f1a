"""Statement: rho* <= 0 always, so that anti-correlated noise beats independent noise, or equals it when c = t-1.

Model: the sign of the covariance of the optimum that the checker verifies; -1 where no pair is optimal, because the
covariance then falls without bound. The printed Eq. 13 for c = 1 contradicts it by its missing sign.

Corners: c = t-1; t = n; c = n-1, where a single honest user makes many pairs optimal, rho = 0 among them.
"""

from optcheck.claims import *
from proofs_numeric.cordp._declared import Users
from proofs_numeric.cordp._optimum import optimum


def as_printed(case: Users) -> Value:
    return 0 if case.c == case.t - 1 else -1


def sign(pair: Value) -> int:
    """The sign of the optimal covariance."""
    return -1 if pair == "none" else (pair[1] > 0) - (pair[1] < 0)


CLAIM = Statement(
    "cordp/rho-negative",
    place="after Theorem 1",
    title="the optimal correlation is never positive; zero exactly for c = t-1",
    domain=Users,
    truth=Combination(parts=(optimum("optimal pair"),), value=sign),
    asserts=equals,
    printed=Form(as_printed, "sign of ρ* = 0 if c = t−1, else −1"),
    impact=Impact.OPTIMALITY,
    argument=(
        "With m = n-c, k = t-c, w² = k(m-1)(n-t) the covariance has the sign of -(w² - (n-t)²), which over n-t is "
        "-m(k-1): zero for k = 1 and negative beyond. What independent noise loses against the least error is "
        "k(m-1) + (n-t) - 2w, a square."
    ),
    effort=Effort(instances=120, drawn=40, largest={"n": 16}),
)
