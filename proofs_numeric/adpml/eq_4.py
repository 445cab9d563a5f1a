"""Statement: for epsilon in (0, 1), Gaussian noise with standard deviation (sensitivity/epsilon) sqrt(2
ln(1.25/delta)), or more, makes a query (epsilon, delta)-differentially private.

Model: one coordinate carries the whole sensitivity (the noise is isotropic); a larger sigma or a smaller distance only
helps. The exact delta of two Gaussians so far apart must be at most the stated one.

Corners: epsilon towards 0 and 1, delta from 1e-9 to 1.

Readings: the paper names no range for delta; from 1 on every mechanism qualifies, and beyond 1.25 the root has no
value, so 0 < delta <= 1. The paper's experiments (epsilon 1 and 10) calibrate by zCDP, not by Eq. 4.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import sympy
from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Value
from optcheck.claims.claim import decimals, each, fractions
from optcheck.claims.functions import gaussian_delta, log, sqrt
from optcheck.claims.relations import at_least

EPSILONS = "1/1000 1/10 1/2 9/10 99/100 999/1000"
DRAWN = fractions(Fraction(1, 1000), Fraction(999, 1000), 1000)


@dataclass(frozen=True, slots=True)
class Mechanism:
    """What the noise must achieve, for a query of the given sensitivity."""

    epsilon: Fraction
    delta: Fraction
    sensitivity: Fraction


def as_printed(query: Mechanism) -> Value:
    return query.sensitivity / query.epsilon * sqrt(2 * log(Fraction(125, 100) / query.delta))


def failure(query: Mechanism, sigma: Value) -> Value:
    """The exact delta at a standard deviation."""
    return gaussian_delta(query.sensitivity / sigma, query.epsilon)


def proof(argument: Argument, form: Formula[Mechanism]) -> None:
    c, epsilon, size = sympy.symbols("c epsilon Delta", positive=True)
    sigma = form(Mechanism(epsilon, sympy.Rational(5, 4) * sympy.exp(-(c**2) / 2), size))
    argument.identity("at delta = 1.25 exp(-c^2/2) the form is sigma = c Delta/epsilon", sigma, c * size / epsilon)
    argument.words("Mills: Phi(-x) <= phi(x)/x at x = c - epsilon/(2c), so delta <= exp(1/2) phi(c)/(c - 1/(2c))")
    tail = sympy.exp(sympy.Rational(1, 2)) / sympy.sqrt(2 * sympy.pi)
    start = sympy.Rational(9, 8)
    argument.truth(
        "for c >= 9/8 that is below 1.25 exp(-c^2/2)", tail < sympy.Rational(5, 4) * (start - 1 / (2 * start))
    )
    argument.cases("boxes that cover c up to 9/8 (delta up to 1) and epsilon in [0, 1]", _boxes())


def _boxes(parts: int = 24) -> Iterator[bool]:
    from flint import arb, ctx, fmpq

    with ctx.workprec(128):
        low, high, half = (2 * arb(fmpq(5, 4)).log()).sqrt().lower(), arb(fmpq(9, 8)).upper(), arb(fmpq(1, 2)).sqrt()
        for i, j in product(range(parts), repeat=2):
            c, epsilon = _part(low, high, i, parts), _part(arb(0), arb(1), j, parts)
            shift = epsilon / (2 * c)
            exact = (((c - shift) * half).erfc() - epsilon.exp() * ((c + shift) * half).erfc()) / 2
            yield bool(exact < arb(fmpq(5, 4)) * (-c * c / 2).exp())


def _part(low: Value, high: Value, index: int, parts: int) -> Value:
    """A ball that covers the given part of an interval."""
    return (low + (high - low) * index / parts).union(low + (high - low) * (index + 1) / parts)


CLAIM = Claim(
    id="adpml/eq-4",
    place="Definition 3, Eq. 4",
    title="the classical Gaussian calibration is private for every epsilon in (0, 1)",
    domain=Domain(
        description="epsilon from 1/1000 to 999/1000, delta from 1e-9 to 1, two sensitivities",
        grid=each(Mechanism, EPSILONS, "1/1000000000 1/100000 1/100 1/2 99/100 1", "1 1/3"),
        order=lambda query: (abs(query.sensitivity - 1), -query.delta, -query.epsilon),
        strategy=lambda: st.builds(Mechanism, DRAWN, decimals(9, 9), fractions(Fraction(1, 10), 10, 10)),
        examples=100,
    ),
    truth=Definition(lambda query: query.delta),
    means=failure,
    asserts=at_least,
    printed=Form(as_printed, "σ = (Δ/ε) √(2 ln(1.25/δ))"),
    impact=Impact.SAFETY,
    proof=proof,
)
