"""Statement: the generic solver's time grows with t and, exponentially for t = n/2, with n; that of Alg. 3 grows slowly
with n and does not depend on t.

Model: times on one machine cannot be decided. Measured without a clock: the number of nonzeros that a solver must read
at least (exact), and the comparisons of Alg. 3 (counted). The wall-clock times of building and solving with HiGHS are
taken as well, and kept out of the reproducible figures. The grid checks that Alg. 3's comparisons stay within the bound
of tpmdp/table-1-alg-3.

Corners: t = 1, t = n - 1.
"""

from collections.abc import Iterator
from itertools import chain
from math import log
from time import perf_counter

from lp_models.tpmdp import as_printed as explicit_program
from optcheck.claims import Claim, Definition, Domain, Form, Measurement, Outcome, Value
from optcheck.claims.relations import at_most
from optcheck.lp.backends import solve_floats
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._selection import Counter, algorithm_3
from proofs_numeric.tpmdp._sizes import Sizes, nonzeros, size_order


def as_printed(sizes: Sizes) -> Value:
    return 202 * sizes.n


def comparisons(sizes: Sizes) -> int:
    """Comparisons that Alg. 3 makes on rising requirements, everyone active."""
    counter = Counter()
    algorithm_3(Instance.of(range(sizes.n), sizes.t), counter)
    return counter.comparisons


def seconds(n: int) -> float:
    """Wall-clock time to build and solve Eq. 6 in doubles."""
    start = perf_counter()
    solve_floats(explicit_program(Instance.of(range(n), n // 2)).to_floats())
    return perf_counter() - start


def measure() -> Measurement:
    """Work at t = 2 and t = n/2, and the growth it shows."""
    large = (200, 400, 800, 1600)
    half = [comparisons(Sizes(n, n // 2)) for n in large]
    few = [comparisons(Sizes(n, 2)) for n in large]
    read = [nonzeros(Sizes(n, n // 2)) for n in range(8, 41, 4)]
    return Measurement(
        reason="seconds that a solver takes on one machine, which nothing printed determines; with solver, version and "
        "machine they could be measured again, here: what must be read, and counted comparisons",
        figures={
            "n of Alg. 3": list(large),
            "comparisons of Alg. 3 at t = n/2": half,
            "comparisons of Alg. 3 at t = 2": few,
            "exponent of n of Alg. 3": round(log(half[-1] / half[0]) / log(large[-1] / large[0]), 2),
            "n of the explicit program": list(range(8, 41, 4)),
            "nonzeros to read at t = n/2": read,
            "factor for two more parties at t = n/2": round((read[-1] / read[0]) ** (1 / 16), 2),
        },
        timings={f"explicit program, n = {n}, t = n/2 (seconds)": seconds(n) for n in (8, 10, 12)},
    )


def grid() -> Iterator[Sizes]:
    small = (Sizes(n, t) for n in range(2, 21) for t in range(1, n))
    return chain(small, (Sizes(n, t) for n in (200, 400) for t in (1, 2, n // 4, n // 2, n - 1)))


CLAIM = Claim(
    id="tpmdp/fig-4-time",
    place="Fig. 4b",
    title="time of a generic solver against Alg. 3",
    domain=Domain(
        description="comparisons of Alg. 3 against their bound, n <= 20 with every t, and n = 200, 400",
        grid=grid,
        order=size_order,
    ),
    truth=Definition(comparisons),
    asserts=at_most,
    printed=Form(
        as_printed, "time of a generic solver grows exponentially in n at t = n/2; that of Alg. 3 linearly, for every t"
    ),
    expected=Outcome.UNDECIDABLE,
    measure=measure,
)
