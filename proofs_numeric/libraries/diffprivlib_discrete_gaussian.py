"""Statement: diffprivlib 0.6.6 (mechanisms.GaussianDiscrete) finds the scale at which discrete Gaussian noise keeps
epsilon and delta.

Model: the doubles that the installed package returned at the recorded points, read as the exact numbers they are;
sensitivity 1. The exact delta of the discrete Gaussian, a quotient of two sums whose ends are bounded, must be at most
the one that was asked for.

Corners: delta from 1/10 to 1e-9; a scale below 1.

Readings: none. The search ends when the scale is known to six digits or so, on either side, so delta is exceeded by up
to a millionth of it: more than rounding, less than anybody will notice.
"""

from math import ceil

from optcheck.claims import *
from optcheck.claims.expressions import interval
from proofs_numeric.libraries._discrete import discrete_delta
from proofs_numeric.libraries._queries import allowed, recorded

RETURNED = recorded("diffprivlib-discrete-gaussian")


class Call(Instance):
    """A call that was recorded."""

    epsilon: Fraction = choice("1/2 1 2 5", symbol="ε")
    delta: Fraction = choice("1/10 1/100 1/100000 1/1000000000", symbol="δ")


def as_printed(call: Call) -> Value:
    return RETURNED[call.epsilon, call.delta]


def corrected(call: Call) -> Value:
    level = log(1 / call.delta)
    enough = (sqrt(level) + sqrt(level + call.epsilon)) / (sqrt(2) * call.epsilon)
    return Fraction(ceil(1000 * interval(enough).high), 1000)


def failure(call: Call, scale: Value) -> Value:
    """The exact delta at a scale."""
    assert isinstance(scale, Fraction)
    return discrete_delta(scale**2, call.epsilon)


CLAIM = Statement(
    "libraries/diffprivlib-discrete-gaussian",
    place="diffprivlib, GaussianDiscrete",
    title="calibration of discrete Gaussian noise: the recorded calls",
    domain=Call,
    truth=definition(allowed),
    means=failure,
    asserts=at_least,
    printed=Form(as_printed, "the scale that GaussianDiscrete returns, to the last bit"),
    corrected=Form(corrected, "(√L + √(L + ε)) / (√2 ε), L = ln(1/δ), rounded up to a thousandth"),
    impact=Impact.SAFETY,
)
