"""Statement: for any sigma^2 < s every r that satisfies Eq. 46 has sigma^2 + r(n-1) <= 0: no covariance matrix is left.

Model: sigma^2 + r(n-1) at exact pairs that satisfy Eq. 46.

Corners: r > 0 with c >= 1: Eq. 46 has solutions that are covariance matrices (and not private); c = 0; b = 0.

Readings: for r <= 0, the only covariances that pairwise seeds can make, it is right.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import sympy as sp

from optcheck.claims import INFINITE, Argument, Claim, Domain, Form, Formula, Impact, Mark, Reading, Value
from optcheck.claims.claim import amounts
from optcheck.claims.relations import at_most
from optcheck.claims.truths import Definition
from proofs_numeric.cordp import _steps as steps
from proofs_numeric.cordp._cases import WithPair, size_order


def as_printed(case: WithPair) -> Value:
    return 0


def corrected(case: WithPair) -> Value:
    return 0 if case.covariance <= 0 else INFINITE  # nothing is said about r > 0


def meets_eq_46(case: WithPair) -> bool:
    """Whether the pair satisfies Eq. 46."""
    n, c, s, variance, r = case.n, case.c, case.sigma2_min, case.variance, case.covariance
    left = r**2 * (n - 1) * (c - 1) + r * (variance * (n + c - 2) - s * (n - 2)) + variance * (variance - s)
    return left >= 0


def proof(argument: Argument, form: Formula[WithPair]) -> None:
    b, q, less, g, j = sp.symbols("b q less g j", positive=True)
    pair = {steps.n: 1 + g + j, steps.c: j, steps.v: b + (g + j) * q, steps.r: -q}
    left = steps.boundary(steps.v, steps.r).subs(pair).subs(steps.s, b + (g + j) * q + less)
    for users in ({}, {j: 0}, {g: 0}):  # 0 < c < n-1, c = 0, c = n-1
        argument.positive("for b > 0 and r = -q < 0 the left side of Eq. 46 is negative", -left.subs(users))
    argument.positive("and at r = 0", -steps.boundary(b, 0).subs(steps.s, b + less))
    b_at = {r: form(WithPair(steps.n, steps.n, steps.c, steps.s, steps.v, r)) for r in (-q, sp.Integer(0), q)}
    argument.truth("so b <= 0 where it is not", b_at[-q] == b_at[0] == 0)
    argument.truth("and nothing is said about r > 0", b_at[q] is INFINITE)


def grid() -> Iterator[WithPair]:
    sizes = [(n, n, c, Fraction(1)) for n in range(2, 5) for c in range(n)]
    shares = [Fraction(k, 4) for k in range(-12, 5)]
    cases = (WithPair(*size, v, share * v) for size, v, share in product(sizes, amounts("1/4 1/2 3/4"), shares))
    return filter(meets_eq_46, cases)


DOMAIN: Domain[WithPair] = Domain(
    "2 <= n <= 4, every c, s = 1, σ² in {1/4, 1/2, 3/4}, r from -3σ² to σ² where Eq. 46 holds", grid, size_order
)
CLAIM = Claim(
    id="cordp/after-eq-83",
    place="text after Eq. 83",
    title="what a variance below the threshold implies",
    domain=DOMAIN,
    truth=Definition(lambda case: case.variance + (case.n - 1) * case.covariance),
    asserts=at_most,
    printed=Form(as_printed, "σ² + r(n−1) ≤ 0 for every r that satisfies Eq. 46, if σ² < s"),
    corrected=Form(corrected, "σ² + r(n−1) ≤ 0 for every r ≤ 0 that satisfies Eq. 46, if σ² < s"),
    impact=Impact.TEXT,
    proof=proof,
    readings=(
        Reading(
            name="noise made from pairwise seeds, r ≤ 0",
            domain=DOMAIN.where(lambda case: case.covariance <= 0, "as above, r ≤ 0"),
            mark=Mark.AS_ITS_PROOF_USES_IT,
        ),
    ),
)
