"""Statement: the total cost under BAS is less than max beta / min beta times the least total cost.

Model: as for chained/thm-5-bound: positive preferences, not all equal (BAS cannot run on equal ones; there the
ratio and the price of anarchy are both 1). Exact comparison of cubes.

Corners: nearly equal preferences, one user far above the others, spreads of 10^12.

Readings: it holds although the proof writes beta for alpha. The bound is far from tight (see chained/thm-5-bound).
"""

from collections.abc import Callable
from typing import TypeVar

import sympy
from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Quantity, Value
from optcheck.claims.claim import amounts, texts
from optcheck.claims.functions import largest, power, row, smallest
from optcheck.claims.relations import between
from proofs_numeric.chained._game import Preferences, Users, drawn_rows, rows, users_order
from proofs_numeric.chained._steps import price, price_falls

I = TypeVar("I")  # noqa: E741 - the instance


def as_printed(users: Users) -> tuple[Value, Value]:
    return 1, largest(users.preferences) / smallest(users.preferences)


def cubed_price(preferences: Callable[[I], Preferences]) -> Quantity[I]:
    """The price of anarchy of a row of users, cubed."""
    return Quantity(
        kind="noise-game-least-total",
        name="price of anarchy cubed",
        describe=lambda instance: {"preferences": texts(preferences(instance))},
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
        grid=lambda: map(Users, filter(is_mixed, (*rows(2, 4), *added))),
        order=users_order,
        strategy=lambda: st.builds(Users, drawn_rows(2, 8).filter(is_mixed)),
    )


def is_mixed(preferences: Preferences) -> bool:
    """Not all equal."""
    return min(preferences) < max(preferences)


def proof(argument: Argument, form: Formula[Users]) -> None:
    price_falls(argument)
    low, over = sympy.symbols("low over", positive=True)
    lower, upper = form(Users(row("beta", largest=(1 + over) ** 2 * low, smallest=low)))
    argument.identity("the lower bound is the price of equal users", lower, price(sympy.Integer(1)))
    z = 1 / (1 + over)  # the least that z can be: every preference is at least the minimum
    argument.positive("even at the least z the price is below the upper bound", (upper - price(z)) * 3 * z**2)
    argument.words("Every beta is at least min, so z^2 >= min/max, and the price falls in z.")


CLAIM = Claim(
    id="chained/thm-5-proof-bound",
    place="proof of Theorem 5",
    title="the bound that the proof arrives at",
    domain=unequal_users("1000000 1004006004001/1000000, 1 1000000", "spreads of 1.004 and 10^6"),
    truth=cubed_price(lambda users: users.preferences),
    means=cubes,
    asserts=between(strictly_above=True, strictly_below=True),
    printed=Form(as_printed, "1 < PoA < max β / min β"),
    proof=proof,
    rests_on=("chained/thm-5-optimum",),
)
