"""Dwork and Roth, Theorem 3.20: advanced composition.

Statement: The Algorithmic Foundations of Differential Privacy (2014), Theorem 3.20: k epsilon-private mechanisms
are together (epsilon', delta')-private, epsilon' = sqrt(2 k ln(1/delta')) epsilon + k epsilon (exp(epsilon) - 1).

Model: k randomised responses, the worst mechanisms that are epsilon-private. Their exact delta at the total budget,
a sum over the number of true answers, must be at most the stated one.

Corners: one mechanism; sixteen.

Readings: mechanisms with delta = 0.
"""

from itertools import product

from optcheck.claims import Claim, Definition, Domain, Form, Impact, Outcome, Value
from optcheck.claims.functions import exp, log, sqrt
from optcheck.claims.grids import amounts
from optcheck.claims.relations import at_least
from proofs_numeric.libraries._queries import Composition, responses_delta


def as_printed(case: Composition) -> Value:
    first = case.epsilon * sqrt(2 * case.times * log(1 / case.delta))
    return first + case.times * case.epsilon * (exp(case.epsilon) - 1)


CLAIM = Claim(
    id="libraries/textbook-composition",
    place="Dwork and Roth, Theorem 3.20",
    title="advanced composition",
    domain=Domain(
        description="1 to 16 mechanisms with epsilon from 1/10 to 2, delta from 9/10 to 1e-5",
        grid=lambda: (
            Composition(epsilon, int(times), delta)
            for epsilon, times, delta in product(
                amounts("1 2 1/2 1/10"),
                amounts("1 2 4 16"),
                amounts("1/10 1/2 1/100000 9/10"),
            )
        ),
        order=lambda case: (case.times, case.epsilon.denominator, case.epsilon, case.delta.denominator),
    ),
    truth=Definition(lambda case: case.delta),
    means=responses_delta,
    asserts=at_least,
    printed=Form(as_printed, "ε' = √(2k ln(1/δ')) ε + k ε (exp(ε) - 1)"),
    impact=Impact.SAFETY,
    expected=Outcome.HOLDS,
)
