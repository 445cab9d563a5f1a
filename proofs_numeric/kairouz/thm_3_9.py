"""Theorem 3.9: inclusion of regions gives a post-processing that simulates.

Statement: if the region of M_2 is inside that of M_1, then M_2 can be made from the output of M_1 (Blackwell, for the
two hypotheses of one bit).

Model: the printed form decides inclusion through support functions: the regions are convex and symmetric, so M_1
contains M_2 exactly when the sum over outputs of max(0, q - t p) is at least as large for M_1 for every t >= 0; both
sums are piecewise linear in t, and it is enough to look at the likelihood ratios q/p. The oracle is an
exact linear program for the kernel, feasible or proved infeasible. The other direction is Theorem 3.8; both are tried.

Corners: outputs of chance 0, equal mechanisms, mechanisms that say nothing or everything. Expected: holds,
proved for all finite mechanisms of one bit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from lp_models.blackwell import post_processing, post_processing_certificate
from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.randomized_response.mechanisms import Mechanism
from proofs_numeric.kairouz._arguments import vanishes
from proofs_numeric.kairouz._common import differ
from proofs_numeric.kairouz._mechanisms import (
    mechanism_order,
    mechanisms,
    outside_certificate,
    small_mechanisms,
)


@dataclass(frozen=True, slots=True)
class Pair:
    """Can the first simulate the second?"""

    strong: Mechanism
    weak: Mechanism


def as_printed(instance: Pair) -> bool:
    """Whether the region of the weak mechanism is inside that of the strong one, so that it can be simulated."""
    sides = [list(zip(m.zero, m.one, strict=True)) for m in (instance.strong, instance.weak)]
    ratios = [Fraction(q) / p for side in sides for p, q in side if p]
    included = True
    for t in ratios:
        strong, weak = (sum(max(Fraction(0), q - t * p) for p, q in side) for side in sides)
        included = included and strong >= weak
    return included


def compare(form: Any, instance: Pair) -> Discrepancy | None:
    """Inclusion against the existence of a kernel."""
    claimed = form(instance)
    kernel = post_processing(instance.strong, instance.weak)
    true = kernel is not None
    if claimed == true:
        return None
    if kernel is not None:
        evidence = post_processing_certificate(instance.strong, instance.weak, kernel)
        return Discrepancy(claimed, true, 1, Impact.TEXT, evidence, "a kernel exists without inclusion")
    outside = outside_certificate(instance.strong, instance.weak)
    why = "no kernel simulates the second mechanism"
    return Discrepancy(claimed, true, 1, Impact.TEXT, outside, why) if outside else differ(1, 0, Impact.TEXT, why)


def proof() -> Proof:
    """Farkas for the kernel, and maxima of lines as sums of hinges."""
    steps = vanishes(lambda t, p, q: t * p - (q - (q - t * p)), 1, 1, 1)  # min(t p, q) = q - max(0, q - t p), q >= t p
    steps += vanishes(lambda a, b, c, d, p, q: (a * p + b * q) + (d - b) * q - (a - c) * p - (c * p + d * q), *[1] * 6)
    return Proof(
        "For t >= 0 the least t P_FA + P_MD of a test is the sum of min(t p, q) = 1 - H(t), H(t) the sum of max(0, q - "
        "t p) (checked); for opposite signs every mechanism has the same least value, at a test that never or always "
        "rejects, and the region is symmetric about (1/2, 1/2). So inclusion means H_1(t) >= H_2(t) for all t >= 0. If "
        "there were no kernel, Farkas' lemma would give lines a_j p + b_j q such that the sum over the outputs of M_2 "
        "of their maximum exceeds that of M_1. On p, q >= 0 the maximum, over lines ordered by b_j, is the first line "
        "plus (b_(j+1) - b_j) max(0, q - t_j p) at each break t_j (checked for two lines), where a hinge with t_j < 0 "
        "is linear. Linear parts have equal totals and hinges are not larger for M_2: a contradiction.",
        steps,
    )


def grid() -> Iterator[Pair]:
    """All pairs with two outputs in thirds."""
    yield from (Pair(a, b) for a, b in product(small_mechanisms(2, 3), repeat=2))


def strategy() -> SearchStrategy[Pair]:
    """Up to three outputs each."""
    return st.builds(Pair, mechanisms(3), mechanisms(3))


def order(instance: Pair) -> Any:
    """The strong mechanism, then the weak one."""
    return mechanism_order(instance.strong), mechanism_order(instance.weak)


CLAIM = Claim(
    id="kairouz/thm-3-9",
    place="Theorem 3.9",
    title="inclusion of regions gives a post-processing that simulates",
    relation=Relation.IDENTITY,
    domain=Domain(
        description="all pairs of mechanisms with two outputs in thirds; random: three outputs each",
        grid=grid,
        order=order,
        strategy=strategy,
        examples=120,
    ),
    printed=Form("region of M_2 inside region of M_1 => there is T with M_2 = T(M_1)", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
