"""Statement: the least error is (1 + ((t-c)/d)/(sigma*^2 + rho*(t-1)))^-1; the variance is added to a correlation,
where the covariance r* = rho* sigma*^2 belongs (Eqs. 138 and 142 of the proof have r).

Model: the least worst-case error of a private pair with the optimum decoder; sigma* and rho* as they truly are. For t =
n Eq. 12's infinite variance makes the printed error 1; the truth is the limit, an infimum.

Corners: c = t-1 and t = 1, where rho*(t-1) = 0 and both agree; t = n; c = n-1. The first counterexample with dropouts
is n = 3, t = 2, c = 0, s = 1.

Readings: responding colluders' terms are removed as in the proofs; cordp/thm-1-eq-10 has the letter of Eq. 10. The
theorem in Coq is about the pairs; the worst case is cordp/eq-138, the decoder's error a step of the proof here.
"""

from collections.abc import Iterator
from fractions import Fraction

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Value
from optcheck.claims.functions import surd
from optcheck.claims.relations import equals
from optcheck.cordp.closed_form import exact_noise
from proofs_numeric.cordp import _steps as steps
from proofs_numeric.cordp._cases import FLOORS, LEAST_DECODED_ERROR, InDimension, size_order
from proofs_numeric.cordp._enumeration import triples


def as_printed(case: InDimension) -> Value:
    n, t, c, d = case.n, case.t, case.c, case.d
    if t == n:
        return 1  # Eq. 12's infinite variance makes the fraction vanish
    noise = exact_noise(n, t, c, case.sigma2_min)
    return 1 / (1 + Fraction(t - c, d) / (noise.variance + noise.correlation * (t - 1)))


def corrected(case: InDimension) -> Value:
    n, t, c, d = case.n, case.t, case.c, case.d
    squared = (n - t) * (n - c - 1) + (t - c) + 2 * surd((n - t) * (n - c - 1) * (t - c))
    return 1 / (1 + (t - c) * (n - c) ** 2 / (d * case.sigma2_min * squared))


def proof(argument: Argument, form: Formula[InDimension]) -> None:
    steps.prove_optimum(argument)
    m, k, c, s, d = steps.m, steps.k, steps.c, steps.s, steps.d
    error = form(InDimension(m + c, k + c, c, s, d)).subs(surd(steps.ROOT[1]), steps.w)
    plain = d * steps.LEAST / k
    argument.identity("the decoder makes E/(1+E) of the least unbiased error E", error, plain / (1 + plain), steps.ROOT)


def grid() -> Iterator[InDimension]:
    return (InDimension(*sizes, floor, d) for sizes in triples(7) for floor in FLOORS for d in (1, 20))


CLAIM = Claim(
    id="cordp/eq-14",
    place="Theorem 1, Eq. 14",
    title="the minimum mean squared error",
    domain=Domain(
        "2 <= n <= 7, every t and c, s in {1, 3/2}, d in {1, 20}; sigma*² and rho* as they truly are", grid, size_order
    ),
    truth=LEAST_DECODED_ERROR,
    asserts=equals,
    printed=Form(as_printed, "(1 + ((t−c)/d) / (σ*² + ρ*(t−1)))⁻¹"),
    corrected=Form(
        corrected,
        "(1 + ((t−c)/d)(n−c)² / (s(√((n−t)(n−c−1)) + √(t−c))²))⁻¹, which is (1 + ((t−c)/d)/(σ*² + r*(t−1)))⁻¹",
    ),
    proof=proof,
)
