"""Statement: for n = 100, eps = 2, delta = 1e-5 and any number of responding users the error of CorDP-DME lies between
those of LDP and of central privacy: it spans the gap.

Model: all three errors are multiples of d s, so eps, delta and d cancel: LDP 1/t, central 1/t^2, CorDP-DME its
infimum for t of 100, which the checker verifies.

Corners: t = 1, where it is LDP's (and central privacy's); t = n, where it is central privacy's in the limit.

Readings: "between" allows the ends, which are reached. The errors compared are unbiased, as LDP's and central
privacy's are; the figure does not say which decoder is shown. The decoder of Theorem 1 shrinks: its error is below 1,
and with d = 20 and the s that eps = 2, delta = 1e-5 need (15.9) it lies below the central one for up to 18 responders,
so it does not stay between the two. The reproduction is benchmarks' cordp-fig1.
"""

from optcheck.claims import *
from proofs_numeric.cordp._optimum import LEAST_DECODED_ERROR, LEAST_ERROR


class Responding(Instance):
    """The figure's users, of whom at least t respond and nobody colludes; s = 1."""

    n: int = integer(100, 100)
    t: int = integer(1, 100)
    c: int = integer(0, 0)
    sigma2_min: Fraction = choice("1", symbol="s")


class Decoded(Responding):
    """The same for the decoder that shrinks, with the dimension of Fig. 4 and the figure's s, rounded down."""

    sigma2_min: Fraction = choice("159/10", symbol="s")
    d: int = integer(20, 20)


def as_printed(case: Responding) -> Value:
    return case.sigma2_min / case.t**2, case.sigma2_min / case.t


def in_all_dimensions(case: Decoded) -> Value:
    total = case.d * case.sigma2_min
    return total / case.t**2, total / case.t


CLAIM = Statement(
    "cordp/fig-1",
    place="Fig. 1",
    title="what the figure is said to show",
    domain=Responding,
    truth=LEAST_ERROR,
    asserts=between(),
    printed=Form(as_printed, "1/t² ≤ error/(d s) ≤ 1/t for every number t of responders"),
    readings=(
        Reading(
            name="with Theorem 1's biased decoder, d = 20",
            domain=Decoded,
            truth=LEAST_DECODED_ERROR,
            printed=Form(in_all_dimensions, "d s/t² ≤ error ≤ d s/t for every number t of responders"),
            expected=Outcome.REFUTED,
        ),
    ),
)
