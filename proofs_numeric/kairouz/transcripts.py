"""Statement: the optimal protocol requires a set of transcripts of size 2^k.

Model: average accuracy of a central observer who is to guess a function that is not constant. Fewer transcripts are
enough exactly where an optimum can use a signature with an entry 1 (of a party with lambda_i = 1 all have it): two
responses that differ in one bit are then merged. The largest mass on signatures with an entry 1 and the others at an
end, a linear program over protocols and dual solutions of the same value, decides.

Corners: lambda_i = 1, ties, functions of one bit.

Readings: with any accuracies it fails as well. That 2^k transcripts are enough, which is what the count of operations
after the sentence needs, is Theorem 3.2.
"""

from optcheck.claims import *
from proofs_numeric.kairouz._levels import Observed
from proofs_numeric.kairouz._optimal_face import Guess, best_decisions, largest_middle


def as_printed(at: Guess | Observed) -> Value:
    return True


def corrected(at: Guess | Observed) -> Value:
    best = [best_decisions(at.problem("average"), response) for response in range(2**at.k)]
    steps = [2**place for place in range(at.k)]
    shared = any(best[r] & best[r + step] for step in steps for r in range(2**at.k) if r // step % 2 == 0)
    return min(at.lambdas) > 1 and not shared


BEST: Combination[Guess | Observed] = Combination(
    parts=(maximum(lambda at: largest_middle(at.problem("average"), flat=True)),), value=lambda mass: mass == 0
)
RIGHT = Form(
    corrected,
    "2^k are enough; they are needed if and only if every λ_i > 1 and no decision is best after two responses that "
    "differ in one bit",
)
WHY = (
    "If no decision is best at both ends of an edge, every optimum has the 2^k extremal signatures, each with positive "
    "mass. If one is, its two columns, with the masses of randomised response, add up to one of signature 1 in that "
    "party's place, and one transcript is saved; a party with lambda = 1 saves half of them."
)

CLAIM = Statement(
    "kairouz/transcripts",
    place="Section 2",
    title="the optimal protocol requires 2^k transcripts",
    domain=Guess,
    truth=BEST,
    asserts=decides,
    printed=Form(as_printed, "an optimal protocol needs 2^k transcripts"),
    corrected=RIGHT,
    impact=Impact.TEXT,
    argument=WHY,
    effort=Effort(instances=60, drawn=6, largest={"k": 2}),
    rests_on=("kairouz/thm-3-2",),
    readings=(
        Reading(
            name="for any function and any accuracies",
            domain=Observed,
            corrected=RIGHT,
            argument=WHY,
            effort=Effort(instances=30, drawn=8, largest={"k": 2, "decisions": 3}),
            rests_on=("kairouz/thm-3-2",),
        ),
    ),
)
