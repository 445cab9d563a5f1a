"""Statement: at a signature that is not extremal a constraint of Eq. 17 can be met with equality only if all
constraints are, which can only happen if W(y) is the same for all y; otherwise some extremal constraint would be
violated.

Model: as for Remark 3.4. The constraint is met with equality for every optimal mu exactly when some optimum uses the
signature (complementary slackness, strict for some mu).

Corners: lambda_i = 1, ties between decisions.

Readings: with any accuracies it fails as well. Without its last step (all corners of the hull) the proof shows that
equality at s gives equality at the corners of the smallest face that holds s.
"""

from optcheck.claims import *
from proofs_numeric.kairouz._optimal_face import AnyUse, Use, used
from proofs_numeric.kairouz.rem_3_4 import WHY, corrected


def as_printed(at: Use | AnyUse) -> Value:
    return len(set(at.problem("average").payoffs)) == 1


RIGHT = Form(
    corrected, "equality at s for y if and only if y is a best decision at every corner of the smallest face", decides
)

CLAIM = Statement(
    "kairouz/rem-3-4-proof",
    place="proof of Remark 3.4",
    title="equality in the dual off the corners needs W(y) to be the same for all y",
    domain=Use,
    truth=used("average"),
    asserts=implied_by,
    printed=Form(as_printed, "equality at a signature that is not extremal only if W(y) is the same for all y"),
    corrected=RIGHT,
    impact=Impact.TEXT,
    argument=WHY,
    effort=Effort(instances=60, drawn=8, largest={"k": 2}),
    rests_on=("kairouz/thm-3-2",),
    readings=(
        Reading(
            name="for any accuracies that differ between decisions",
            domain=AnyUse,
            corrected=RIGHT,
            argument=WHY,
            effort=Effort(instances=25, drawn=5, largest={"k": 2, "decisions": 2}),
            rests_on=("kairouz/thm-3-2",),
        ),
    ),
)
