"""Signatures of transcripts: rank-one tensors [1, s_1] x ... x [1, s_k] and the simplex that they span.

Every s_i between 1/lambda_i and lambda_i is a mixture of the two ends, so every signature is a mixture of the 2^k
extremal ones, with a product of the parties' shares as weight. It uses exactly the corners of the smallest face of
the box that holds it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from optcheck.errors import InvalidInput, shown
from optcheck.exact.numbers import Exact

__all__ = [
    "Signature",
    "corner_weights",
    "extremal_signatures",
    "response_masses",
    "signature_tensor",
    "tensor_in_hull",
]

Signature = tuple[Exact, ...]


def extremal_signatures(lambdas: Sequence[Exact]) -> list[Signature]:
    """All choices of 1/lambda_i or lambda_i, lexicographic, 1/lambda_i first; 2^k of them, equal ones repeated.

    >>> extremal_signatures([2])
    [(Fraction(1, 2),), (Fraction(2, 1),)]
    """
    return list(product(*((1 / Fraction(value), Fraction(value)) for value in lambdas)))


def signature_tensor(signature: Sequence[Exact]) -> tuple[Exact, ...]:
    """The tensor's entries in the lexicographic order of inputs.

    >>> signature_tensor((2, 3))
    (1, 3, 2, 6)
    """
    entries: list[Exact] = [1]
    for factor in signature:
        entries = [entry * step for entry in entries for step in (1, factor)]
    return tuple(entries)


def response_masses(lambdas: Sequence[Exact]) -> list[Fraction]:
    """The mass of each extremal signature in randomised response: response bit 0 has signature 1/lambda.

    >>> response_masses([2])
    [Fraction(2, 3), Fraction(1, 3)]
    """
    masses = [Fraction(1)]
    for value in lambdas:
        keep = Fraction(value) / (1 + Fraction(value))
        masses = [mass * share for mass in masses for share in (keep, 1 - keep)]
    return masses


def corner_weights(signature: Sequence[Exact], lambdas: Sequence[Exact]) -> list[Fraction]:
    """The weights with which the extremal signatures mix to the given one.

    >>> corner_weights((1, 2), (2, 2))
    [Fraction(0, 1), Fraction(2, 3), Fraction(0, 1), Fraction(1, 3)]
    """
    weights = [Fraction(1)]
    for factor, value in zip(signature, lambdas, strict=True):
        low, high = 1 / Fraction(value), Fraction(value)
        if not low <= factor <= high:
            raise InvalidInput(f"a signature entry must lie between {low} and {high}, got {shown(factor)}")
        share = (factor - low) / (high - low) if high > low else Fraction(0)
        weights = [weight * part for weight in weights for part in (1 - share, share)]
    return weights


def tensor_in_hull(tensor: Sequence[Exact], lambdas: Sequence[Exact]) -> bool:
    """Whether a tensor is a convex combination of the extremal ones, for every lambda_i >= 1.

    A party with lambda_i = 1 must not matter; over the others the barycentric coordinates must not be negative.
    """
    reduced = list(tensor)
    for party in reversed(range(len(lambdas))):
        if lambdas[party] == 1:
            step = 1 << (len([v for v in lambdas[party + 1 :] if v > 1]))
            pairs = [x for x in range(len(reduced)) if not x & step]
            if any(reduced[x] != reduced[x | step] for x in pairs):
                return False
            reduced = [reduced[x] for x in pairs]
    rest = [Fraction(value) for value in lambdas if value > 1]
    return reduced[0] == 1 and min(barycentric(reduced, rest)) >= 0


def barycentric(tensor: Sequence[Exact], lambdas: Sequence[Exact]) -> list[Fraction]:
    """Coordinates of a tensor with respect to the extremal ones; all lambdas must be above 1."""
    values = [Fraction(entry) for entry in tensor]
    for party, value in enumerate(lambdas):
        low, high = 1 / Fraction(value), Fraction(value)
        step = 1 << (len(lambdas) - 1 - party)
        for x in range(len(values)):
            if not x & step:
                zero, one = values[x], values[x | step]
                values[x] = (high * zero - one) / (high - low)
                values[x | step] = (one - low * zero) / (high - low)
    return values
