"""Privacy of several mechanisms run one after the other, party by party (Theorems 4 and 5)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import repeat

from flint import arb, ctx, fmpq

from optcheck.errors import InvalidInput, shown
from optcheck.exact.inputs import items, whole_number
from optcheck.exact.numbers import Exact, exact, whole
from optcheck.exact.rounding import at_least

Budget = tuple[object, object]  # epsilon and delta: exact numbers or floats
Total = float | Exact
_BITS = 128


def compose_basic(mechanisms: Sequence[Sequence[Budget]]) -> list[tuple[Total, Total]]:
    """Each party's (epsilon, delta) after all mechanisms: the sums over the mechanisms.

    ``mechanisms[j][i]`` is party i's budget in mechanism j. Exact budgets give exact sums; floats give the smallest
    doubles that are not below the sums. A delta above 1 promises nothing and is returned as it is.

    >>> compose_basic([[(1, Fraction(1, 8))], [(2, Fraction(1, 8))]])
    [(3, Fraction(1, 4))]
    """
    mechanisms = [items(parties, "a budget") for parties in items(mechanisms, "a mechanism")]
    if not mechanisms:
        raise InvalidInput("there must be at least one mechanism, got none")
    if len({len(parties) for parties in mechanisms}) != 1:
        raise InvalidInput(f"mechanisms must have one set of parties, got {[len(p) for p in mechanisms]}")
    columns = [[_budget(budget) for budget in budgets] for budgets in zip(*mechanisms, strict=True)]
    return [(_total(epsilon for epsilon, _ in one), _total(delta for _, delta in one)) for one in columns]


def compose_advanced(budgets: Sequence[Budget], runs: int, slack: Sequence[object]) -> list[tuple[float, Total]]:
    """Each party's (epsilon, delta) after ``runs`` mechanisms with these budgets, for a slack > 0 on delta.

    epsilon becomes sqrt(2 runs ln(1/slack)) epsilon + runs epsilon (e^epsilon - 1), as a double that is proven (by
    interval arithmetic) not to be too small; delta becomes runs delta + slack.

    >>> compose_advanced([(Fraction(1, 10), 0)], runs=100, slack=[Fraction(1, 1000)])
    [(4.768631369606315, Fraction(1, 1000))]
    """
    whole_number(runs, "runs", least=1)
    budgets, slack = items(budgets, "a budget"), items(slack, "a slack")
    if len(slack) != len(budgets):
        raise InvalidInput(f"slack must have one entry for each of {len(budgets)} parties, got {len(slack)}")
    pairs = zip(map(_budget, budgets), slack, strict=True)
    return [
        (_advanced_epsilon(epsilon, int(runs), surplus), _total([delta, surplus], [int(runs), 1]))
        for (epsilon, delta), surplus in pairs
    ]


def _budget(budget: object) -> Budget:
    """The pair as it is, if both numbers are finite and not negative."""
    if not isinstance(budget, Sequence) or isinstance(budget, str) or len(budget) != 2:
        raise InvalidInput(f"a budget must be a pair of epsilon and delta, got {shown(budget)}")
    for value, name in zip(budget, ("epsilon", "delta"), strict=True):
        if exact(value, name) < 0:
            raise InvalidInput(f"{name} must not be negative, got {shown(value)}")
    return budget[0], budget[1]


def _total(values: Iterable[object], times: Iterable[int] = repeat(1)) -> Total:
    """The sum of the values, each taken so many times; rounded up to a double if there is a float among them."""
    listed = list(values)
    total = whole(sum((count * Fraction(exact(v)) for v, count in zip(listed, times, strict=False)), start=Fraction(0)))
    return at_least(total) if any(isinstance(value, float) for value in listed) else total


def _advanced_epsilon(epsilon: object, runs: int, slack: object) -> float:
    budget, surplus = exact(epsilon, "epsilon"), exact(slack, "slack")
    if not 0 < surplus <= 1:
        raise InvalidInput(f"slack must be above 0 and at most 1, got {shown(slack)}")
    before, ctx.prec = ctx.prec, _BITS + surplus.denominator.bit_length()  # keeps ln(slack) away from 0
    try:
        e = arb(fmpq(budget.numerator, budget.denominator))
        spread = (-2 * runs * arb(fmpq(surplus.numerator, surplus.denominator)).log()).sqrt()
        return _upper(spread * e + runs * e * e.expm1())
    finally:
        ctx.prec = before


def _upper(value: arb) -> float:
    if not value.is_finite():
        return math.inf  # a valid bound, and the only one known
    mantissa, exponent = value.upper().man_exp()
    return at_least(int(mantissa) * Fraction(2) ** int(exponent))
