"""The exact privacy of Gaussian noise, as terms: the oracle that several claims share."""

from __future__ import annotations

from fractions import Fraction

from proofs_numeric.adpml._terms import Real, Term, erfc, exp, sqrt, term

SMALL_DELTAS = (Fraction(1, 10**9), Fraction(1, 10**5), Fraction(1, 100))
DELTAS = (*SMALL_DELTAS, Fraction(1, 10), Fraction(1, 2), Fraction(9, 10), Fraction(99, 100))


def tight_delta(shift: Real, epsilon: Real) -> Term:
    """The least delta at which N(0, 1) against N(shift, 1) is (epsilon, delta)-private, for shift > 0.

    It is Phi(shift/2 - epsilon/shift) - exp(epsilon) Phi(-shift/2 - epsilon/shift): the mass by which the one
    density exceeds exp(epsilon) times the other.
    """
    half, ratio = term(shift) / 2, term(epsilon) / shift
    upper = erfc((ratio - half) / sqrt(2))
    lower = erfc((ratio + half) / sqrt(2))
    return (upper - exp(epsilon) * lower) / 2
