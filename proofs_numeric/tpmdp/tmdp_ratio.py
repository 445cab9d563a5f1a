"""Comparison with existing works: the ratio of the totals of TPMDP and TMDP when one requirement dominates.

Statement: TMDP replaces every requirement by the largest one. If n - t = O(1), the optimal total of TPMDP is at
most O(1) max{1/n, sigma_Gamma(2)^2/sigma_Gamma(1)^2} times that of TMDP, in Subcases 1 and 3.

Reading: the unnamed constant may depend on n - t, which the statement keeps bounded. It can be named: n - t + 1.
With it the order is an inequality for every instance, and it can be decided. The comparison also demands that the
order is not too large: with all requirements but the first raised to the second, which changes nothing in the bound,
the ratio is at least the bound divided by the same constant.

Model: both totals are exact optima of Eq. 6. Relation: order, with an explicit constant. Corners: t = n - 1,
equal requirements, second requirement 0, ratio exactly 1/n, n = t |U+|. Expected: holds, for all n.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import sympy
from hypothesis.strategies import SearchStrategy

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.exact.numbers import Exact
from optcheck.tpmdp.instance import Instance, Subcase
from proofs_numeric.tpmdp._algebra import Argument, n, t
from proofs_numeric.tpmdp._arguments import all_active_optimum, some_active_optimum
from proofs_numeric.tpmdp._common import best_total, grid, instances, optimum, order


def is_covered(instance: Instance) -> bool:
    """Subcases 1 and 3 with a positive largest requirement."""
    return instance.subcase in (Subcase.MANY_ACTIVE, Subcase.SOME_ACTIVE) and max(instance.required) > 0


def as_printed(instance: Instance) -> Exact:
    """The bound on the ratio, with the constant n - t + 1."""
    ranked = sorted(instance.required, reverse=True)
    return (instance.n - instance.threshold + 1) * max(Fraction(1, instance.n), Fraction(ranked[1]) / ranked[0])


def compare(form: Callable[[Instance], Exact], instance: Instance) -> Discrepancy | None:
    """The bound is at least the ratio, and at most n - t + 1 times the ratio with all but the first raised."""
    bound, ratio = form(instance), ratio_of_totals(instance)
    if ratio <= bound <= (instance.outside + 1) * ratio_of_totals(with_others_raised(instance)):
        return None
    return Discrepancy(
        claimed=bound,
        true=ratio,
        gap=abs(ratio - bound),
        impact=Impact.VALUE,
        certificate=optimum(instance).certificate,
        explanation=f"The totals have the ratio {ratio}; the bound is {bound}.",
    )


def ratio_of_totals(instance: Instance) -> Fraction:
    """The exact optimum of TPMDP over that of TMDP, where everyone requires the most."""
    uniform = Instance((max(instance.required),) * instance.n, instance.threshold, instance.active)
    return Fraction(best_total(instance)) / best_total(uniform)


def with_others_raised(instance: Instance) -> Instance:
    """All requirements but the largest raised to the second largest: the same bound, and the largest ratio."""
    strictest = instance.required.index(max(instance.required))
    second = max(own for j, own in enumerate(instance.required) if j != strictest)
    required = tuple(own if j == strictest else second for j, own in enumerate(instance.required))
    return Instance(required, instance.threshold, instance.active)


def proof() -> Proof:
    """Keep the largest requirement, raise the others to the second: the total is then easy to bound."""
    argument = Argument()
    all_active_optimum(argument)
    some_active_optimum(argument)
    rho = sympy.Symbol("rho")
    total, uniform = 1 + ((2 * n - t) / (n - t) - 2) * rho, n / (n - t)
    argument.identity("ratio <= (n-t)/n + (t/n) rho", total / uniform, (n - t) / n + t / n * rho)
    argument.at_least_zero("t/n <= 1", 1 - t / n, {n: t + 1})
    argument.identity("raised, the ratio is at least rho", (n - t) / n + t / n * rho - rho, (n - t) / n * (1 - rho))
    return argument.proof(
        "(n-t)/n + rho <= (n - t + 1) max(1/n, rho), where rho <= 1 is the second requirement over the first; raised, "
        "the ratio is also at least (n-t)/n >= 1/n"
    )


def domain_grid() -> Iterator[Instance]:
    """All instances of Subcases 1 and 3 up to five parties."""
    return grid(range(2, 6), 2, is_covered)


def strategy() -> SearchStrategy[Instance]:
    """Larger instances with wide ratios."""
    return instances(range(5, 8), top=1000).filter(is_covered)


CLAIM = Claim(
    id="tpmdp/tmdp-ratio",
    place="Comparison with existing works",
    title="the ratio of the totals of TPMDP and TMDP when one requirement dominates",
    relation=Relation.ORDER,
    domain=Domain(
        description="Subcases 1 and 3: n <= 5, requirements 0..2; random rational ones up to 1000 with n = 5..7",
        grid=domain_grid,
        strategy=strategy,
        order=order,
        examples=100,
    ),
    printed=Form("v_TPMDP/v_TMDP ≤ O(1)·max{1/n, σ_Γ(2)²/σ_Γ(1)²}; with the constant n−t+1", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
