"""Statement: without dropouts or collusion privacy is sigma^2(1 - rho^2) >= s; the sum's noise variance 2 sigma^2(1 +
rho) falls towards s (half the 2s of independent noise) as sigma grows and rho tends to -1, and never below.

Model: two numbers of the covariance matrix: the variance of Z_1 less what Z_2 tells about it, and the sum of all
entries. That no private pair is below s, and that pairs on the boundary of privacy come as near as one likes, are
readings of their own.

Corners: rho = 0, rho near -1, rho > 0, sigma^2 = s.

Readings: the limit of the boundary, and that no private pair is below s.
"""

from optcheck.claims import *


class TwoUsers(Instance):
    """The noise of two users."""

    variance: Fraction = rational(above=0, symbol="σ²")
    rho: Fraction = rational(above=-1, below=1, symbol="ρ")


class Private(Instance):
    """The noise of two users that leaves each report the variance s given the other."""

    sigma2_min: Fraction = rational(above=0, symbol="s")
    variance: Fraction = rational(above=0, symbol="σ²")
    rho: Fraction = rational(above=-1, below=1, symbol="ρ")
    conditions = ("variance * (1 - rho**2) >= sigma2_min",)


class Boundary(Instance):
    """A correlation at which a report keeps exactly s."""

    sigma2_min: Fraction = rational(above=0, symbol="s")
    rho: Fraction = rational(above=-1, at_most=0, symbol="ρ")


def as_printed(users: TwoUsers) -> Value:
    return users.variance * (1 - users.rho**2), 2 * users.variance * (1 + users.rho)


def least(users: Private) -> Value:
    return users.sigma2_min


def near(users: Boundary) -> Value:
    return users.sigma2_min, users.sigma2_min * (2 + users.rho)


def kept_and_sum(users: TwoUsers) -> Value:
    """Var(Z_1) - Cov^2/Var(Z_2), and Var(Z_1 + Z_2)."""
    covariance = users.rho * users.variance
    return users.variance - covariance**2 / users.variance, variance_of_sum(users.variance, users.rho)


def sum_of_private(users: Private) -> Value:
    return variance_of_sum(users.variance, users.rho)


def sum_on_boundary(users: Boundary) -> Value:
    """Of the pair with sigma^2 (1 - rho^2) = s."""
    return variance_of_sum(users.sigma2_min / (1 - users.rho**2), users.rho)


def variance_of_sum(variance: Value, rho: Value) -> Value:
    """The sum of all entries of the covariance matrix."""
    covariance = rho * variance
    return variance + covariance + covariance + variance


CLAIM = Statement(
    "cordp/two-user",
    place="Section 3, Appendix F",
    title="two users: the privacy constraint, and the limit σ → ∞, ρ → −1",
    domain=TwoUsers,
    truth=definition(kept_and_sum),
    asserts=equals,
    printed=Form(as_printed, "Var(Z₁ | Z₂) = σ²(1−ρ²);  E|Z₁+Z₂|²/d = 2σ²(1+ρ)"),
    readings=(
        Reading(
            name="no private noise has a smaller sum",
            domain=Private,
            truth=definition(sum_of_private),
            asserts=at_least,
            printed=Form(least, "2σ²(1+ρ) ≥ s where σ²(1−ρ²) ≥ s"),
        ),
        Reading(
            name="the limit ρ → −1, σ² = s/(1−ρ²) → ∞",
            domain=Boundary,
            truth=definition(sum_on_boundary),
            asserts=between(),
            printed=Form(near, "s ≤ 2σ²(1+ρ) ≤ s(1 + (1+ρ)), so it tends to s"),
        ),
    ),
)
