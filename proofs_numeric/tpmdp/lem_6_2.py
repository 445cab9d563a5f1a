"""Statement: with everyone active and everything sorted, if an optimum has sigma_j^2 > sigma_{j+1}^2 for some j <= t,
then sigma_j^2 plus the sum of the variances from rank t + 2 on equals sigma_Gamma_j^2.

Model: the form decides the condition at a sorted point, the checker whether the point is an optimum.

Corners: t = n - 1, t = 1, ties, zeros, n divisible by n - t.

Readings: as in condition 1.
"""

from optcheck.claims import Argument, Claim, Form, Formula, Impact
from optcheck.claims.relations import implied_by
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._eq6 import OPTIMAL, Point
from proofs_numeric.tpmdp._points import SORTED_OPTIMA
from proofs_numeric.tpmdp._steps import SIZES


def as_printed(point: Point) -> bool:
    x, required, t = point.variances, point.instance.required, point.instance.threshold
    return all(x[j - 1] + sum(x[t + 1 :]) == required[j - 1] for j in range(1, t + 1) if x[j - 1] > x[j])


def proof(argument: Argument, form: Formula[Point]) -> None:
    found = []
    for size, t, j in ((*both, j) for both in SIZES for j in range(1, both[1] + 1)):
        x = (2,) * j + (1,) * (size - j)
        side = x[j - 1] + sum(x[t + 1 :])
        for side_of_j, other in ((side, 0), (side, side + 5), (side - 1, side), (side + 1, side)):
            required = tuple(side_of_j if i == j - 1 else other for i in range(size))
            found.append(form(Point(Instance.of(required, t), x)) == (side_of_j == side))
    argument.cases("at a drop after rank j <= t the form asks for a tight row of j and for nothing else", found)
    argument.words(
        "Rank j <= t occurs in one row of Eq. 9 only, its own; were that row slack after a strict drop, party j could "
        "add a little less and stay above rank j+1, so the point would not be optimal."
    )


CLAIM = Claim(
    id="tpmdp/lem-6-2",
    place="Lemma 6, condition 2",
    title="a strict drop in a sorted optimum makes the constraint before it tight",
    domain=SORTED_OPTIMA,
    truth=OPTIMAL,
    asserts=implied_by,
    printed=Form(as_printed, "σ optimal, j ≤ t, σ_j² > σ_{j+1}² ⇒ σ_j² + Σ_{i≥t+2} σ_i² = σ_Γj²"),
    impact=Impact.TEXT,
    proof=proof,
    rests_on=("tpmdp/lem-5",),
)
