"""Statement: the total cost under BAS is less than max beta / min beta times the least total cost.

Model: as for chained/thm-5-bound: positive preferences, not all equal (BAS cannot run on equal ones; there the
ratio and the price of anarchy are both 1). Exact comparison of cubes.

Corners: nearly equal preferences, one user far above the others, spreads of 10^12.

Readings: it holds although the proof writes beta for alpha. The bound is far from tight (see chained/thm-5-bound).
"""

import sympy

from optcheck.claims import Argument, Claim, Form, Formula, Outcome, Value
from optcheck.claims.functions import largest, row, smallest
from optcheck.claims.relations import between
from proofs_numeric.chained._game import CUBED_PRICE, Users, cubes, unequal_users
from proofs_numeric.chained._steps import price, price_falls


def as_printed(users: Users) -> tuple[Value, Value]:
    return 1, largest(users.preferences) / smallest(users.preferences)


def proof(argument: Argument, form: Formula[Users]) -> None:
    price_falls(argument)
    low, over = sympy.symbols("low over", positive=True)
    lower, upper = form(Users(row("beta", largest=(1 + over) ** 2 * low, smallest=low)))
    argument.identity("the lower bound is the price of equal users", lower, price(1))
    z = 1 / (1 + over)  # the least that z can be: every preference is at least the minimum
    argument.positive("even at the least z the price is below the upper bound", (upper - price(z)) * 3 * z**2)
    argument.words("Every beta is at least min, so z^2 >= min/max, and the price falls in z.")


CLAIM = Claim(
    id="chained/thm-5-proof-bound",
    place="proof of Theorem 5",
    title="the bound that the proof arrives at",
    domain=unequal_users("1000000 1004006004001/1000000, 1 1000000", "spreads of 1.004 and 10^6"),
    truth=CUBED_PRICE,
    means=cubes,
    asserts=between(strictly_above=True, strictly_below=True),
    printed=Form(as_printed, "1 < PoA < max β / min β"),
    expected=Outcome.HOLDS,
    proof=proof,
    rests_on=("chained/thm-5-optimum",),
)
