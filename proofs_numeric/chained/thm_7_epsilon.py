"""Statement: SAR is private with the budget 2 D log(1.30/delta) / (m max beta), D bounding each coordinate. The proof
gets it by putting the noise m max beta into Eq. 3, slice by slice, and takes the largest over slices.

Model: a user's vector has d coordinates in [-D, D], each in its own slice with noise V = m max beta; instances give V
itself. Two such vectors differ by at most 2D in each coordinate, so the release of all slices has sensitivity 2D
sqrt(d). The exact delta of the release at the form's budget must be at most the stated one.

Corners: one slice, little and much noise, small delta.

Readings: "1.30" may be a misprint or a scanning error for 1.25; it does not matter here. Three slips: Eq. 3 has a root
(without it the budget is not even free of units); slices of one user's vector all change with that user's data, so the
root of d is missing; and coordinates within [-D, D] differ by 2D, not D.
"""

from dataclasses import dataclass
from fractions import Fraction

import sympy
from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Value
from optcheck.claims.claim import decimals, each, simplicity
from optcheck.claims.functions import gaussian_delta, log, sqrt
from optcheck.claims.relations import at_least
from proofs_numeric.chained import eq_3


@dataclass(frozen=True, slots=True)
class SlicedRelease:
    """Coordinates (one slice each), bound on a coordinate, noise m max beta of each slice, failure probability."""

    slices: int
    bound: Fraction
    noise: Fraction
    delta: Fraction


def as_printed(release: SlicedRelease) -> Value:
    return 2 * release.bound * log(Fraction(13, 10) / release.delta) / release.noise


def corrected(release: SlicedRelease) -> Value:
    squared = 4 * release.slices * release.bound**2
    return squared / (2 * release.noise) + sqrt(2 * squared * log(1 / release.delta) / release.noise)


def failure(release: SlicedRelease, epsilon: Value) -> Value:
    """The exact delta of the release of all slices at a budget."""
    return gaussian_delta(sqrt(4 * release.slices * release.bound**2 / release.noise), epsilon)


def proof(argument: Argument, form: Formula[SlicedRelease]) -> None:
    slices, bound = sympy.symbols("d D", positive=True)
    budget = form(SlicedRelease(slices, bound, eq_3.noise, eq_3.DELTA))
    eq_3.enough(argument, budget, 2 * bound * sqrt(slices) / sqrt(eq_3.noise))


def strategy() -> st.SearchStrategy[SlicedRelease]:
    some = st.builds(Fraction, st.integers(1, 1000), st.integers(1, 40))
    return st.builds(SlicedRelease, st.integers(1, 100), some, some, decimals(9, 12))


NOISES = "1 4 10 16 20 25 50 100 400 1/4"
CLAIM = Claim(
    id="chained/thm-7-epsilon",
    place="Theorem 7, Eq. 30",
    title="the privacy budget of SAR",
    domain=Domain(
        description="1, 2 or 10 slices, bound 1/2 to 2, noise m max beta from 1/4 to 400, delta from 1/2 to 10^-6",
        grid=each(SlicedRelease, (1, 2, 10), "1 2 1/2", NOISES, "1/2 1/10 1/100 1/1000 1/1000000"),
        order=lambda release: (release.slices, *simplicity((release.bound, release.noise)), release.delta.denominator),
        strategy=strategy,
        examples=80,
    ),
    truth=Definition(lambda release: release.delta),
    means=failure,
    asserts=at_least,
    printed=Form(as_printed, "ε̂ = 2 Δ log(1.30/δ) / (m max β)"),
    corrected=Form(corrected, "ε̂ = 2 d Δ²/V + 2 Δ √(2 d log(1/δ) / V), V = m max β, d slices"),
    impact=Impact.SAFETY,
    proof=proof,
)
