"""Theorem 1, Eq. 12: the optimal variance.

The variance that, with the best covariance, gives the least error: infinite when nobody may drop out (t = n), else an
explicit number of Q(sqrt((t-c)(n-t)(n-c-1))). Truth: the optimal pair, which the checker accepts by a semidefinite
bound that it re-derives from the definitions. For t = n "infinite" is read as a limit: no finite pair reaches the bound
when two honest users remain, and pairs with growing variance come as near as wanted; for c = n-1 every variance from
s on is optimal, so also the limit. Relation: optimal. Corners: t = n, c = t-1 (variance s), c = n-1. At n = 1, outside
the paper's n >= 2, the printed infinity would be wrong: a single user needs exactly s. Expected: holds.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from optcheck.audit import Claim, Discrepancy, Expected, Form, Impact, Proof, Relation
from optcheck.cordp.closed_form import exact_noise, least_effective_variance
from optcheck.exact.quadratic import Quadratic, square_root
from proofs_numeric.cordp._common import EVERY_CASE, Case, truth, variance_discrepancy
from proofs_numeric.cordp._theorem import prove_variance

INFINITE = None


def as_printed(case: Case) -> Quadratic | None:
    n, t, c, s = case.n, case.t, case.c, case.sigma2_min
    if t == n:
        return INFINITE
    second = s * (n - c - 1) * (n + c - 2 * n * c + t * (n + c - 2))
    return s * (n**2 - 2 * n - c * n + 2) / (n - c) ** 2 + second / (
        (n - c) ** 2 * square_root((t - c) * (n - t) * (n - c - 1))
    )


def compare(form: Callable[[Case], Quadratic | None], case: Case) -> Discrepancy | None:
    claimed = form(case)
    if claimed is not INFINITE and case.t < case.n:
        return variance_discrepancy(case, claimed)
    if claimed is INFINITE and case.t == case.n and _is_limit(case):
        return None
    noise, text = truth(case), "infinite" if claimed is INFINITE else str(claimed)
    explanation = f"The printed variance is {text}, but the optimum is {'a limit' if case.t == case.n else 'finite'}."
    true = "infinite" if case.t == case.n else str(noise.variance)
    return Discrepancy(text, true, "infinite", Impact.OPTIMALITY, noise.certify(), explanation)


def _is_limit(case: Case) -> bool:
    """Pairs nearer to the bound have a larger variance and none reaches it; one honest user allows any variance."""
    if case.n - case.c == 1:
        return True
    far, near = (
        exact_noise(case.n, case.t, case.c, case.sigma2_min, within=1 + Fraction(1, step)) for step in (10, 1000)
    )
    bound = least_effective_variance(case.n, case.t, case.c, case.sigma2_min)
    return far.variance < near.variance and bound < near.effective_variance < far.effective_variance


def prove() -> Proof:
    return prove_variance("Eq. 12")


CLAIM = Claim(
    id="cordp/eq-12",
    place="Theorem 1, Eq. 12",
    title="the optimal variance: an explicit number for t < n, infinite (a limit) for t = n",
    relation=Relation.OPTIMAL,
    domain=EVERY_CASE,
    printed=Form(
        "σ*² = s(n²−2n−cn+2)/(n−c)² + s(n−c−1)(n+c−2nc+t(n+c−2)) / ((n−c)²√((t−c)(n−t)(n−c−1))); ∞ for t = n",
        as_printed,
    ),
    compare=compare,
    expected=Expected.HOLDS,
    proof=prove,
)
