"""What a protocol must be, by the definitions: private (Eq. 7), and such that the bits stay independent (Eq. 8)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from optcheck.exact.numbers import Exact

Matrix = Sequence[Sequence[Exact]]


def is_private(matrix: Matrix, lambdas: Sequence[Exact]) -> bool:
    """Whether every transcript's probability changes by at most the factor lambda_i when bit i changes (Eq. 7).

    >>> is_private(transcript_matrix([2, 3]), [2, 3]), is_private(transcript_matrix([2, 3]), [2, 2])
    (True, False)
    """
    k = len(lambdas)
    for party, bound in enumerate(lambdas):
        bit = 1 << (k - 1 - party)
        for x in range(1 << k):
            if any(p > bound * q for p, q in zip(matrix[x], matrix[x ^ bit], strict=True)):
                return False
    return True


def is_protocol_compatible(matrix: Matrix) -> bool:
    """Whether every column is a rank-one tensor: the bits stay independent given the transcript (Eq. 8).

    A nonnegative tensor has rank at most one when p(x) p(0)^(k-1) is the product of its entries along the axes from
    a positive entry p(0); for columns of private protocols every entry is positive or none is.
    """
    k = (len(matrix) - 1).bit_length()
    return all(_is_rank_one(list(column), k) for column in zip(*matrix, strict=True))


def _is_rank_one(column: list[Exact], k: int) -> bool:
    origin = next((x for x, entry in enumerate(column) if entry), None)
    if origin is None:
        return True
    for bits in product((0, 1), repeat=k):
        x = sum(bit << (k - 1 - party) for party, bit in enumerate(bits))
        steps = [column[origin ^ (1 << (k - 1 - party))] for party, bit in enumerate(bits) if bit]
        left: Exact = column[origin ^ x] * Fraction(column[origin]) ** (len(steps) - 1)
        right: Exact = 1
        for step in steps:
            right *= step
        if left != right:
            return False
    return True
