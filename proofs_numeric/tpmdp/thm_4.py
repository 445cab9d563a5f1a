"""Statement: m mechanisms that satisfy (t, n, E^j)-TPMDP together satisfy TPMDP with, for each party, the sum of its
epsilons and the sum of its deltas.

Model: for a fixed group and a fixed party outside it the refined views of the m mechanisms are compositions of private
pairs, so the statement is one about differential privacy for each party apart (the step from views to refined views,
for polynomially many mechanisms, is the standard hybrid argument and is taken as given). The checker composes the worst
pairs exactly. Instances keep exp(epsilon) as a rational; the form gives exp of the composed epsilon.

Corners: m = 1, epsilon = 0, delta = 0, delta near 1, a sum of deltas above 1.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from math import prod
from typing import TypeVar

import sympy
from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Domain, Expr, Form, Formula, Impact, Property, Value, says
from optcheck.claims.claim import amounts, texts
from optcheck.claims.expressions import interval
from optcheck.claims.relations import satisfies
from optcheck.errors import InvalidInput

I = TypeVar("I")  # noqa: E741 - the instance


@dataclass(frozen=True, slots=True, order=True)
class Budget:
    """exp(epsilon) and delta of one mechanism, for one party."""

    ratio: Fraction
    delta: Fraction


@dataclass(frozen=True, slots=True)
class Mechanisms:
    """The budgets of several mechanisms."""

    budgets: tuple[Budget, ...]


def as_printed(given: Mechanisms) -> Value:
    ratio = prod((budget.ratio for budget in given.budgets), start=Fraction(1))
    return Budget(ratio, sum((budget.delta for budget in given.budgets), Fraction(0)))


def kept(mechanisms: Callable[[I], Sequence[Budget]]) -> Property[I]:
    """Whether all mechanisms together keep the budget (exp(epsilon), delta) that a form gives.

    An irrational exp(epsilon) is replaced by a rational one below it, which asks more.
    """

    def describe(instance: I, said: Value) -> Value:
        ratio, delta = said.ratio, said.delta
        ratio = interval(ratio, bits=64).low if isinstance(ratio, Expr) else ratio
        if ratio < 0:
            raise InvalidInput(f"exp(epsilon) must not be negative, got {ratio}")
        every = [(ratio, delta), *((one.ratio, one.delta) for one in mechanisms(instance))]
        found, *budgets = (dict(zip(("ratio", "delta"), texts(pair), strict=True)) for pair in every)
        return {"composition": {"mechanisms": budgets, **found}}

    return Property(name="budget", holds=says("kept"), describe=describe, gap="gap")


def proof(argument: Argument, form: Formula[Mechanisms]) -> None:
    one, two, a, b = sympy.symbols("one two a b", positive=True)
    alone, both = form(Mechanisms((Budget(one, a),))), form(Mechanisms((Budget(one, a), Budget(two, b))))
    argument.identity("one mechanism keeps its own budget", (alone.ratio, alone.delta), (one, a))
    argument.identity("a second multiplies exp(epsilon) and adds delta", (both.ratio, both.delta), (one * two, a + b))
    argument.identity("an outcome that one reveals has probability 1-(1-a)(1-b)", a + b - a * b, 1 - (1 - a) * (1 - b))
    argument.not_negative("which is at most the sum of the deltas", both.delta - (a + b - a * b))
    high, low = (1 - a) * (1 - b) * one * two / ((1 + one) * (1 + two)), (1 - a) * (1 - b) / ((1 + one) * (1 + two))
    argument.identity("other outcomes have likelihood ratios of at most the product", high - both.ratio * low, 0)
    argument.words("By induction on m: m mechanisms are one with the composed budget, and one more.")


def grid() -> Iterator[Mechanisms]:
    budgets = [Budget(ratio, delta) for ratio in amounts("1 2 3") for delta in amounts("0 1/2 1/10")]
    return (Mechanisms(some) for m in (1, 2, 3) for some in combinations_with_replacement(budgets, m))


def strategy() -> st.SearchStrategy[Mechanisms]:
    ratios = st.builds(lambda a, b: 1 + Fraction(a, b), st.integers(0, 20), st.integers(1, 5))
    deltas = st.builds(lambda a, b: Fraction(a, a + b), st.integers(0, 5), st.integers(1, 50))
    return st.lists(st.builds(Budget, ratios, deltas), min_size=1, max_size=4).map(tuple).map(Mechanisms)


CLAIM = Claim(
    id="tpmdp/thm-4",
    place="Theorem 4",
    title="basic composition: epsilons and deltas add up for each party",
    domain=Domain(
        description="m <= 3, exp(epsilon) in {1, 2, 3}, delta in {0, 1/10, 1/2}; random rational budgets with m <= 4",
        grid=grid,
        order=lambda at: (len(at.budgets), sum(one.ratio + one.delta.denominator for one in at.budgets), at.budgets),
        strategy=strategy,
        examples=60,
    ),
    truth=kept(lambda given: given.budgets),
    asserts=satisfies("private"),
    printed=Form(as_printed, "E^{1:m} = {(Σ_j ε_i^j, Σ_j δ_i^j)}"),
    impact=Impact.SAFETY,
    proof=proof,
)
