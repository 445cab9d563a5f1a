"""Statement: in Eq. 16 every optimal theta is zero at every signature that is not extremal (the proof exempts the case
that all decisions pay the same on every input).

Model: a function that is not constant, to be guessed right by a central observer, and a signature of the box that is
not extremal. It can be used where the largest mass that an optimum gives it is positive: a linear program over
protocols and dual solutions of the same value.

Corners: lambda_i = 1, ties between decisions.

Readings: read as printed, about the optimal solution, hence about all optima. That some optimum is extremal is
Theorem 3.2. With any accuracies (other than the exempted ones) it fails as well, and so it is corrected.
"""

from optcheck.claims import *
from proofs_numeric.kairouz._optimal_face import AnyUse, Use, best_decisions, corners_of, used


def as_printed(at: Use | AnyUse) -> Value:
    return all(s * level == 1 or s == level for s, level in zip(at.signature, at.lambdas, strict=True))


def corrected(at: Use | AnyUse) -> Value:
    problem = at.problem("average")
    best = [best_decisions(problem, response) for response in corners_of(at)]
    return any(all(decision in options for options in best) for decision in range(problem.decisions))


WHY = (
    "For an optimal dual the slack of decision y is multilinear in s and nonnegative at the corners, so at s it is the "
    "mixture of its values at the corners of the smallest face that holds s, all with positive shares. It vanishes at "
    "s exactly when it vanishes at those corners, and then a little mass of an optimal rule for randomised response "
    "that decides y there can be moved to s without changing S theta(y)."
)
RIGHT = Form(
    corrected,
    "some optimum is extremal; θ_s(y) > 0 is possible in an optimum if and only if y is a best decision at every "
    "corner of the smallest face of the box that holds s",
    decides,
)

CLAIM = Statement(
    "kairouz/rem-3-4",
    place="Remark 3.4",
    title="an optimum of the average-accuracy program uses extremal columns only",
    domain=Use,
    truth=used("average"),
    asserts=implied_by,
    printed=Form(as_printed, "θ_s(y) > 0 in an optimum only for extremal s"),
    corrected=RIGHT,
    impact=Impact.TEXT,
    falls=True,
    argument=WHY,
    effort=Effort(instances=60, drawn=8, largest={"k": 2}),
    rests_on=("kairouz/thm-3-2",),
    readings=(
        Reading(
            name="for any accuracies that differ between decisions",
            domain=AnyUse,
            corrected=RIGHT,
            argument=WHY,
            effort=Effort(instances=30, drawn=5, largest={"k": 2, "decisions": 2}),
            rests_on=("kairouz/thm-3-2",),
        ),
    ),
)
