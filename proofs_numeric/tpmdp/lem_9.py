"""Lemma 9: with sigma_2+ at least sigma_t-, an optimum costs at least as much as with everyone active.

Statement: let 2 <= |U+| <= n - t and everything be sorted inside its group. If an optimum of Eq. 6 has sigma_2+^2
>= sigma_t-^2, its total is at least the optimal total with A_t in the place of A_t^+.

Model: the least total over all sorted variances that satisfy Eq. 6 and sigma_2+^2 >= sigma_t-^2 (whether optimal
or not: this asks more than the lemma), by an exact linear program; it must be at least the optimum with everyone
active. The form is that optimum by Theorem 2, which the comparison first checks against the program with everyone
active. Relation: at least. Corners: |U+| = 2, |U+| = n - t, t = 1, ties, zeros. Expected: holds, for all n.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations

from hypothesis.strategies import SearchStrategy

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.exact.numbers import Exact
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._algebra import Argument
from proofs_numeric.tpmdp._common import compare_total, grid, instances, order, with_everyone_active
from proofs_numeric.tpmdp._faces import Row, eq_6_rows, optimise, sorted_rows, speaks_of_convention_5, tally


def as_printed(instance: Instance) -> Exact:
    """The optimum with everyone active (Theorem 2)."""
    n, t = instance.n, instance.threshold
    ranked = sorted(instance.required, reverse=True)
    xi = min((2 * n - t) // (n - t), t + 1)
    return sum(ranked[: xi - 1]) + (Fraction(2 * n - t, n - t) - xi) * ranked[xi - 1]


def compare(form: Callable[[Instance], Exact], instance: Instance) -> Discrepancy | None:
    """The bound is the optimum with everyone active, and no point of the lemma's kind costs less."""
    return compare_total(form, with_everyone_active(instance)) or _cheaper(form(instance), instance)


def _cheaper(bound: Exact, instance: Instance) -> Discrepancy | None:
    last = len(instance.active) + instance.threshold - 1
    premise = Row({1: 1, last: -1}, ">=", 0, "x[2+] >= x[t-]")
    rows = [*eq_6_rows(instance), *sorted_rows(instance), premise]
    answer = optimise(instance, "minimise", tally(*range(instance.n)), rows)
    if answer.value is not None and answer.value >= bound:
        return None
    return Discrepancy(
        claimed=bound,
        true=answer.value,
        gap=bound - (answer.value or 0),
        impact=Impact.OPTIMALITY,
        certificate=answer.certificate,
        explanation=f"A point with sigma_2+ >= sigma_t- costs {answer.value}, less than {bound}.",
    )


def proof() -> Proof:
    """A coalition without active members: trade the larger of 1+ and 2+ that is not j for the smallest of A."""
    argument = Argument()
    for size in range(3, 7):
        for threshold in range(1, size):
            for active in range(2, size - threshold + 1):
                _trades(argument, size, threshold, active)
    return argument.proof(
        "each coalition A inside U- has a member whose variance is at most sigma_t-, and 1+ or 2+ (the one "
        "that is not j) has "
        "at least sigma_2+ >= sigma_t-; trading the two gives a coalition with an active member and no "
        "larger sum outside, "
        "so the row of A holds already, and the point is feasible with everyone active"
    )


def _trades(argument: Argument, size: int, threshold: int, active: int) -> None:
    inactive = range(active, size)
    for coalition in combinations(inactive, threshold):
        smallest = max(coalition)  # sorted: the last rank has the smallest variance
        argument.case("its variance is at most that of rank t", smallest >= active + threshold - 1)
        for j in set(range(size)) - set(coalition):
            out = 1 if j != 1 else 0
            traded = set(coalition) - {smallest} | {out}
            argument.case("a row of Eq. 6 for j", j not in traded and len(traded) == threshold and out < active)


def domain_grid() -> Iterator[Instance]:
    """All instances of the lemma's range up to five parties, 0-1 requirements at six."""
    yield from grid(range(3, 6), 2, speaks_of_convention_5)
    yield from grid(range(6, 7), 1, speaks_of_convention_5)


def strategy() -> SearchStrategy[Instance]:
    """Larger instances of the lemma's range, sorted."""
    return instances(range(5, 7), ranked=True).filter(speaks_of_convention_5)


CLAIM = Claim(
    id="tpmdp/lem-9",
    place="Lemma 9",
    title="an optimum with sigma_2+ >= sigma_t- costs at least the optimum with everyone active",
    relation=Relation.AT_LEAST,
    domain=Domain(
        description="2 <= |U+| <= n - t: n <= 5 with requirements 0..2, n = 6 with 0..1; random ones with n = 5, 6",
        grid=domain_grid,
        strategy=strategy,
        order=order,
        examples=60,
    ),
    printed=Form("σ optimal, σ_2⁺² ≥ σ_t⁻² ⇒ v_σ ≥ min v over A_t", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
