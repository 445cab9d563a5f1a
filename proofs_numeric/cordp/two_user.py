"""Section 3 and Appendix F: two users.

Two users without dropouts or collusion: privacy is sigma²(1 - rho²) >= s; the sum's noise variance 2 sigma²(1 + rho)
then falls towards s (half the 2s of independent noise) as sigma grows and rho tends to -1, and never below. Parts:
"constraint" compares the conditional variance by elimination with sigma²(1 - rho²); "sum" the variance of the sum;
"limit" the infimum of the sum's variance with the least value proved by the semidefinite bound, and the correlation
-sqrt(1 - s/sigma²) on the boundary. Relation: equals. Corners: rho = 0, rho near -1, sigma² = s. Expected: holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Proof, Relation
from optcheck.cordp.closed_form import least_effective_variance
from optcheck.cordp.enumeration import conditional_variance, covariance_matrix
from optcheck.exact.quadratic import Quadratic
from proofs_numeric.cordp import _theorem as theorem
from proofs_numeric.cordp._algebra import Argument
from proofs_numeric.cordp._common import unequal


@dataclass(frozen=True, slots=True)
class TwoUsers:
    """The noise of two users, and the part of the statement; ``limit`` uses sigma2_min only."""

    part: str
    sigma2_min: Fraction
    variance: Fraction
    rho: Fraction


def as_printed(case: TwoUsers) -> Fraction:
    if case.part == "constraint":
        return case.variance * (1 - case.rho**2)
    if case.part == "sum":
        return 2 * case.variance * (1 + case.rho)
    return case.sigma2_min


def compare(form: Callable[[TwoUsers], Fraction], case: TwoUsers) -> Discrepancy | None:
    claimed, true = form(case), _truth(case)
    return None if true == claimed else unequal(claimed, true, f"two users, {case.part}")


def _truth(case: TwoUsers) -> Quadratic | Fraction:
    if case.part == "limit":
        return 2 * least_effective_variance(2, 2, 0, case.sigma2_min)
    matrix = covariance_matrix(2, (0, 1), (), case.variance, case.rho * case.variance)
    if case.part == "sum":
        return sum((entry for row in matrix for entry in row), start=Fraction(0))
    return Fraction(conditional_variance(matrix, 0))


def grid() -> Iterator[TwoUsers]:
    for part in ("constraint", "sum", "limit"):
        for variance in (Fraction(1), Fraction(3, 2), Fraction(10)):
            for rho in (Fraction(0), Fraction(-1, 2), Fraction(-99, 100), Fraction(1, 3)):
                yield TwoUsers(part, variance / 2, variance, rho)


def order(case: TwoUsers) -> tuple[str, Fraction, Fraction]:
    return case.part, case.variance, abs(case.rho)


def prove() -> Proof:
    argument, v, s, rho = Argument(), theorem.v, theorem.s, sp.Symbol("rho")
    theorem.prove_duality(argument)
    theorem.prove_limit(argument)
    argument.identical("conditional variance", v - (rho * v) ** 2 / v, v * (1 - rho**2))
    argument.identical("sum", 2 * v + 2 * rho * v, 2 * v * (1 + rho))
    boundary = -sp.sqrt(1 - s / v)
    positive = {v: sp.Symbol("v", positive=True), s: sp.Symbol("s", positive=True)}
    argument.identical("correlation tends to -1", sp.limit(boundary.subs(positive), positive[v], sp.oo), -1)
    total = (2 * v * (1 + boundary)).subs(positive)
    argument.identical("sum tends to s", sp.simplify(sp.limit(total, positive[v], sp.oo) - positive[s]), 0)
    argument.identical(
        "least effective variance", 2 * theorem.LEAST.subs({theorem.k: 2, theorem.m: 2, theorem.w: 0}), s
    )
    return argument.proof(
        "The Schur complement of a 2x2 matrix; on the boundary rho = -sqrt(1 - s/sigma²) the sum's "
        "variance 2 sigma²(1 + rho) tends to "
        "s (limit taken symbolically), and the semidefinite bound for n = t = 2, c = 0 shows that no "
        "private pair is below s."
    )


CLAIM = Claim(
    id="cordp/two-user",
    place="Section 3, Appendix F",
    title="two users: the privacy constraint, and the limit σ → ∞, ρ → −1",
    relation=Relation.EQUALS,
    domain=Domain(description="three variances, four correlations, three parts", grid=grid, order=order),
    printed=Form("σ²(1−ρ²) ≥ s;  E|Z₁+Z₂|²/d = 2σ²(1+ρ) → s as σ² → ∞, ρ → −1", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=prove,
)
