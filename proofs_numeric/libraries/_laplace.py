"""Exact probabilities of Laplace noise that is compared: integrals of products of piecewise exponentials.

A piece is a sum of c exp(r x), as a mapping from r to c.
"""

from itertools import pairwise

from optcheck.claims import *

Piece = dict[Fraction, Value]


def density(scale: Fraction, centre: Fraction, right: bool) -> Piece:
    """Of Laplace noise around a centre, on one side of it."""
    rate = -1 / scale if right else 1 / scale
    return {rate: exp(-rate * centre) / (2 * scale)}


def below(scale: Fraction, centre: Fraction, right: bool) -> Piece:
    """The probability that noise around a centre is at most x, for x on one side of the centre."""
    if right:
        return {Fraction(0): 1, -1 / scale: -exp(centre / scale) / 2}
    return {1 / scale: exp(-centre / scale) / 2}


def above(scale: Fraction, centre: Fraction, right: bool) -> Piece:
    """The probability that it is more."""
    return times({Fraction(0): -1}, below(scale, centre, right), {Fraction(0): 1})


def times(one: Piece, other: Piece, plus: Piece | None = None) -> Piece:
    """The product, and something added to it."""
    result: Piece = dict(plus or {})
    for rate, factor in one.items():
        for other_rate, other_factor in other.items():
            result[rate + other_rate] = result.get(rate + other_rate, Fraction(0)) + factor * other_factor
    return result


def integral(pieces: list[tuple[Fraction | None, Fraction | None, Piece]]) -> Value:
    """The integral of a function that is given between breakpoints; None is an infinite end, where it vanishes."""
    return sum((_primitive(piece, high) - _primitive(piece, low) for low, high, piece in pieces), Fraction(0))


def _primitive(piece: Piece, at: Fraction | None) -> Value:
    if at is None:
        return Fraction(0)
    parts = (factor * at if rate == 0 else factor * exp(rate * at) / rate for rate, factor in piece.items())
    return sum(parts, Fraction(0))


def spans(centres: set[Fraction]) -> list[tuple[Fraction | None, Fraction | None]]:
    """The stretches between breakpoints, the infinite ones included."""
    return list(pairwise([None, *sorted(centres), None]))


def is_right(centre: Fraction, low: Fraction | None) -> bool:
    """Whether a stretch that begins there lies to the right of a centre."""
    return low is not None and low >= centre
