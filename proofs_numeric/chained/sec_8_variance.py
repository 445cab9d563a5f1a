"""Statement: the variance of the noise in the sum that a user receives is estimated by mean(S' - S), the mean over the
coordinates of received minus true sum.

Model: every noise is plus or minus its deviation with equal chance, which has the same mean and variance as the
normal one. The expectation of the estimate over all signs must be the sum of the variances. One coordinate is enough:
the mean over equal coordinates has the same expectation.

Corners: one noise; a noise of 0.

Readings: none; the mean of the noise itself is 0, whatever its variance.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import sympy

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Value
from optcheck.claims.claim import simplicity, sorted_rows
from optcheck.claims.functions import total
from optcheck.claims.relations import equals


@dataclass(frozen=True, slots=True)
class Found:
    """The deviations of the noises in the received sum."""

    deviations: tuple[Fraction, ...]


def as_printed(found: Found) -> Value:
    return expected(found, 1)


def corrected(found: Found) -> Value:
    return expected(found, 2)


def expected(found: Found, power: int) -> Value:
    """The expectation of a power of the noise, over all signs."""
    patterns = list(product((1, -1), repeat=len(found.deviations)))
    sums = (sum(sign * size for sign, size in zip(signs, found.deviations, strict=True)) for signs in patterns)
    return total(one**power for one in sums) / len(patterns)


def proof(argument: Argument, form: Formula[Found]) -> None:
    before, sigma = sympy.symbols("before sigma", positive=True)
    argument.identity("one noise", form(Found((sigma,))), sigma**2)
    argument.identity("one noise more adds its variance", form(Found((before, sigma))), before**2 + sigma**2)
    argument.words("Signs are independent, so the same step adds every further noise.")


CLAIM = Claim(
    id="chained/sec-8-variance",
    place="Section VIII",
    title="the estimate of the total noise",
    domain=Domain(
        description="1 to 3 noises with deviations 0, 1/3, 1, 2",
        grid=lambda: map(Found, sorted_rows("0 1 2 1/3", 1, 3)),
        order=lambda found: (len(found.deviations), *simplicity(found.deviations)),
    ),
    truth=Definition(lambda found: total(size**2 for size in found.deviations)),
    asserts=equals,
    printed=Form(as_printed, "Σ σ_i² = mean(Ŝ − S)"),
    corrected=Form(corrected, "Σ σ_i² = E mean((Ŝ − S)²)"),
    impact=Impact.TEXT,
    proof=proof,
)
