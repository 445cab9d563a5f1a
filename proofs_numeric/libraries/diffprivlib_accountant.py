"""Statement: diffprivlib 0.6.6 (BudgetAccountant.total) gives for budgets epsilon_i and a slack the least of three
totals: the sum; A + sqrt(2 S ln(1/slack)); A + sqrt(2 S ln(e + sqrt(S)/slack)); where S is the sum of epsilon_i^2
and A that of epsilon_i (1 - exp(-epsilon_i))/(1 + exp(-epsilon_i)).

Model: k randomised responses, the worst mechanisms that are epsilon-private. Their exact delta at the total budget,
a sum over the number of true answers, must be at most the stated one.

Corners: one mechanism; eight.

Readings: budgets that are all the same, of mechanisms with delta = 0.
"""

from optcheck.claims import *
from proofs_numeric.libraries.textbook_composition import Composition, composition


def as_printed(case: Composition) -> Value:
    squares = case.times * case.epsilon**2
    mean = case.times * case.epsilon * (1 - exp(-case.epsilon)) / (1 + exp(-case.epsilon))
    drv = mean + sqrt(2 * squares * log(1 / case.delta))
    kov = mean + sqrt(2 * squares * log(exp(Fraction(1)) + sqrt(squares) / case.delta))
    return smallest(case.times * case.epsilon, drv, kov)


CLAIM = composition(
    "libraries/diffprivlib-accountant",
    place="diffprivlib, BudgetAccountant",
    title="the total of several budgets",
    printed=Form(as_printed, "ε = min(Σ ε_i, A + √(2 S ln(1/δ)), A + √(2 S ln(e + √S/δ)))"),
)
