"""Statement: the constraints of Eq. 20 are met with equality at extremal signatures only, so theta_s(y) can be positive
for extremal transcripts only.

Model: a worst-case problem of a central observer and a signature with entries in {1/l, 1, l}, not extremal; can some
optimum use it? The checker verifies an optimal protocol that does, or an optimal dual with a slack there.

Corners: lambda_i = 1, rules that must be randomised (AND), constant decisions.

Readings: none. The second argument, which moves mass to extremal transcripts, is right: some optimum is extremal.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product

from optcheck.claims import Argument, Claim, Form, Formula, Impact, Value
from optcheck.claims.relations import decides, implied_by
from optcheck.randomized_response.problem import Problem
from proofs_numeric.kairouz._optimal_face import is_used
from proofs_numeric.kairouz._problems import REWARDS, RIGHT_OR_WRONG
from proofs_numeric.kairouz._rules import common_chance
from proofs_numeric.kairouz._steps import agrees, smallest_face
from proofs_numeric.kairouz.rem_3_4 import CLAIM as REMARK
from proofs_numeric.kairouz.rem_3_4 import Use, uses


def corrected(use: Use) -> Value:
    pairs = zip(use.signature, use.problem.lambdas, strict=True)
    ends = ["0" if s == 1 / Fraction(v) else "1" if s == v else "01" for s, v in pairs]
    corners = [int("".join(word), 2) for word in product(*ends)]
    return any(common_chance(use.problem, corners, decision) > 0 for decision in range(use.problem.decisions))


def proof(argument: Argument, form: Formula[Use]) -> None:
    smallest_face(argument)
    agrees(argument, "so says the form", ((form(at), is_used(at.problem, at.signature)) for at in list(grid())[::2]))


def grid() -> Iterator[Use]:
    for level, weights in product((2, 3), REWARDS):
        yield from uses(Problem((level,), (0, 1), weights, "worst", None))
    for pair, table in product(((1, 2), (3, 2)), ((0, 0, 0, 1), (0, 1, 1, 0))):
        yield from uses(Problem(pair, table, RIGHT_OR_WRONG, "worst", None))


CLAIM = Claim(
    id="kairouz/worst-extremal",
    place="Section 3.1.2",
    title="an optimum of the worst-case program uses extremal columns only",
    domain=replace(
        REMARK.domain,
        description="k <= 2, functions that are not constant, signatures in {1/l, 1, l}^k, worst case",
        grid=grid,
        strategy=None,
    ),
    truth=REMARK.truth,
    asserts=implied_by,
    printed=REMARK.printed,
    corrected=Form(
        corrected,
        "some optimum is extremal; θ_s(y) > 0 is possible in an optimum if and only if an optimal rule for randomised "
        "response can decide y at every corner of the smallest face of the box that holds s",
        decides,
    ),
    impact=Impact.TEXT,
    proof=proof,
    rests_on=("kairouz/thm-3-6",),
)
