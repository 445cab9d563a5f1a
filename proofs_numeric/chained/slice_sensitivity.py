"""Statement: vectors are clipped to a norm and every slice is clipped anew; a slice's sensitivity is then O(Delta_f
sqrt(K/N)), with K users and N slices.

Model: a slice of length l = ceil(d/N) is clipped to its share sqrt(l/d) of the norm, so its sensitivity is Delta_f
sqrt(l/d). O is read as an upper bound, with the constant 1. Squares are compared.

Corners: one slice, N = d, N that does not divide d; two users at least.

Readings: as an upper bound it holds, but K does not belong there: read as the exact order it fails, which is Delta_f
sqrt(1/N). A slice that is not clipped anew may carry the whole norm; then the bound fails for N > K.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import sympy

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Outcome, Reading, Value
from optcheck.claims.claim import amounts
from optcheck.claims.relations import at_most
from optcheck.claims.relations import order as within


@dataclass(frozen=True, slots=True)
class Slicing:
    """Coordinates, slices, and users; the sensitivity of the whole vector is 1."""

    coordinates: int
    slices: int
    users: Fraction


def as_printed(slicing: Slicing) -> Value:
    return slicing.users / slicing.slices


def without_users(slicing: Slicing) -> Value:
    return Fraction(1, slicing.slices)


def share(slicing: Slicing) -> Fraction:
    """The squared sensitivity of a slice that is clipped to its share."""
    return Fraction(-(-slicing.coordinates // slicing.slices), slicing.coordinates)


def proof(argument: Argument, form: Formula[Slicing]) -> None:
    slices, spare = sympy.symbols("N spare", positive=True)
    more = sympy.Symbol("more", nonnegative=True)
    bound = form(Slicing(1, slices, 2 + more))
    argument.identity("the squared bound is K/N", bound, (2 + more) / slices)
    argument.not_negative("with K >= 2 it is at least 2/N", bound - 2 / slices)
    argument.positive(
        "d/N + 1 <= 2d/N for d = N + spare", 2 * (slices + spare) / slices - (slices + spare) / slices - 1
    )
    argument.words("ceil(d/N) is less than d/N + 1, so the share ceil(d/N)/d is at most 2/N.")


def grid() -> Iterator[Slicing]:
    for d in (1, 2, 3, 4, 5, 8, 12, 50):
        for slices in {1, 2, d // 2, d - 1, d} - {0}:
            yield from (Slicing(d, slices, users) for users in amounts("2 3 10 200") if slices <= d)


CLAIM = Claim(
    id="chained/slice-sensitivity",
    place="Section VI-B",
    title="the order of a slice's sensitivity after clipping",
    domain=Domain(
        description="1 to 50 coordinates, 1, 2, d/2, d - 1 or d slices, 2, 3, 10, 200 users",
        grid=grid,
        order=lambda slicing: (slicing.coordinates, slicing.slices, slicing.users),
    ),
    truth=Definition(share),
    asserts=at_most,
    printed=Form(as_printed, "Δ_s² ≤ Δ_f² K/N"),
    impact=Impact.VALUE,
    proof=proof,
    readings=(
        Reading(
            name="the exact order, within a factor of 10 both ways",
            asserts=within(Fraction(1, 100), 100),
            corrected=Form(without_users, "Δ_s² is between 1 and 2 times Δ_f²/N", asserts=within(1, 2)),
        ),
        Reading(name="a slice that is not clipped anew", truth=Definition(lambda _: 1), expected=Outcome.REFUTED),
    ),
)
