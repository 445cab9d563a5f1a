"""Theorem 7, Eq. 30: the privacy budget of SAR.

Statement: SAR is private with the budget 2 D log(1.30/delta) / (m max beta), D bounding each coordinate. The proof
gets it by putting the noise m max beta into Eq. 3, slice by slice, and takes the largest over slices ("parallel
composition").

Model: a user's vector has d coordinates, each in its own slice with noise V = m max beta; instances give V itself.
The release of all slices has sensitivity D sqrt(d). Whether a budget is enough is decided by the exact condition
for the Gaussian mechanism, enclosed in arb. ("1.30" may be a misprint or a scanning error for 1.25; it does not
matter here.)

Relation: at least (the printed budget must not be below the true one). Corners: one slice, little and much noise,
small delta.

Expected: corrected. Eq. 3 gives D sqrt(2 log(1.25/delta)/V), with a root; without it the budget is too small as
soon as there is much noise, and it is not even free of units. Second, slices of one user's vector all change with
that user's data, so their losses add up: the root of d is missing too. D^2 d/(2V) + D sqrt(2 d log(1/delta)/V) is
enough for all parameters.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Relation, Strength
from optcheck.gaussian.balls import Ball, ball
from proofs_numeric.chained._budget import judge_budget
from proofs_numeric.chained._common import height


@dataclass(frozen=True, slots=True)
class SlicedRelease:
    """Coordinates (one slice each), bound on a coordinate, noise m max beta per slice, failure probability."""

    slices: int
    bound: Fraction
    noise: Fraction
    delta: Fraction


def as_printed(instance: SlicedRelease) -> Ball:
    return 2 * ball(instance.bound) * ball(Fraction(13, 10) / instance.delta).log() / ball(instance.noise)


def corrected(instance: SlicedRelease) -> Ball:
    sensitivity_squared = ball(instance.slices * instance.bound**2)
    spread = 2 * sensitivity_squared * ball(1 / instance.delta).log() / ball(instance.noise)
    return sensitivity_squared / (2 * ball(instance.noise)) + spread.sqrt()


def compare(form: Any, instance: SlicedRelease) -> Discrepancy | None:
    sensitivity_squared = instance.slices * instance.bound**2
    return judge_budget(lambda: form(instance), sensitivity_squared, instance.noise, instance.delta)


def grid() -> Iterator[SlicedRelease]:
    for slices in (1, 2, 10):
        for bound in (Fraction(text) for text in ("1", "2", "1/2")):
            for noise in (Fraction(text) for text in ("1", "4", "10", "16", "20", "25", "50", "100", "400", "1/4")):
                for delta in (Fraction(text) for text in ("1/2", "1/10", "1/100", "1/1000", "1/1000000")):
                    yield SlicedRelease(slices, bound, noise, delta)


def strategy() -> st.SearchStrategy[SlicedRelease]:
    amounts = st.builds(Fraction, st.integers(1, 1000), st.integers(1, 40))
    deltas = st.builds(lambda n, e: Fraction(n, 10**e), st.integers(1, 9), st.integers(1, 12))
    return st.builds(SlicedRelease, st.integers(1, 100), amounts, amounts, deltas)


def order(instance: SlicedRelease) -> tuple[object, ...]:
    return (instance.slices, *height((instance.bound, instance.noise)), instance.delta.denominator)


CLAIM = Claim(
    id="chained/thm-7-epsilon",
    place="Theorem 7, Eq. 30",
    title="the privacy budget of SAR",
    relation=Relation.AT_LEAST,
    domain=Domain(
        description="1, 2 or 10 slices, bound 1/2 to 2, noise m max beta from 1/4 to 400, delta from 1/2 to 10^-6",
        grid=grid,
        strategy=strategy,
        order=order,
        examples=150,
    ),
    printed=Form("ε̂ = 2 Δ log(1.30/δ) / (m max β)", as_printed),
    corrected=Form("ε̂ = d Δ²/(2V) + Δ √(2 d log(1/δ) / V), V = m max β, d slices", corrected),
    compare=compare,
    expected=Expected.CORRECTED,
    strength=Strength.ENCLOSED,
)
