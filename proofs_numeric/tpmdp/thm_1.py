"""Statement: if the variances satisfy Eq. 5, which asks only for coalitions of exactly t parties with an active member,
then every group of at most t parties learns no more about an outsider j than j's requirement allows.

Model: a group A with an active member sees the output with the noise of the parties outside A, so j outside A is safe
when the variances outside A sum to at least j's requirement; a group without an active member sees nothing. Given that
the secure computation itself is t-private (the theorem's premise), the statement is about sums only. The form decides
Eq. 5 at a point; the checker decides whether the same variances withstand every group of 1..t parties, listed.

Corners: t = 1, t = n - 1, one active party, everyone active, ties, zero requirements.
"""

from itertools import combinations

from lp_models.tpmdp import CoverProblem, cover_instance, solve_cover
from optcheck.claims import Claim, Domain, Form, Impact, Quantity, says
from optcheck.claims.relations import implies
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._eq6 import Point, small_instances
from proofs_numeric.tpmdp._points import drawn_points, point_order, points


def as_printed(point: Point) -> bool:
    instance, x = point.instance, point.variances
    return all(
        sum(x[i] for i in range(instance.n) if i not in coalition) >= instance.required[j]
        for coalition in combinations(range(instance.n), instance.threshold)
        for j in range(instance.n)
        if j not in coalition and not set(coalition).isdisjoint(instance.active)
    )


def groups(instance: Instance) -> list[tuple[int, ...]]:
    """Every group of at most t parties with an active member."""
    every = (group for size in range(1, instance.threshold + 1) for group in combinations(range(instance.n), size))
    return [group for group in every if not set(group).isdisjoint(instance.active)]


def problem(point: Point) -> CoverProblem:
    """Variances within the given ones that withstand every group: there are some exactly if the given ones do."""
    return CoverProblem.listed(point.instance.required, groups(point.instance), caps=point.variances)


CLAIM = Claim(
    id="tpmdp/thm-1",
    place="Theorem 1, Eq. 5",
    title="coalitions of exactly t parties decide the safety against all smaller groups",
    domain=Domain(
        description="n <= 3 with requirements and variances 0, 1; random ones with n = 3, 4",
        grid=lambda: points(small_instances(range(2, 4), 1, lambda at: max(at.required) == 1), range(2)),
        order=point_order,
        strategy=lambda: drawn_points(3, 4),
        examples=30,
    ),
    truth=Quantity(
        kind="coalition-cover",
        name="program",
        holds=says("optimal"),
        describe=lambda point: cover_instance(problem(point)),
        certify=lambda point: solve_cover(problem(point)).certificate,
    ),
    asserts=implies,
    printed=Form(as_printed, "Σ_{i ∉ A} σ_i² ≥ σ_Γj²  for all j ∉ A, |A| = t, A ∩ U⁺ ≠ ∅"),
    impact=Impact.SAFETY,
)
