"""Statement: Alg. 3 needs O(n) time and O(n) space (the required variances themselves cost O(1) each).

Model: the algorithm with counted comparisons on inputs that are hard for selection (sorted, reversed, equal,
scrambled); it must give the variances found by sorting, so that what is counted is Alg. 3. The xi-th largest element is
found with medians of five, linear in the worst case. All other steps touch each party a constant number of times, so
comparisons measure the time. With constants: at most 202 n comparisons and 11 n values stored beside the input.

Corners: all subcases, ties.

Readings: the paper leaves open how the xi-th largest element is found.
"""

from optcheck.claims import *
from optcheck.tpmdp.instance import Instance as Allocation
from proofs_numeric.tpmdp._parties import Parties
from proofs_numeric.tpmdp._selection import Counter, algorithm_3
from proofs_numeric.tpmdp.alg_3 import corrected as by_sorting


class Run(Instance):
    """Sizes (100 hundreds + rest parties) and the pattern of the requirements."""

    hundreds: int = integer(0)
    rest: int = integer(0, 99)
    t: int = integer(1, "100 * hundreds + rest - 1")
    active: int = integer(1, "100 * hundreds + rest", symbol="|U⁺|")
    pattern: str = choice("scrambled", "falling", "rising", "equal")

    @property
    def n(self) -> int:
        return 100 * self.hundreds + self.rest


def as_printed(run: Run) -> Value:
    return 202 * run.n, 11 * run.n


def counted(run: Run) -> Value:
    """Comparisons and stored values of the algorithm, which must give what sorting gives."""
    values = {
        "falling": range(run.n, 0, -1),
        "rising": range(1, run.n + 1),
        "equal": [1] * run.n,
        "scrambled": [(7919 * j + 13) % 10007 for j in range(run.n)],
    }
    required, active = tuple(map(Fraction, values[run.pattern])), tuple(range(run.active))
    counter = Counter()
    found = algorithm_3(Allocation(required, run.t, active), counter)
    if tuple(found) != by_sorting(Parties(run.n, run.t, active, required)):
        raise ArithmeticError(f"the counted algorithm is not Alg. 3 at {run}")
    return counter.comparisons, counter.words


CLAIM = Statement(
    "tpmdp/table-1-alg-3",
    place="Table I, row 3",
    title="Alg. 3 takes linear time and space",
    domain=Run,
    truth=definition(counted),
    asserts=at_most,
    printed=Form(as_printed, "time O(n), space O(n); with constants: at most 202n comparisons and 11n stored values"),
    argument="Selection by medians of five makes two comparisons a value for the groups and two for the split; at "
    "least 3n/10 - 6 values lie on each side of the median of medians. So T(n) <= T(n/5 + 1) + T(7n/10 + 6) + 5n, "
    "which 100 n satisfies for n >= 140; up to 140 values insertion takes n (n - 1)/2 comparisons. There are two "
    "selections, and two comparisons a value besides. A level stores the groups, their medians and the two sides: 2n "
    "+ n/5 and the larger recursion, which 10 n satisfies; the result is n more.",
    effort=Effort(instances=60, drawn=30, largest={"hundreds": 3}),
)
