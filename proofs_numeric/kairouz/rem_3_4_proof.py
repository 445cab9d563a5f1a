"""Statement: at a signature that is not extremal a constraint of Eq. 17 can be met with equality only if all
constraints are, which can only happen if W(y) is the same for all y; otherwise some extremal constraint would be
violated.

Model: a problem of a central observer and a signature with entries in {1/l, 1, l}, not extremal. The constraint is
met with equality for an optimal mu exactly when some optimum uses the signature (complementary slackness, strict for
some mu).

Corners: lambda_i = 1, ties between decisions.

Readings: none. Without its last step (all corners of the hull) the proof shows that equality at s gives equality at the
corners of the smallest face that holds s.
"""

from optcheck.claims import Argument, Claim, Form, Formula, Impact, Value
from optcheck.claims.relations import decides, implied_by
from proofs_numeric.kairouz._optimal_face import is_used
from proofs_numeric.kairouz._steps import agrees, smallest_face
from proofs_numeric.kairouz.rem_3_4 import CLAIM as REMARK
from proofs_numeric.kairouz.rem_3_4 import Use, corrected, grid


def as_printed(use: Use) -> Value:
    return len(set(use.problem.payoffs)) == 1


def proof(argument: Argument, form: Formula[Use]) -> None:
    smallest_face(argument)
    agrees(argument, "so says the form", ((form(at), is_used(at.problem, at.signature)) for at in list(grid())[::2]))


CLAIM = Claim(
    id="kairouz/rem-3-4-proof",
    place="proof of Remark 3.4",
    title="equality in the dual off the corners needs W(y) to be the same for all y",
    domain=REMARK.domain,
    truth=REMARK.truth,
    asserts=implied_by,
    printed=Form(as_printed, "equality at a signature that is not extremal only if W(y) is the same for all y"),
    corrected=Form(
        corrected,
        "equality at s for y if and only if y is a best decision at every corner of the smallest face",
        decides,
    ),
    impact=Impact.TEXT,
    proof=proof,
    rests_on=("kairouz/thm-3-2",),
)
