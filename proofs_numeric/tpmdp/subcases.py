"""Statement: for 1 <= t <= n - 1 and 1 <= |U+| <= n, exactly one of these applies: (1) |U+| >= n - t + 1; (2) |U+| = 1;
(3) 2 <= |U+| <= n - t and n - t |U+| <= 0; (4) 2 <= |U+| <= n - t and n - t |U+| > 0.

Model: the form says of each subcase whether it applies (1 or 0); the number of those that do must be 1.

Corners: t = n - 1 with one active party (where (1) and (2) would meet at t = n), n = t |U+|, everyone active.

Readings: none. In (4) the bound |U+| <= n - t says nothing new, since t |U+| < n implies it.
"""

from optcheck.claims import *


class Sizes(Instance):
    """Parties, threshold, active parties."""

    n: int = integer(2)
    t: int = integer(1, "n - 1")
    active: int = integer(1, "n", symbol="|U⁺|")


def as_printed(sizes: Sizes) -> Value:
    n, t, u = sizes.n, sizes.t, sizes.active
    return (
        1 if u >= n - t + 1 else 0,
        1 if u == 1 else 0,
        1 if u >= 2 and u <= n - t and n - t * u <= 0 else 0,
        1 if u >= 2 and u <= n - t and n - t * u > 0 else 0,
    )


def number(sizes: Sizes, applying: Value) -> Value:
    return applying[0] + applying[1] + applying[2] + applying[3]


def one(sizes: Sizes) -> Value:
    """Exactly one applies."""
    return 1


CLAIM = Statement(
    "tpmdp/subcases",
    place="Section IV-C, Case 2",
    title="the four subcases exclude each other and cover everything",
    domain=Sizes,
    truth=definition(one),
    means=number,
    asserts=equals,
    printed=Form(
        as_printed, "1: |U⁺| ≥ n−t+1;  2: |U⁺| = 1;  3: 2 ≤ |U⁺| ≤ n−t, n−t|U⁺| ≤ 0;  4: 2 ≤ |U⁺| ≤ n−t, n−t|U⁺| > 0"
    ),
    impact=Impact.TEXT,
    effort=Effort(instances=150, drawn=60),
)
