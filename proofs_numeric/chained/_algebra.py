"""The algebra behind the noise game, executed: polynomial identities that hold for all real numbers.

With r^2 the preference, y^2 the noise a user sees and p^2 the noise that it finds, the user's cost is a constant plus
y^2 + 2 r^3/y. Everything about best responses follows from two identities, which :func:`response_identities` checks.
"""

from __future__ import annotations

import sympy

from optcheck.errors import OptcheckError


def require_identity(left: sympy.Expr, right: sympy.Expr) -> int:
    """Check that two rational functions are the same; counts as one step."""
    if sympy.cancel(sympy.together(left - right)) != 0:
        raise OptcheckError(f"not an identity: {left} = {right}")
    return 1


def require_positive_coefficients(expression: sympy.Expr, *symbols: sympy.Symbol) -> int:
    """Check that a polynomial in symbols >= 0 has no negative coefficient, so is never negative; one step."""
    polynomial = sympy.Poly(sympy.expand(expression), *symbols)
    if any(coefficient < 0 for coefficient in polynomial.coeffs()):
        raise OptcheckError(f"a negative coefficient in {polynomial.as_expr()}")
    return 1


def response_identities() -> int:
    """The two facts about g(y) = y^2 + 2 r^3/y; returns the number of steps.

    1. g(y) - g(r) = (y - r)^2 (y + 2r) / y, which is positive unless y = r: topping up to r is best if possible.
    2. For y = p + s with p = r + t (s, t >= 0): (g(y) - g(p)) y p is a polynomial in r, s, t without negative
       coefficients: who finds more than r adds nothing.
    """
    y, r, s, t = sympy.symbols("y r s t", positive=True)

    def g(x: sympy.Expr) -> sympy.Expr:
        return x**2 + 2 * r**3 / x

    found = r + t
    left = sympy.cancel(sympy.together((g(found + s) - g(found)) * (found + s) * found))
    return require_identity(g(y) - g(r), (y - r) ** 2 * (y + 2 * r) / y) + require_positive_coefficients(left, r, s, t)


def unit_identity() -> int:
    """In units of m = 2^(-2/3), alpha / sqrt(m y^2) is 2 r^3/y where alpha = r^3 is the weight; one step."""
    y, r = sympy.symbols("y r", positive=True)
    m = sympy.Rational(1, 4) ** sympy.Rational(1, 3)
    if sympy.simplify(r**3 / (sympy.sqrt(m) * y) / m - 2 * r**3 / y) != 0:
        raise OptcheckError("m^(-1/2) is not 2m")
    return 1


def anarchy_identities() -> int:
    """The price of anarchy h(z) = (1 + 2 z^3) / (3 z^2), z^3 = mean of beta^(3/2) over its maximum; returns steps.

    1. Total cost of BAS over the optimum: with maximum 1 the costs are K (1 + 2 z^3) and 3 K z^2.
    2. h'(z) = -2 (1 - z^3) / (3 z^3), negative below 1: h falls to h(1) = 1, so h > 1 unless all are equal.
    3. 1/z^2 - h(z) = 2 (1 - z^3) / (3 z^2), positive below 1.
    """
    z, k, x = sympy.symbols("z K x", positive=True)

    def h(value: sympy.Expr) -> sympy.Expr:
        return (1 + 2 * value**3) / (3 * value**2)

    total = k * x**2 + 2 * k * z**3 / x
    steps = require_identity(total.subs(x, 1) / total.subs(x, z), h(z))
    steps += require_identity(sympy.diff(total, x).subs(x, z), sympy.Integer(0))
    steps += require_identity(sympy.diff(h(z), z), -2 * (1 - z**3) / (3 * z**3))
    steps += require_identity(h(sympy.Integer(1)), sympy.Integer(1))
    return steps + require_identity(1 / z**2 - h(z), 2 * (1 - z**3) / (3 * z**2))
