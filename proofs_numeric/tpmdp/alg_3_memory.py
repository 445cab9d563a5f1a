"""Statement: Section V-B says that the space requirement of Alg. 3 is insensitive to changes of n and t.

Model: a remark about a picture of one machine, which names no factor, so that no instance can refute it. Measured
without a meter: the values that Alg. 3 stores beside its input, on rising requirements with everyone active. What can
be decided is Table I's order: at least n values (the result) and at most 11 n, whatever t.

Corners: t = 1, t = n - 1, small n.

Readings: on a machine the first kilobytes vanish in what the process takes anyway, which is what the picture shows; the
values do not.
"""

from optcheck.claims import *
from proofs_numeric.tpmdp._sizes import Sizes, counted


def as_printed(sizes: Sizes) -> Value:
    return sizes.n, 11 * sizes.n


def stored(sizes: Sizes) -> Value:
    """The values that Alg. 3 stores beside its input, on rising requirements."""
    return counted(sizes).words


def measure() -> Measurement:
    parties = (8, 12, 16, 24, 50, 100, 200)
    values = {name: [stored(Sizes(n, 2 if name == "2" else n // 2)) for n in parties] for name in ("2", "n/2")}
    return Measurement(
        reason="bytes of one process on one machine, and insensitive names no factor; with a factor it could be "
        "decided, here: the values that are stored, which grow with n and do not depend on t",
        figures={
            "n": list(parties),
            "values stored at t": values,
            "independent of t": values["2"] == values["n/2"],
            "values a party": [round(count / n, 2) for count, n in zip(values["2"], parties, strict=True)],
        },
    )


CLAIM = Statement(
    "tpmdp/alg-3-memory",
    place="Section V-B against Table I",
    title="how the memory of Alg. 3 depends on n",
    domain=Sizes,
    truth=definition(stored),
    asserts=between(),
    printed=Form(as_printed, "the space of Alg. 3 is insensitive to n and t; decided here: between n and 11n values"),
    expected=Outcome.UNDECIDABLE,
    measure=measure,
)
