"""Claim 1: the conditional distribution of one report given the others.

Given the other honest reports and everything the colluders know, an honest report is Gaussian with the printed mean
weights and the printed variance, both through the inverse of the (n-c-1)-square matrix with sigma² + rc on the
diagonal and r elsewhere. Truth: joint covariance of all honest noises and of every single source known to a colluder,
conditioned exactly by solving (nothing is struck out beforehand). Relation: equals. Needs -sigma²/(n-1) < r < 0, so
that no source is constant. Corners: c = 0, c = n-1 (nothing left to condition on), n = 2. Expected: holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Proof, Relation
from optcheck.cordp.enumeration import Matrix, conditional_variance, regression, signed_sources, solve, source_variance
from proofs_numeric.cordp import _theorem as theorem
from proofs_numeric.cordp._algebra import Argument
from proofs_numeric.cordp._common import WithPair, anti_correlated, size_order, unequal

Conditional = tuple[list[Fraction], Fraction]


def as_printed(case: WithPair) -> Conditional:
    """The weights of the other honest reports in the mean (Eq. 56), and the variance (Eq. 57)."""
    variance, r, c, others = case.variance, case.covariance, case.c, case.n - case.c - 1
    matrix = [[variance + r * c if i == j else r for j in range(others)] for i in range(others)]
    inverse_ones = solve(matrix, [Fraction(1)] * others)
    return [r * entry for entry in inverse_ones], variance + r * c - r**2 * sum(inverse_ones)


def compare(form: Callable[[WithPair], Conditional], case: WithPair) -> Discrepancy | None:
    weights, variance = form(case)
    true_weights, true_variance = _conditioned(case)
    for claimed, true in zip([*weights, variance], [*true_weights, true_variance], strict=True):
        if claimed != true:
            return unequal(claimed, true, "conditioning on everything the server knows gives another number")
    return None


def _conditioned(case: WithPair) -> Conditional:
    """Condition the first user's noise on the other honest users' noise and on every source of the colluders."""
    honest = range(case.n - case.c)
    known = sorted({source for user in range(case.n - case.c, case.n) for source in signed_sources(case.n, user)})
    matrix = _joint([signed_sources(case.n, user) for user in honest] + [{source: 1} for source in known], case)
    return regression(matrix, 0)[: len(honest) - 1], conditional_variance(matrix, 0)


def _joint(variables: list[dict[tuple[str, int, int], int]], case: WithPair) -> Matrix:
    def covariance(left: dict[tuple[str, int, int], int], right: dict[tuple[str, int, int], int]) -> Fraction:
        shared = left.keys() & right.keys()
        terms = (left[x] * right[x] * source_variance(x, case.n, case.variance, case.covariance) for x in shared)
        return sum(terms, start=Fraction(0))

    return [[covariance(left, right) for right in variables] for left in variables]


def grid() -> Iterator[WithPair]:
    return (case for case in anti_correlated(5) if case.t == case.n and case.covariance < 0)


def prove() -> Proof:
    argument = Argument()
    theorem.prove_conditional_variance(argument)
    n, c, v, r = theorem.n, theorem.c, theorem.v, theorem.r
    row = (v + c * r) + (n - c - 2) * r
    argument.identical("row sum of the printed matrix, so its inverse maps 1 to 1/row", row, v + (n - 2) * r)
    printed = v + c * r - r**2 * (n - c - 1) / row
    argument.identical("Eq. 57", printed, (v + (c - 1) * r) * (v + (n - 1) * r) / (v + (n - 2) * r))
    return argument.proof(
        "The colluders' sources are independent of the rest, so conditioning removes them; the rest "
        "is exchangeable with variance sigma² + rc and "
        "covariance r, and eliminating its n-c-1 other members one by one gives identically Eq. 57; "
        "equal weights r/(row sum) solve the "
        "normal equations, which is Eq. 56."
    )


CLAIM = Claim(
    id="cordp/claim-1",
    place="Claim 1",
    title="the conditional distribution of one report given the others",
    relation=Relation.EQUALS,
    domain=Domain(
        description="2 <= n <= 5, every c, σ² in {1, 3/2, 4}, r at 1/4, 1/2, 9/10 of -σ²/(n-1)",
        grid=grid,
        order=size_order,
    ),
    printed=Form(
        "mean x₁ + r1ᵀM⁻¹(y − x), variance σ² + rc − r²1ᵀM⁻¹1, M = (σ² + rc − r)I + r11ᵀ of size n−c−1", as_printed
    ),
    compare=compare,
    expected=Expected.HOLDS,
    proof=prove,
)
