"""dp-accounting, get_sigma_gaussian: analytic calibration.

Statement: dp-accounting 0.6.0 (get_sigma_gaussian) computes the standard deviation for the Gaussian mechanism with
the given epsilon and delta.

Model: the doubles that the installed package returned at the recorded points, read as the exact numbers they are;
sensitivity 1. The exact delta of two Gaussians at that distance must be at most the one that was asked for.

Corners: delta from 1/10 to 1e-12; large epsilon.

Readings: none; the root is found within an absolute 1e-12 of sigma and not rounded up, so that it falls short about
every second time, by a hair.
"""

from fractions import Fraction

from optcheck.claims import Claim, Definition, Form, Impact, Outcome, Reading, Value
from optcheck.claims.relations import at_least
from proofs_numeric.libraries._queries import Query, failure, recorded, recorded_queries

RETURNED = recorded("dp-accounting-sigma")


def as_printed(query: Query) -> Value:
    return RETURNED[query.epsilon, query.delta]


def corrected(query: Query) -> Value:
    return RETURNED[query.epsilon, query.delta] * (1 + Fraction(1, 10**11))


def but_for_rounding(query: Query) -> Value:
    return as_printed(query) * (1 + Fraction(1, 10**11))


CLAIM = Claim(
    id="libraries/dp-accounting-sigma",
    place="dp-accounting, get_sigma_gaussian",
    title="analytic calibration",
    domain=recorded_queries("dp-accounting-sigma"),
    truth=Definition(lambda query: query.delta),
    means=failure,
    asserts=at_least,
    printed=Form(as_printed, "the σ that get_sigma_gaussian returns, to the last bit"),
    corrected=Form(corrected, "the returned σ times 1 + 1e-11"),
    impact=Impact.SAFETY,
    expected=Outcome.CORRECTED,
    readings=(
        Reading(
            name="with σ larger by 1e-11, relatively: apart from rounding",
            expected=Outcome.HOLDS,
            printed=Form(but_for_rounding, "σ (1 + 1e-11)"),
        ),
    ),
)
