"""Statement: The Algorithmic Foundations of Differential Privacy (2014), Theorem 3.20: k epsilon-private mechanisms
are together (epsilon', delta')-private, epsilon' = sqrt(2 k ln(1/delta')) epsilon + k epsilon (exp(epsilon) - 1).

Model: k randomised responses, the worst mechanisms that are epsilon-private. Their exact delta at the total budget,
a sum over the number of true answers, must be at most the stated one.

Corners: one mechanism; sixteen.

Readings: mechanisms with delta = 0.
"""

from collections.abc import Callable
from functools import partial
from math import comb

from optcheck.claims import *


class Composition(Instance):
    """So many epsilon-private mechanisms, and the failure probability granted to their composition."""

    epsilon: Fraction = rational(above=0, symbol="ε")
    times: int = integer(1, symbol="k")
    delta: Fraction = rational(above=0, below=1, symbol="δ")


def as_printed(case: Composition) -> Value:
    first = case.epsilon * sqrt(2 * case.times * log(1 / case.delta))
    return first + case.times * case.epsilon * (exp(case.epsilon) - 1)


def responses(each: Value, times: int, epsilon: Value) -> Value:
    """The exact delta of so many randomised responses, the worst mechanisms with their budget, at another budget."""
    counts = [i for i in range(times + 1) if (times - 2 * i) * each > epsilon]
    excess = (comb(times, i) * (exp((times - i) * each) - exp(epsilon + i * each)) for i in counts)
    return sum(excess, Fraction(0)) / (1 + exp(each)) ** times


def failure(case: Composition, epsilon: Value) -> Value:
    """The exact delta of the worst mechanisms at the total budget."""
    return responses(case.epsilon, case.times, epsilon)


def stated(case: Composition) -> Value:
    """The failure probability that is granted."""
    return case.delta


# The claim that a budget is enough: the exact delta of the worst mechanisms is at most the stated one.
composition: Callable[..., Statement[Composition]] = partial(
    Statement,
    domain=Composition,
    truth=definition(stated),
    means=failure,
    asserts=at_least,
    impact=Impact.SAFETY,
    effort=Effort(instances=80, drawn=40, largest={"times": 12, "epsilon": 20}),
)


CLAIM = composition(
    "libraries/textbook-composition",
    place="Dwork and Roth, Theorem 3.20",
    title="advanced composition",
    printed=Form(as_printed, "ε' = √(2k ln(1/δ')) ε + k ε (exp(ε) - 1)"),
)
