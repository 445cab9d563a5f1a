"""Statement: f(x) = beta (m x)^(-1/2) + m x/K^2 is least at x = beta.

Model: f'(x) = 0 where x^(3/2) = K^2 beta, because m^(-3/2) = 2; f falls before and grows after it. Cubes are compared.

Corners: beta = 1; one user.

Readings: with the weight alpha = beta^(3/2) of Eq. 14 in place of beta, and without the K^2 that Eqs. 22 and 23 do not
have, the minimiser is beta, and the proof of Theorem 2 is right there (chained/thm-2).
"""

from dataclasses import dataclass
from fractions import Fraction

import sympy

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Reading, Value
from optcheck.claims.claim import amounts, simplicity
from optcheck.claims.functions import power
from optcheck.claims.relations import equals


@dataclass(frozen=True, slots=True)
class Bidder:
    """A user's preference, and the number of users."""

    preference: Fraction
    users: int


def as_printed(bidder: Bidder) -> Value:
    return bidder.preference


def corrected(bidder: Bidder) -> Value:
    return power((bidder.users**2 * bidder.preference) ** 2, Fraction(1, 3))


def proof(argument: Argument, form: Formula[Bidder]) -> None:
    c, users, x, t = sympy.symbols("c K x t", positive=True)
    m = sympy.Rational(1, 4) ** sympy.Rational(1, 3)
    slope = sympy.diff(c**3 / users**2 / sympy.sqrt(m * x) + m * x / users**2, x)
    least = form(Bidder(c**3 / users**2, users))
    argument.identity("the minimiser for K^2 beta = c^3 is c^2", least, c**2)
    argument.identity("f'(t^2) is m/K^2 times 1 - (c/t)^3", slope.subs(x, t**2), m / users**2 * (1 - (c / t) ** 3))
    argument.identity("which vanishes at t = c", slope.subs(x, c**2), 0)
    argument.positive("is negative before", -(1 - ((t + x) / t) ** 3))
    argument.positive("and positive after", 1 - (t / (t + x)) ** 3)


CLAIM = Claim(
    id="chained/thm-2-proof",
    place="proof of Theorem 2, Eqs. 22 and 23",
    title="the minimiser of the function used",
    domain=Domain(
        description="1 to 5 users, preferences 1/8, 1/4, 1, 2, 4, 8, 27",
        grid=lambda: (Bidder(beta, users) for users in range(1, 6) for beta in amounts("1/8 1/4 1 2 4 8 27")),
        order=lambda bidder: (bidder.users, *simplicity([bidder.preference])),
    ),
    truth=Definition(lambda bidder: (bidder.users**2 * bidder.preference) ** 2),
    means=lambda _, least: power(least, 3),
    asserts=equals,
    printed=Form(as_printed, "argmin of β_k (m x)^(−1/2) + m x/K² is β_k"),
    corrected=Form(corrected, "argmin of β_k (m x)^(−1/2) + m x/K² is (K² β_k)^(2/3)"),
    impact=Impact.TEXT,
    proof=proof,
    readings=(
        Reading(
            name="weight α_k as in Eq. 14, and no K²",
            truth=Definition(lambda bidder: bidder.preference**3),
        ),
    ),
)
