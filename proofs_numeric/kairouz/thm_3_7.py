"""Theorem 3.7: a mechanism is lambda-private exactly when its region lies inside R_lambda.

Statement: for a mechanism of one bit, consider all rejection sets S with false alarm P(M(0) in S) and missed detection
P(M(1) not in S). The mechanism is lambda-private if and only if every such pair satisfies
P_FA + lambda P_MD >= 1 and lambda P_FA + P_MD >= 1.

Model: the printed inequalities over all rejection sets (they are linear, so they extend to the convex hull); the oracle
is the definition of privacy, output by output. The paper writes both errors with the same M(x); false alarm belongs to
bit 0 and missed detection to bit 1. R_lambda is called triangular; the two inequalities alone leave the half above
P_FA + P_MD = 1 open, where every region has its mirror image. Here R_lambda is what the inequalities say.

Corners: outputs of chance 0 under one bit or both, lambda = 1, one output. Expected: holds, proved: with S a single
output, or everything but one, the inequalities are the definition, and for larger S they are sums of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact
from optcheck.randomized_response.mechanisms import Mechanism
from proofs_numeric.kairouz._arguments import vanishes
from proofs_numeric.kairouz._common import levels, number_order
from proofs_numeric.kairouz._mechanisms import mechanism_order, mechanisms, small_mechanisms


@dataclass(frozen=True, slots=True)
class Case:
    """A mechanism and a privacy level."""

    mechanism: Mechanism
    lambda_: Exact


def as_printed(instance: Case) -> bool:
    """Whether all tests satisfy both inequalities."""
    zero, one, level = instance.mechanism.zero, instance.mechanism.one, instance.lambda_
    inside = True
    for rejects in product((False, True), repeat=len(zero)):
        alarm = sum(p for p, mark in zip(zero, rejects, strict=True) if mark)
        missed = sum(q for q, mark in zip(one, rejects, strict=True) if not mark)
        inside = inside and alarm + level * missed >= 1 and level * alarm + missed >= 1
    return inside


def compare(form: Any, instance: Case) -> Discrepancy | None:
    """Inclusion against the definition of privacy."""
    claimed, true = form(instance), instance.mechanism.is_private(instance.lambda_)
    if claimed == true:
        return None
    evidence = Certificate("bit-privacy", {"mechanism": instance.mechanism.document()}, {})
    why = "inclusion of the region and privacy do not agree"
    return Discrepancy(claimed, true, 1, Impact.SAFETY, evidence, why)


def proof() -> Proof:
    """Both inequalities, with the complement of the test."""
    steps = vanishes(lambda kept, missed, v: (1 - kept) + v * missed - 1 - (v * missed - kept), 1, 1, 1)
    steps += vanishes(lambda alarm, found, v: v * alarm + (1 - found) - 1 - (v * alarm - found), 1, 1, 1)
    return Proof(
        "With S' the outputs outside S, P_FA = 1 - P_0(S') and P_MD = P_1(S') = 1 - P_1(S). So P_FA + l P_MD - 1 = "
        "l P_1(S') - P_0(S') and l P_FA + P_MD - 1 = l P_0(S) - P_1(S) (checked). Over all S these are nonnegative "
        "exactly when P_0(A) <= l P_1(A) and P_1(A) <= l P_0(A) for all sets A; probabilities add up, so exactly when "
        "this holds for single outputs, the definition. Half-planes are convex: the hull is inside when the tests are.",
        steps,
    )


def grid() -> Iterator[Case]:
    """All mechanisms with up to three outputs and chances in quarters or thirds."""
    choices: tuple[Exact, ...] = (1, 2, 3, Fraction(3, 2))
    for outputs, parts in ((1, 1), (2, 3), (2, 4), (3, 3)):
        for mechanism, level in product(small_mechanisms(outputs, parts), choices):
            yield Case(mechanism, level)


def strategy() -> SearchStrategy[Case]:
    """Up to four outputs."""
    return st.builds(Case, mechanisms(), levels())


def order(instance: Case) -> Any:
    """The mechanism, then lambda."""
    return mechanism_order(instance.mechanism), number_order(instance.lambda_)


CLAIM = Claim(
    id="kairouz/thm-3-7",
    place="Theorem 3.7",
    title="privacy is inclusion of the hypothesis-testing region in R_lambda",
    relation=Relation.IDENTITY,
    domain=Domain(
        description="all mechanisms with <= 3 outputs in thirds or quarters, four lambdas; random: 4 outputs, l <= 13",
        grid=grid,
        order=order,
        strategy=strategy,
        examples=300,
    ),
    printed=Form("for all tests: P_FA + l P_MD >= 1 and l P_FA + P_MD >= 1", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
