"""Statement: if all users value privacy and accuracy alike, the coefficient of the privacy cost is part of that cost,
and by Eqs. 3 and 5 it is delta Delta_f.

Model: then the coefficient times C^pri = 1/sqrt(V) must be the budget of noise V. By Eq. 3 that is Delta_f sqrt(2
log(1.25/delta)) / sqrt(V). Compared for V = 1, 4, 1/4.

Corners: delta = 1.

Readings: the budget grows when delta shrinks; the printed coefficient shrinks with it. The coefficient of Eq. 14 is
alpha; the preference is its power 2/3. (That Eq. 3 itself is too small above epsilon = 1 is chained/eq-3.)
"""

from dataclasses import dataclass
from fractions import Fraction

import sympy

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Value
from optcheck.claims.claim import each, simplicity
from optcheck.claims.functions import log, sqrt
from optcheck.claims.relations import equals


@dataclass(frozen=True, slots=True)
class Neutral:
    """Sensitivity, delta, and the deviation of the noise that a user's data carry."""

    sensitivity: Fraction
    delta: Fraction
    deviation: Fraction


def as_printed(user: Neutral) -> Value:
    return user.delta * user.sensitivity


def corrected(user: Neutral) -> Value:
    return user.sensitivity * sqrt(2 * log(Fraction(5, 4) / user.delta))


def budget(user: Neutral) -> Value:
    """Eq. 3, solved for epsilon."""
    return user.sensitivity / user.deviation * sqrt(2 * log(Fraction(5, 4) / user.delta))


def proof(argument: Argument, form: Formula[Neutral]) -> None:
    size, delta, deviation = sympy.symbols("D delta sigma", positive=True)
    argument.identity(
        "Eq. 3 with epsilon = coefficient / sigma gives sigma back",
        size
        / (form(Neutral(size, delta, deviation)) / deviation)
        * sympy.sqrt(2 * sympy.log(sympy.Rational(5, 4) / delta)),
        deviation,
    )


CLAIM = Claim(
    id="chained/sec-8-preference",
    place="Section VIII",
    title="the preference derived from delta and the sensitivity",
    domain=Domain(
        description="sensitivities 1/2, 1, 2, delta from 1 to 10^-5, deviations 1/2, 1, 2",
        grid=each(Neutral, "1 2 1/2", "1 1/2 1/10 1/100000", "1 2 1/2"),
        order=lambda user: (user.delta.denominator, *simplicity((user.sensitivity, user.deviation))),
    ),
    truth=Definition(budget),
    means=lambda user, coefficient: coefficient / user.deviation,
    asserts=equals,
    printed=Form(as_printed, "coefficient of C^pri = δ Δ_f"),
    corrected=Form(corrected, "coefficient α = Δ_f √(2 log(1.25/δ)), preference β = α^(2/3)"),
    impact=Impact.SAFETY,
    proof=proof,
)
