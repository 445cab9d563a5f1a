"""Which transcripts an optimal private protocol can use. Standard library only.

An optimal dual (nu, mu) leaves a slack at each signature: <S_s, mu> less the best that decisions earn there. No optimum
uses a signature with a positive slack (complementary slackness). The slack of a choice of decisions is multilinear in s
and not negative at the corners, so where it is positive in the middle of every edge of the box, an optimum uses corners
only; with all equations met that is randomised response.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from optcheck.checker import work
from optcheck.checker.core import Exact, Fact, Finding, Kind, number_text, require, shown
from optcheck.checker.families._signature_problem import Instance, Problem, problem_of
from optcheck.checker.families.signature import (
    ByColumns,
    ByRule,
    Dual,
    check_column,
    corner_sides,
    masked,
    protocol_optimum,
    response_optimum,
)
from optcheck.checker.reading import Nothing, Reader, either, needed, number, sequence


class _Signature(Instance):
    signature = needed(sequence(number(above=0)))


class _Bounded(Dual, Instance): ...


def check_unique(instance: Instance, evidence: ByRule) -> Finding:
    """Randomised response is optimal, and nothing else is (up to renaming, merging and splitting transcripts)."""
    problem = problem_of(instance)
    value = response_optimum(problem, evidence)
    left, right = corner_sides(problem, evidence)
    for low, high in _edges(problem):
        earned = [max(options[low] + options[high] for options in view) for view in right]
        slack = left[low] + left[high] - work.total(earned)
        require(slack > 0, f"slack between corners {low} and {high}", "> 0", number_text(slack))
    different = 1 << sum(level > 1 for level in problem.lambdas)
    facts = (
        Fact("optimal accuracy", "=", value),
        Fact("optimal protocols", "is", "randomised response only"),
        Fact("transcripts of an optimum", ">=", different),
    )
    return Finding(f"{problem.goal} is {shown(value)}, reached by randomised response only", value, facts)


def _edges(problem: Problem) -> Iterator[tuple[int, int]]:
    """Pairs of different corners that are neighbours."""
    parties = len(problem.lambdas)
    for party, value in enumerate(problem.lambdas):
        step = 1 << (parties - 1 - party)
        if value > 1:
            yield from ((corner, corner | step) for corner in range(1 << parties) if not corner & step)


def check_use(instance: _Signature, evidence: ByColumns | ByRule) -> Finding:
    """Some optimum uses the signature, or none does."""
    problem, signature = problem_of(instance), instance.signature
    check_column(problem, (signature, [0] * len(problem.views), 1))
    where = f"the signature {shown(tuple(signature))}; {problem.goal}"
    if isinstance(evidence, ByColumns):
        value = protocol_optimum(problem, evidence)
        used = any(column[0] == signature for column in evidence.columns)
        require(used, "columns", "one with the signature", "none")
        return Finding(f"an optimum uses {where} is {shown(value)}", value, (Fact("usable", "is", True),))
    value = response_optimum(problem, evidence)
    slack = _slack(problem, signature, evidence)
    require(slack > 0, "slack at the signature", "> 0", number_text(slack))
    return Finding(f"no optimum uses {where} is {shown(value)}", value, (Fact("usable", "is", False),))


def _slack(problem: Problem, signature: list[Exact], evidence: Dual) -> Exact:
    entries: list[Exact] = [1]
    for factor in signature:
        work.pay(factor, *entries[:1], times=2 * len(entries))
        entries = [entry * step for entry in entries for step in (1, factor)]
    earned = [max(work.dot(entries, row) for row in masked(problem, evidence.nu, view)) for view in problem.views]
    return work.dot(entries, evidence.mu) - Fraction(work.total(earned))


def check_dual(instance: _Bounded, evidence: Nothing) -> Finding:
    """Whether a prior and mu satisfy the dual constraint on the whole box."""
    problem = problem_of(instance)
    left, right = corner_sides(problem, instance)
    feasible = True
    for corner, high in enumerate(left):
        earned = work.total(max(options[corner] for options in view) for view in right)
        feasible = feasible and high >= earned
    word = "feasible" if feasible else "not feasible"
    return Finding(f"for {problem.goal} the dual is {word}", facts=(Fact("dual", "is", word),))


_PROOF: Reader[ByColumns | ByRule] = either(ByColumns, ByRule)
KINDS = {
    "signature-dual": Kind(_Bounded, Nothing, check_dual),
    "unique-optimum": Kind(Instance, ByRule, check_unique),
    "signature-use": Kind(_Signature, _PROOF, check_use),
}
