"""Steps that several proofs about the noise game share.

With r^2 the preference and y^2 the noise that a user's data carry, the user pays a constant plus y^2 + 2 r^3/y, in
units of m.
"""

import sympy

from optcheck.claims import Argument, Value

r, s, t, y = sympy.symbols("r s t y", positive=True)


def cost(noise_root: Value, preference_root: Value = r) -> Value:
    """What a user pays for the noise y^2 that it sees, if that is all there is."""
    return noise_root**2 + 2 * preference_root**3 / noise_root


def units(argument: Argument) -> None:
    """In units of m = 2^(-2/3), alpha / sqrt(m y^2) is 2 r^3/y where alpha = r^3 is the weight."""
    m = sympy.Rational(1, 4) ** sympy.Rational(1, 3)
    argument.identity(
        "in units of m the privacy cost alpha/sqrt(m y^2) is 2 r^3/y", r**3 / (sympy.sqrt(m) * y) / m, 2 * r**3 / y
    )


def least_at_the_preference(argument: Argument) -> None:
    """y^2 + 2 r^3/y is least at y = r, and grows beyond."""
    argument.square("y^2 + 2r^3/y exceeds its value at y = r by a square", cost(y) - cost(r), y - r, (y + 2 * r) / y)
    less, more = r + t, r + t + s
    argument.not_negative("and grows beyond y = r", (cost(more) - cost(less)) * more * less)


def price(z: Value) -> Value:
    """The price of anarchy h(z), with z^3 the mean of beta^(3/2) over its maximum."""
    return (1 + 2 * z**3) / (3 * z**2)


def price_falls(argument: Argument) -> None:
    """The total cost of BAS over the optimum is h(z), which falls to 1 at z = 1."""
    z, k, x = sympy.symbols("z K x", positive=True)
    paid = k * x**2 + 2 * k * z**3 / x
    argument.identity(
        "BAS costs h(z) times the optimum: noise 1 against z^2", paid.subs(x, 1) / paid.subs(x, z), price(z)
    )
    argument.identity("h'(z) = -2 (1 - z^3)/(3 z^3)", sympy.diff(price(z), z), -2 * (1 - z**3) / (3 * z**3))
    argument.identity("h(1) = 1", price(sympy.Integer(1)), 1)
