"""Theorem 3.8: post-processing shrinks the region.

Statement: if M_2 can be made from M_1 by a mechanism that looks at the output of M_1 only, the region of M_2 is inside
that of M_1.

Model: any finite M_1 and any row-stochastic kernel. The printed form lists the errors of all tests of the processed
mechanism; the oracle asks whether each is in the region of M_1, that is, whether no test of M_1 is needed that does
not exist: its false alarm is not below the boundary of M_1's region, nor is its mirror image.

Corners: kernels that merge everything, that copy, that lose one output; zero chances. Expected: holds,
proved: a test of the result is a mixture of tests of the original.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from operator import mul
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from lp_models.blackwell import post_processing_certificate
from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.exact.numbers import Exact
from optcheck.randomized_response.mechanisms import Mechanism, least_false_alarm
from proofs_numeric.kairouz._arguments import vanishes
from proofs_numeric.kairouz._common import numbers_order
from proofs_numeric.kairouz._mechanisms import (
    Errors,
    distributions,
    mechanism_order,
    mechanisms,
    rows,
    small_mechanisms,
)

Kernel = tuple[tuple[Exact, ...], ...]


@dataclass(frozen=True, slots=True)
class Processing:
    """A mechanism and what is done to its outputs."""

    mechanism: Mechanism
    kernel: Kernel

    def result(self) -> Mechanism:
        """The processed mechanism."""
        columns = list(zip(*self.kernel, strict=True))
        rows = (self.mechanism.zero, self.mechanism.one)
        made = [tuple(Fraction(sum(map(mul, row, column))) for column in columns) for row in rows]
        return Mechanism(made[0], made[1])


def as_printed(instance: Processing) -> list[Errors]:
    """(missed detection, false alarm) of every test of the processed mechanism."""
    columns = list(zip(*instance.kernel, strict=True))
    zero = [sum(p * q for p, q in zip(instance.mechanism.zero, column, strict=True)) for column in columns]
    one = [sum(p * q for p, q in zip(instance.mechanism.one, column, strict=True)) for column in columns]
    errors = []
    for rejects in product((False, True), repeat=len(columns)):
        missed = sum(q for q, mark in zip(one, rejects, strict=True) if not mark)
        alarm = sum(p for p, mark in zip(zero, rejects, strict=True) if mark)
        errors.append((missed, alarm))
    return errors


def compare(form: Any, instance: Processing) -> Discrepancy | None:
    """Every test of the processed mechanism against the region of the original one."""
    outer, inner = instance.mechanism, instance.result()
    listed = form(instance)
    tests = [inner.errors(rejects) for rejects in product((0, 1), repeat=len(inner.zero))]
    included = all(
        least_false_alarm(outer, missed) <= alarm and least_false_alarm(outer, 1 - missed) <= 1 - alarm
        for missed, alarm in listed
    )
    if included and sorted(listed) == sorted(tests):
        return None
    evidence = post_processing_certificate(outer, inner, instance.kernel)
    why = "a test of the processed mechanism has errors outside the region of the original one"
    return Discrepancy(False, True, 1, Impact.TEXT, evidence, why)


def proof() -> Proof:
    """A test of the result is a mixture of tests of the original."""
    steps = vanishes(lambda f, rest: f * rest + (1 - f) * rest - rest, 1, 1)
    steps += vanishes(lambda f: f * 1 + (1 - f) * 0 - f, 1)
    return Proof(
        "Rejecting on a set of outputs of M_2 rejects output a of M_1 with a chance f(a) in [0, 1]. Draw a test of M_1 "
        "that rejects each a on its own with chance f(a): the chances of these tests are products of f(a) and 1 - "
        "f(a), nonnegative with total 1 (checked, one output at a time), and output a is rejected with chance f(a) "
        "(checked). Both errors are linear in the chances of rejection, so they are the mixture of those tests' "
        "errors: a point of the convex hull, which is the region of M_1.",
        steps,
    )


def grid() -> Iterator[Processing]:
    """Two outputs in thirds, kernels in halves."""
    for mechanism, kernel in product(small_mechanisms(2, 3), product(rows(2, 2), repeat=2)):
        yield Processing(mechanism, kernel)


@st.composite
def processings(draw: st.DrawFn) -> Processing:
    """Up to four outputs before and three after."""
    mechanism = draw(mechanisms())
    outputs = draw(st.integers(1, 3))
    kernel = tuple(draw(distributions(outputs)) for _ in mechanism.zero)
    return Processing(mechanism, kernel)


def strategy() -> SearchStrategy[Processing]:
    """Random kernels."""
    return processings()


def order(instance: Processing) -> Any:
    """The mechanism, then the kernel."""
    entries = [entry for row in instance.kernel for entry in row]
    return mechanism_order(instance.mechanism), len(instance.kernel[0]), numbers_order(entries)


CLAIM = Claim(
    id="kairouz/thm-3-8",
    place="Theorem 3.8",
    title="post-processing shrinks the hypothesis-testing region",
    relation=Relation.AT_MOST,
    domain=Domain(
        description="two outputs in thirds with all kernels in halves; random: four outputs, three after processing",
        grid=grid,
        order=order,
        strategy=strategy,
        examples=200,
    ),
    printed=Form("region of T(M_1) is inside the region of M_1", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
