"""Statement: written out for a generic solver, Eq. 6 with t = p n takes O(n^1.5 2^(H(p) n)) space, H the entropy.

Model: space is the number of nonzeros of Eq. 6 as printed. For p = t/n, 2^(nH) is the rational n^n/(t^t (n-t)^(n-t)),
so squares can be compared exactly: nonzeros^2 lies between 6 (1-p)^3/(55p) and (1-p)^3/(6p) times n^3 4^(nH); the
factors depend on p alone.

Corners: t = 1, t = n - 1, large n.

Readings: H is the entropy in bits, as the caption calls it; the formula that the caption gives for it has the wrong
sign (tpmdp/table-1-entropy), and read with that formula the row would bound a growing number by a vanishing one.
"""

from optcheck.claims import *
from proofs_numeric.tpmdp._sizes import Sizes, entropy_power, nonzeros


def as_printed(sizes: Sizes) -> Value:
    n, p = sizes.n, Fraction(sizes.t, sizes.n)
    order = n**3 * entropy_power(n, sizes.t) ** 2
    shape = (1 - p) ** 3 / p
    return Fraction(6, 55) * shape * order, Fraction(1, 6) * shape * order


def squared(sizes: Sizes) -> Value:
    """The square of the number of nonzeros."""
    return nonzeros(sizes) ** 2


CLAIM = Statement(
    "tpmdp/table-1-space-proportional",
    place="Table I, row 2",
    title="the explicit program for t = p n has of the order of n^1.5 2^(nH(p)) nonzeros",
    domain=Sizes,
    truth=definition(squared),
    asserts=between(),
    printed=Form(
        as_printed,
        "space = O(n^1.5·2^(H(p)n)); squared, with constants: 6(1−p)³/(55p) ≤ nnz²/(n³·4^(nH)) ≤ (1−p)³/(6p)",
    ),
    argument="f(k) = k! e^k / k^(k+1/2) falls to sqrt(2 pi) > sqrt(6) from f(1) = e < 2.719, as (k+1/2) log(1+1/k) "
    ">= 1; C(n,t) = 2^(nH) f(n)/(f(t) f(n-t)) sqrt(n/(t (n-t))), nonzeros are (n-t)^2 C(n,t), and e^4 < 55.",
    rests_on=("tpmdp/table-1-space-constant",),
)
