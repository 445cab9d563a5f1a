"""Statement: Section V-B says that the space requirement of Alg. 3 is insensitive to changes of n and t.

Model: the values that Alg. 3 stores beside its input, counted on rising requirements with everyone active. Insensitive
is named: within a factor 2 of what eight parties take.

Corners: t = 2, t = n/2, small n.

Readings: Table I says O(n), and so it is: at least n values (the result) and at most 11 n. On a machine the first
kilobytes vanish in what the process takes anyway, which is what the picture shows; the values do not.
"""

import sympy

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Value
from optcheck.claims.relations import between
from proofs_numeric.tpmdp._sizes import Sizes, size_order
from proofs_numeric.tpmdp.fig_4_space import stored


def as_printed(sizes: Sizes) -> Value:
    eight = stored(Sizes(8, 2))
    return eight // 2, 2 * eight


def corrected(sizes: Sizes) -> Value:
    return sizes.n, 11 * sizes.n


def proof(argument: Argument, form: Formula[Sizes]) -> None:
    n = sympy.Symbol("n")
    argument.identity("the bounds are n and tpmdp/table-1-alg-3's", form(Sizes(n, 2)), (n, 11 * n))
    argument.words("The n results are stored in any case.")


CLAIM = Claim(
    id="tpmdp/alg-3-memory",
    place="Section V-B against Table I",
    title="how the memory of Alg. 3 depends on n",
    domain=Domain(
        description="n = 8..200 (ten sizes), t = 2 and n/2",
        grid=lambda: (Sizes(n, t) for n in (8, 9, 10, 12, 16, 24, 32, 50, 100, 200) for t in (2, n // 2)),
        order=size_order,
    ),
    truth=Definition(stored),
    asserts=between(),
    printed=Form(
        as_printed, "the space of Alg. 3 is insensitive to n and t; named: within a factor 2 of that at n = 8"
    ),
    corrected=Form(corrected, "between n and 11n values, as in Table I; insensitive to t"),
    impact=Impact.TEXT,
    proof=proof,
    rests_on=("tpmdp/table-1-alg-3",),
)
