"""Theorem 1, Eq. 14: the minimum mean squared error.

The printed form adds rho*(t-1) to the variance where the covariance r* = rho* sigma*² belongs (Eqs. 138 and 142 of
the proof have r). Truth: the least worst-case error of a private pair with the optimum decoder, from a private pair
and a semidefinite bound, both checked. For t = n, where Eq. 12 says sigma*² is infinite, the printed error is 1; the
truth is the limit. Relation: equals. The corrected form is the simplest one: with m = n-c, k = t-c the least
effective variance is s (sqrt((n-t)(m-1)) + sqrt(k))²/m², for t = n too. Corners: c = t-1 and t = 1, where rho* (t-1)
= 0 and both agree; t = n; c = n-1. The first counterexample with dropouts is n = 3, t = 2, c = 0, s = d = 1: printed
41/131, true 4/13. Expected: corrected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Proof, Relation
from optcheck.cordp.closed_form import exact_noise
from optcheck.exact.quadratic import Quadratic, square_root
from proofs_numeric.cordp import _theorem as theorem
from proofs_numeric.cordp._algebra import Argument
from proofs_numeric.cordp._common import FLOORS, InDimension, error_discrepancy, least_error, size_order, triples


def as_printed(case: InDimension) -> Quadratic:
    n, t, c, d = case.n, case.t, case.c, case.d
    if t == n:
        return Quadratic(1)  # Eq. 12's infinite variance makes the fraction vanish
    noise = exact_noise(n, t, c, case.sigma2_min)
    variance, correlation = noise.variance, noise.correlation
    return 1 / (1 + Fraction(t - c, d) / (variance + correlation * (t - 1)))


def corrected(case: InDimension) -> Quadratic:
    n, t, c, d = case.n, case.t, case.c, case.d
    squared = (n - t) * (n - c - 1) + (t - c) + 2 * square_root((n - t) * (n - c - 1) * (t - c))
    return 1 / (1 + Fraction(t - c, d) * (n - c) ** 2 / (case.sigma2_min * squared))


def compare(form: Callable[[InDimension], Quadratic], case: InDimension) -> Discrepancy | None:
    claimed, true = form(case), least_error(case, case.d)
    return None if claimed == true else error_discrepancy(case, case.d, claimed, true)


def grid() -> Iterator[InDimension]:
    return (InDimension(*sizes, floor, d) for sizes in triples(7) for floor in FLOORS for d in (1, 20))


def prove() -> Proof:
    argument = Argument()
    theorem.prove_optimum(argument)
    theorem.prove_square(argument)
    argument.different(
        "printed form",
        theorem.VARIANCE + theorem.COVARIANCE * (theorem.k + theorem.c - 1) / theorem.VARIANCE,
        theorem.LEAST,
    )
    return argument.proof(
        theorem.OPTIMUM + " The decoder turns an effective variance Q into the error 1/(1 + (t-c)/(dQ))."
    )


CLAIM = Claim(
    id="cordp/eq-14",
    place="Theorem 1, Eq. 14",
    title="the minimum mean squared error",
    relation=Relation.EQUALS,
    domain=Domain(
        description="2 <= n <= 7, every t and c, s in {1, 3/2}, d in {1, 20}; sigma*² and rho* as they truly are",
        grid=grid,
        order=size_order,
    ),
    printed=Form("(1 + ((t−c)/d) / (σ*² + ρ*(t−1)))⁻¹", as_printed),
    corrected=Form(
        "(1 + ((t−c)/d)(n−c)² / (s(√((n−t)(n−c−1)) + √(t−c))²))⁻¹, which is (1 + ((t−c)/d)/(σ*² + r*(t−1)))⁻¹",
        corrected,
    ),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=prove,
)
