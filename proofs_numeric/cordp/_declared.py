"""The declared instances that several statements of this paper share."""

from optcheck.claims import *

__all__ = ["Noise", "Users"]


class Users(Instance):
    """n users, at least t responders, at most c colluders, and sigma^2_{eps,delta}."""

    n: int = integer(2)
    t: int = integer(1, "n")
    c: int = integer(0, "t - 1")
    sigma2_min: Fraction = rational(above=0, symbol="s")


class Noise(Instance):
    """A privacy parameter and a standard deviation."""

    epsilon: Fraction = rational(above=0, symbol="ε")
    sigma: Fraction = rational(above=0, symbol="σ")
