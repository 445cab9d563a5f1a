"""Statement: if all users value privacy and accuracy alike, the coefficient of the privacy cost is part of that cost,
and by Eqs. 3 and 5 it is delta Delta_f.

Model: then the coefficient times C^pri = 1/sqrt(V) must be the budget of noise V. By Eq. 3 that is Delta_f sqrt(2
log(1.25/delta)) / sqrt(V). Compared for every V, given by its root.

Corners: delta = 1.

Readings: the budget grows when delta shrinks; the printed coefficient shrinks with it. The coefficient of Eq. 14 is
alpha; the preference is its power 2/3. (That Eq. 3 itself is too small above epsilon = 1 is chained/eq-3.)
"""

from optcheck.claims import *


class Neutral(Instance):
    """Sensitivity, delta, and the deviation of the noise that a user's data carry."""

    sensitivity: Fraction = rational(above=0, symbol="Δ_f")
    delta: Fraction = rational(above=0, at_most=1, symbol="δ")
    deviation: Fraction = rational(above=0, symbol="σ")


def as_printed(user: Neutral) -> Value:
    return user.delta * user.sensitivity


def corrected(user: Neutral) -> Value:
    return user.sensitivity * sqrt(2 * log(Fraction(5, 4) / user.delta))


def cost(user: Neutral, coefficient: Value) -> Value:
    """The coefficient times C^pri."""
    return coefficient / user.deviation


def budget(user: Neutral) -> Value:
    """Eq. 3, solved for epsilon."""
    return user.sensitivity / user.deviation * sqrt(2 * log(Fraction(5, 4) / user.delta))


CLAIM = Statement(
    "chained/sec-8-preference",
    place="Section VIII",
    title="the preference derived from delta and the sensitivity",
    domain=Neutral,
    truth=definition(budget),
    means=cost,
    asserts=equals,
    printed=Form(as_printed, "coefficient of C^pri = δ Δ_f"),
    corrected=Form(corrected, "coefficient α = Δ_f √(2 log(1.25/δ)), preference β = α^(2/3)"),
    argument="Eq. 3 with ε = α/σ gives σ = Δ_f σ √(2 log(1.25/δ)) / α back exactly for this coefficient α.",
)
