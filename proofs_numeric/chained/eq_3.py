"""Statement: with sigma = (D/epsilon) sqrt(2 log(1.25/delta)) Gaussian noise is (epsilon, delta)-private, for every
delta in (0, 1]; no condition on epsilon is printed.

Model: the exact delta of the noise at epsilon must be at most the stated one.

Corners: epsilon above 1, delta = 1.

Readings: the textbook proof that the paper cites needs epsilon < 1; there the calibration is enough.
"""

from optcheck.claims import *


class Wanted(Instance):
    """Sensitivity, and the wanted budget and failure probability."""

    sensitivity: Fraction = rational(above=0, symbol="Δ")
    epsilon: Fraction = rational(above=0, symbol="ε")
    delta: Fraction = rational(above=0, at_most=1, symbol="δ")


def as_printed(wanted: Wanted) -> Value:
    return wanted.sensitivity / wanted.epsilon * sqrt(2 * log(Fraction(5, 4) / wanted.delta))


def corrected(wanted: Wanted) -> Value:
    twice = 2 * log(1 / wanted.delta)
    return wanted.sensitivity * (sqrt(twice) + sqrt(twice + 2 * wanted.epsilon)) / (2 * wanted.epsilon)


def failure(wanted: Wanted, deviation: Value) -> Value:
    """The exact delta at the wanted budget."""
    return gaussian_delta(wanted.sensitivity / deviation, wanted.epsilon)


def allowed(wanted: Wanted) -> Value:
    return wanted.delta


CLAIM = Statement(
    "chained/eq-3",
    place="Definition 2, Eq. 3",
    title="the Gaussian calibration, for every epsilon and delta",
    domain=Wanted,
    truth=definition(allowed),
    means=failure,
    asserts=at_least,
    printed=Form(as_printed, "σ = (Δ/ε) √(2 log(1.25/δ)), for every ε"),
    corrected=Form(corrected, "σ = Δ (√(2 log(1/δ)) + √(2 log(1/δ) + 2ε)) / (2ε)"),
    impact=Impact.SAFETY,
    argument=(
        "The privacy loss is normal with mean s²/2 and deviation s = Δ/σ. With the corrected σ the budget exceeds its "
        "mean by w = √(2 log(1/δ)) deviations; delta is at most the chance of more, which by Markov's inequality on "
        "exp(wZ), whose mean is exp(w²/2), is at most exp(−w²/2) = δ."
    ),
    effort=Effort(instances=60, drawn=40),
    readings=(Reading(name="only for ε < 1, where the cited theorem stands", domain=Wanted.where("epsilon < 1")),),
)
