"""Statement: with everyone active and requirements and variances sorted, each optimum of Eq. 6 has sigma_{t+1}^2 = ...
= sigma_n^2.

Model: the form decides the condition at a sorted point, the checker whether the point is an optimum: the condition must
hold wherever it is one.

Corners: t = n - 1 (nothing to show), t = 1, n divisible by n - t (there are several optima), ties, zeros.

Readings: parties with equal requirements may have different variances, which covers more than Convention 1 allows.
"""

from optcheck.claims import Argument, Claim, Form, Formula, Impact
from optcheck.claims.relations import implied_by
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._eq6 import OPTIMAL, Point
from proofs_numeric.tpmdp._points import SORTED_OPTIMA
from proofs_numeric.tpmdp._steps import SIZES, a, t


def as_printed(point: Point) -> bool:
    return len(set(point.variances[point.instance.threshold :])) == 1


def proof(argument: Argument, form: Formula[Point]) -> None:
    found = []
    for size, threshold, rank in ((*both, rank) for both in SIZES for rank in range(1, both[0])):
        point = Point(Instance.of([0] * size, threshold), (2,) * rank + (1,) * (size - rank))
        found.append(form(point) == (rank <= threshold))
    argument.cases("the form allows a drop after rank j exactly if j <= t", found)
    gain = -1 + 1
    argument.identity("lower ranks 1..t+1 by gamma, raise rank t+2 by it: every row of Eq. 9 keeps its value", gain, 0)
    argument.positive("and the total falls by t gamma", ((t + 1) - 1).subs(t, 1 + a))
    argument.words(
        "If the ranks from t+1 on were not constant, rank t+1 would exceed the mean of the later ones; level these, "
        "which changes no row; the move then keeps the order for a small gamma, and the point would not be optimal."
    )


CLAIM = Claim(
    id="tpmdp/lem-6-1",
    place="Lemma 6, condition 1",
    title="every sorted optimum is constant from rank t + 1 on",
    domain=SORTED_OPTIMA,
    truth=OPTIMAL,
    asserts=implied_by,
    printed=Form(as_printed, "σ optimal ⇒ σ_{t+1}² = σ_{t+2}² = … = σ_n²"),
    impact=Impact.TEXT,
    proof=proof,
    rests_on=("tpmdp/lem-5",),
)
