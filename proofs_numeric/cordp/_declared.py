"""The declared instances that several statements of this paper share, and the optimal noise as Theorem 1 has it."""

from optcheck.claims import *

__all__ = ["Budget", "Dimension", "Noise", "Pair", "Users", "Variance", "optimal_variance"]


class Users(Instance):
    """n users, at least t responders, at most c colluders, and sigma^2_{eps,delta}."""

    n: int = integer(2)
    t: int = integer(1, "n")
    c: int = integer(0, "t - 1")
    sigma2_min: Fraction = rational(above=0, symbol="s")


class Dimension(Users):
    """The same for vectors of dimension d."""

    d: int = integer(1)


class Variance(Instance):
    """n users, c colluders, and a variance that can be private."""

    n: int = integer(2)
    c: int = integer(0, "n - 1")
    sigma2_min: Fraction = rational(above=0, symbol="s")
    variance: Fraction = rational(at_least="sigma2_min", symbol="σ²")


class Pair(Instance):
    """n users, c colluders, and a positive definite covariance matrix with equal entries on and off the diagonal."""

    n: int = integer(2)
    c: int = integer(0, "n - 1")
    sigma2_min: Fraction = rational(above=0, symbol="s")
    variance: Fraction = rational(above=0, symbol="σ²")
    covariance: Fraction = rational(above="-variance / (n - 1)", below="variance", symbol="r")


class Noise(Instance):
    """A privacy parameter and a standard deviation."""

    epsilon: Fraction = rational(above=0, symbol="ε")
    sigma: Fraction = rational(above=0, symbol="σ")


class Budget(Instance):
    """A privacy budget."""

    epsilon: Fraction = rational(above=0, symbol="ε")
    delta: Fraction = rational(above=0, below=1, symbol="δ")


def optimal_variance(case: Users) -> Value:
    """sigma*^2 of Eq. 12 for t < n."""
    n, t, c, s = case.n, case.t, case.c, case.sigma2_min
    second = s * (n - c - 1) * (n + c - 2 * n * c + t * (n + c - 2))
    root = surd((t - c) * (n - t) * (n - c - 1))
    return s * (n**2 - 2 * n - c * n + 2) / (n - c) ** 2 + second / ((n - c) ** 2 * root)
