"""Statement: with the cited bound (nnz + rank^2) sqrt(rank) log(1/eps), up to logarithms, a generic solver takes
O(n^2 2^(n H(p))) log(1/eps) time for t = p n.

Model: as in the constant case. For p = t/n the square of (nnz + n^2) sqrt(n) lies between 6 (1-p)^3/(55p) and
2 ((1-p)^3/(6p) + 1) times n^4 4^(nH).

Corners: t = 1, t = n - 1, large n.

Readings: the scan prints n with the exponent "2.2^{nH(p)}"; the product n^2 · 2^(nH(p)) is meant, as nnz sqrt(rank) of
the neighbouring entry shows, and the conference version prints it. (By the letter the bound would be far larger, and as
an upper bound true.) H is the entropy in bits, as in tpmdp/table-1-space-proportional.
"""

from optcheck.claims import *
from proofs_numeric.tpmdp._sizes import Sizes, entropy_power
from proofs_numeric.tpmdp.table_1_time_constant import cited_work


def as_printed(sizes: Sizes) -> Value:
    n, p = sizes.n, Fraction(sizes.t, sizes.n)
    order = n**4 * entropy_power(n, sizes.t) ** 2
    shape = (1 - p) ** 3 / p
    return Fraction(6, 55) * shape * order, 2 * (shape / 6 + 1) * order


CLAIM = Statement(
    "tpmdp/table-1-time-proportional",
    place="Table I, row 2",
    title="the cited time bound is of the order of n^2 2^(nH(p)) for t = p n",
    domain=Sizes,
    truth=definition(cited_work),
    asserts=between(),
    printed=Form(
        as_printed,
        "time = Õ(n²·2^(nH(p)))·log(1/ε); squared, (nnz + rank²)²·rank against n⁴·4^(nH) with constants in p",
    ),
    argument="nnz as in row 2's space; (nnz + n^2)^2 <= 2 nnz^2 + 2 n^4, and n^4 n <= n^4 4^(nH), as 2^(nH) >= "
    "C(n,t) >= n; nnz alone gives the lower side. The rank is n.",
    rests_on=("tpmdp/table-1-space-proportional", "tpmdp/table-1-time-constant"),
)
