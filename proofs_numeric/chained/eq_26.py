"""Statement: beta_k x^(-1/2) + x + (what the others add) is least at x = m beta_k.

Model: the derivative vanishes where x^(3/2) = beta/2, so at m beta^(2/3). In units of m; cubes are compared.

Corners: preference 1, where both agree.

Readings: Eq. 26 is called a special case of Eq. 14, whose weight is alpha_k = beta_k^(3/2); with that weight the
proof's minimiser m beta_k is right.
"""

from dataclasses import dataclass
from fractions import Fraction

import sympy

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Mark, Reading, Value
from optcheck.claims.claim import amounts
from optcheck.claims.functions import power
from optcheck.claims.relations import equals


@dataclass(frozen=True, slots=True)
class Alone:
    """The preference of a user who adds noise alone."""

    preference: Fraction


def as_printed(user: Alone) -> Value:
    return user.preference


def corrected(user: Alone) -> Value:
    return power(user.preference**2, Fraction(1, 3))


def proof(argument: Argument, form: Formula[Alone]) -> None:
    c, x, t, more = sympy.symbols("c x t more", positive=True)
    m = sympy.Rational(1, 4) ** sympy.Rational(1, 3)
    slope = sympy.diff(c**3 / sympy.sqrt(x) + x, x)
    argument.identity("the minimiser for beta = c^3 is m c^2", form(Alone(c**3)), c**2)
    argument.identity("the slope at m t^2 is 1 - (c/t)^3", slope.subs(x, m * t**2), 1 - (c / t) ** 3)
    argument.positive("which is negative before t = c", -(1 - ((t + more) / t) ** 3))
    argument.positive("and positive after", 1 - (t / (t + more)) ** 3)


CLAIM = Claim(
    id="chained/eq-26",
    place="Eq. 26 and proof of Theorem 4",
    title="the minimiser of the cost outside",
    domain=Domain("preferences 1/8, 1/4, 1/2, 1, 2, 4, 8, 27", lambda: map(Alone, amounts("1/8 1/4 1/2 1 2 4 8 27"))),
    truth=Definition(lambda user: user.preference**2),
    means=lambda _, least: power(least, 3),
    asserts=equals,
    printed=Form(as_printed, "argmin of β_k x^(−1/2) + x is m β_k"),
    corrected=Form(corrected, "argmin of β_k x^(−1/2) + x is m β_k^(2/3)"),
    impact=Impact.TEXT,
    proof=proof,
    readings=(
        Reading(
            name="weight α_k, as Eq. 14 has it",
            truth=Definition(lambda user: user.preference**3),
            mark=Mark.AS_ITS_PROOF_USES_IT,
        ),
    ),
)
