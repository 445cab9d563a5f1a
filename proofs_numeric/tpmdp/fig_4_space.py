"""Statement: the generic solver's memory grows with n and with t, exponentially in n for t = n/2, and exceeds that of
Alg. 3, which hardly depends on n and t, from n = 15 on.

Model: a picture of one machine cannot be decided. What can be measured without a clock or a meter: nonzeros of Eq. 6
written out (tpmdp/table-1-space-proportional is about their order), and the values that Alg. 3 stores beside its input.
That this count is that of the program as it is built is decided here.

Corners: t = 1, t = n - 1.

Readings: none. How Alg. 3's memory depends on n is tpmdp/alg-3-memory.
"""

from collections.abc import Callable
from math import log

from optcheck.claims import Effort, Form, Measurement, Outcome, Statement, definition, equals
from proofs_numeric.tpmdp._sizes import Sizes, built_nonzeros, counted, nonzeros


def measure() -> Measurement:
    """Sizes at t = 2, n/4 and n/2, and the growth they show."""
    parties = range(8, 41, 4)
    at = {name: [nonzeros(Sizes(n, t(n))) for n in parties] for name, t in THRESHOLDS.items()}
    own = {name: [counted(Sizes(n, t(n))).words for n in parties] for name, t in THRESHOLDS.items()}
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


CLAIM = Statement(
    "tpmdp/fig-4-space",
    place="Fig. 4a",
    title="memory of a generic solver against Alg. 3",
    domain=Sizes,
    truth=definition(built_nonzeros),
    asserts=equals,
    printed=Form(
        nonzeros, "memory of the explicit program grows exponentially in n at t = n/2; that of Alg. 3 does not"
    ),
    expected=Outcome.UNDECIDABLE,
    effort=Effort(instances=36, drawn=5, largest={"n": 9}),
    measure=measure,
)
