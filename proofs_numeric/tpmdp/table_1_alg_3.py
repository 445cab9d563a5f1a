"""Table I, row 3: Alg. 3 takes O(n) time and space.

Statement: Alg. 3 needs O(n) time and O(n) space (the required variances themselves cost O(1) each).

Reading: the paper leaves open how the xi-th largest element is found; with medians of five it takes linearly many
comparisons in the worst case. All other steps of the algorithm touch each party a constant number of times, so
comparisons measure the time. With constants named: at most 202 n comparisons (each party's requirement takes part
in at most two selections of 100 comparisons a value, and in two comparisons when the variances are set) and at
most 11 n values stored beside the input.

Model: the algorithm with counted comparisons on inputs that are hard for selection (sorted, reversed, equal,
scrambled); its result is compared with the variances found by sorting, so that what is counted is Alg. 3.
Relation: order, with explicit constants. Corners: all subcases, ties. Expected: holds, for all n, by the
recurrence of the selection.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._algebra import Argument, a, n
from proofs_numeric.tpmdp._common import comparison
from proofs_numeric.tpmdp._selection import SORTED_DIRECTLY, Counter, algorithm_3
from proofs_numeric.tpmdp.alg_3 import Case
from proofs_numeric.tpmdp.alg_3 import corrected as by_sorting

PATTERNS = ("falling", "rising", "equal", "scrambled")


@dataclass(frozen=True, slots=True)
class Run:
    """Sizes and the pattern of the requirements."""

    n: int
    t: int
    active: int
    pattern: str

    def instance(self) -> Instance:
        """Integer requirements in the given pattern; every third party or so is active."""
        values = {
            "falling": range(self.n, 0, -1),
            "rising": range(1, self.n + 1),
            "equal": [1] * self.n,
            "scrambled": [(7919 * j + 13) % 10007 for j in range(self.n)],
        }
        return Instance(tuple(values[self.pattern]), self.t, tuple(range(self.active)))


def as_printed(run: Run) -> tuple[int, int]:
    """Comparisons and stored values, linear in n."""
    return 202 * run.n, 11 * run.n


def compare(form: Callable[[Run], tuple[int, int]], run: Run) -> Discrepancy | None:
    """Counted work within the bounds, and the right variances."""
    counter, instance = Counter(), run.instance()
    variances = algorithm_3(instance, counter)
    if variances != by_sorting(Case("least total", instance)):
        raise ArithmeticError(f"the counted algorithm is not Alg. 3 at {run}")
    for used, bound, name in zip(
        (counter.comparisons, counter.words), form(run), ("comparisons", "stored values"), strict=True
    ):
        if used > bound:
            return Discrepancy(
                claimed=bound,
                true=used,
                gap=Fraction(used - bound),
                impact=Impact.VALUE,
                certificate=comparison("used", ">", "bound", name, used=used, bound=bound),
                explanation=f"Alg. 3 used {used} {name}; the bound is {bound}.",
            )
    return None


def proof() -> Proof:
    """The recurrence T(n) <= T(n/5 + 1) + T(7n/10 + 6) + 5n of selection has T(n) <= 100 n."""
    argument = Argument()
    argument.at_least_zero(
        "100 (n/5 + 1) + 100 (7n/10 + 6) + 5n <= 100 n for n >= 140",
        100 * n - (100 * (n / 5 + 1) + 100 * (7 * n / 10 + 6) + 5 * n),
        {n: SORTED_DIRECTLY + a},
    )
    argument.at_least_zero(
        "space: (n + n/5 + n) here and 10 (7n/10 + 6) in the larger of the two recursions make at most 10 n",
        10 * n - ((2 * n + n / 5) + 10 * (7 * n / 10 + 6)),
        {n: SORTED_DIRECTLY + a},
    )
    argument.case("up to 140 values insertion takes at most n (n-1)/2 <= 100 n", (SORTED_DIRECTLY - 1) / 2 <= 100)
    argument.case("sorting five values takes at most ten comparisons, two a value", 5 * 4 // 2 == 10)
    return argument.proof(
        "a level of the selection makes two comparisons a value for the groups and two for the split; at least "
        "3n/10 - 6 values lie on each side of the median of medians; so T(n) <= 100 n, each requirement takes part "
        "in at most two selections and two further comparisons; a level stores the groups, their medians and the two "
        "sides, in all at most 10 n beside the n results"
    )


def domain_grid() -> Iterator[Run]:
    """All subcases at sizes up to 3000, in four patterns."""
    for size in (4, 10, 50, 150, 400, 1000, 3000):
        for t in sorted({1, 2, size // 4, size // 2, size - 1}):
            for active in sorted({1, 2, size // 2, size}):
                yield from (Run(size, t, active, pattern) for pattern in PATTERNS if 1 <= t < size)


def order(run: Run) -> tuple[Any, ...]:
    """Parties, threshold, active parties, pattern."""
    return run.n, run.t, run.active, PATTERNS.index(run.pattern)


CLAIM = Claim(
    id="tpmdp/table-1-alg-3",
    place="Table I, row 3",
    title="Alg. 3 takes linear time and space",
    relation=Relation.ORDER,
    domain=Domain(
        description="n = 4..3000 (seven sizes), five thresholds, four numbers of active parties, four patterns of "
        "requirements",
        grid=domain_grid,
        order=order,
    ),
    printed=Form("time O(n), space O(n); with constants: at most 202n comparisons and 11n stored values", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
