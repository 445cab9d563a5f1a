"""Statement: the constraints of Eq. 20 are met with equality at extremal signatures only, so theta_s(y) can be positive
for extremal transcripts only.

Model: as for Remark 3.4, in the worst case: the largest mass that an optimum of Eq. 19 gives to a signature, over
protocols and dual solutions of the same value.

Corners: lambda_i = 1, rules that must be randomised (AND).

Readings: with any accuracies it fails as well. The second argument, which moves mass to extremal transcripts, is right:
some optimum is extremal, which is all that Theorem 3.6 needs.
"""

from optcheck.claims import *
from proofs_numeric.kairouz._optimal_face import AnyUse, Use, common_chance, corners_of, used
from proofs_numeric.kairouz.rem_3_4 import WHY, as_printed


def corrected(at: Use | AnyUse) -> Value:
    problem, corners = at.problem("worst"), corners_of(at)
    return any(common_chance(problem, corners, decision) > 0 for decision in range(problem.decisions))


RIGHT = Form(
    corrected,
    "some optimum is extremal; θ_s(y) > 0 is possible in an optimum if and only if an optimal rule for randomised "
    "response can decide y at every corner of the smallest face of the box that holds s",
    decides,
)

CLAIM = Statement(
    "kairouz/worst-extremal",
    place="Section 3.1.2",
    title="an optimum of the worst-case program uses extremal columns only",
    domain=Use,
    truth=used("worst"),
    asserts=implied_by,
    printed=Form(as_printed, "θ_s(y) > 0 in an optimum only for extremal s"),
    corrected=RIGHT,
    impact=Impact.TEXT,
    falls=True,
    argument=WHY,
    effort=Effort(instances=40, drawn=4, largest={"k": 2}),
    rests_on=("kairouz/thm-3-6",),
    readings=(
        Reading(
            name="for any accuracies that differ between decisions",
            domain=AnyUse,
            corrected=RIGHT,
            argument=WHY,
            effort=Effort(instances=20, drawn=4, largest={"k": 2, "decisions": 2}),
            rests_on=("kairouz/thm-3-6",),
        ),
    ),
)
