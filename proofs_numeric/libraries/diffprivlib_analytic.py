"""diffprivlib, GaussianAnalytic: analytic calibration at any epsilon.

Statement: diffprivlib 0.6.6 (mechanisms.GaussianAnalytic) finds the standard deviation that is enough for any
epsilon > 0 and delta in (0, 1].

Model: the doubles that the installed package returned at the recorded points, read as the exact numbers they are;
sensitivity 1. The exact delta of two Gaussians at that distance must be at most the one that was asked for.

Corners: delta from 1/10 to 1e-12; large epsilon.

Readings: none; the search computes a tail as (1 + erf)/2, which loses it, and multiplies what is left by
exp(epsilon).
"""

from fractions import Fraction

from optcheck.claims import Claim, Definition, Form, Impact, Outcome, Reading, Value
from optcheck.claims.relations import at_least
from proofs_numeric.libraries._queries import Query, enough_sigma, failure, recorded, recorded_queries

RETURNED = recorded("diffprivlib-analytic")


def as_printed(query: Query) -> Value:
    return RETURNED[query.epsilon, query.delta]


def corrected(query: Query) -> Value:
    return enough_sigma(query)


def but_for_rounding(query: Query) -> Value:
    return as_printed(query) * (1 + Fraction(1, 10**11))


CLAIM = Claim(
    id="libraries/diffprivlib-analytic",
    place="diffprivlib, GaussianAnalytic",
    title="analytic calibration at any epsilon",
    domain=recorded_queries("diffprivlib-analytic"),
    truth=Definition(lambda query: query.delta),
    means=failure,
    asserts=at_least,
    printed=Form(as_printed, "the σ that GaussianAnalytic returns, to the last bit"),
    corrected=Form(corrected, "σ = (√L + √(L + ε)) / (√2 ε), L = ln(1/δ)"),
    impact=Impact.SAFETY,
    expected=Outcome.CORRECTED,
    readings=(
        Reading(
            name="with σ larger by 1e-11, relatively: apart from rounding",
            expected=Outcome.CORRECTED,
            printed=Form(but_for_rounding, "σ (1 + 1e-11)"),
            corrected=Form(corrected, "σ = (√L + √(L + ε)) / (√2 ε), L = ln(1/δ)"),
        ),
    ),
)
