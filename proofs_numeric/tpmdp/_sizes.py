"""How large Eq. 6 of TPMDP is when it is written out, exactly: what Table I and Fig. 4 of the paper speak about.

Everyone is active: with fewer active parties the program only shrinks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain
from math import comb

from flint import fmpz_mat

from lp_models.tpmdp import as_printed
from optcheck.tpmdp.instance import Instance

__all__ = [
    "LARGEST_EXPLICIT",
    "Sizes",
    "cited_work",
    "constant_threshold_sizes",
    "entropy_power",
    "nonzeros",
    "proportional_sizes",
    "rank",
    "size_order",
]


LARGEST_EXPLICIT = 7


@dataclass(frozen=True, slots=True, order=True)
class Sizes:
    """Parties and threshold."""

    n: int
    t: int

    @property
    def p(self) -> Fraction:
        """The fraction of parties that may collude."""
        return Fraction(self.t, self.n)


def nonzeros(sizes: Sizes) -> int:
    """Nonzeros of Eq. 6 as printed: for each of n parties C(n-1, t) coalitions, n - t entries in each row.

    Up to seven parties the program itself is built and counted.

    >>> nonzeros(Sizes(3, 1)), nonzeros(Sizes(20, 2))
    (12, 61560)
    """
    if sizes.n <= LARGEST_EXPLICIT:
        return _counted(sizes)[0]
    return sizes.n * comb(sizes.n - 1, sizes.t) * (sizes.n - sizes.t)


def rank(sizes: Sizes) -> int:
    """Rank of the constraint matrix: n. Up to seven parties by exact elimination."""
    return sizes.n if sizes.n > LARGEST_EXPLICIT else _counted(sizes)[1]


@cache
def _counted(sizes: Sizes) -> tuple[int, int]:
    """Nonzeros and rank of the built program."""
    program = as_printed(Instance.of([1] * sizes.n, sizes.t))
    matrix = [[0] * sizes.n for _ in range(program.rows.count)]
    for i, row in enumerate(matrix):
        for j, value in program.rows.row(i):
            row[j] = int(value)
    return len(program.rows.columns), int(fmpz_mat(matrix).rank())


def entropy_power(sizes: Sizes) -> Fraction:
    """2 to the n H(p) for p = t/n and H the entropy in bits: a rational number, n^n / (t^t (n-t)^(n-t))."""
    return Fraction(sizes.n**sizes.n, sizes.t**sizes.t * (sizes.n - sizes.t) ** (sizes.n - sizes.t))


def cited_work(sizes: Sizes) -> int:
    """The square of (nnz + rank^2) sqrt(rank), the solver's cited time without logarithms."""
    return (nonzeros(sizes) + rank(sizes) ** 2) ** 2 * rank(sizes)


def size_order(sizes: Sizes) -> tuple[int, int]:
    """Parties, then threshold."""
    return sizes.n, sizes.t


def constant_threshold_sizes() -> Iterator[Sizes]:
    """Thresholds 1 to 4, from small to very large numbers of parties (n >= 2t)."""
    parties = (*range(2, 21), 100, 1000, 10**4, 10**6)
    return (Sizes(n, t) for n in parties for t in range(1, 5) if 2 * t <= n)


def proportional_sizes() -> Iterator[Sizes]:
    """Every threshold up to 20 parties, then a few fractions p at larger n."""
    small = (Sizes(n, t) for n in range(2, 21) for t in range(1, n))
    large = (Sizes(n, n * k // 10) for n in (100, 500) for k in (1, 3, 5, 7, 9))
    return chain(small, large)
