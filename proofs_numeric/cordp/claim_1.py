"""Statement: given the other honest reports and everything the colluders know, an honest report is Gaussian with the
printed mean weights and the printed variance, both through the inverse of the (n-c-1)-square matrix with sigma^2 + rc
on the diagonal and r elsewhere.

Model: the joint covariance of all honest noises and of every single source known to a colluder, conditioned exactly
by solving; nothing is struck out beforehand. -sigma^2/(n-1) < r < 0, so that no source is constant.

Corners: c = 0, c = n-1 (nothing left to condition on), n = 2.
"""

from fractions import Fraction

import sympy as sp

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Value
from optcheck.claims.relations import equals
from optcheck.cordp.sources import Source, signed_sources, source_variance
from proofs_numeric.cordp import _steps as steps
from proofs_numeric.cordp._cases import SEEDS, WithPair, pairs, size_order
from proofs_numeric.cordp._enumeration import conditional_variance, regression, solve


def as_printed(case: WithPair) -> Value:
    variance, r, c, others = case.variance, case.covariance, case.c, case.n - case.c - 1
    matrix = [[variance + r * c if i == j else r for j in range(others)] for i in range(others)]
    inverse_ones = solve(matrix, [Fraction(1)] * others)
    return tuple(r * entry for entry in inverse_ones), variance + r * c - r**2 * sum(inverse_ones)


def conditioned(case: WithPair) -> Value:
    """Condition the first user's noise on the other honest users' noise and on every source of the colluders."""
    honest = range(case.n - case.c)
    known = sorted({source for user in range(case.n - case.c, case.n) for source in signed_sources(case.n, user)})
    matrix = joint([signed_sources(case.n, user) for user in honest] + [{source: 1} for source in known], case)
    return tuple(regression(matrix, 0)[: len(honest) - 1]), conditional_variance(matrix, 0)


def joint(variables: list[dict[Source, int]], case: WithPair) -> list[list[Fraction]]:
    """The covariances of sums of sources."""

    def covariance(left: dict[Source, int], right: dict[Source, int]) -> Fraction:
        shared = left.keys() & right.keys()
        terms = (left[x] * right[x] * source_variance(x, case.n, case.variance, case.covariance) for x in shared)
        return sum(terms, start=Fraction(0))

    return [[covariance(left, right) for right in variables] for left in variables]


def proof(argument: Argument, form: Formula[WithPair]) -> None:
    steps.prove_conditional_variance(argument)
    n, c, v, r = steps.n, steps.c, steps.v, steps.r
    row = (v + c * r) + (n - c - 2) * r
    argument.identity("row sum of the printed matrix, so its inverse maps 1 to 1/row", row, v + (n - 2) * r)
    printed = v + c * r - r**2 * (n - c - 1) / row
    argument.identity("Eq. 57", printed, (v + (c - 1) * r) * (v + (n - 1) * r) / (v + (n - 2) * r))
    argument.words(
        "The colluders' sources are independent of the rest, so conditioning removes them; the rest is exchangeable, "
        "and equal weights r/(row sum) solve the normal equations."
    )
    for users, colluders in ((4, 0), (5, 1), (5, 4)):
        weights, kept = form(WithPair(users, users, colluders, sp.Integer(1), v, r))
        here = {n: users, c: colluders}
        wanted = (printed.subs(here), *[(r / row).subs(here)] * (users - colluders - 1))
        argument.identity(f"the form at n = {users}, c = {colluders}", (kept, *weights), wanted)


CLAIM = Claim(
    id="cordp/claim-1",
    place="Claim 1",
    title="the conditional distribution of one report given the others",
    domain=Domain(
        description="2 <= n <= 5, every c, σ² in {1, 3/2, 4}, r at 1/4, 1/2, 9/10 of -σ²/(n-1)",
        grid=lambda: (case for case in pairs(5, SEEDS[1:]) if case.t == case.n),
        order=size_order,
    ),
    truth=Definition(conditioned),
    asserts=equals,
    printed=Form(
        as_printed, "mean x₁ + r1ᵀM⁻¹(y − x), variance σ² + rc − r²1ᵀM⁻¹1, M = (σ² + rc − r)I + r11ᵀ of size n−c−1"
    ),
    proof=proof,
)
