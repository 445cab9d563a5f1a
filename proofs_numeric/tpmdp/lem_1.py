"""Statement: in Subcases 1 and 3, variances that are optimal for Eq. 6 with A_t in the place of A_t^+ (every coalition,
with or without an active member) are optimal for Eq. 6 itself.

Model: an instance carries variances. The form decides whether they are optimal with everyone active: feasible coalition
by coalition, and of the total that Theorem 2 gives. The checker decides whether they are optimal for Eq. 6.

Corners: n = t |U+|, |U+| = n - t + 1, |U+| = n - t, ties, zeros, several optima.
"""

from collections.abc import Iterator

from optcheck.claims import Claim, Domain, Form, Impact
from optcheck.claims.relations import implies
from optcheck.tpmdp import allocate
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._eq6 import OPTIMAL, Point, is_feasible, is_subcase_1_or_3, small_instances
from proofs_numeric.tpmdp._points import point_order
from proofs_numeric.tpmdp.thm_2_value import as_printed as total_with_everyone_active


def as_printed(point: Point) -> bool:
    everyone = Instance.of(point.instance.required, point.instance.threshold)
    return is_feasible(everyone, point.variances) and sum(point.variances) == total_with_everyone_active(everyone)


def grid() -> Iterator[Point]:
    """The closed form's variances with and without A_t, and the same with one unit moved or more."""
    for instance in small_instances(range(2, 5), 2, is_subcase_1_or_3):
        n, required, t = instance.n, instance.required, instance.threshold
        rows = {tuple(allocate(required, t, active).variances) for active in (None, instance.active)}
        rows |= {(*row[:-1], row[-1] + 1) for row in rows} | {(*row[1:], row[0]) for row in rows} | {(1,) * n}
        yield from (Point(instance, row) for row in rows)


CLAIM = Claim(
    id="tpmdp/lem-1",
    place="Lemma 1",
    title="in Subcases 1 and 3 what is optimal with everyone active is optimal",
    domain=Domain(
        description="Subcases 1 and 3: n <= 4, requirements 0..2; of each the closed forms' variances, rotated, "
        "enlarged, and equal ones",
        grid=grid,
        order=point_order,
    ),
    truth=OPTIMAL,
    asserts=implies,
    printed=Form(as_printed, "σ optimal for A_t ⇒ σ optimal for A_t⁺  (Subcases 1 and 3)"),
    impact=Impact.OPTIMALITY,
    rests_on=("tpmdp/thm-2-value",),
)
