"""Statement: the generic solver's time grows with t and, exponentially for t = n/2, with n; that of Alg. 3 grows slowly
with n and does not depend on t.

Model: times on one machine cannot be decided. Measured without a clock: the number of nonzeros that a solver must read
at least (exact), and the comparisons of Alg. 3 (counted). The wall-clock times of building and solving with HiGHS are
taken as well, and kept out of the reproducible figures. That Alg. 3's comparisons stay within the bound of
tpmdp/table-1-alg-3 is decided here.

Corners: t = 1, t = n - 1.
"""

from math import log
from time import perf_counter

from lp_models.tpmdp import as_printed as explicit_program
from optcheck.claims import Effort, Form, Measurement, Outcome, Statement, Value, at_most, definition
from optcheck.lp.backends import solve_floats
from optcheck.tpmdp.instance import Instance as Allocation
from proofs_numeric.tpmdp._sizes import Sizes, counted, nonzeros


def as_printed(sizes: Sizes) -> Value:
    return 202 * sizes.n


def comparisons(sizes: Sizes) -> int:
    """Comparisons that Alg. 3 makes on rising requirements, everyone active."""
    return counted(sizes).comparisons


def seconds(n: int) -> float:
    """Wall-clock time to build and solve Eq. 6 in doubles."""
    start = perf_counter()
    solve_floats(explicit_program(Allocation.of(range(n), n // 2)).to_floats())
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


CLAIM = Statement(
    "tpmdp/fig-4-time",
    place="Fig. 4b",
    title="time of a generic solver against Alg. 3",
    domain=Sizes,
    truth=definition(comparisons),
    asserts=at_most,
    printed=Form(
        as_printed, "time of a generic solver grows exponentially in n at t = n/2; that of Alg. 3 linearly, for every t"
    ),
    expected=Outcome.UNDECIDABLE,
    effort=Effort(instances=150, drawn=40),
    measure=measure,
)
