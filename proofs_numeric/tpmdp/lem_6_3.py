"""Statement: with everyone active and everything sorted, each optimum has sigma_1^2 plus the sum of the variances from
rank t + 2 on equal to sigma_Gamma_1^2.

Model: the form decides the condition at a sorted point, the checker whether the point is an optimum.

Corners: all requirements equal, all zero, t = 1, t = n - 1, n divisible by n - t.

Readings: as in condition 1.
"""

import sympy

from optcheck.claims import Argument, Claim, Form, Formula, Impact
from optcheck.claims.relations import implied_by
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._eq6 import OPTIMAL, Point
from proofs_numeric.tpmdp._points import SORTED_OPTIMA
from proofs_numeric.tpmdp._steps import SIZES, n, t


def as_printed(point: Point) -> bool:
    x, instance = point.variances, point.instance
    return x[0] + sum(x[instance.threshold + 1 :]) == instance.required[0]


def proof(argument: Argument, form: Formula[Point]) -> None:
    found = []
    for size, threshold in SIZES:
        x = tuple(2 ** (size - i) for i in range(size))
        side = x[0] + sum(x[threshold + 1 :])
        rows = [(side + more,) + (0,) * (size - 1) for more in (-1, 0, 1)]
        found += [form(Point(Instance.of(row, threshold), x)) == (row[0] == side) for row in rows]
    argument.cases("the form asks for a tight first row of Eq. 9", found)
    level = sympy.Symbol("level")
    argument.identity("equal variances: row 1 is (n-t) times one of them", level + (n - t - 1) * level, (n - t) * level)
    argument.words(
        "If all are equal, lowering them until row 1 is tight stays feasible, since all left sides are the same; "
        "otherwise conditions 1 and 2 make row j of the first drop tight, rank 1 equals rank j, and row 1 cannot ask "
        "for less than row j: sigma_Gamma_1 <= left side = sigma_Gamma_j <= sigma_Gamma_1."
    )


CLAIM = Claim(
    id="tpmdp/lem-6-3",
    place="Lemma 6, condition 3",
    title="the strictest party's constraint is tight at every sorted optimum",
    domain=SORTED_OPTIMA,
    truth=OPTIMAL,
    asserts=implied_by,
    printed=Form(as_printed, "σ optimal ⇒ σ_1² + Σ_{i≥t+2} σ_i² = σ_Γ1²"),
    impact=Impact.TEXT,
    proof=proof,
    rests_on=("tpmdp/lem-5", "tpmdp/lem-6-1", "tpmdp/lem-6-2"),
)
