"""Judging bounds on the price of anarchy of BAS exactly: its cube is rational when preferences are squares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from hypothesis import strategies as st

from optcheck.audit import Discrepancy, Domain, Impact
from optcheck.chained_dp.enclosures import price_of_anarchy_cubed
from optcheck.exact.certificate import Certificate
from proofs_numeric.chained._common import (
    Preferences,
    Root,
    Users,
    are_different,
    preference_rows,
    rows_of_users,
    texts,
    users_order,
)


@dataclass(frozen=True, slots=True)
class Bounds:
    """A lower and an upper bound on the price of anarchy; the upper one may be a root."""

    lower: Fraction
    upper: Root


def unequal_users(extremes: Sequence[Preferences], words: str) -> Domain:
    """Positive preferences, not all equal, with some rows in addition that the words describe."""
    rows = filter(are_different, (*preference_rows(2, 4), *extremes))
    users = tuple(map(Users, rows))
    return Domain(
        description="2, 3 users with roots 1/2, 1, 3/2, 2, 3 of the preferences, 4 users with 1, 2, 3, not all equal; "
        f"and {words}",
        grid=lambda: users,
        strategy=lambda: st.builds(Users, rows_of_users(2, 8).filter(are_different)),
        order=users_order,
    )


def exceeds(price_cubed: Fraction, bound: Root, or_equals: bool) -> bool:
    """Whether the price of anarchy is above (or at) a bound, in exact arithmetic."""
    left, right = price_cubed**bound.degree, bound.value**3
    return left >= right if or_equals else left > right


def judge_bounds(bounds: Bounds, instance: Users, strict: bool) -> Discrepancy | None:
    """None if lower < price of anarchy <= upper (or < upper, if strict)."""
    price = price_of_anarchy_cubed(instance.preferences)
    if exceeds(price, bounds.upper, or_equals=strict):
        return _discrepancy(bounds, price, _certificate(instance.preferences), _above_upper(bounds))
    if not exceeds(price, Root(bounds.lower, 1), or_equals=False):
        evidence = _certificate(instance.preferences)
        return _discrepancy(bounds, price, evidence, "The price of anarchy is not above the lower bound.")
    return None


def _above_upper(bounds: Bounds) -> str:
    crossing = bounds.upper.value < bounds.lower**bounds.upper.degree
    rest = ", which is below the lower one." if crossing else "."
    return f"The price of anarchy is not below the upper bound{rest}"


def _discrepancy(bounds: Bounds, price: Fraction, certificate: Certificate, explanation: str) -> Discrepancy:
    shown = bounds.upper.value if bounds.upper.degree == 1 else str(bounds.upper)
    return Discrepancy(
        claimed=[bounds.lower, shown],
        true=str(Root(price, 3)),
        gap=abs(price - bounds.upper.value ** (3 // bounds.upper.degree)),
        impact=Impact.VALUE,
        certificate=certificate,
        explanation=f"{explanation} (Gap: between the cubes.)",
    )


def _certificate(preferences: Preferences) -> Certificate:
    """The least total cost and the price of anarchy."""
    return Certificate("noise-game-least-total", {"preferences": texts(preferences)}, {})
