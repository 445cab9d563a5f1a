"""Statement: python-dp 1.1.5 (numerical_mechanisms.GaussianMechanism, which wraps Google's C++ library) chooses the
standard deviation for the given epsilon > 0 and delta.

Model: the doubles that the installed package returned at the recorded points, read as the exact numbers they are;
sensitivity 1. The exact delta of two Gaussians at that distance must be at most the one that was asked for.

Corners: delta from 1/10 to 1e-12; large epsilon.

Readings: to the last bit, and apart from rounding. Up to epsilon 709 the search stays on the safe side. From 710 on
exp(epsilon) overflows, and the standard deviation becomes 2e-308: no noise at all.
"""

from optcheck.claims import Form, Value
from proofs_numeric.libraries._queries import Query, recorded, recorded_calibration

RETURNED = recorded("python-dp-gaussian")


def as_printed(query: Query) -> Value:
    return RETURNED[query.epsilon, query.delta]


CLAIM = recorded_calibration(
    id="libraries/python-dp-gaussian",
    place="PyDP (Google C++), GaussianMechanism",
    title="calibration at any epsilon",
    printed=Form(as_printed, "the σ that GaussianMechanism returns, to the last bit"),
)
