"""Statement: with the cited bound (nnz + rank^2) sqrt(rank) log(1/eps), up to logarithms, a generic solver takes
O(n^2 2^(n H(p))) log(1/eps) time for t = p n.

Model: as in the constant case. For p = t/n the square of (nnz + n^2) sqrt(n) lies between 6 (1-p)^3/(55p) and
2 ((1-p)^3/(6p) + 1) times n^4 4^(nH). Counted and eliminated up to seven parties, closed counts beyond.

Corners: t = 1, t = n - 1, n up to 500.

Readings: the scan prints n with the exponent "2.2^{nH(p)}"; the product n^2 · 2^(nH(p)) is meant, as nnz sqrt(rank) of
the neighbouring entry shows. H is the entropy in bits, as in tpmdp/table-1-space-proportional.
"""

from fractions import Fraction

from optcheck.claims import Argument, Claim, Definition, Form, Formula, Value
from optcheck.claims.relations import between
from proofs_numeric.tpmdp._sizes import Sizes, cited_work, entropy_power
from proofs_numeric.tpmdp.table_1_space_proportional import PROPORTIONAL_THRESHOLD, near_entropy
from proofs_numeric.tpmdp.table_1_time_constant import full_rank


def as_printed(sizes: Sizes) -> Value:
    order = sizes.n**4 * entropy_power(sizes) ** 2
    shape = (1 - sizes.p) ** 3 / sizes.p
    return Fraction(6, 55) * shape * order, 2 * (shape / 6 + 1) * order


def proof(argument: Argument, form: Formula[Sizes]) -> None:
    full_rank(argument)
    near_entropy(argument)
    for sizes in (Sizes(4, 2), Sizes(9, 3)):
        nonzeros = Fraction((sizes.n - sizes.t) ** 3 * sizes.n, sizes.t) * entropy_power(sizes) ** 2 / 6
        extra = 2 * sizes.n**4 * entropy_power(sizes) ** 2
        low, high = form(sizes)
        argument.identity("upper: 2 nnz^2 n and 2 n^4 4^(nH)", high, 2 * nonzeros * sizes.n + extra)
        argument.identity("lower: nnz^2 n with 6/55 for 1/6", low, nonzeros * sizes.n * Fraction(36, 55))
    argument.words("(nnz + n^2)^2 <= 2 nnz^2 + 2 n^4, and n^4 n <= n^4 4^(nH), as 2^(nH) >= C(n,t) >= n.")


CLAIM = Claim(
    id="tpmdp/table-1-time-proportional",
    place="Table I, row 2",
    title="the cited time bound is of the order of n^2 2^(nH(p)) for t = p n",
    domain=PROPORTIONAL_THRESHOLD,
    truth=Definition(cited_work),
    asserts=between(),
    printed=Form(
        as_printed,
        "time = Õ(n²·2^(nH(p)))·log(1/ε); squared, (nnz + rank²)²·rank against n⁴·4^(nH) with constants in p",
    ),
    proof=proof,
    rests_on=("tpmdp/table-1-space-proportional",),
)
