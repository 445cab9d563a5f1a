"""Statement: OpenDP 0.16 (combinators.make_zCDP_to_approxDP) turns a Gaussian measurement with loss rho into a privacy
curve, and reads epsilon off it at a delta.

Model: the doubles that the installed package returned, read as exact numbers, for Gaussian noise of loss rho
(distance sqrt(2 rho) in units of sigma, as near as a double allows). At that epsilon the exact delta must be at
most the stated one.

Corners: rho from 1/100 to 10, delta from 1/10 to 1e-9.
"""

from optcheck.claims import *
from proofs_numeric.libraries._queries import recorded

RETURNED = recorded("opendp-zcdp")


class Loss(Instance):
    """A recorded call: a zCDP loss and the delta to convert it for."""

    rho: Fraction = choice("1 2 10 1/2 1/100", symbol="ρ")
    delta: Fraction = choice("1/10 1/100000 1/1000000000", symbol="δ")


def as_printed(loss: Loss) -> Value:
    return RETURNED[loss.rho, loss.delta]


def failure(loss: Loss, epsilon: Value) -> Value:
    """The exact delta of Gaussian noise of that loss at a budget."""
    return gaussian_delta(sqrt(2 * loss.rho), epsilon)


def stated(loss: Loss) -> Value:
    """The delta that the conversion was asked for."""
    return loss.delta


CLAIM = Statement(
    "libraries/opendp-zcdp",
    place="OpenDP, make_zCDP_to_approxDP",
    title="from zCDP to epsilon: the recorded calls",
    domain=Loss,
    truth=definition(stated),
    means=failure,
    asserts=at_least,
    printed=Form(as_printed, "the ε that OpenDP returns, to the last bit"),
    impact=Impact.SAFETY,
)
