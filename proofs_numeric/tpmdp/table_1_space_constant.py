"""Statement: written out for a generic solver, Eq. 6 with t = C takes O(n^(C+2)) space.

Model: space is the number of nonzeros of the constraint matrix as Eq. 6 prints it, a row for each party and each
coalition without it (listing a coalition once would save a factor n): n C(n-1, t) (n - t), which a reading compares
with the program as it is built. With constants the order is an inequality: n^(C+2) / (2^(C+1) C^C) <= nonzeros <=
n^(C+2) for n >= 2C.

Corners: t = 1, n = 2t, large n.

Readings: O(.) is an upper bound; the lower side shows that the order is exact.
"""

from optcheck.claims import *
from proofs_numeric.tpmdp._sizes import Sizes, built_nonzeros, nonzeros


def as_printed(sizes: Sizes) -> Value:
    n, t = sizes.n, sizes.t
    return Fraction(n ** (t + 2), 2 ** (t + 1) * t**t), n ** (t + 2)


CLAIM = Statement(
    "tpmdp/table-1-space-constant",
    place="Table I, row 1",
    title="the explicit program for a constant threshold C has of the order of n^(C+2) nonzeros",
    domain=Sizes.where("n >= 2 * t"),
    truth=definition(nonzeros),
    asserts=between(),
    printed=Form(as_printed, "space = O(n^(C+2)); with constants n^(C+2)/(2^(C+1)·C^C) ≤ nnz ≤ n^(C+2)"),
    argument="Each of the t factors n - i of C(n-1, t) is at most n, and so is n - t; C(n-1, t) >= ((n-1)/t)^t, and "
    "n - t and n - 1 are at least n/2.",
    readings=(
        Reading(
            name="the count of nonzeros is that of the program",
            domain=Sizes,
            truth=definition(built_nonzeros),
            asserts=equals,
            printed=Form(nonzeros, "nnz = n·C(n−1, t)·(n−t)"),
            argument="Eq. 6 has a row for each party and each set of t others, with the n - t parties outside in it.",
            effort=Effort(instances=36, drawn=5, largest={"n": 9}),
        ),
    ),
)
