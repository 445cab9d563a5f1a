"""Statement: for 0 <= c < n-1 the error tends to (1 + (n-c)^2/(d s))^-1.

Model: the infimum of the error with the optimum decoder when nobody drops out, which the checker verifies from the
semidefinite bound; that it is the limit as the variance grows is part of the theorem in Coq.

Corners: c = 0, 1, n-2; d large. For c = n-1, excluded, it is true as well.

Readings: the statement of Claim 7 leaves out d, Eq. 135 has it.
"""

from optcheck.claims import *
from proofs_numeric.cordp._optimum import LEAST_DECODED_ERROR


class Everybody(Instance):
    """n users who all respond, c colluders, sigma^2_{eps,delta} and the dimension."""

    n: int = integer(2)
    c: int = integer(0, "n - 2")
    sigma2_min: Fraction = rational(above=0, symbol="s")
    d: int = integer(1)


def as_printed(case: Everybody) -> Value:
    return 1 / (1 + (case.n - case.c) ** 2 / (case.d * case.sigma2_min))


CLAIM = Statement(
    "cordp/claim-7",
    place="Claim 7, Eq. 135",
    title="the limit of the error as σ² grows, without dropouts",
    domain=Everybody,
    truth=LEAST_DECODED_ERROR,
    asserts=equals,
    printed=Form(as_printed, "lim MSE = (1 + (n−c)²/(d s))⁻¹"),
    argument=(
        "With m = n-c, a = σ² + (c-1)r and b = σ² + (n-1)r keeping s means 1/b + (m-1)/a <= m/s, so on the boundary b "
        "tends to s/m as a grows; the unbiased error is d b/m, and the decoder makes E/(1+E) of E."
    ),
    effort=Effort(instances=150, drawn=40, largest={"n": 20}),
)
