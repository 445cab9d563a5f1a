"""Comparison with existing works: PLDP's total grows with n, TPMDP's does not.

Statement: if t <= p n for a constant p < 1 and every requirement lies in [C1, C2] with C1 > 0, the total variance
of PLDP is O(n), that of TPMDP O(1).

Reading: PLDP stands for no threshold, t = n - 1 with everyone active, as the paper's own remark after Definition
5 says. With the constants spelled out: C1 n <= v_PLDP <= C2 n (so the growth is exactly linear, not merely at
most), and v_TPMDP <= C2/(1 - p). Here C1, C2 bound the required variances and p = t/n; both constants of the
upper bounds are attained by equal requirements with everyone active.

Model: both totals are exact optima of Eq. 6, TPMDP's for any active set. Relation: order, with explicit
constants. Corners: t = n - 1, one active party, equal requirements. Expected: holds, for all n.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from hypothesis.strategies import SearchStrategy

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.exact.numbers import Exact
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._algebra import Argument, n, t
from proofs_numeric.tpmdp._arguments import all_active_optimum
from proofs_numeric.tpmdp._common import best_total, grid, instances, optimum, order


def is_covered(instance: Instance) -> bool:
    """C1 > 0."""
    return min(instance.required) > 0


def as_printed(instance: Instance) -> tuple[Exact, Exact, Exact]:
    """Lower and upper bound of PLDP's total, upper bound of TPMDP's."""
    least, most = min(instance.required), max(instance.required)
    return least * instance.n, most * instance.n, most / (1 - Fraction(instance.threshold, instance.n))


def compare(form: Callable[[Instance], tuple[Exact, Exact, Exact]], instance: Instance) -> Discrepancy | None:
    """Two exact optima against the three bounds; equal requirements attain them."""
    low, high, bound = form(instance)
    without_threshold = Instance.of(instance.required, instance.n - 1)
    local, own = best_total(without_threshold), best_total(instance)
    if not low <= local <= high or (_is_uniform(instance) and not low == local == high):
        return _discrepancy((low, high), local, without_threshold)
    is_sharp = _is_uniform(instance) and len(instance.active) == instance.n
    if own > bound or (is_sharp and own != bound):
        return _discrepancy(bound, own, instance)
    return None


def _is_uniform(instance: Instance) -> bool:
    return len(set(instance.required)) == 1


def _discrepancy(claimed: object, true: Exact, instance: Instance) -> Discrepancy:
    return Discrepancy(
        claimed=claimed,
        true=true,
        gap=true,
        impact=Impact.VALUE,
        certificate=optimum(instance).certificate,
        explanation=f"The total is {true}; the bound is {claimed}.",
    )


def proof() -> Proof:
    """Theorem 2 at t = n - 1 is the sum of all requirements; fewer active parties only drop rows."""
    argument = Argument()
    all_active_optimum(argument)
    argument.identity("t = n - 1: the ratio is n + 1, so xi = n", ((2 * n - t) / (n - t)).subs(t, n - 1), n + 1)
    argument.identity("and the weight of the smallest requirement is 1", (n + 1) - n, 1)
    argument.identity("equal requirements: total n/(n-t) of one", (2 * n - t) / (n - t) - 1, n / (n - t))
    return argument.proof(
        "v_PLDP is the sum of the requirements, between C1 n and C2 n; v_TPMDP is at most the total with everyone "
        "active, at most C2 n/(n-t) = C2/(1-p)"
    )


def domain_grid() -> Iterator[Instance]:
    """All instances up to five parties with positive requirements."""
    return grid(range(2, 6), 2, is_covered)


def strategy() -> SearchStrategy[Instance]:
    """Larger instances with positive requirements."""
    return instances(range(5, 8)).filter(is_covered)


CLAIM = Claim(
    id="tpmdp/pldp-scaling",
    place="Comparison with existing works",
    title="PLDP's total grows linearly in n, TPMDP's stays bounded for t <= p n",
    relation=Relation.ORDER,
    domain=Domain(
        description="n <= 5, every t and active set, requirements 1..2; random rational ones with n = 5..7",
        grid=domain_grid,
        strategy=strategy,
        order=order,
        examples=80,
    ),
    printed=Form("v_PLDP = O(n), v_TPMDP = O(1); with constants C₁n ≤ v_PLDP ≤ C₂n, v_TPMDP ≤ C₂/(1−p)", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
