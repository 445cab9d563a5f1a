"""Statement: written out for a generic solver, Eq. 6 with t = C takes O(n^(C+2)) space.

Model: space is the number of nonzeros of the constraint matrix as Eq. 6 prints it, a row for each party and each
coalition without it (listing a coalition once would save a factor n): counted up to seven parties, n C(n-1, t) (n - t)
beyond. With constants the order is an inequality: n^(C+2) / (2^(C+1) C^C) <= nonzeros <= n^(C+2) for n >= 2C.

Corners: t = 1, n = 2t, n up to 10^6.

Readings: O(.) is an upper bound; the lower side shows that the order is exact.
"""

from fractions import Fraction

import sympy

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Value
from optcheck.claims.relations import between
from proofs_numeric.tpmdp._sizes import Sizes, constant_threshold_sizes, nonzeros, size_order


def as_printed(sizes: Sizes) -> Value:
    bound = sizes.n ** (sizes.t + 2)
    return bound * Fraction(1, 2) ** (sizes.t + 1) / sizes.t**sizes.t, bound


def proof(argument: Argument, form: Formula[Sizes]) -> None:
    a = sympy.Symbol("a", nonnegative=True)
    for t in range(1, 5):
        n = 2 * t + a
        low, high = form(Sizes(n, t))
        count = n * sympy.prod(n - i for i in range(1, t + 1)) / sympy.factorial(t) * (n - t)
        argument.not_negative(f"t = {t}: n C(n-1,t) (n-t) is at most the upper bound for n >= 2t", high - count)
        argument.not_negative(f"t = {t}: and at least the lower one", count - low)
    argument.words("For every t: each of the t factors n-i is at most n; C(n-1,t) >= ((n-1)/t)^t, n-t and n-1 >= n/2.")


CONSTANT_THRESHOLD: Domain[Sizes] = Domain(
    description="t = 1..4, n = 2..20, 100, 1000, 10^4, 10^6 with n >= 2t",
    grid=constant_threshold_sizes,
    order=size_order,
)

CLAIM = Claim(
    id="tpmdp/table-1-space-constant",
    place="Table I, row 1",
    title="the explicit program for a constant threshold C has of the order of n^(C+2) nonzeros",
    domain=CONSTANT_THRESHOLD,
    truth=Definition(nonzeros),
    asserts=between(),
    printed=Form(as_printed, "space = O(n^(C+2)); with constants n^(C+2)/(2^(C+1)·C^C) ≤ nnz ≤ n^(C+2)"),
    proof=proof,
)
