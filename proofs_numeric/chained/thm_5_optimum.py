"""Statement: the sum of all users' costs is least at (m (mean of beta)^(2/3), 0, ..., 0).

Model: all noise T in the first place is best, since it covers everybody; the total cost in units of m is then K T +
2 A / sqrt(T) with A the sum of the beta_k^(3/2). Its cube at the form's T is compared with the cube of the least total
cost, which the checker establishes.

Corners: equal preferences, preference 1 (alpha = beta), spreads of 10^12.

Readings: with alpha in place of beta the formula is right: the paper's inconsistent use of beta is the whole mistake.
"""

from fractions import Fraction

import sympy

from optcheck.claims import Argument, Claim, Form, Formula, Impact, Mark, Quantity, Reading, Value
from optcheck.claims.claim import texts
from optcheck.claims.functions import count, power, sqrt, total
from optcheck.claims.relations import at_least
from proofs_numeric.chained._game import Users, users_domain
from proofs_numeric.chained._steps import units


def as_printed(users: Users) -> Value:
    return power(total(users.preferences) / count(users.preferences), Fraction(2, 3))


def corrected(users: Users) -> Value:
    weights = total(power(beta, Fraction(3, 2)) for beta in users.preferences)
    return power(weights / count(users.preferences), Fraction(2, 3))


def cubed_total_cost(users: Users, noise: Value) -> Value:
    """The cube of what all users pay together when the first one adds this noise."""
    weights = total(power(beta, Fraction(3, 2)) for beta in users.preferences)
    return power(count(users.preferences) * noise + 2 * weights / sqrt(noise), 3)


def proof(argument: Argument, form: Formula[Users]) -> None:
    units(argument)
    users, a, x = sympy.symbols("K a x", positive=True)
    alike = form(Users((a**2, a**2)))
    argument.identity("users with mean weight a^3 get noise a^2", alike, a**2)
    paid = users * x**2 + 2 * users * a**3 / x
    argument.square("the total exceeds 3 K a^2 by a square", paid - 3 * users * a**2, x - a, users * (x + 2 * a) / x)
    argument.words("Nobody carries more noise than there is in all, so noise in the first place is best.")


CLAIM = Claim(
    id="chained/thm-5-optimum",
    place="proof of Theorem 5",
    title="the centralised optimum",
    domain=users_domain(2, zeros=False),
    truth=Quantity(
        kind="noise-game-least-total",
        name="least total cost cubed",
        describe=lambda users: {"preferences": texts(users.preferences)},
    ),
    means=cubed_total_cost,
    asserts=at_least,
    printed=Form(as_printed, "σ_1² = m (Σ_k β_k / K)^(2/3), the others 0"),
    corrected=Form(corrected, "σ_1² = m (Σ_k β_k^(3/2) / K)^(2/3), the others 0"),
    impact=Impact.OPTIMALITY,
    proof=proof,
    readings=(
        Reading(
            name="α_k where β_k is printed",
            printed=Form(corrected, "σ_1² = m (Σ_k α_k / K)^(2/3), the others 0"),
            mark=Mark.AS_ITS_PROOF_USES_IT,
        ),
    ),
)
