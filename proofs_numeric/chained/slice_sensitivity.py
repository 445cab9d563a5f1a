"""Statement: vectors are clipped to a norm and every slice is clipped anew; a slice's sensitivity is then O(Delta_f
sqrt(K/N)), with K users and N slices.

Model: a slice of length l = ceil(d/N) is clipped to its share sqrt(l/d) of the norm, so its sensitivity is Delta_f
sqrt(l/d). O is read as an upper bound, with the constant 1. Squares are compared.

Corners: one slice, N = d, N that does not divide d; two users at least.

Readings: as an upper bound it holds, but K does not belong there: read as the exact order it fails, which is Delta_f
sqrt(1/N). A slice that is not clipped anew may carry the whole norm; then the bound fails for N > K.
"""

from optcheck.claims import *


class Slicing(Instance):
    """Coordinates, slices, and users; the sensitivity of the whole vector is 1."""

    coordinates: int = integer(1, symbol="d")
    slices: int = integer(1, "coordinates", symbol="N")
    users: Fraction = rational(at_least=2, symbol="K")


def as_printed(slicing: Slicing) -> Value:
    return slicing.users / slicing.slices


def without_users(slicing: Slicing) -> Value:
    return Fraction(1, slicing.slices)


def share(slicing: Slicing) -> Value:
    """The squared sensitivity of a slice that is clipped to its share: it has ceil(d/N) of the d coordinates."""
    return Fraction(-(-slicing.coordinates // slicing.slices), slicing.coordinates)


def whole(slicing: Slicing) -> Value:
    """A slice may carry the whole norm: that of (1, 0, ..., 0) lies in the first one."""
    vector = [Fraction(1)] + [Fraction(0) for _ in range(slicing.coordinates - 1)]
    length = -(-slicing.coordinates // slicing.slices)
    return sum(entry**2 for entry in vector[:length])


CLAIM = Statement(
    "chained/slice-sensitivity",
    place="Section VI-B",
    title="the order of a slice's sensitivity after clipping",
    domain=Slicing,
    truth=definition(share),
    asserts=at_most,
    printed=Form(as_printed, "Δ_s² ≤ Δ_f² K/N"),
    impact=Impact.VALUE,
    argument="⌈d/N⌉ < d/N + 1 ≤ 2d/N as N ≤ d, so the share of a slice is below 2/N, and there are K ≥ 2 users.",
    effort=Effort(largest={"users": 1000}),
    readings=(
        Reading(
            name="the exact order, within a factor of 10 both ways",
            asserts=order(Fraction(1, 100), 100),
            corrected=Form(without_users, "Δ_s² is between 1 and 2 times Δ_f²/N", asserts=order(1, 2)),
            argument="d/N ≤ ⌈d/N⌉ < d/N + 1 ≤ 2d/N as N ≤ d.",
        ),
        Reading(name="a slice that is not clipped anew", truth=definition(whole), expected=Outcome.REFUTED),
    ),
)
