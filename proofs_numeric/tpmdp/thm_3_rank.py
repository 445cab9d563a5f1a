"""Statement: when t is close to n (n - t = O(1)), xi is of order n in Subcases 1 to 3.

Model: xi as Eq. 7 defines it: min(floor((2n - t)/(n - t)), t + 1) in Subcases 1 and 3, min(floor((2n - t - 1)/(n - t)),
t) in Subcase 2. With m = n - t the constants can be named: (n - 1)/m <= xi <= n/m + 1.

Corners: t = n - 1, t = 1, one active party.

Readings: O(n) is an upper bound; the lower side shows that the order is exact.
"""

from dataclasses import astuple, dataclass

import sympy
from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Value
from optcheck.claims.relations import between
from proofs_numeric.tpmdp._eq6 import over


@dataclass(frozen=True, slots=True)
class Sizes:
    """Parties, threshold, and whether a single party is active (Subcase 2)."""

    n: int
    t: int
    alone: bool


def as_printed(sizes: Sizes) -> Value:
    return over(sizes.n - 1, sizes.n - sizes.t), over(sizes.n, sizes.n - sizes.t) + 1


def xi(sizes: Sizes) -> int:
    """The rank of Eq. 7."""
    n, t = sizes.n, sizes.t
    return min((2 * n - t - 1) // (n - t), t) if sizes.alone else min((2 * n - t) // (n - t), t + 1)


def proof(argument: Argument, form: Formula[Sizes]) -> None:
    n, m, a, b = sympy.symbols("n m a b", nonnegative=True)
    for alone, case in ((False, "Subcases 1 and 3"), (True, "Subcase 2")):
        low, high = form(Sizes(n, n - m, alone))
        argument.identity(f"{case}: (2n-t)/(n-t) is the upper bound", high, 1 + n / m)
        argument.identity(
            f"{case}: (2n-t-1)/(n-t), and its floor, is not below the lower bound", low + 1, 1 + (n - 1) / m
        )
    slack = ((n - m) * m - (n - 1)).subs({n: m + 1 + a}, simultaneous=True).subs(m, 1 + b)
    argument.not_negative("t >= (n-1)/m, so the minimum with t (or t+1) does not fall below: n = m + 1 + a", slack)


@st.composite
def strategy(draw: st.DrawFn) -> Sizes:
    n = draw(st.integers(16, 10**6))
    return Sizes(n, draw(st.integers(1, n - 1)), draw(st.booleans()))


CLAIM = Claim(
    id="tpmdp/thm-3-rank",
    place="text after Theorem 3",
    title="the order of xi in Subcases 1 to 3 is n when n - t = O(1)",
    domain=Domain(
        description="n <= 15, every t, Subcase 2 or not; random sizes with n up to 10^6",
        grid=lambda: (Sizes(n, t, alone) for n in range(2, 16) for t in range(1, n) for alone in (False, True)),
        order=astuple,
        strategy=strategy,
    ),
    truth=Definition(xi),
    asserts=between(),
    printed=Form(as_printed, "ξ = O(n); with constants (n−1)/(n−t) ≤ ξ ≤ n/(n−t) + 1"),
    proof=proof,
)
