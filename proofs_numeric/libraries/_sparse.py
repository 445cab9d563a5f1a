"""The sparse vector technique: exact probabilities of its answers, for noise on threshold and queries."""

from optcheck.claims import *
from proofs_numeric.libraries._laplace import above, below, density, integral, is_right, spans, times


class Asked(Instance):
    """The budget, two to three queries on both data sets, and which are said to be above the threshold 0."""

    epsilon: Fraction = rational(above=0, symbol="ε")
    n: int = integer(1, 3)
    one: tuple[int, ...] = row(integer(-1, 1), "n", symbol="q")
    other: tuple[int, ...] = row(integer(-1, 1), "n", symbol="q'")
    said: tuple[int, ...] = row(integer(0, 1), "n")
    conditions = ("all(abs(one[i] - other[i]) <= 1 for i in range(n))",)


class Crossed(Instance):
    """The budget; m queries that rise from 0 to 1, said to be below, before m that fall to -1, said to be above."""

    epsilon: Fraction = rational(above=0, symbol="ε")
    m: int = integer(1)


EFFORT = Effort(instances=100, drawn=20, largest={"epsilon": 4})
FEW = Effort(instances=20, drawn=6, largest={"epsilon": 4, "m": 4})


def chance(values: tuple[int, ...], said: tuple[int, ...], threshold: Fraction, noise: Fraction) -> Value:
    """The probability of these answers with Laplace noise of these scales on the threshold and on each query."""
    centres = {Fraction(0), *map(Fraction, values)}
    pieces = []
    for low, high in spans(centres):
        piece = density(threshold, Fraction(0), is_right(Fraction(0), low))
        for value, answer in zip(values, said, strict=True):
            side = is_right(Fraction(value), low)
            piece = times(piece, (above if answer else below)(noise, Fraction(value), side))
        pieces.append((low, high, piece))
    return integral(pieces)


def crossed_excess(asked: Crossed, factor: Value, threshold: Fraction, noise: Fraction) -> Value:
    """By how much the answers are likelier on one data set than the factor times their chance on the other."""
    said, flat = (0,) * asked.m + (1,) * asked.m, (0,) * (2 * asked.m)
    moved = (1,) * asked.m + (-1,) * asked.m
    return chance(flat, said, threshold, noise) - factor * chance(moved, said, threshold, noise)


def nothing(asked: Asked | Crossed) -> Value:
    """Nothing is allowed in excess."""
    return 0 * asked.epsilon
