"""Statement: The Algorithmic Foundations of Differential Privacy (2014), Theorem 3.20: k epsilon-private mechanisms
are together (epsilon', delta')-private, epsilon' = sqrt(2 k ln(1/delta')) epsilon + k epsilon (exp(epsilon) - 1).

Model: k randomised responses, the worst mechanisms that are epsilon-private. Their exact delta at the total budget,
a sum over the number of true answers, must be at most the stated one.

Corners: one mechanism; sixteen.

Readings: mechanisms with delta = 0.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import comb

from optcheck.claims import Claim, Definition, Domain, Form, Impact, Outcome, Value
from optcheck.claims.claim import every
from optcheck.claims.functions import exp, log, sqrt
from optcheck.claims.relations import at_least


@dataclass(frozen=True, slots=True)
class Composition:
    """So many epsilon-private mechanisms, and the failure probability granted to their composition."""

    epsilon: Fraction
    times: int
    delta: Fraction


def as_printed(case: Composition) -> Value:
    first = case.epsilon * sqrt(2 * case.times * log(1 / case.delta))
    return first + case.times * case.epsilon * (exp(case.epsilon) - 1)


def compositions(description: str, parts: tuple[str, tuple[int, ...], str]) -> Domain[Composition]:
    """Budgets, numbers of mechanisms and failure probabilities on a grid."""

    def order(case: Composition) -> tuple[object, ...]:
        return case.times, case.epsilon.denominator, case.epsilon, case.delta.denominator

    return every(description, Composition, *parts, order=order)


def responses_delta(case: Composition, epsilon: Value) -> Value:
    """The exact delta of so many randomised responses, the worst epsilon-private mechanisms, at a budget."""
    counts = [i for i in range(case.times + 1) if (case.times - 2 * i) * case.epsilon > epsilon]
    excess = (
        comb(case.times, i) * (exp((case.times - i) * case.epsilon) - exp(epsilon + i * case.epsilon)) for i in counts
    )
    return sum(excess, Fraction(0)) / (1 + exp(case.epsilon)) ** case.times


STATED: Definition[Composition] = Definition(lambda case: case.delta)
# The claim that a budget is enough: the exact delta of the worst mechanisms is at most the stated one.
composition = partial(Claim, truth=STATED, means=responses_delta, asserts=at_least, impact=Impact.SAFETY)


CLAIM = composition(
    id="libraries/textbook-composition",
    place="Dwork and Roth, Theorem 3.20",
    title="advanced composition",
    domain=compositions(
        "1 to 16 mechanisms with epsilon from 1/10 to 2, delta from 9/10 to 1e-5",
        ("1 2 1/2 1/10", (1, 2, 4, 16), "1/10 1/2 1/100000 9/10"),
    ),
    printed=Form(as_printed, "ε' = √(2k ln(1/δ')) ε + k ε (exp(ε) - 1)"),
    expected=Outcome.HOLDS,
)
