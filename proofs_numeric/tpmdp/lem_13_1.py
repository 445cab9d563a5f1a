"""Lemma 13, part 1: when n - t - t eta <= 0 everyone active costs no more.

Statement: under Convention 6 and with n - t - t eta <= 0, an optimum of Eq. 6 costs at least as much as an
optimum with A_t in the place of A_t^+.

Model: n - t - t eta = n - t |U+|, so this is Subcase 3. Both programs are solved exactly; as more coalitions
cannot cost less, the two optima must be equal. The form is the optimum with everyone active by Theorem 2, which
the comparison first checks against the program with everyone active. Relation: at least. Corners: n = t |U+|,
|U+| = n - t, ties, zeros. Expected: holds, for all n, by the construction of the paper's proof with its factor
gamma corrected (tpmdp/lem-13-construction).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hypothesis.strategies import SearchStrategy

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Proof, Relation
from optcheck.exact.numbers import Exact
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._algebra import Argument
from proofs_numeric.tpmdp._arguments import all_active_optimum, some_active_optimum
from proofs_numeric.tpmdp._common import cheaper, compare_total, grid, optimum, order, with_everyone_active
from proofs_numeric.tpmdp._faces import convention_6_instances, speaks_of_convention_6
from proofs_numeric.tpmdp.thm_2_value import as_printed


def is_covered(instance: Instance) -> bool:
    """Convention 6 with n - t - t eta <= 0."""
    return speaks_of_convention_6(instance) and instance.n <= instance.threshold * len(instance.active)


def compare(form: Callable[[Instance], Exact], instance: Instance) -> Discrepancy | None:
    """The bound is the optimum with everyone active, and the optimum itself is not below it."""
    return compare_total(form, with_everyone_active(instance)) or cheaper(form(instance), optimum(instance))


def proof() -> Proof:
    """Shift noise until sigma_2+ = sigma_t-, at no cost; then Lemma 9."""
    argument = Argument()
    all_active_optimum(argument)
    some_active_optimum(argument)
    return argument.proof("with n - t - t eta <= 0 the shift does not raise the total, and Lemma 9 applies at its end")


def domain_grid() -> Iterator[Instance]:
    """All instances in range up to six parties."""
    yield from grid(range(4, 6), 3, is_covered)
    yield from grid(range(6, 7), 2, is_covered)


def strategy() -> SearchStrategy[Instance]:
    """Larger instances in range."""
    return convention_6_instances(range(6, 9)).filter(is_covered)


CLAIM = Claim(
    id="tpmdp/lem-13-1",
    place="Lemma 13, part 1",
    title="when n - t - t eta <= 0, everyone active costs no more",
    relation=Relation.AT_LEAST,
    domain=Domain(
        description="Convention 6, n <= t |U+|: n <= 5 with requirements 0..3, n = 6 with 0..2; random ones with n "
        "= 6..8",
        grid=domain_grid,
        strategy=strategy,
        order=order,
        examples=60,
    ),
    printed=Form("n − t − tη ≤ 0 ⇒ v_σ ≥ min v over A_t", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
