"""Statement: the smaller the gap between the largest and the smallest preference, the closer the price of anarchy to 1.

Model: two rows of users with different gaps; the checker computes the (cubed) price of anarchy of both.

Corners: rows of two users; one row inside the other's range. Equal preferences are left out: BAS does not end on them.

Readings: the gap as difference and as quotient; both fail. What decides is a = mean(beta^(3/2)) / max(beta)^(3/2): the
price is (1 + 2a) / (3 a^(2/3)), which falls in a. (An upper bound that falls does not make the bounded thing fall.)
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

import sympy

from optcheck.claims import Argument, Claim, Combination, Domain, Form, Formula, Impact, Outcome, Reading
from optcheck.claims.claim import amounts, simplicity
from optcheck.claims.functions import power
from optcheck.claims.relations import decides, implies
from proofs_numeric.chained._game import Preferences
from proofs_numeric.chained._steps import price_falls
from proofs_numeric.chained.thm_5_proof_bound import cubed_price


@dataclass(frozen=True, slots=True)
class TwoRows:
    """The preferences of two rows of users."""

    one: Preferences
    other: Preferences


def as_printed(rows: TwoRows) -> bool:
    return max(rows.one) - min(rows.one) < max(rows.other) - min(rows.other)


def corrected(rows: TwoRows) -> bool:
    return fill(rows.one) > fill(rows.other)


def by_quotient(rows: TwoRows) -> bool:
    return max(rows.one) / min(rows.one) < max(rows.other) / min(rows.other)


def fill(row: Preferences) -> Fraction:
    """The mean of beta^(3/2) over its largest value."""
    weights = [power(beta, Fraction(3, 2)) for beta in row]
    return Fraction(sum(weights), len(row) * max(weights))


def proof(argument: Argument, form: Formula[TwoRows]) -> None:
    price_falls(argument)
    z, more, spare = sympy.symbols("z more spare", positive=True)
    one, larger = z + more + spare, z + more  # both prices homogeneous, with 1 written as a sum
    argument.positive(
        "so a smaller z < 1 costs more", (one**3 + 2 * z**3) / z**2 - (one**3 + 2 * larger**3) / larger**2
    )
    fills = {"1 4": "9/16", "1 9": "14/27", "4 9": "35/54", "9 16": "91/128", "1 1 4": "5/12", "4 4 9": "43/81"}
    known = [(amounts(row), Fraction(a)) for row, a in fills.items()]
    argument.cases("the form compares a", (form(TwoRows(x, y)) == (a > b) for (x, a), (y, b) in permutations(known, 2)))
    argument.words("z is the cube root of the fill a; the form says which a is larger.")


def grid() -> Iterator[TwoRows]:
    rows = [amounts(row) for row in ("1 4", "1 9", "4 9", "9 16", "1 4 4", "1 1 4", "1 9 9", "1 1 9", "1 4 9", "4 4 9")]
    return (TwoRows(*pair) for pair in permutations(rows, 2))


DOMAIN: Domain[TwoRows] = Domain(
    description="pairs of ten rows of two or three users with preferences 1, 4, 9, 16",
    grid=grid,
    order=lambda rows: (len(rows.one) + len(rows.other), *simplicity((*rows.one, *rows.other))),
)
CLAIM = Claim(
    id="chained/gap-efficiency",
    place="text after Theorem 5",
    title="the smaller the gap of the preferences, the more efficient BAS",
    domain=DOMAIN,
    truth=Combination(
        parts=(cubed_price(lambda rows: rows.one), cubed_price(lambda rows: rows.other)),
        value=lambda one, other: one < other,
    ),
    asserts=implies,
    printed=Form(as_printed, "max β − min β smaller ⇒ price of anarchy smaller"),
    corrected=Form(corrected, "mean(β^(3/2)) / max(β)^(3/2) larger ⇔ price of anarchy smaller", asserts=decides),
    impact=Impact.OPTIMALITY,
    proof=proof,
    readings=(
        Reading(
            name="the gap as a quotient, max β / min β",
            printed=Form(by_quotient, "max β / min β smaller ⇒ price of anarchy smaller"),
            expected=Outcome.REFUTED,
        ),
    ),
)
