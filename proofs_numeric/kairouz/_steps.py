"""Steps that several proofs share, for one party; products over the parties do the rest.

A signature s lies between 1/l and l. Its tensor [1, s] is a mixture of the two ends [1, 1/l] and [1, l].
"""

from collections.abc import Iterable

import sympy

from optcheck.claims import Argument, Formula, Value
from optcheck.randomized_response.optimum import solve_problem
from optcheck.randomized_response.problem import Criterion, Problem
from proofs_numeric.kairouz._problems import small_problems

more, rest = sympy.symbols("more rest", nonnegative=True)
above = sympy.Symbol("above", positive=True)
s = sympy.Symbol("s", positive=True)
l = sympy.Symbol("l", positive=True)  # noqa: E741 - the paper's lambda
L = 1 + more  # any lambda >= 1


def mixture(argument: Argument) -> None:
    """Every factor is a mixture of its two ends."""
    high, low = (s * l - 1) / (l**2 - 1), l * (l - s) / (l**2 - 1)
    words = "[1, s] = (s l - 1)/(l^2 - 1) [1, l] + l (l - s)/(l^2 - 1) [1, 1/l]"
    argument.identity(words, [high + low, high * l + low / l], [1, s])
    argument.not_negative("the first share is not negative for s >= 1/l", l * (1 / l + rest) - 1)
    argument.not_negative("nor is the second for s <= l", l * (l - s), {l: s + rest})


def masses(argument: Argument) -> None:
    """The masses l/(1+l) of [1, 1/l] and 1/(1+l) of [1, l] are the only ones that meet S theta = 1, for l > 1."""
    theta = (l / (1 + l), 1 / (1 + l))
    total = [theta[0] + theta[1], theta[0] / l + theta[1] * l]
    argument.identity("l/(1+l) [1, 1/l] + 1/(1+l) [1, l] = [1, 1]", total, [1, 1])
    argument.positive("the ends are independent for l > 1: their determinant is positive", l - 1 / l, {l: 1 + above})


def best_decision(argument: Argument) -> None:
    """No mixture of decisions beats the best one."""
    q, m, c = sympy.symbols("q m c", nonnegative=True)
    argument.identity("q m - q c = q (m - c)", q * m - q * c, q * (m - c))
    argument.words(
        "Summed over decisions with chances q of total 1: the largest m of the numbers c exceeds their mixture by the "
        "sum of q (m - c) >= 0, and a decision that attains m attains the maximum."
    )


def extremal_suffices(argument: Argument) -> None:
    """Randomised response is optimal for every reader, function, weight and criterion."""
    mixture(argument)
    masses(argument)
    argument.words(
        "Every message depends on its sender's bit and on earlier messages only, so P(t | x) is a product of factors "
        "u_i(x_i); privacy keeps u_i(1) = s_i u_i(0) with 1/l_i <= s_i <= l_i, or makes the whole column 0: a column "
        "is a mass times a signature. By products of the mixture of one factor each signature is a mixture of the 2^k "
        "extremal ones. Replacing a transcript by that mixture leaves S theta(y) unchanged for every decision y (pairs "
        "of decisions for a party), hence the totals and the accuracy on every input: average and worst case alike. "
        "The extremal masses are then fixed by S theta = 1: products of l/(1+l) and 1/(1+l), unique when all l > 1; "
        "where l_i = 1 the column does not depend on x_i, nor does party i's response, so party i may be left out. "
        "That is randomised response, and Eqs. 2, 4, 5, 6 choose the best rule for it."
    )


def smallest_face(argument: Argument) -> None:
    """Which signatures an optimum can use, and when it must be randomised response."""
    mixture(argument)
    masses(argument)
    argument.words(
        "For an optimal dual the slack of decision y is multilinear in s and nonnegative at the corners, so at s it is "
        "the mixture of its corner values with the shares of the mixture, which are positive exactly at the corners of "
        "the smallest face that holds s. It vanishes at s exactly when it vanishes at those corners, and then a little "
        "mass of an optimal rule for randomised response that decides y there can be moved to s without changing "
        "S theta(y). A face with more than one corner has an edge: an optimum leaves the corners exactly when one "
        "decision is possible, in one optimal rule, at both ends of an edge."
    )


def agrees(argument: Argument, words: str, pairs: Iterable[tuple[Value, Value]]) -> None:
    """Bind the form to what the argument is about: on small instances both are the same, computed in two ways."""
    argument.cases(words, [left == right for left, right in pairs])


def reached_by_response(argument: Argument, some: Iterable[Problem], value: Formula[Problem]) -> None:
    """Randomised response is optimal, and a form has the accuracy that it reaches with the best rule."""
    extremal_suffices(argument)
    reached = ((value(problem), solve_problem(problem).value) for problem in some)
    agrees(argument, "the form is what randomised response reaches", reached)


def same_optimum(argument: Argument, criterion: Criterion, optimum: Formula[Problem]) -> None:
    """Bind a form that gives the coefficients of a program over signatures."""
    some = list(small_problems(criterion, "observer"))[::8]
    solved = ((optimum(problem), solve_problem(problem).value) for problem in some)
    agrees(argument, "on grids of signatures that hold the corners the program has this optimum", solved)
