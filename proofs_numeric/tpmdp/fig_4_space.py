"""Statement: the generic solver's memory grows with n and with t, exponentially in n for t = n/2, and exceeds that of
Alg. 3, which hardly depends on n and t, from n = 15 on.

Model: a picture of one machine cannot be decided. What can be measured without a clock or a meter: nonzeros of Eq. 6
written out (tpmdp/table-1-space-proportional is about their order), and the values that Alg. 3 stores beside its input.
The grid checks that the count used here is that of the program as it is built.

Corners: t = 1, t = n - 1.

Readings: none. How Alg. 3's memory depends on n is tpmdp/alg-3-memory.
"""

from collections.abc import Callable
from math import log

from lp_models.tpmdp import as_printed as explicit_program
from optcheck.claims import Claim, Definition, Domain, Form, Measurement, Outcome, Value
from optcheck.claims.relations import equals
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._selection import Counter, algorithm_3
from proofs_numeric.tpmdp._sizes import Sizes, nonzeros, size_order


def as_printed(sizes: Sizes) -> Value:
    count = sizes.n * (sizes.n - sizes.t)
    for i in range(1, sizes.t + 1):
        count = count * (sizes.n - i) // i
    return count


def built(sizes: Sizes) -> int:
    """The nonzeros of the program as it is built."""
    return len(explicit_program(Instance.of([1] * sizes.n, sizes.t)).rows.columns)


def stored(sizes: Sizes) -> int:
    """The values that Alg. 3 stores beside its input."""
    counter = Counter()
    algorithm_3(Instance.of(range(sizes.n), sizes.t), counter)
    return counter.words


def measure() -> Measurement:
    """Sizes at t = 2, n/4 and n/2, and the growth they show."""
    parties = range(8, 41, 4)
    at = {name: [nonzeros(Sizes(n, t(n))) for n in parties] for name, t in THRESHOLDS.items()}
    own = {name: [stored(Sizes(n, t(n))) for n in parties] for name, t in THRESHOLDS.items()}
    return Measurement(
        reason="bytes that a solver takes on one machine, which nothing printed determines; with solver, version and "
        "machine they could be measured again, here: exact sizes, which any solver must at least read",
        figures={
            "n": list(parties),
            "nonzeros": at,
            "values stored by Alg. 3": own,
            "bits gained a party at t = n/2": round(log(at["n/2"][-1] / at["n/2"][0], 2) / 32, 2),
            "exponent of n at t = 2": round(log(at["2"][-1] / at["2"][0]) / log(5), 2),
            "grows with t up to n/2": all(a <= b <= c for a, b, c in zip(*at.values(), strict=True)),
            "Alg. 3 independent of t": own["2"] == own["n/4"] == own["n/2"],
            "Alg. 3 smaller from n = 8 on": all(max(own[k][i] for k in own) < at["2"][i] for i in range(len(parties))),
        },
    )


THRESHOLDS: dict[str, Callable[[int], int]] = {"2": lambda _: 2, "n/4": lambda n: n // 4, "n/2": lambda n: n // 2}


CLAIM = Claim(
    id="tpmdp/fig-4-space",
    place="Fig. 4a",
    title="memory of a generic solver against Alg. 3",
    domain=Domain(
        description="the count of nonzeros against the built program, n <= 9 with every t",
        grid=lambda: (Sizes(n, t) for n in range(2, 10) for t in range(1, n)),
        order=size_order,
    ),
    truth=Definition(built),
    asserts=equals,
    printed=Form(
        as_printed, "memory of the explicit program grows exponentially in n at t = n/2; that of Alg. 3 does not"
    ),
    expected=Outcome.UNDECIDABLE,
    measure=measure,
)
