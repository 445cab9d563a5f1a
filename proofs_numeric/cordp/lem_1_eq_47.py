"""Statement: for a fixed sigma^2 >= s the covariances that keep privacy are those from a least one on, in closed form
for c = 1 and c > 1. No upper end is printed.

Model: what a report keeps given all that the server sees, by the checker, must be at least s; r > 0 as in Eq. 46.

Corners: sigma^2 = s (least r = 0), c = n-1, r > 0, where the other reports alone tell too much. (For c > 1 a second
root below makes Eq. 46 true again, but there sigma^2 + r(n-1) < 0: no covariance matrix.)

Readings: only the least one is used by the paper; that number is right.
"""

from collections.abc import Iterator

import sympy as sp

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Impact, Mark, Reading, Value
from optcheck.claims.functions import surd
from optcheck.claims.relations import decides, equals, implies
from proofs_numeric.cordp import _steps as steps
from proofs_numeric.cordp._cases import SEEDS, AtVariance, WithPair, boundary, pairs, size_order
from proofs_numeric.cordp.claim_5 import variances
from proofs_numeric.cordp.lem_1_eq_46 import IS_PRIVATE, POSITIVE


def as_printed(case: WithPair) -> Value:
    return bool(case.covariance >= least(case))


def corrected(case: WithPair) -> Value:
    n, s, variance = case.n, case.sigma2_min, case.variance
    middle = (n - 2) * (variance - s)
    most = (middle + surd(middle**2 + 4 * (n - 1) * variance * (variance - s))) / (2 * (n - 1))
    return bool(least(case) <= case.covariance <= most)


def least(case: WithPair | AtVariance) -> Value:
    """The right side of Eq. 47."""
    n, c, s, variance = case.n, case.c, case.sigma2_min, case.variance
    if c == 1:
        return -variance * (variance - s) / (variance * (n - 1) - s * (n - 2))
    inner = ((n - 2) * (variance - s) - variance * c) ** 2 + 4 * (n - c - 1) * variance * (variance - s)
    return (-(n - 2) * (variance - s) - variance * c + surd(inner)) / (2 * (n - 1) * (c - 1))


def least_proof(argument: Argument, form: Formula[AtVariance]) -> None:
    """The least one lies on the boundary, on its right branch."""
    n, s = steps.n, steps.s
    v, c = sp.symbols("v c", positive=True)
    steps.one_root(argument)
    several = form(AtVariance(n, n, c, s, v)).subs(v, steps.v)
    argument.identity("c > 1: on the boundary", steps.on_boundary(several, c), 0)
    argument.identity("the root that is 0 at v = s", form(AtVariance(n, n, c, v, v)), 0)
    argument.identity("c = 1", steps.on_boundary(form(AtVariance(n, n, 1, s, steps.v)), 1), 0)


def grid() -> Iterator[WithPair]:
    every = (case for case in pairs(5, (*SEEDS, *POSITIVE)) if case.c >= 1 and case.t == case.n)
    return (case for case in every if case.covariance < case.variance)


CLAIM = Claim(
    id="cordp/lem-1-eq-47",
    place="Lemma 1, Eq. 47",
    title="the feasible covariances for c >= 1",
    domain=Domain(
        "2 <= n <= 5, 1 <= c < n, (s, σ²) in {(1, 1), (1, 3/2), (2/3, 4)}, r < σ² from 2σ²/(n-1) to -0.9σ²/(n-1)",
        grid,
        size_order,
    ),
    truth=IS_PRIVATE,
    asserts=implies,
    printed=Form(
        as_printed,
        "r ≥ −σ²(σ²−s)/(σ²(n−1)−s(n−2)) for c = 1; (−(n−2)(σ²−s)−σ²c + √(((n−2)(σ²−s)−σ²c)² + "
        "4(n−c−1)σ²(σ²−s)))/(2(n−1)(c−1)) for c > 1",
    ),
    corrected=Form(corrected, "the same, and r ≤ a + b of Eqs. 49, 50 (the upper end for c = 0)", asserts=decides),
    impact=Impact.SAFETY,
    readings=(
        Reading(
            name="the least covariance that is private",
            domain=Domain(
                description="2 <= n <= 5, 1 <= c < n, (s, σ²) in {(1, 1), (1, 3/2), (3/2, 3), (3/2, 15)}",
                grid=lambda: (case for case in variances(5) if case.c >= 1),
                order=size_order,
            ),
            truth=boundary("least private covariance"),
            asserts=equals,
            printed=Form(least, "the least r is the right side of Eq. 47"),
            proof=least_proof,
            mark=Mark.AS_ITS_PROOF_USES_IT,
        ),
    ),
)
