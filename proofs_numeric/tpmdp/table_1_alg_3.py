"""Statement: Alg. 3 needs O(n) time and O(n) space (the required variances themselves cost O(1) each).

Model: the algorithm with counted comparisons on inputs that are hard for selection (sorted, reversed, equal,
scrambled); it must give the variances found by sorting, so that what is counted is Alg. 3. The xi-th largest element is
found with medians of five, linear in the worst case. All other steps touch each party a constant number of times, so
comparisons measure the time. With constants: at most 202 n comparisons and 11 n values stored beside the input.

Corners: all subcases, ties.

Readings: the paper leaves open how the xi-th largest element is found.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import sympy

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Value
from optcheck.claims.relations import at_most
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._selection import SORTED_DIRECTLY, Counter, algorithm_3
from proofs_numeric.tpmdp.alg_3 import corrected as by_sorting

PATTERNS = ("falling", "rising", "equal", "scrambled")


@dataclass(frozen=True, slots=True)
class Run:
    """Sizes and the pattern of the requirements."""

    n: int
    t: int
    active: int
    pattern: str


def as_printed(run: Run) -> Value:
    return 202 * run.n, 11 * run.n


def counted(run: Run) -> Value:
    """Comparisons and stored values of the algorithm."""
    counter, instance = Counter(), requirements(run)
    if tuple(algorithm_3(instance, counter)) != by_sorting(instance):
        raise ArithmeticError(f"the counted algorithm is not Alg. 3 at {run}")
    return counter.comparisons, counter.words


def requirements(run: Run) -> Instance:
    """Integer requirements in the given pattern."""
    values = {
        "falling": range(run.n, 0, -1),
        "rising": range(1, run.n + 1),
        "equal": [1] * run.n,
        "scrambled": [(7919 * j + 13) % 10007 for j in range(run.n)],
    }
    return Instance(tuple(values[run.pattern]), run.t, tuple(range(run.active)))


def proof(argument: Argument, form: Formula[Run]) -> None:
    """The recurrence T(n) <= T(n/5 + 1) + T(7n/10 + 6) + 5n of selection has T(n) <= 100 n."""
    n, more = sympy.symbols("n more", nonnegative=True)
    time, space = form(Run(n, 1, 1, ""))
    each, held, large = (time - 2 * n) / 2, space - n, SORTED_DIRECTLY + more
    parts = (n / 5 + 1, 7 * n / 10 + 6)
    step = each - sum(each.subs(n, part) for part in parts) - 5 * n
    argument.not_negative("two selections, two comparisons a value: the recurrence for n >= 140", step.subs(n, large))
    argument.not_negative(
        "space: (n + n/5 + n) here and the larger recursion",
        (held - 2 * n - n / 5 - held.subs(n, parts[1])).subs(n, large),
    )
    argument.truth("up to 140 values insertion takes n (n-1)/2 comparisons", 2 * each.subs(n, 1) >= SORTED_DIRECTLY - 1)
    argument.words(
        "A level makes two comparisons a value for the groups of five and two for the split; at least 3n/10 - 6 values "
        "lie on each side of the median of medians; a level stores the groups, their medians and the two sides."
    )


def grid() -> Iterator[Run]:
    for size in (4, 10, 50, 150, 400):
        for t in sorted({1, 2, size // 4, size // 2, size - 1}):
            for active in sorted({1, 2, size // 2, size}):
                yield from (Run(size, t, active, pattern) for pattern in PATTERNS if size < 150 or active < size)


CLAIM = Claim(
    id="tpmdp/table-1-alg-3",
    place="Table I, row 3",
    title="Alg. 3 takes linear time and space",
    domain=Domain(
        description="n = 4..400 (five sizes), five thresholds, up to four numbers of active parties, four patterns",
        grid=grid,
        order=lambda run: (run.n, run.t, run.active, PATTERNS.index(run.pattern)),
    ),
    truth=Definition(counted),
    asserts=at_most,
    printed=Form(as_printed, "time O(n), space O(n); with constants: at most 202n comparisons and 11n stored values"),
    proof=proof,
)
