"""Statement: the total cost under BAS over the least total cost lies strictly between 1 and max beta / (K min beta).

Model: in units of m with preferences that are squares, the cube of the price of anarchy is rational, and bounds are
compared by their cubes. BAS needs two different preferences; they are positive.

Corners: nearly equal preferences, one user far above the others, spreads of 10^12.

Readings: the correction is attained, so it is not strict. The paper's proof arrives at max/min without K, which holds
(chained/thm-5-proof-bound). Whatever the preferences, the corrected bound is below (K + 2) / (3 K^(1/3)).
"""

from fractions import Fraction

import sympy

from optcheck.claims import Argument, Claim, Form, Formula, Value
from optcheck.claims.functions import count, largest, power, row, smallest
from optcheck.claims.relations import between
from proofs_numeric.chained._game import Users
from proofs_numeric.chained._steps import price, price_falls
from proofs_numeric.chained.thm_5_proof_bound import cubed_price, cubes, unequal_users


def as_printed(users: Users) -> tuple[Value, Value]:
    row = users.preferences
    return 1, largest(row) / (count(row) * smallest(row))


def corrected(users: Users) -> tuple[Value, Value]:
    row = users.preferences
    a = (1 + (count(row) - 1) * power(smallest(row) / largest(row), Fraction(3, 2))) / count(row)
    return 1, (1 + 2 * a) / (3 * power(a, Fraction(2, 3)))


def proof(argument: Argument, form: Formula[Users]) -> None:
    price_falls(argument)
    users, low, more = sympy.symbols("K low more", positive=True)
    top = low + more
    lower, upper = form(Users(row("beta", count=users, largest=top**2, smallest=low**2)))
    argument.identity("the lower bound is the price of equal users", lower, price(sympy.Integer(1)))
    least = (1 + (users - 1) * (low / top) ** 3) / users
    argument.identity("the upper bound is the price at the least z", upper, price(least ** sympy.Rational(1, 3)))
    argument.words(
        "Given K, min and max, the mean z^3 of beta^(3/2) over its maximum is least when all but one user are at the "
        "minimum, and the price falls in z."
    )


CLAIM = Claim(
    id="chained/thm-5-bound",
    place="Theorem 5, Eq. 29",
    title="bounds on the price of anarchy",
    domain=unequal_users("9 16, 1 1000000", "the preferences (9, 16), (1, 10^6)"),
    truth=cubed_price(lambda users: users.preferences),
    means=cubes,
    asserts=between(strictly_above=True, strictly_below=True),
    printed=Form(as_printed, "1 < PoA < max β / (K min β)"),
    corrected=Form(
        corrected,
        "1 < PoA ≤ (1 + 2a) / (3 a^(2/3)), a = (1 + (K−1)(min β/max β)^(3/2)) / K; attained",
        asserts=between(strictly_above=True),
    ),
    proof=proof,
    rests_on=("chained/thm-5-optimum",),
)
