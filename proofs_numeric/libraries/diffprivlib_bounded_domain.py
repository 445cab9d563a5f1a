"""Statement: diffprivlib 0.6.6 (mechanisms.LaplaceBoundedDomain) finds the scale at which Laplace noise that is drawn
again until the result lies in a range is epsilon-private (delta = 0).

Model: the doubles that the installed package returned at the recorded points, for values in [0, U] that differ by 1,
which is the sensitivity. The density at the end 0 of the range changes by the factor that is computed, for any value of
the pair; it must be at most exp(epsilon).

Corners: the value 0 itself, where most draws are thrown away; a range that is hardly longer than the sensitivity.

Readings: to the last bit, and apart from rounding.
"""

from optcheck.claims import *
from proofs_numeric.libraries._queries import recorded

RETURNED = recorded("diffprivlib-bounded-domain")


class Pair(Instance):
    """A recorded call, and the lower one of two values that differ by 1, as a share of the room that it has."""

    epsilon: Fraction = choice("1/8 1 5", symbol="ε")
    width: int = choice(2, 10, 100, symbol="U")
    share: Fraction = choice("0 1/10 1/2 1")


def as_printed(pair: Pair) -> Value:
    return RETURNED[pair.epsilon, pair.width]


def with_room(pair: Pair) -> Value:
    return 2 / pair.epsilon


def factor(pair: Pair, scale: Value) -> Value:
    """By how much the density at 0 falls when the value grows by 1."""
    value = pair.share * (pair.width - 1)
    return exp(1 / scale) * inside(pair, value + 1, scale) / inside(pair, value, scale)


def factor_apart_from_rounding(pair: Pair, scale: Value) -> Value:
    """The same at a scale that is larger by 1e-11, relatively."""
    return factor(pair, scale * (1 + Fraction(1, 10**11)))


def inside(pair: Pair, value: Fraction, scale: Value) -> Value:
    """The probability that a draw lands in the range."""
    return 1 - (exp(-value / scale) + exp(-(pair.width - value) / scale)) / 2


def allowed(pair: Pair) -> Value:
    """What epsilon allows."""
    return exp(pair.epsilon)


CLAIM = Statement(
    "libraries/diffprivlib-bounded-domain",
    place="diffprivlib, LaplaceBoundedDomain",
    title="the scale of Laplace noise on a bounded range: the recorded calls",
    domain=Pair,
    truth=definition(allowed),
    means=factor,
    asserts=at_least,
    printed=Form(as_printed, "the scale that LaplaceBoundedDomain returns, to the last bit"),
    corrected=Form(with_room, "2Δ/ε, which is enough for every range"),
    impact=Impact.SAFETY,
    readings=(
        Reading(
            name="with the scale larger by 1e-11, relatively: apart from rounding",
            mark=Mark.BY_ROUNDING,
            means=factor_apart_from_rounding,
        ),
    ),
)
