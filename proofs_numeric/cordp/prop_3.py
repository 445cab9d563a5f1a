"""Statement: with every weight 1 the optimal noise is that of Theorem 1, the error d(sigma*^2 + r*(t-1))/(t-c).

Model: the instance carries the optimal pair; the checker's proof that no private pair has a smaller unbiased error.
(Eq. 13's missing sign for c = 1 is booked there.)

Corners: c = t-1, c = n-1. For t = n with two honest users or more no finite pair is optimal and the formula is a
difference of infinities; the limit is Claim 7.

Readings: responding colluders' terms are removed as in the proof of Proposition 1.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Value
from optcheck.claims.relations import equals
from optcheck.cordp.closed_form import exact_noise
from proofs_numeric.cordp import _steps as steps
from proofs_numeric.cordp._cases import FLOORS, LEAST_ERROR, Case, size_order
from proofs_numeric.cordp._enumeration import triples


@dataclass(frozen=True, slots=True)
class AtOptimum(Case):
    """A case with its optimal pair, and the dimension."""

    dimension: int
    variance: Value
    covariance: Value


def as_printed(at: AtOptimum) -> Value:
    return at.dimension * (at.variance + at.covariance * (at.t - 1)) / (at.t - at.c)


def proof(argument: Argument, form: Formula[AtOptimum]) -> None:
    steps.prove_optimum(argument)
    m, k, c, s, d = steps.m, steps.k, steps.c, steps.s, steps.d
    error = form(AtOptimum(m + c, k + c, c, s, d, steps.VARIANCE, steps.COVARIANCE))
    argument.identity("the least unbiased error", error, d * steps.LEAST / k, steps.ROOT)
    argument.words("The errors E and E/(1+E) are increasing functions of each other, so they have one optimum.")


def grid() -> Iterator[AtOptimum]:
    for n, t, c in triples(6):
        for floor in FLOORS if t < n or c == n - 1 else ():
            noise = exact_noise(n, t, c, floor)
            yield from (AtOptimum(n, t, c, floor, d, noise.variance, noise.covariance) for d in (1, 20))


CLAIM = Claim(
    id="cordp/prop-3",
    place="Proposition 3",
    title="the unbiased decoder has the same optimum, and its error",
    domain=Domain("2 <= n <= 6, every t and c with a finite optimum, s in {1, 3/2}, d in {1, 20}", grid, size_order),
    truth=LEAST_ERROR,
    means=lambda at, error: error / at.dimension,
    asserts=equals,
    printed=Form(as_printed, "MSE = d(σ*² + r*(t−1))/(t−c) at the optimum of Theorem 1"),
    proof=proof,
)
