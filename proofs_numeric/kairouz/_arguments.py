"""Executed arguments that prove statements for every k and every lambda >= 1.

A polynomial whose degree in each variable is at most d vanishes everywhere when it vanishes on a product grid with
d + 1 points for each variable. Identities between rational functions are checked that way, after clearing the
denominators, in exact arithmetic. Signs on lambda >= 1 are decided by isolating all real roots.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

from optcheck.audit import Proof
from optcheck.errors import OptcheckError
from optcheck.randomized_response.multibit import is_nonnegative
from optcheck.randomized_response.polynomials import LAMBDA, Polynomial


class ArgumentFailed(OptcheckError):
    """A step of an argument is false."""


def vanishes(polynomial: Callable[..., Fraction], *degrees: int) -> int:
    """Prove that a polynomial with these degrees is zero; returns the number of points evaluated."""
    points = list(product(*([Fraction(n) for n in range(2, degree + 3)] for degree in degrees)))
    for point in points:
        if polynomial(*point) != 0:
            raise ArgumentFailed(f"a polynomial that should vanish is {polynomial(*point)} at {point}")
    return len(points)


def nonnegative(polynomial: Polynomial) -> int:
    """Prove that a polynomial is not negative for any lambda >= 1."""
    if not is_nonnegative(polynomial):
        raise ArgumentFailed(f"a polynomial that should not be negative is negative somewhere: {polynomial}")
    return 1


def demand(condition: bool, what: str) -> int:
    """One step that must hold."""
    if not condition:
        raise ArgumentFailed(f"this step fails: {what}")
    return 1


def mixture_steps() -> int:
    """[1, s] (l^2 - 1) = (s l - 1) [1, l] + (l^2 - s l) [1, 1/l]: every factor is a mixture of its two ends.

    Both shares are nonnegative on 1/l <= s <= l because s l >= 1 and l (l - s) >= 0, and they sum to l^2 - 1.
    """
    steps = vanishes(lambda s, v: (s * v - 1) + (v * v - s * v) - (v * v - 1), 1, 2)
    return steps + vanishes(lambda s, v: (s * v - 1) * v + (v * v - s * v) / v - s * (v * v - 1), 1, 3)


def mass_steps() -> int:
    """l/(1+l) [1, 1/l] + 1/(1+l) [1, l] = [1, 1]: randomised response is the solution of S theta = 1."""
    steps = vanishes(lambda v: v + 1 - (1 + v), 1)
    steps += vanishes(lambda v: v * (1 / v) + v - (1 + v), 2)
    steps += nonnegative(LAMBDA * LAMBDA - 1)  # the factor's determinant l - 1/l vanishes at l = 1 only
    return steps + demand((LAMBDA * LAMBDA - 1)(1) == 0, "the determinant vanishes at lambda = 1")


def best_decision_steps() -> int:
    """m - sum q_y c_y = sum q_y (m - c_y) when the q_y have total 1: no mixture of decisions beats the best one."""
    return vanishes(lambda q, m, c: q * m - q * c - q * (m - c), 1, 1, 1)


def extremal_suffices() -> Proof:
    """Randomised response is optimal for every reader, function, weight and criterion."""
    return Proof(
        "Every message depends on its sender's bit and on earlier messages only, so P(t | x) is a product of factors "
        "u_i(x_i); privacy keeps u_i(1) = s_i u_i(0) with 1/l_i <= s_i <= l_i, or makes the whole column 0: a column "
        "is a mass times a signature. "
        "Each factor [1, s] is a mixture of [1, 1/l] and [1, l] (checked as a polynomial identity), so by taking "
        "products each signature is a mixture of the 2^k extremal ones. Replacing a transcript by that mixture "
        "leaves S theta(y) unchanged for every decision y (pairs of decisions for a party), hence the totals and "
        "the accuracy on every input, so average and worst case alike. The extremal masses are then fixed by "
        "S theta = 1: they are products of l/(1+l) and 1/(1+l) (checked), unique when all l > 1; where l_i = 1 the "
        "column does not depend on x_i, nor does party i's response, so party i may be left out. That is randomised "
        "response, and Eqs. 2, 4, 5, 6 choose the best rule for it.",
        mixture_steps() + mass_steps(),
    )


def smallest_face() -> Proof:
    """Which signatures an optimum can use, and when it must be randomised response."""
    return Proof(
        "For an optimal dual the slack of decision y is multilinear in s and nonnegative at the corners, so at s it is "
        "the mixture of its corner values with the weights of the mixture identity (checked), which are positive "
        "exactly at the corners of the smallest face that holds s. It vanishes at s exactly when it vanishes at those "
        "corners, and then a little mass of an optimal rule for randomised response that decides y there can be "
        "moved to s without changing S theta(y). A face with more than one corner has an edge: an optimum leaves the "
        "corners exactly when one decision is possible, in one optimal rule, at both ends of an edge. The masses are "
        "unique (checked).",
        mixture_steps() + mass_steps(),
    )


def dual_value() -> Proof:
    """For every prior on the inputs, the dual over mu has the value of the best rule for randomised response."""
    return Proof(
        "Let the inputs have weights nu (all 1 for the average). Weak duality: sum_y <nu W(y), S theta(y)> <= "
        "sum_y <mu, S theta(y)> = sum mu for every feasible theta and mu. A row for s is a mixture of the rows for the "
        "corners c (checked), so feasible means <S_c, mu> >= g(c), the largest <S_c, nu W(y)>, at the corners. The "
        "different corners are independent (checked), so some mu has equality at all of them; then sum mu = <mu, S "
        "theta> = sum of theta_c g(c) with the masses of randomised response (S theta = 1, checked), which is what "
        "randomised response with the best decisions has: both programs have this optimum.",
        mixture_steps() + mass_steps(),
    )
