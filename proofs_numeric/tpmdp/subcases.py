"""Statement: for 1 <= t <= n - 1 and 1 <= |U+| <= n, exactly one of these applies: (1) |U+| >= n - t + 1; (2) |U+| = 1;
(3) 2 <= |U+| <= n - t and n - t |U+| <= 0; (4) 2 <= |U+| <= n - t and n - t |U+| > 0.

Model: the form says of each subcase whether it applies (1 or 0); the number of those that do must be 1.

Corners: t = n - 1 with one active party (where (1) and (2) would meet at t = n), n = t |U+|, everyone active.

Readings: none. In (4) the bound |U+| <= n - t says nothing new, since t |U+| < n implies it.
"""

from dataclasses import astuple, dataclass

from hypothesis import strategies as st

from optcheck.claims import Claim, Definition, Domain, Form, Impact, Value
from optcheck.claims.relations import equals


@dataclass(frozen=True, slots=True)
class Sizes:
    """Parties, threshold, active parties."""

    n: int
    t: int
    active: int


def as_printed(sizes: Sizes) -> Value:
    n, t, u = sizes.n, sizes.t, sizes.active
    return (
        int(u >= n - t + 1),
        int(u == 1),
        int(2 <= u <= n - t and n - t * u <= 0),
        int(2 <= u <= n - t and n - t * u > 0),
    )


@st.composite
def strategy(draw: st.DrawFn) -> Sizes:
    n = draw(st.integers(15, 10**6))
    return Sizes(n, draw(st.integers(1, n - 1)), draw(st.integers(1, n)))


CLAIM = Claim(
    id="tpmdp/subcases",
    place="Section IV-C, Case 2",
    title="the four subcases exclude each other and cover everything",
    domain=Domain(
        description="n <= 14, every t and |U+|; random sizes with n up to 10^6",
        grid=lambda: (Sizes(n, t, u) for n in range(2, 15) for t in range(1, n) for u in range(1, n + 1)),
        order=astuple,
        strategy=strategy,
    ),
    truth=Definition(lambda _: 1),
    means=lambda _, applying: sum(applying),
    asserts=equals,
    printed=Form(
        as_printed, "1: |U⁺| ≥ n−t+1;  2: |U⁺| = 1;  3: 2 ≤ |U⁺| ≤ n−t, n−t|U⁺| ≤ 0;  4: 2 ≤ |U⁺| ≤ n−t, n−t|U⁺| > 0"
    ),
    impact=Impact.TEXT,
)
