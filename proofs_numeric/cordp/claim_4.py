"""Statement: the matrix with n-c rows, sigma^2 + rc on the diagonal and r elsewhere has the eigenvalues sigma^2 +
r(n-1) once and sigma^2 + r(c-1) for j = 1..n-1: n in all. (Eq. 84, the step before, is right for c = 0 only.)

Model: both eigenvalues and the number of the second one, as the checker finds them, for private pairs; the checker
refuses pairs whose matrix is not definite. Positive definiteness, the use made of it, stays true.

Corners: c = 0, where the list is right; c = n-1, where the matrix is one number; r > 0 without colluders.

Readings: with colluders r <= 0, which pairwise seeds make; for r > 0 and c >= 1 both printed numbers are positive.
"""

from collections.abc import Iterator
from fractions import Fraction

from optcheck.claims import Argument, Claim, Combination, Domain, Form, Formula, Impact, Value
from optcheck.claims.relations import equals
from proofs_numeric.cordp import _steps as steps
from proofs_numeric.cordp._cases import SEEDS, WithPair, pair_fact, pairs, size_order
from proofs_numeric.cordp._enumeration import least_conditional_variance


def as_printed(case: WithPair) -> Value:
    return case.variance + case.covariance * (case.n - 1), case.variance + case.covariance * (case.c - 1), case.n - 1


def corrected(case: WithPair) -> Value:
    n, c = case.n, case.c
    return case.variance + case.covariance * (n - 1), case.variance + case.covariance * (c - 1), n - c - 1


def proof(argument: Argument, form: Formula[WithPair]) -> None:
    n, c, v, r = steps.n, steps.c, steps.v, steps.r
    mean, other, times = form(WithPair(n, n, c, steps.s, v, r))
    argument.identity("on the vector of ones", (v + c * r) + (n - c - 1) * r, mean)
    argument.identity("on e1 - ej", (v + c * r) - r, other)
    argument.identity("trace", mean + times * other, (n - c) * (v + c * r))
    steps.prove_validity(argument)
    argument.identity("c = 0: not private at r = sigma²", steps.on_boundary(v, 0), -steps.s * v * (n - 1))


def grid() -> Iterator[WithPair]:
    for case in pairs(5, (*SEEDS, Fraction(-1, 2), Fraction(-1))):
        if case.t == case.n and (case.covariance <= 0 or case.c == 0):
            sizes = case.n, case.n, case.c
            if least_conditional_variance(*sizes, case.variance, case.covariance) >= case.sigma2_min:
                yield case


CLAIM = Claim(
    id="cordp/claim-4",
    place="Claim 4, Eq. 85",
    title="the covariance of the honest users is positive definite; its eigenvalues",
    domain=Domain("2 <= n <= 5, every c, private pairs with (s, σ²) in {(1, 1), (1, 3/2), (2/3, 4)}", grid, size_order),
    truth=Combination(
        parts=tuple(map(pair_fact, ("eigenvalue of the mean", "other eigenvalues", "number of other eigenvalues"))),
        value=lambda mean, other, times: (mean, other, times),
    ),
    asserts=equals,
    printed=Form(as_printed, "λ₁ = σ² + r(n−1), λ_j = σ² + r(c−1) for n−1 further j"),
    corrected=Form(corrected, "λ₁ = σ² + r(n−1), λ_j = σ² + r(c−1) for n−c−1 further j"),
    impact=Impact.TEXT,
    proof=proof,
)
