"""Alg. 3 as printed, every line.

Statement: Alg. 3 outputs variances that are feasible and optimal for Eq. 6, whatever the active set: Alg. 2 in
Subcases 1 and 3, Lemma 2's variances in Subcase 2, and in Subcase 4 those of Lemma 3, with alpha and beta set in
line 6.

Model: the lines as printed. Line 6 sets beta = max{sigma_Gamma(1+)}, a maximum over one element; Lemma 3 has beta
= max{sigma_Gamma(1+), sigma_Gamma(2-)}. The scan shows the one-element form clearly; whether the second element
was lost in the paper or in the scan, an implementation of the line as it stands gives too little noise.
Everything else in the algorithm agrees with the lemmas. Squares: as everywhere here alpha and beta stand for the
squared values. Lines 4 and 5 ask for second largest elements that do not exist when U- or U+ has fewer than two
members; they are not used then.

Relation: optimal, in two parts: "feasible" (no party loses privacy) is searched before "least total". Corners:
all four subcases, t = 1, ties, zeros. Expected: corrected. Smallest failure: five parties, t = 2, two active
parties that require nothing, and three others that require 2, 1, 0: the printed line gives 2, 0, 0 to these, and
the second is unprotected. With 1, 1, 0 the printed line stays feasible and adds a total of 2 where 3/2 is enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Proof, Relation
from optcheck.exact.numbers import Exact
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp import _common
from proofs_numeric.tpmdp._algebra import Argument
from proofs_numeric.tpmdp._arguments import all_active_optimum, few_active_optimum, some_active_optimum
from proofs_numeric.tpmdp._common import excess, instances, violation

PARTS = ("feasible", "least total")


@dataclass(frozen=True, slots=True)
class Case:
    """An instance, and which half of the statement is asked of it."""

    part: str
    instance: Instance


def as_printed(case: Case) -> list[Exact]:
    """Lines 4 to 6 as printed, then the switch over the subcases."""
    minus, plus = ranked_groups(case.instance)
    alpha = max(minus[:1] + plus[1:2], default=0)
    beta = max(plus[:1])
    return switch(case.instance, alpha, beta)


def corrected(case: Case) -> list[Exact]:
    """Lines 4 to 6 with Lemma 3's beta, then the same switch."""
    minus, plus = ranked_groups(case.instance)
    alpha = max(minus[:1] + plus[1:2], default=0)
    beta = max(plus[:1] + minus[1:2])
    return switch(case.instance, alpha, beta)


def ranked_groups(instance: Instance) -> tuple[list[Exact], list[Exact]]:
    """The requirements of U- and of U+, largest first."""
    minus, plus = (
        sorted((instance.required[j] for j in group), reverse=True) for group in (instance.inactive, instance.active)
    )
    return minus, plus


def switch(instance: Instance, alpha: Exact, beta: Exact) -> list[Exact]:
    """Lines 7 to 19: Alg. 2 in Subcases 1 and 3, and for the non-active parties in Subcase 2."""
    n, t, required, size = instance.n, instance.threshold, instance.required, len(instance.active)
    if size >= n - t + 1 or (2 <= size <= n - t and n - t * size <= 0):
        return algorithm_2(required, t)
    others = [required[j] for j in instance.inactive]
    if size == 1 and t >= 2:
        return place(instance, [0], algorithm_2(others, t - 1))
    if size == 1:
        return place(instance, [0], [Fraction(1, n - 1) * max(others)] * (n - 1))
    return subcase_4(instance, alpha, beta)


def subcase_4(instance: Instance, alpha: Exact, beta: Exact) -> list[Exact]:
    """Lines 20 to 35."""
    n, t, required, size = instance.n, instance.threshold, instance.required, len(instance.active)
    others = [required[j] for j in instance.inactive]
    if t == 1 or alpha <= beta:
        active = [max(0, required[j] - alpha) for j in instance.active]
        return place(instance, active, [Fraction(1, n - size - t + 1) * alpha] * (n - size))
    rest = Fraction(1, n - size - t + 1) * beta
    top = alpha - Fraction(n - size - t, n - size - t + 1) * beta
    return place(instance, [0] * size, [top if own == max(others) else rest for own in others])


def algorithm_2(required: Sequence[Exact], t: int) -> list[Exact]:
    """Alg. 2, which lines 9 and 15 call."""
    n = len(required)
    xi = min((2 * n - t) // (n - t), t + 1)
    middle = sorted(required, reverse=True)[xi - 1]
    return [
        Fraction(1, n - t) * middle if own <= middle else own - Fraction(n - t - 1, n - t) * middle for own in required
    ]


def place(instance: Instance, active: Sequence[Exact], inactive: Sequence[Exact]) -> list[Exact]:
    """Variances in the order of the parties."""
    values = dict(zip(instance.active, active, strict=True)) | dict(zip(instance.inactive, inactive, strict=True))
    return [values[i] for i in range(instance.n)]


def compare(form: Callable[[Case], Sequence[Exact]], case: Case) -> Discrepancy | None:
    """Feasibility by brute force over the coalitions, the total against the explicit program."""
    x = tuple(form(case))
    broken = violation(case.instance, x)
    if case.part == "feasible":
        return broken
    return None if broken else excess(case.instance, x)


def order(case: Case) -> tuple[Any, ...]:
    """Feasibility first, then the order of instances."""
    return PARTS.index(case.part), _common.order(case.instance)


def proof() -> Proof:
    """Each subcase by its own argument; line 6 with Lemma 3's beta."""
    argument = Argument()
    all_active_optimum(argument)
    some_active_optimum(argument)
    few_active_optimum(argument)
    return argument.proof("with Lemma 3's beta in line 6 each subcase follows its lemma (1 to 3), so Alg. 3 is optimal")


def domain_grid() -> Iterator[Case]:
    """All instances up to five parties, in both parts."""
    return (Case(part, instance) for part in PARTS for instance in _common.grid(range(2, 6), 2))


def strategy() -> SearchStrategy[Case]:
    """Larger instances with rational requirements."""
    return st.builds(Case, st.sampled_from(PARTS), instances(range(5, 8)))


CLAIM = Claim(
    id="tpmdp/alg-3",
    place="Alg. 3 as printed, every line",
    title="Alg. 3's variances are feasible and of least total",
    relation=Relation.OPTIMAL,
    domain=Domain(
        description="n <= 5, every t and active set, requirements 0..2; random rational ones with n = 5..7; "
        "feasibility is asked before the total",
        grid=domain_grid,
        strategy=strategy,
        order=order,
        examples=150,
    ),
    printed=Form("Alg. 3 with line 6: α = max{σ_Γ(1⁻), σ_Γ(2⁺)}, β = max{σ_Γ(1⁺)}", as_printed),
    corrected=Form("Alg. 3 with line 6: α = max{σ_Γ(1⁻), σ_Γ(2⁺)}, β = max{σ_Γ(1⁺), σ_Γ(2⁻)}", corrected),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=proof,
)
