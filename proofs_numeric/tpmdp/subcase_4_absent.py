"""Statement: when t is close to n (for example n - t = O(1)), there are no active sets that fall under Subcase 4.

Model: the form bounds the number of sizes |U+| under Subcase 4; the truth counts them. "Close" can be named: t >= n/2,
which n - t <= m gives as soon as n >= 2m.

Corners: n = 2t and n = 2t + 1, t = 1.
"""

from optcheck.claims import *
from proofs_numeric.tpmdp._sizes import Sizes


def as_printed(sizes: Sizes) -> Value:
    return 0 if 2 * sizes.t >= sizes.n else sizes.n - sizes.t - 1


def sizes_in_subcase_4(sizes: Sizes) -> Value:
    """How many numbers of active parties fall under Subcase 4."""
    n, t = sizes.n, sizes.t
    return sum(1 for u in range(1, n + 1) if 2 <= u <= n - t and n - t * u > 0)


CLAIM = Statement(
    "tpmdp/subcase-4-absent",
    place="text after Theorem 3",
    title="when n - t = O(1), Subcase 4 does not occur",
    domain=Sizes,
    truth=definition(sizes_in_subcase_4),
    asserts=at_most,
    printed=Form(as_printed, "no |U⁺| is in Subcase 4; named: for t ≥ n/2"),
    impact=Impact.TEXT,
    argument="For |U+| >= 2 and n <= 2t, t |U+| >= n, against Subcase 4; elsewhere it has at most the sizes 2 to n - "
    "t.",
)
