"""The price of anarchy of BAS: its cube is rational when preferences are squares.

With z^3 the mean of beta^(3/2) over its maximum, the price is h(z) = (1 + 2 z^3) / (3 z^2).
"""

from __future__ import annotations

from typing import Any

import sympy
from hypothesis import strategies as st

from optcheck.claims import Argument, Domain, Quantity, Value
from optcheck.claims.functions import power
from optcheck.claims.grids import amounts, texts
from proofs_numeric.chained._game import Preferences, Users, drawn_rows, rows, users_order

CUBED_PRICE: Quantity[Users] = Quantity(
    kind="noise-game-least-total",
    name="price of anarchy cubed",
    describe=lambda users: {"preferences": texts(users.preferences)},
)


def cubes(users: Users, bounds: Value) -> Value:
    """The cubes of both bounds."""
    return tuple(power(bound, 3) for bound in bounds)


def unequal_users(extremes: str, words: str) -> Domain[Users]:
    """Positive preferences, not all equal (BAS cannot run on equal ones), with some rows in addition."""
    added = [amounts(row) for row in extremes.split(",")]
    return Domain(
        description="2, 3 users with roots 1/2, 1, 3/2, 2, 3 of the preferences, 4 users with 1, 2, 3, not all equal; "
        f"and {words}",
        grid=lambda: map(Users, filter(_are_different, (*rows(2, 4), *added))),
        order=users_order,
        strategy=lambda: st.builds(Users, drawn_rows(2, 8).filter(_are_different)),
    )


def _are_different(preferences: Preferences) -> bool:
    return min(preferences) < max(preferences)


def price(z: Any) -> Any:
    """h(z)."""
    return (1 + 2 * z**3) / (3 * z**2)


def price_falls(argument: Argument) -> None:
    """The total cost of BAS over the optimum is h(z), which falls to 1 at z = 1."""
    z, k, x = sympy.symbols("z K x", positive=True)
    paid = k * x**2 + 2 * k * z**3 / x
    argument.identity(
        "BAS costs h(z) times the optimum: noise 1 against z^2", paid.subs(x, 1) / paid.subs(x, z), price(z)
    )
    argument.identity("h'(z) = -2 (1 - z^3)/(3 z^3)", sympy.diff(price(z), z), -2 * (1 - z**3) / (3 * z**3))
    argument.identity("h(1) = 1", price(sympy.Integer(1)), 1)
