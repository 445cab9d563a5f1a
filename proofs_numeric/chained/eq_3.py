"""Statement: with sigma = (D/epsilon) sqrt(2 log(1.25/delta)) Gaussian noise is (epsilon, delta)-private, for every
delta in (0, 1]; no condition on epsilon is printed.

Model: the exact delta of the noise at epsilon must be at most the stated one.

Corners: epsilon above 1, delta = 1.

Readings: the textbook proof that the paper cites needs epsilon < 1; there the calibration is enough.
"""

from dataclasses import dataclass
from fractions import Fraction

import sympy

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Reading, Value
from optcheck.claims.claim import each, simplicity
from optcheck.claims.functions import gaussian_delta, log, sqrt
from optcheck.claims.relations import at_least


@dataclass(frozen=True, slots=True)
class Wanted:
    """Sensitivity, and the wanted budget and failure probability."""

    sensitivity: Fraction
    epsilon: Fraction
    delta: Fraction


def as_printed(wanted: Wanted) -> Value:
    return wanted.sensitivity / wanted.epsilon * sqrt(2 * log(Fraction(5, 4) / wanted.delta))


def corrected(wanted: Wanted) -> Value:
    twice = 2 * log(1 / wanted.delta)
    return wanted.sensitivity * (sqrt(twice) + sqrt(twice + 2 * wanted.epsilon)) / (2 * wanted.epsilon)


def failure(wanted: Wanted, deviation: Value) -> Value:
    """The exact delta at the wanted budget."""
    return gaussian_delta(wanted.sensitivity / deviation, wanted.epsilon)


def proof(argument: Argument, form: Formula[Wanted]) -> None:
    enough(argument, epsilon, size / form(Wanted(size, epsilon, DELTA)))


size, noise, epsilon, weight = sympy.symbols("size noise epsilon weight", positive=True)
DELTA = sympy.exp(-(weight**2) / 2)  # every delta up to 1 has this shape, with weight = sqrt(2 log(1/delta))


def enough(argument: Argument, budget: Value, shift: Value) -> None:
    """A budget at which the normalised distance budget/shift - shift/2 is the weight fails with at most DELTA."""
    settled = {sympy.log(1 / DELTA): weight**2 / 2}
    found = sympy.expand_log(sympy.sympify(budget), force=True).subs(settled)
    argument.identity(
        "the privacy loss, normal with mean shift^2/2 and deviation shift, exceeds the budget by weight deviations",
        sympy.simplify(found / shift - shift / 2),
        weight,
    )
    argument.words("delta(budget) is at most the chance of that, the mass of a normal beyond weight deviations.")
    argument.words(
        "E exp(weight Z) = exp(weight^2/2), so by Markov's inequality that mass is at most exp(-weight^2/2)."
    )


DOMAIN: Domain[Wanted] = Domain(
    description="sensitivity 1/10, 1, 2, epsilon from 1/10 to 20, delta from 1 to 10^-6",
    grid=each(Wanted, "1 2 1/10", "1/10 1/2 9/10 1 4 8 20", "1 1/2 1/10 1/1000 1/1000000"),
    order=lambda wanted: (wanted.delta.denominator, *simplicity((wanted.sensitivity, wanted.epsilon))),
)
CLAIM = Claim(
    id="chained/eq-3",
    place="Definition 2, Eq. 3",
    title="the Gaussian calibration, for every epsilon and delta",
    domain=DOMAIN,
    truth=Definition(lambda wanted: wanted.delta),
    means=failure,
    asserts=at_least,
    printed=Form(as_printed, "σ = (Δ/ε) √(2 log(1.25/δ)), for every ε"),
    corrected=Form(corrected, "σ = Δ (√(2 log(1/δ)) + √(2 log(1/δ) + 2ε)) / (2ε)"),
    impact=Impact.SAFETY,
    proof=proof,
    readings=(
        Reading(
            name="only for ε < 1, where the cited theorem stands",
            domain=DOMAIN.where(lambda wanted: wanted.epsilon < 1, "as above, with epsilon below 1"),
        ),
    ),
)
