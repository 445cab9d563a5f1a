"""Lemma 9: with sigma_2+ at least sigma_t-, an optimum costs at least as much as with everyone active.

Statement: let 2 <= |U+| <= n - t and everything be sorted inside its group. If an optimum of Eq. 6 has sigma_2+^2
>= sigma_t-^2, its total is at least the optimal total with A_t in the place of A_t^+.

Model: the least total over all sorted variances that satisfy Eq. 6 and sigma_2+^2 >= sigma_t-^2 (whether optimal
or not: this asks more than the lemma), by an exact linear program; it must be at least the optimum with everyone
active. The form is that optimum by Theorem 2, which the comparison first checks against the program with everyone
active. Relation: at least. Corners: |U+| = 2, |U+| = n - t, t = 1, ties, zeros. Expected: holds, for all n.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from optcheck import Answer
from optcheck.audit import Claim, Discrepancy, Expected, Form, Proof, Relation
from optcheck.exact.numbers import Exact
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._algebra import Argument
from proofs_numeric.tpmdp._common import cheaper, compare_total, with_everyone_active
from proofs_numeric.tpmdp._domains import CONVENTION_5, sizes_under_convention_5
from proofs_numeric.tpmdp._faces import Row, eq_6_rows, optimise, sorted_rows, tally
from proofs_numeric.tpmdp.thm_2_value import as_printed


def compare(form: Callable[[Instance], Exact], instance: Instance) -> Discrepancy | None:
    """The bound is the optimum with everyone active, and no point of the lemma's kind costs less."""
    return compare_total(form, with_everyone_active(instance)) or cheaper(form(instance), least_total(instance))


def least_total(instance: Instance) -> Answer:
    """The least total of sorted feasible variances with sigma_2+ at least sigma_t-."""
    last = len(instance.active) + instance.threshold - 1
    premise = Row({1: 1, last: -1}, ">=", 0, "x[2+] >= x[t-]")
    rows = [*eq_6_rows(instance), *sorted_rows(instance), premise]
    return optimise(instance, "minimise", tally(*range(instance.n)), rows)


def proof() -> Proof:
    """A coalition without active members: trade the larger of 1+ and 2+ that is not j for the smallest of A."""
    argument = Argument()
    for size, threshold, active in sizes_under_convention_5(6):
        _trades(argument, size, threshold, active)
    return argument.proof(
        "each coalition A inside U- has a member whose variance is at most sigma_t-, and 1+ or 2+ (the one that is "
        "not j) has at least sigma_2+ >= sigma_t-; trading the two gives a coalition with an active member and no "
        "larger sum outside, so the row of A holds already, and the point is feasible with everyone active",
        patterns_up_to=6,
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


CLAIM = Claim(
    id="tpmdp/lem-9",
    place="Lemma 9",
    title="an optimum with sigma_2+ >= sigma_t- costs at least the optimum with everyone active",
    relation=Relation.AT_LEAST,
    domain=CONVENTION_5,
    printed=Form("σ optimal, σ_2⁺² ≥ σ_t⁻² ⇒ v_σ ≥ min v over A_t", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
