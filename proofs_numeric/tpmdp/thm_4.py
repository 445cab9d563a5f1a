"""Theorem 4: basic composition of TPMDP mechanisms.

Statement: m mechanisms that satisfy (t, n, E^j)-TPMDP together satisfy TPMDP with, for each party, the sum of its
epsilons and the sum of its deltas.

Model: for a fixed group and a fixed party outside it, the refined views of the m mechanisms are compositions of
private pairs, so the statement is one about differential privacy for each party apart (the step from views to
refined views, for polynomially many mechanisms, is the standard hybrid argument and is taken as given). The worst
pairs are composed exactly; the exact delta at exp(sum of epsilons) must be at most the sum of deltas. For m = 1,
and for deltas 0, the parameters must also be the best possible. Relation: at most. Corners: m = 1, epsilon = 0,
delta = 0, delta near 1. Expected: holds, for all m.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import prod
from typing import Any

import sympy
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.exact.certificate import Certificate
from proofs_numeric.tpmdp._algebra import Argument
from proofs_numeric.tpmdp._common import comparison
from proofs_numeric.tpmdp._composition import Budget, delta_expression, outcomes, true_delta

Budgets = tuple[Budget, ...]


def as_printed(budgets: Budgets) -> Budget:
    """The epsilons add up, so exp(epsilon) multiplies; the deltas add up."""
    return Budget(
        prod((budget.ratio for budget in budgets), start=Fraction(1)),
        sum((budget.delta for budget in budgets), Fraction(0)),
    )


def compare(form: Callable[[Budgets], Budget], budgets: Budgets) -> Discrepancy | None:
    """The composed budget is kept; where it can be sharp, it is."""
    claimed = form(budgets)
    true = true_delta(budgets, claimed.ratio)
    if true > claimed.delta:
        certificate = comparison(
            delta_expression(budgets), ">", "claimed", "exact delta", ratio=claimed.ratio, claimed=claimed.delta
        )
        return _discrepancy(claimed, true, true - claimed.delta, certificate, "The composition needs a larger delta.")
    return _not_sharp(claimed, budgets)


def _not_sharp(claimed: Budget, budgets: Budgets) -> Discrepancy | None:
    """Without deltas the composed exp(epsilon) is the largest ratio of likelihoods; one mechanism keeps its budget."""
    best = None
    if not any(budget.delta for budget in budgets):
        best = Budget(max(p / q for p, q in outcomes(budgets) if q), Fraction(0))
    elif len(budgets) == 1:
        best = budgets[0]
    if best is None or best == claimed:
        return None
    gap = abs(claimed.ratio - best.ratio) + abs(claimed.delta - best.delta)
    certificate = comparison(["+", "gap", 0], ">", 0, "distance from the best budget", gap=gap)
    return _discrepancy(claimed, best, gap, certificate, f"The best budget is {best}.")


def _discrepancy(claimed: object, true: object, gap: Fraction, certificate: Certificate, text: str) -> Discrepancy:
    return Discrepancy(claimed, true, gap, Impact.SAFETY, certificate, text)


def proof() -> Proof:
    """At the product of the ratios only outcomes with a revealed coordinate count."""
    argument = Argument()
    one, other = sympy.symbols("one other")
    argument.identity("1 - (1-a)(1-b) = a + b - ab", 1 - (1 - one) * (1 - other), one + other - one * other)
    argument.at_least_zero("ab >= 0", one * other, {})
    return argument.proof(
        "an outcome without a revealed coordinate has a likelihood ratio of at most the product, so the exact "
        "delta of the worst pairs is 1 - prod(1 - delta_j), which is at most the sum, by induction; every private "
        "pair is an image of a worst pair"
    )


RATIOS = (Fraction(1), Fraction(2), Fraction(3))
DELTAS = (Fraction(0), Fraction(1, 2), Fraction(1, 10))


def domain_grid() -> Iterator[Budgets]:
    """Up to three mechanisms with small budgets."""
    budgets = [Budget(ratio, delta) for ratio in RATIOS for delta in DELTAS]
    for m in (1, 2, 3):
        yield from combinations_with_replacement(budgets, m)


def order(budgets: Budgets) -> tuple[Any, ...]:
    """Mechanisms, then the size of the numbers."""
    size = sum(budget.ratio + budget.delta.denominator for budget in budgets)
    return len(budgets), size, budgets


def strategy() -> SearchStrategy[Budgets]:
    """Up to four mechanisms with rational budgets."""
    ratios = st.builds(lambda a, b: 1 + Fraction(a, b), st.integers(0, 20), st.integers(1, 5))
    deltas = st.builds(lambda a, b: Fraction(a, a + b), st.integers(0, 5), st.integers(1, 50))
    return st.lists(st.builds(Budget, ratios, deltas), min_size=1, max_size=4).map(tuple)


CLAIM = Claim(
    id="tpmdp/thm-4",
    place="Theorem 4",
    title="basic composition: epsilons and deltas add up for each party",
    relation=Relation.AT_MOST,
    domain=Domain(
        description="m <= 3, exp(epsilon) in {1, 2, 3}, delta in {0, 1/10, 1/2}; random rational budgets with m <= 4",
        grid=domain_grid,
        strategy=strategy,
        order=order,
        examples=100,
    ),
    printed=Form("E^{1:m} = {(Σ_j ε_i^j, Σ_j δ_i^j)}", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
