"""How large Eq. 6 of TPMDP is when it is written out, exactly: what Table I and Fig. 4 of the paper speak about.

Everyone is active: with fewer active parties the program only shrinks.
"""

from math import comb

from flint import fmpz_mat

from lp_models.tpmdp import as_printed as explicit_program
from optcheck.claims import *
from optcheck.lp.program import LinearProgram
from optcheck.tpmdp.instance import Instance as Allocation
from proofs_numeric.tpmdp._selection import Counter, algorithm_3

__all__ = ["Sizes", "built_nonzeros", "built_rank", "counted", "entropy_power", "nonzeros"]


class Sizes(Instance):
    """Parties and threshold."""

    n: int = integer(2)
    t: int = integer(1, "n - 1")


def nonzeros(sizes: Sizes) -> Value:
    """Nonzeros of Eq. 6 as printed: for each of n parties C(n-1, t) coalitions, n - t entries in each row."""
    return sizes.n * comb(sizes.n - 1, sizes.t) * (sizes.n - sizes.t)


def built_nonzeros(sizes: Sizes) -> Value:
    """Those of the program as it is built."""
    return len(_built(sizes).rows.columns)


def built_rank(sizes: Sizes) -> Value:
    """The rank of the constraint matrix of the program as it is built, by exact elimination."""
    rows = _built(sizes).rows
    matrix = [[0] * sizes.n for _ in range(rows.count)]
    for i, entries in enumerate(matrix):
        for j, value in rows.row(i):
            entries[j] = int(value)
    return int(fmpz_mat(matrix).rank())


def _built(sizes: Sizes) -> LinearProgram:
    return explicit_program(Allocation.of([1] * sizes.n, sizes.t))


def entropy_power(n: int, t: int) -> Fraction:
    """2 to the n H(p) for p = t/n and H the entropy in bits: a rational number, n^n / (t^t (n-t)^(n-t))."""
    return Fraction(n**n, t**t * (n - t) ** (n - t))


def counted(sizes: Sizes) -> Counter:
    """What Alg. 3 compares and stores on rising requirements, everyone active."""
    counter = Counter()
    algorithm_3(Allocation.of(range(sizes.n), sizes.t), counter)
    return counter
