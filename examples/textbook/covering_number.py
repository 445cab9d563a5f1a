"""Statement: for n up to 4, at least 2^n / (n + 1) words are needed for all words of n bits to be at most one bit away.

Model: all sets of words are tried, the small ones first; the domain is finite, so this is all there is.
"""

from itertools import combinations

from optcheck.claims import *


class Cube(Instance):
    """The length of the words."""

    n: int = integer(1, 4)


def as_printed(cube: Cube) -> Value:
    return Fraction(2**cube.n, cube.n + 1)


def near(cube: Cube, word: int) -> frozenset[int]:
    """The word and those that differ from it in one bit."""
    return frozenset([word, *(word ^ 2**bit for bit in range(cube.n))])


def covering_number(cube: Cube) -> Value:
    """The least size of a set of words to which every word is near."""
    balls = [near(cube, word) for word in range(2**cube.n)]
    sizes = range(1, 2**cube.n + 1)
    return next(k for k in sizes if any(len(frozenset().union(*some)) == 2**cube.n for some in combinations(balls, k)))


CLAIM = Statement(
    "textbook/covering-number", place="the sphere-covering bound", title="how many words cover a cube", domain=Cube,
    truth=definition(covering_number), asserts=at_least, printed=Form(as_printed, "2ⁿ / (n + 1)"),
)  # fmt: skip
