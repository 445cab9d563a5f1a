"""Statement: dp-accounting 0.6.0 (get_sigma_gaussian) computes the standard deviation for the Gaussian mechanism with
the given epsilon and delta.

Model: the doubles that the installed package returned at the recorded points, read as the exact numbers they are;
sensitivity 1. The exact delta of two Gaussians at that distance must be at most the one that was asked for.

Corners: delta from 1/10 to 1e-12; large epsilon.

Readings: to the last bit, and apart from rounding. The root is found within an absolute 1e-12 of sigma and not
rounded up, so that it falls short about every second time, by a hair.
"""

from dataclasses import replace
from fractions import Fraction

from optcheck.claims import Form, Outcome, Value
from proofs_numeric.libraries._queries import APART_FROM_ROUNDING, Query, calibration, recorded, recorded_queries

RETURNED = recorded("dp-accounting-sigma")


def as_printed(query: Query) -> Value:
    return RETURNED[query.epsilon, query.delta]


def corrected(query: Query) -> Value:
    return RETURNED[query.epsilon, query.delta] * (1 + Fraction(1, 10**11))


CLAIM = calibration(
    id="libraries/dp-accounting-sigma",
    place="dp-accounting, get_sigma_gaussian",
    title="analytic calibration",
    domain=recorded_queries("dp-accounting-sigma"),
    printed=Form(as_printed, "the σ that get_sigma_gaussian returns, to the last bit"),
    corrected=Form(corrected, "the returned σ times 1 + 1e-11"),
    readings=(replace(APART_FROM_ROUNDING, expected=Outcome.HOLDS, corrected=None),),
)
