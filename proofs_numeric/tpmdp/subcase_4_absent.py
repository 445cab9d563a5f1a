"""Statement: when t is close to n (for example n - t = O(1)), there are no active sets that fall under Subcase 4.

Model: the form bounds the number of sizes |U+| under Subcase 4; the truth counts them. "Close" can be named: t >= n/2,
which n - t <= m gives as soon as n >= 2m.

Corners: n = 2t and n = 2t + 1, t = 1.
"""

import sympy

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Value
from optcheck.claims.relations import at_most
from proofs_numeric.tpmdp._sizes import Sizes, size_order


def as_printed(sizes: Sizes) -> Value:
    return 0 if 2 * sizes.t >= sizes.n else sizes.n - sizes.t - 1


def count(sizes: Sizes) -> int:
    """How many numbers of active parties fall under Subcase 4."""
    return sum(2 <= u <= sizes.n - sizes.t and sizes.n - sizes.t * u > 0 for u in range(1, sizes.n + 1))


def proof(argument: Argument, form: Formula[Sizes]) -> None:
    t, u, a = sympy.symbols("t u a", nonnegative=True)
    argument.not_negative("n = 2t - a, |U+| = 2 + u: t |U+| - n >= 0, against Subcase 4", t * (2 + u) - (2 * t - a))
    argument.cases("there it says none", [form(Sizes(n, s)) == 0 for n in range(2, 40) for s in range(-(-n // 2), n)])
    rest = [form(Sizes(n, s)) == n - s - 1 for n in range(2, 40) for s in range(1, n) if 2 * s < n]
    argument.cases("elsewhere it counts the sizes 2..n-t", rest)
    argument.words("So it is no smaller than the number of sizes, for all n.")


CLAIM = Claim(
    id="tpmdp/subcase-4-absent",
    place="text after Theorem 3",
    title="when n - t = O(1), Subcase 4 does not occur",
    domain=Domain(
        description="n <= 30, every t",
        grid=lambda: (Sizes(n, t) for n in range(2, 31) for t in range(1, n)),
        order=size_order,
    ),
    truth=Definition(count),
    asserts=at_most,
    printed=Form(as_printed, "no |U⁺| is in Subcase 4; named: for t ≥ n/2"),
    impact=Impact.TEXT,
    proof=proof,
)
