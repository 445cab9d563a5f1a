"""Statement: when t is close to n (n - t = O(1)), xi is of order n in Subcases 1 to 3.

Model: xi as Eq. 7 defines it: min(floor((2n - t)/(n - t)), t + 1) in Subcases 1 and 3, min(floor((2n - t - 1)/(n - t)),
t) in Subcase 2. With m = n - t the constants can be named: (n - 1)/m <= xi <= n/m + 1.

Corners: t = n - 1, t = 1, one active party.

Readings: O(n) is an upper bound; the lower side shows that the order is exact.
"""

from optcheck.claims import *
from proofs_numeric.tpmdp._sizes import Sizes


class Cases(Sizes):
    """And whether a single party is active (Subcase 2)."""

    alone: bool = flag()


def as_printed(sizes: Cases) -> Value:
    n, t = sizes.n, sizes.t
    return Fraction(n - 1, n - t), Fraction(n, n - t) + 1


def xi(sizes: Cases) -> Value:
    """The rank of Eq. 7."""
    n, t = sizes.n, sizes.t
    if sizes.alone:
        return min((2 * n - t - 1) // (n - t), t)
    return min((2 * n - t) // (n - t), t + 1)


CLAIM = Statement(
    "tpmdp/thm-3-rank",
    place="text after Theorem 3",
    title="the order of xi in Subcases 1 to 3 is n when n - t = O(1)",
    domain=Cases,
    truth=definition(xi),
    asserts=between(),
    printed=Form(as_printed, "ξ = O(n); with constants (n−1)/(n−t) ≤ ξ ≤ n/(n−t) + 1"),
)
