"""Statement: beta_k x^(-1/2) + x + (what the others add) is least at x = m beta_k.

Model: at the minimiser the cost is at most that at any other noise. Costs are in units
of m: with x = u m, beta x^(-1/2) is 2 beta/sqrt(u) of them.
Preference and noise are given by their roots, which makes both costs rational.

Corners: preference 1, where both agree.

Readings: Eq. 26 is called a special case of Eq. 14, whose weight is alpha_k = beta_k^(3/2); with that weight the
proof's minimiser m beta_k is right.
"""

from optcheck.claims import *


class Alone(Instance):
    """The cube root of a user's preference, who adds noise alone, and the root of any other noise."""

    cube_root: Fraction = rational(above=0, symbol="β^(1/3)")
    other: Fraction = rational(above=0, symbol="√(x/m) otherwise")


class Weighted(Instance):
    """The root of a user's preference, and the root of any other noise."""

    root: Fraction = rational(above=0, symbol="√β")
    other: Fraction = rational(above=0, symbol="√(x/m) otherwise")


def as_printed(user: Alone) -> Value:
    return user.cube_root**3


def corrected(user: Alone) -> Value:
    return user.cube_root**2


def paid(user: Alone, noise: Value) -> Value:
    """beta x^(-1/2) + x at x = m noise, in units of m."""
    return 2 * user.cube_root**3 / sqrt(noise) + noise


def paid_otherwise(user: Alone) -> Value:
    return paid(user, user.other**2)


def as_printed_weighted(user: Weighted) -> Value:
    return user.root**2


def paid_weighted(user: Weighted, noise: Value) -> Value:
    """alpha x^(-1/2) + x at x = m noise, with alpha = beta^(3/2), in units of m."""
    return 2 * user.root**3 / sqrt(noise) + noise


def paid_weighted_otherwise(user: Weighted) -> Value:
    return paid_weighted(user, user.other**2)


CLAIM = Statement(
    "chained/eq-26",
    place="Eq. 26 and proof of Theorem 4",
    title="the minimiser of the cost outside",
    domain=Alone,
    truth=definition(paid_otherwise),
    means=paid,
    asserts=at_least,
    printed=Form(as_printed, "argmin of β_k x^(−1/2) + x is m β_k"),
    corrected=Form(corrected, "argmin of β_k x^(−1/2) + x is m β_k^(2/3)"),
    impact=Impact.TEXT,
    hints=(square("cube_root - other"),),
    readings=(
        Reading(
            name="weight α_k, as Eq. 14 has it",
            domain=Weighted,
            truth=definition(paid_weighted_otherwise),
            means=paid_weighted,
            printed=Form(as_printed_weighted, "argmin of α_k x^(−1/2) + x is m β_k"),
            mark=Mark.AS_ITS_PROOF_USES_IT,
            hints=(square("root - other"),),
        ),
    ),
)
