"""Statement: with everyone active, and requirements and variances sorted, variances are feasible for Eq. 6 if and only
if sigma_j^2 plus the sum of the variances from rank t + 2 on is at least sigma_Gamma_j^2, for each j <= t + 1.

Model: the form decides Eq. 9 at a sorted point, the checker Eq. 6.

Corners: t = 1, t = n - 1 (the sum is empty), ties, zeros.

Readings: parties with equal requirements may have different variances, which covers more than Convention 1 allows.
"""

from itertools import product

from optcheck.claims import Argument, Claim, Form, Formula, Impact
from optcheck.claims.relations import decides
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._eq6 import FEASIBLE, Point, is_everyone_active
from proofs_numeric.tpmdp._points import deciding_points, is_sorted
from proofs_numeric.tpmdp._steps import SIZES, n, t


def as_printed(point: Point) -> bool:
    x, required, threshold = point.variances, point.instance.required, point.instance.threshold
    return all(x[j - 1] + sum(x[threshold + 1 :]) >= required[j - 1] for j in range(1, threshold + 2))


def proof(argument: Argument, form: Formula[Point]) -> None:
    found = []
    for size, threshold in SIZES:
        x = tuple(2 ** (size - i) for i in range(size))
        most = [x[j] + sum(x[threshold + 1 :]) for j in range(threshold + 1)] + [0] * (size - threshold - 1)
        for j, more in product(range(size), (0, 1)):
            required = tuple(side + more * (i == j) for i, side in enumerate(most))
            found.append(form(Point(Instance.of(required, threshold), x)) == (not more or j > threshold))
    argument.cases("the form asks of rank j <= t+1 for j and the ranks from t+2 on, and nothing of later ranks", found)
    argument.identity("j <= t+1: j and the n-t-1 last ranks make n-t parties", 1 + (n - (t + 1)), n - t)
    argument.identity("j >= t+2: the n-t last ranks contain j", n - (t + 1) + 1, n - t)
    argument.words(
        "For j <= t+1 no set of n-t parties with j in it has a smaller sum than that of Eq. 9; for later j none has a "
        "smaller one than that of rank t+1, whose requirement is no smaller, so the rows up to t+1 imply the others."
    )


CLAIM = Claim(
    id="tpmdp/lem-5",
    place="Lemma 5",
    title="t + 1 constraints decide the feasibility of sorted variances",
    domain=deciding_points("everyone active, sorted", is_everyone_active, is_sorted),
    truth=FEASIBLE,
    asserts=decides,
    printed=Form(as_printed, "σ feasible ⇔ σ_j² + Σ_{i≥t+2} σ_i² ≥ σ_Γj² for j ≤ t+1"),
    impact=Impact.SAFETY,
    proof=proof,
)
