"""Fig. 4a: memory of a generic solver against Alg. 3 as n and t grow.

Statement: the generic solver's memory grows with n and with t, exponentially in n for t = n/2, and exceeds that
of Alg. 3, which hardly depends on n and t, from n = 15 on.

Model: a picture of one machine cannot be decided. What can be measured without a clock or a meter: nonzeros of
Eq. 6 written out (tpmdp/table-1-space-proportional proves their order), and the values that Alg. 3 stores beside
its input. The grid checks that the count used here is that of the program as it is built. Relation: order.
Expected: undecidable, with the trends measured.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import log

from lp_models.coalitions import as_printed as explicit_program
from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Measurement, Relation
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._selection import Counter, algorithm_3
from proofs_numeric.tpmdp._sizes import Sizes, nonzeros, size_order
from proofs_numeric.tpmdp._windows import inside


def as_printed(sizes: Sizes) -> int:
    """Rows times entries of Eq. 6 with everyone active: n C(n-1, t) (n - t), as a product of falling factors."""
    count = sizes.n * (sizes.n - sizes.t)
    for i in range(1, sizes.t + 1):
        count = count * (sizes.n - i) // i
    return count


def compare(form: Callable[[Sizes], int], sizes: Sizes) -> Discrepancy | None:
    """The count is that of the built program."""
    built = explicit_program(Instance.of([1] * sizes.n, sizes.t))
    return inside(form(sizes), len(built.rows.columns), least=1, most=1)


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
        reason="a picture of memory on one machine; measured here: exact sizes, which any solver must at least read",
        figures={
            "n": list(parties),
            "nonzeros": at,
            "values stored by Alg. 3": own,
            "bits gained a party at t = n/2": round(log(at["n/2"][-1] / at["n/2"][0], 2) / 32, 2),
            "exponent of n at t = 2": round(log(at["2"][-1] / at["2"][0]) / log(5), 2),
            "grows with t up to n/2": all(
                two <= quarter <= half for two, quarter, half in zip(*at.values(), strict=True)
            ),
            "Alg. 3 independent of t": own["2"] == own["n/4"] == own["n/2"],
            "Alg. 3 smaller from n = 8 on": all(max(own[k][i] for k in own) < at["2"][i] for i in range(len(parties))),
        },
    )


THRESHOLDS: dict[str, Callable[[int], int]] = {"2": lambda _: 2, "n/4": lambda n: n // 4, "n/2": lambda n: n // 2}


def domain_grid() -> Iterator[Sizes]:
    """Programs small enough to be built."""
    return (Sizes(n, t) for n in range(2, 11) for t in range(1, n))


CLAIM = Claim(
    id="tpmdp/fig-4-space",
    place="Fig. 4a",
    title="memory of a generic solver against Alg. 3",
    relation=Relation.ORDER,
    domain=Domain(
        description="the count of nonzeros against the built program, n <= 10 with every t",
        grid=domain_grid,
        order=size_order,
    ),
    printed=Form(
        "memory of the explicit program grows exponentially in n at t = n/2; that of Alg. 3 does not", as_printed
    ),
    compare=compare,
    expected=Expected.UNDECIDABLE,
    measure=measure,
)
