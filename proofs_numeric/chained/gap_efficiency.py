"""Statement: the smaller the gap between the largest and the smallest preference, the closer the price of anarchy to 1.

Model: the sentence draws on Theorem 5, which bounds the price: what is compared is that bound, as corrected, for two
rows of equally many users. Rows are given by roots, which makes cubes rational.

Corners: rows of two users; one row inside the other's range. Equal preferences are left out: BAS does not end on them.

Readings: of the price itself the sentence is not true, be the gap a difference or a quotient. What decides is a =
mean(beta^(3/2)) / max(beta)^(3/2): the price is (1 + 2a) / (3 a^(2/3)), which falls in a. (An upper bound that falls
does not make the bounded thing fall.)
"""

from optcheck.claims import *
from proofs_numeric.chained.thm_5_proof_bound import Roots, cubed_price


class Guarantees(Instance):
    """The number of users, and the roots of max β / min β in two rows of so many."""

    users: int = integer(2, symbol="K")
    one: Fraction = rational(above=1)
    other: Fraction = rational(above=1)


class TwoRows(Instance):
    """The roots of the preferences of two rows of users, neither all equal."""

    one: Roots = row(rational(above=0), least=2, symbol="√β")
    other: Roots = row(rational(above=0), least=2, symbol="√β'")
    conditions = ("min(one) < max(one)", "min(other) < max(other)")


def as_printed(rows: Guarantees) -> bool:
    return rows.one < rows.other


def guarantees_less(rows: Guarantees) -> bool:
    """Whether the first row has the smaller bound of Theorem 5, as corrected: cubes are compared."""
    return bool(cubed_bound(rows.users, rows.one) < cubed_bound(rows.users, rows.other))


def cubed_bound(users: int, quotient: Value) -> Value:
    """With the mean a of beta^(3/2) over its maximum, if all but one user are at the minimum."""
    a = (1 + (users - 1) / quotient**3) / users
    return (1 + 2 * a) ** 3 / (27 * a**2)


def by_difference(rows: TwoRows) -> bool:
    return max(rows.one) ** 2 - min(rows.one) ** 2 < max(rows.other) ** 2 - min(rows.other) ** 2


def by_quotient(rows: TwoRows) -> bool:
    return max(rows.one) / min(rows.one) < max(rows.other) / min(rows.other)


def by_fill(rows: TwoRows) -> bool:
    return bool(fill(rows.one) > fill(rows.other))


def fill(roots: Roots) -> Value:
    """The mean of beta^(3/2) over its largest value."""
    return sum(root**3 for root in roots) / (len(roots) * max(roots) ** 3)


def costs_less(rows: TwoRows) -> bool:
    """Whether the first row has the smaller price of anarchy."""
    return bool(cubed_price(rows.one) < cubed_price(rows.other))


CLAIM = Statement(
    "chained/gap-efficiency",
    place="text after Theorem 5",
    title="the smaller the gap of the preferences, the more efficient BAS",
    domain=Guarantees,
    truth=definition(guarantees_less),
    asserts=decides,
    printed=Form(as_printed, "max β / min β smaller ⇔ bound of Theorem 5 (corrected) smaller, for as many users"),
    impact=Impact.TEXT,
    argument=(
        "a falls as the quotient grows, and (1 + 2z³)/(3z²) with z³ = a has the derivative −2(1 − z³)/(3z³), which is "
        "negative for z < 1."
    ),
    rests_on=("chained/thm-5-bound",),
    readings=(
        Reading(
            name="of the price of anarchy itself, by the difference max β − min β",
            domain=TwoRows,
            truth=definition(costs_less),
            asserts=implies,
            printed=Form(by_difference, "max β − min β smaller ⇒ price of anarchy smaller"),
            corrected=Form(by_fill, "mean(β^(3/2)) / max(β)^(3/2) larger ⇔ price of anarchy smaller", asserts=decides),
            argument=(
                "With z³ the mean of β^(3/2) over its maximum, which is the correction's quantity, the price is "
                "(1 + 2z³)/(3z²), which falls for z < 1."
            ),
            rests_on=("chained/thm-5-optimum",),
            effort=Effort(instances=500, drawn=30, largest={"one": 5, "other": 5}),
        ),
        Reading(
            name="of the price of anarchy itself, by the quotient max β / min β",
            domain=TwoRows,
            truth=definition(costs_less),
            asserts=implies,
            printed=Form(by_quotient, "max β / min β smaller ⇒ price of anarchy smaller"),
            effort=Effort(instances=500, drawn=30, largest={"one": 5, "other": 5}),
            expected=Outcome.REFUTED,
        ),
    ),
)
