"""Statement: without dropouts the error is smaller than LDP's by the factor |U|, the number of honest responders; with
at most n^p dropouts, p < 1, it is O(d s/(t n^(1-p))), against d s/t of independent noise.

Model: the infimum of the unbiased error per dimension, verified, against s/|U|^2 and s/(t n^(1-p)), where n^p is the
number n-t of dropouts, any from 1 to n-1; constants 1 and 4.

Corners: one dropout (p = 0); a single responder; colluders without dropouts; n = 2.

Readings: none. The same factor n is stated in Section 3.
"""

from optcheck.claims import *
from proofs_numeric.cordp._declared import Users
from proofs_numeric.cordp._optimum import LEAST_ERROR


def as_printed(at: Users) -> Value:
    dropped = at.n - at.t
    if dropped == 0:
        return at.sigma2_min / (at.n - at.c) ** 2
    return at.sigma2_min * dropped / (at.t * at.n)  # 1/(t n^(1-p)) with n^p = dropped


CLAIM = Statement(
    "cordp/sec-5-factor",
    place="Section 5",
    title="the printed reduction factors",
    domain=Users.where("t == n or c == 0"),
    truth=LEAST_ERROR,
    asserts=order(1, 4),
    printed=Form(as_printed, "error = Θ(d s/|U|²) without dropouts, Θ(d s/(t n^(1−p))) with n^p of them"),
    argument=(
        "Without dropouts the least error is exactly s/(n-c)². With g = n-t of them it is s(x+y)²/(t n²), x² = g(n-1), "
        "y² = t; both squares are at most ng, and (x+y)² is at least x² + 2xy >= x² + g = ng, since g² <= x²y²."
    ),
    effort=Effort(instances=150, drawn=60),
    rests_on=("cordp/eq-14",),
)
