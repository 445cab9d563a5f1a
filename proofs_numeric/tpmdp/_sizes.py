"""Numbers of parties and thresholds for Table I, and steps about the size of Eq. 6."""

from fractions import Fraction

from lp_models.coalition_sizes import (
    LARGEST_EXPLICIT,
    Sizes,
    constant_threshold_sizes,
    proportional_sizes,
    rank,
    size_order,
)
from optcheck.claims import Argument, Domain

CONSTANT_THRESHOLD: Domain[Sizes] = Domain(
    description="t = 1..4, n = 2..20, 100, 1000, 10^4, 10^6 with n >= 2t",
    grid=constant_threshold_sizes,
    order=size_order,
)
PROPORTIONAL_THRESHOLD: Domain[Sizes] = Domain(
    description="n <= 20 with every t; n = 100 and 500 with t = n/10, 3n/10, ..., 9n/10",
    grid=proportional_sizes,
    order=size_order,
)


def full_rank(argument: Argument) -> None:
    """The rank is n: exact elimination up to seven parties, unit vectors beyond."""
    every = [Sizes(n, t) for n in range(2, LARGEST_EXPLICIT + 1) for t in range(1, n)]
    argument.cases("the rank is n, up to seven parties", [rank(sizes) == sizes.n for sizes in every])
    argument.words(
        "Beyond: for t <= n - 2 a row of j with i outside and one with k instead differ by e_i - e_k, and these with "
        "one row span everything; for t = n - 1 the row of j is e_j itself."
    )


def near_entropy(argument: Argument) -> None:
    """C(n,t) against 2^(nH) sqrt(n/(t (n-t))), by Stirling's bounds with constants."""
    argument.truth("e^4 < 55", Fraction(2719, 1000) ** 4 < 55)
    argument.words(
        "f(k) = k! e^k / k^(k+1/2) falls to sqrt(2 pi) > sqrt(6) from f(1) = e < 2.719, as (k+1/2) log(1+1/k) >= 1; "
        "C(n,t) = 2^(nH) f(n)/(f(t) f(n-t)) sqrt(n/(t (n-t))), and nonzeros are (n-t)^2 C(n,t)."
    )
