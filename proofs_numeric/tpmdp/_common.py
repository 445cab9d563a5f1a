"""What most claims share: instances in their declared order, the exact optimum of Eq. 6, and comparisons with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import Any

from hypothesis import strategies as st

from lp_models.coalitions import deduplicated
from optcheck import Answer, solve
from optcheck.audit import Discrepancy, Impact
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact, to_text
from optcheck.exact.program import Infeasible, LinearProgram
from optcheck.tpmdp.instance import Instance, Subcase

Variances = Sequence[Exact]
ORDER = "smallest first by n, t, number of active parties, largest requirement, sum of requirements"


def order(instance: Instance) -> tuple[Any, ...]:
    """The declared order: parties, threshold, active parties, then the size of the numbers."""
    required = instance.required
    size = (max(required), sum(required), max(Fraction(value).denominator for value in required))
    return (instance.n, instance.threshold, len(instance.active), *size, instance.active, required)


def grid(
    sizes: range, top: int, keep: Callable[[Instance], bool] = lambda _: True, everyone: bool = False
) -> Iterator[Instance]:
    """Every instance with requirements 0..top, up to renaming parties inside a group.

    Eq. 6 treats the parties of a group alike, so active parties come first and each group is listed from its
    largest requirement to its smallest.
    """
    for n in sizes:
        for t in range(1, n):
            for active in (n,) if everyone else range(1, n + 1):
                for required in _ranked(n, active, top):
                    instance = Instance(required, t, tuple(range(active)))
                    if keep(instance):
                        yield instance


def _ranked(n: int, active: int, top: int) -> Iterator[tuple[int, ...]]:
    levels = range(top, -1, -1)
    for first in combinations_with_replacement(levels, active):
        for second in combinations_with_replacement(levels, n - active):
            yield first + second


@st.composite
def instances(draw: st.DrawFn, sizes: range, everyone: bool = False, top: int = 12, ranked: bool = False) -> Instance:
    """Instances with rational requirements; ``ranked`` numbers the parties as the appendix does."""
    n = draw(st.sampled_from(sizes))
    t = draw(st.integers(1, n - 1))
    fractions = st.builds(Fraction, st.integers(0, top), st.sampled_from((1, 2, 3)))
    required = draw(st.lists(fractions, min_size=n, max_size=n))
    active = range(n) if everyone else draw(st.sets(st.integers(0, n - 1), min_size=1))
    instance = Instance.of(required, t, active)
    return rank(instance) if ranked else instance


def rank(instance: Instance) -> Instance:
    """The same instance with the parties renumbered: active ones first, larger requirements first."""
    groups = [sorted((instance.required[j] for j in group), reverse=True) for group in split(instance)]
    return Instance((*groups[0], *groups[1]), instance.threshold, tuple(range(len(groups[0]))))


def split(instance: Instance) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The active and the non-active parties."""
    return instance.active, instance.inactive


def is_in(*subcases: Subcase) -> Callable[[Instance], bool]:
    """A filter for instances of the given subcases."""
    return lambda instance: instance.subcase in subcases


def with_everyone_active(instance: Instance) -> Instance:
    """The same requirements and threshold, with A_t in the place of A_t^+."""
    return Instance.of(instance.required, instance.threshold)


@lru_cache(maxsize=20_000)
def optimum(instance: Instance) -> Answer:
    """Eq. 6, one row a coalition, solved and certified exactly: the oracle that knows no closed form."""
    return solve(deduplicated(instance))


def best_total(instance: Instance) -> Exact:
    """The exact optimal total variance."""
    value = optimum(instance).value
    assert value is not None, "Eq. 6 always has an optimum"
    return value


def coalitions(instance: Instance) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Each coalition of exactly t parties with an active member, and the parties outside it."""
    for coalition in combinations(range(instance.n), instance.threshold):
        if set(coalition) & set(instance.active):
            yield coalition, tuple(j for j in range(instance.n) if j not in coalition)


def is_feasible(instance: Instance, x: Variances) -> bool:
    """Whether variances satisfy Eq. 6, coalition by coalition."""
    return min(x) >= 0 and all(
        sum(x[j] for j in outside) >= max(instance.required[j] for j in outside) for _, outside in coalitions(instance)
    )


def broken_row(program: LinearProgram, x: Variances) -> tuple[int, Exact]:
    """The row that a point violates most, and by how much (0 or less when it violates none)."""
    gaps = [side - sum(a * x[j] for j, a in program.rows.row(i)) for i, side in enumerate(program.rhs.tolist())]
    worst = max(range(len(gaps)), key=lambda i: (gaps[i], -i))
    return worst, gaps[worst]


def comparison(left: object, relation: str, right: object, note: str, **values: Exact) -> Certificate:
    """A certificate that one expression stands in a relation to another."""
    texts = {name: to_text(value) for name, value in values.items()}
    instance = {"values": texts, "left": left, "right": right}
    return Certificate("comparison", instance, {}, f"{note} (left {relation} right)")


def compare_total(form: Callable[[Instance], Exact], instance: Instance) -> Discrepancy | None:
    """Whether a formula gives the optimal total of Eq. 6."""
    claimed, answer = form(instance), optimum(instance)
    true = best_total(instance)
    if claimed == true:
        return None
    return Discrepancy(
        claimed=claimed,
        true=true,
        gap=abs(claimed - true),
        impact=Impact.VALUE,
        certificate=answer.certificate,
        explanation=f"The formula gives a total of {claimed}; the least total that satisfies Eq. 6 is {true}.",
    )


def cheaper(bound: Exact, answer: Answer) -> Discrepancy | None:
    """Whether a program's optimum lies below a bound that is said to hold for it."""
    if answer.value is not None and answer.value >= bound:
        return None
    return Discrepancy(
        claimed=bound,
        true=answer.value if answer.value is not None else answer.status,
        gap=bound - (answer.value or 0),
        impact=Impact.OPTIMALITY,
        certificate=answer.certificate,
        explanation=f"A point of the stated kind costs {answer.value}, less than the bound {bound}.",
    )


def violation(instance: Instance, x: Variances) -> Discrepancy | None:
    """How a point breaks a row of Eq. 6, and what the least total that breaks none is."""
    program = deduplicated(instance)
    row, gap = broken_row(program, x)
    if gap <= 0:
        return None
    label, least = program.row_labels[row], best_total(instance)
    return Discrepancy(
        claimed=tuple(x),
        true=tuple(optimum(instance).point.values()),
        gap=gap,
        impact=Impact.SAFETY,
        certificate=_infeasibility(instance, program, x, row),
        explanation=f"With these variances the parties outside {label} hold {gap} less than one of them requires. "
        f"They sum to {sum(x)}; the least total that satisfies Eq. 6 is {least}.",
    )


def _infeasibility(instance: Instance, program: LinearProgram, x: Variances, row: int) -> Certificate:
    """A total below the certified least one proves it and tells the true value; otherwise the broken row does."""
    if sum(x) < best_total(instance):
        return optimum(instance).certificate
    return pinned(program, x).certificate(Infeasible({row: 1}))


def pinned(program: LinearProgram, x: Variances) -> LinearProgram:
    """The program with every variable fixed at a point: infeasible when the point is."""
    return replace(program, lower=tuple(x), upper=tuple(x), certifier=None)


def compare_allocation(form: Callable[[Instance], Variances], instance: Instance) -> Discrepancy | None:
    """Whether variances are feasible for Eq. 6 and have the least total."""
    x = tuple(form(instance))
    return violation(instance, x) or excess(instance, x)


def excess(instance: Instance, x: Variances) -> Discrepancy | None:
    """Whether feasible variances cost more than the optimum (or hold a negative one)."""
    claimed, true = sum(x), best_total(instance)
    if claimed == true and min(x) >= 0:
        return None
    return Discrepancy(
        claimed=x,
        true=tuple(optimum(instance).point.values()),
        gap=abs(claimed - true),
        impact=Impact.OPTIMALITY,
        certificate=optimum(instance).certificate,
        explanation=f"The variances sum to {claimed}; the least total that satisfies Eq. 6 is {true}.",
    )
