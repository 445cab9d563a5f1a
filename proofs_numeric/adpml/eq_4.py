"""Definition 3, Eq. 4: the classical calibration of the Gaussian mechanism.

Statement: for epsilon in (0, 1), Gaussian noise with standard deviation at least
(sensitivity/epsilon) sqrt(2 ln(1.25/delta)) makes a query (epsilon, delta)-differentially private.

Model: one coordinate carries the whole sensitivity (the noise is isotropic, so no other direction is worse), and a
larger sigma or a smaller distance only helps. The oracle is the exact delta of two Gaussians at that distance.
Relation: the printed sigma is at least the sigma that is needed, so the exact delta is at most the stated one.

Corners: epsilon towards 0 and 1, delta from 1e-9 to 1. The paper names no range for delta. We read 0 < delta <= 1:
from 1 on every mechanism qualifies, and beyond 1.25 the root has no value. The paper's own experiments use
epsilon = 1 and 10, outside the stated range, but calibrate by zCDP there and not by Eq. 4.

Proof, executed: put c = sqrt(2 ln(1.25/delta)), so sigma = c/epsilon and delta = 1.25 exp(-c^2/2).
(1) For c >= 9/8 and epsilon <= 1, the Mills bound Phi(-x) <= phi(x)/x at x = c - epsilon/(2c) > 0 and
x^2 >= c^2 - epsilon give exact delta <= exp(1/2) phi(c)/(c - 1/(2c)), below 1.25 exp(-c^2/2) as soon as
exp(1/2)/sqrt(2 pi) < 1.25 (9/8 - 4/9), since c - 1/(2c) grows. (2) For the remaining c, down to where delta = 1, and
all epsilon in (0, 1], arb encloses the exact delta on boxes that cover the rectangle: every box is decided.

Verdict expected: holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from flint import arb, ctx, fmpq
from hypothesis import strategies as st

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Proof, Relation
from optcheck.errors import NotCertified
from proofs_numeric.adpml._findings import exceeded
from proofs_numeric.adpml._gaussian import DELTAS, tight_delta
from proofs_numeric.adpml._terms import Ball, Term, log, sqrt

EPSILONS = tuple(Fraction(*pair) for pair in ((1, 1000), (1, 10), (1, 2), (9, 10), (99, 100), (999, 1000)))
SMALLEST_DELTA = Fraction(1, 10**9)
TAIL_START = Fraction(9, 8)


@dataclass(frozen=True, slots=True)
class Mechanism:
    """What the noise must achieve, for a query of the given sensitivity."""

    epsilon: Fraction
    delta: Fraction
    sensitivity: Fraction


def as_printed(instance: Mechanism) -> Term:
    """Sigma of Eq. 4."""
    return instance.sensitivity / instance.epsilon * sqrt(2 * log(Fraction(125, 100) / instance.delta))


def compare(form: Callable[[Mechanism], Term], instance: Mechanism) -> Discrepancy | None:
    """The exact delta at the form's sigma must not exceed the stated one."""
    sigma = form(instance)
    return exceeded(
        tight_delta(instance.sensitivity / sigma, instance.epsilon),
        instance.delta,
        note="exact delta at the printed sigma, against the stated delta",
        explanation="The noise is too small: two neighbouring data sets differ by more than the stated delta.",
    )


def proof() -> Proof:
    """Cover all c and epsilon: a tail bound, and boxes for the rest."""
    with ctx.workprec(128):
        tail = arb(fmpq(1, 2)).exp() / (2 * arb.pi()).sqrt()
        if not tail < _ball(Fraction(5, 4) * (TAIL_START - 1 / (2 * TAIL_START))):
            raise NotCertified("the tail bound fails")
        least_c = (2 * arb(fmpq(5, 4)).log()).sqrt().lower()
        boxes = _cover(least_c, _ball(TAIL_START).upper())
    return Proof(
        "Mills bound for c >= 9/8; for smaller c and all epsilon in (0, 1] the exact delta stays below "
        "1.25 exp(-c^2/2) on every box of a cover",
        steps=boxes + 1,
    )


def _cover(low: Ball, high: Ball, parts: int = 24) -> int:
    """Decide every box of the rectangle [low, high] x [0, 1]; returns how many there were."""
    for i, j in product(range(parts), repeat=2):
        c = _between(low, high, i, parts)
        epsilon = _between(arb(0), arb(1), j, parts)
        shift = epsilon / (2 * c)
        half = arb(fmpq(1, 2)).sqrt()
        exact = (((c - shift) * half).erfc() - epsilon.exp() * ((c + shift) * half).erfc()) / 2
        if not exact < arb(fmpq(5, 4)) * (-c * c / 2).exp():
            raise NotCertified(f"box {i}, {j} is not decided")
    return parts * parts


def _between(low: Ball, high: Ball, index: int, parts: int) -> Ball:
    """A ball that covers the given part of an interval."""
    return (low + (high - low) * index / parts).union(low + (high - low) * (index + 1) / parts)


def _ball(number: Fraction) -> Ball:
    return arb(fmpq(number.numerator, number.denominator))


def grid() -> Iterator[Mechanism]:
    """Corners of the range, and sensitivities other than 1."""
    for epsilon, delta, sensitivity in product(EPSILONS, (*DELTAS, Fraction(1)), (Fraction(1), Fraction(1, 3))):
        yield Mechanism(epsilon, delta, sensitivity)


def strategy() -> st.SearchStrategy[Mechanism]:
    """Any rational epsilon in (0, 1) and delta in [1e-9, 1]."""
    return st.builds(
        Mechanism,
        st.fractions(Fraction(1, 1000), Fraction(999, 1000), max_denominator=1000),
        st.fractions(SMALLEST_DELTA, 1, max_denominator=10**9),
        st.fractions(Fraction(1, 10), 10, max_denominator=10),
    )


def order(instance: Mechanism) -> tuple[Fraction, Fraction, Fraction]:
    """Sensitivity 1 first, then large delta, then large epsilon: the numbers that are easiest to picture."""
    return (abs(instance.sensitivity - 1), -instance.delta, -instance.epsilon)


CLAIM = Claim(
    id="adpml/eq-4",
    place="Definition 3, Eq. 4",
    title="the classical Gaussian calibration is private for every epsilon in (0, 1)",
    relation=Relation.AT_LEAST,
    domain=Domain(
        description="epsilon from 1/1000 to 999/1000, delta from 1e-9 to 1, two sensitivities",
        grid=grid,
        strategy=strategy,
        order=order,
        examples=150,
    ),
    printed=Form("σ = (Δ/ε) √(2 ln(1.25/δ))", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
