"""Corollary 1, Eq. 5: the privacy budget of a release to which several noises were added.

Statement: f(X) plus independent Gaussian noises of variances sigma_i^2 is (epsilon, delta)-private with epsilon =
O(sqrt(1 / sum of sigma_i^2)).

Model: the constant is the one that the proof gets by putting the sum of variances into Eq. 3: epsilon = D sqrt(2
log(1.25/delta) / sum of sigma_i^2), D the sensitivity. Whether that budget is enough is decided by the exact
condition for the Gaussian mechanism, enclosed in arb. Eq. 3 is stated for all epsilon; its known proof needs
epsilon <= 1. ("sigma in (0, 1]" in the scan must be delta.)

Relation: at least (the printed budget must not be below the true one). Corners: one noise, many, much and little
noise, delta = 1.

Expected: corrected. For epsilon > 1 the budget can be far too small, and no constant in the O repairs it: with
little noise the true budget grows like D^2/(2 sum of sigma_i^2), not like its root. D^2/(2V) + D sqrt(2
log(1/delta)/V), V = sum of sigma_i^2, is enough for all parameters. Where the printed budget is at most 1, it is
enough too. That the variances add up, the point of the corollary, is right.
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
class Release:
    """Sensitivity, variances of the noises, and the allowed failure probability."""

    sensitivity: Fraction
    variances: tuple[Fraction, ...]
    delta: Fraction


def as_printed(instance: Release) -> Ball:
    spread = 2 * ball(Fraction(5, 4) / instance.delta).log() / ball(sum(instance.variances, Fraction(0)))
    return ball(instance.sensitivity) * spread.sqrt()


def corrected(instance: Release) -> Ball:
    variance = ball(sum(instance.variances, Fraction(0)))
    spread = 2 * ball(1 / instance.delta).log() / variance
    return ball(instance.sensitivity) ** 2 / (2 * variance) + ball(instance.sensitivity) * spread.sqrt()


def compare(form: Any, instance: Release) -> Discrepancy | None:
    variance = sum(instance.variances, Fraction(0))
    return judge_budget(lambda: form(instance), instance.sensitivity**2, variance, instance.delta)


def grid() -> Iterator[Release]:
    amounts = tuple(Fraction(text) for text in ("1", "2", "4", "1/100", "1/4", "100"))
    rows = [(a,) for a in amounts] + [(Fraction(1),) * 2, (Fraction(1), Fraction(1, 4)), (Fraction(1, 10),) * 5]
    for sensitivity in (Fraction(text) for text in ("1", "2", "3", "4", "1/10")):
        for variances in rows:
            for delta in (Fraction(text) for text in ("1", "1/2", "1/10", "1/1000", "1/1000000")):
                yield Release(sensitivity, variances, delta)


def strategy() -> st.SearchStrategy[Release]:
    amounts = st.builds(Fraction, st.integers(1, 400), st.integers(1, 40))
    deltas = st.builds(lambda n, e: Fraction(n, 10**e), st.integers(1, 9), st.integers(1, 12))
    return st.builds(Release, amounts, st.lists(amounts, min_size=1, max_size=4).map(tuple), deltas)


def order(instance: Release) -> tuple[object, ...]:
    numbers = (instance.sensitivity, *instance.variances)
    return (len(instance.variances), instance.delta.denominator, *height(numbers))


CLAIM = Claim(
    id="chained/cor-1",
    place="Corollary 1",
    title="budget of a release with several noises added",
    relation=Relation.AT_LEAST,
    domain=Domain(
        description="sensitivities 1/10 to 4, nine rows of noises with variances 1/100 to 100, delta from 1 to 10^-6",
        grid=grid,
        strategy=strategy,
        order=order,
        examples=150,
    ),
    printed=Form("ε = Δ √(2 log(1.25/δ) / Σ_i σ_i²), for every ε", as_printed),
    corrected=Form("ε = Δ²/(2V) + Δ √(2 log(1/δ) / V), V = Σ_i σ_i²", corrected),
    compare=compare,
    expected=Expected.CORRECTED,
    strength=Strength.ENCLOSED,
)
