"""Statement: diffprivlib 0.6.6 (BudgetAccountant.total) gives, for mechanisms of different budgets and a slack delta',
an epsilon at which their composition is (epsilon, delta')-private: the smallest of three bounds.

Model: the doubles that the installed package returned at the recorded points, for two groups of equal budgets. The
worst mechanisms are randomised responses; their exact delta at the returned epsilon, a sum over how many of each group
tell the truth, must be at most the slack.

Corners: one mechanism of each; budgets of 1, where the plain sum is the best bound.
"""

from math import comb

from optcheck.claims import *
from proofs_numeric.libraries._queries import recorded

RETURNED = recorded("diffprivlib-heterogeneous")


class Budgets(Instance):
    """A recorded call: two budgets, how often each is spent, and the slack."""

    first: Fraction = choice("1/8 1", symbol="ε₁")
    times_first: int = choice(1, 5, symbol="k₁")
    second: Fraction = choice("1/4 1/2", symbol="ε₂")
    times_second: int = choice(1, 5, symbol="k₂")
    slack: Fraction = choice("1/100 1/1000000", symbol="δ'")


def as_printed(call: Budgets) -> Value:
    return RETURNED[call.first, call.times_first, call.second, call.times_second, call.slack]


def failure(call: Budgets, epsilon: Value) -> Value:
    """The exact delta of the worst mechanisms at a budget."""
    assert isinstance(epsilon, Fraction)
    excess: Value = Fraction(0)
    for i in range(call.times_first + 1):
        for j in range(call.times_second + 1):
            loss = (call.times_first - 2 * i) * call.first + (call.times_second - 2 * j) * call.second
            if loss > epsilon:
                weight = exp(-i * call.first - j * call.second)
                excess += comb(call.times_first, i) * comb(call.times_second, j) * weight * (1 - exp(epsilon - loss))
    return excess / ((1 + exp(-call.first)) ** call.times_first * (1 + exp(-call.second)) ** call.times_second)


def allowed(call: Budgets) -> Value:
    """The slack."""
    return call.slack


CLAIM = Statement(
    "libraries/diffprivlib-heterogeneous",
    place="diffprivlib, BudgetAccountant",
    title="composition of different budgets: the recorded calls",
    domain=Budgets,
    truth=definition(allowed),
    means=failure,
    asserts=at_least,
    printed=Form(as_printed, "the ε that total() returns"),
    impact=Impact.SAFETY,
)
