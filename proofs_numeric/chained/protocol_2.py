"""Statement: the listing cuts a vector of d coordinates into N sub-vectors and joins their means to the whole mean.

Model: lines 1 to 13 executed for one user; what counts is how often each coordinate is released. Once each is right.

Corners: one slice; as many slices as coordinates; N that does not divide d.

Readings: line 4 sets the index back to 1 for every slice, so every slice is the first one; line 12 would move on by
one coordinate instead of by l. With d = 5 and N = 4 slices of l = 2 are three, and the fourth must be empty. The text
speaks of l sub-vectors where the listing makes N of length l.
"""

from optcheck.claims import *


class Cut(Instance):
    """Coordinates, and the wanted number of slices."""

    coordinates: int = integer(1, symbol="d")
    slices: int = integer(1, "coordinates", symbol="N")


def as_printed(cut: Cut) -> Value:
    d, length = cut.coordinates, -(-cut.coordinates // cut.slices)
    released = [0] * d
    for _ in range(cut.slices):
        inx = 1
        last = inx + length - 1 if inx + length - 1 <= d else inx + d % length - 1
        for coordinate in range(inx, last + 1):
            released[coordinate - 1] += 1
    return released


def corrected(cut: Cut) -> Value:
    d, length = cut.coordinates, -(-cut.coordinates // cut.slices)
    released = [0] * d
    inx = 1
    for _ in range(cut.slices):
        for coordinate in range(inx, min(inx + length - 1, d) + 1):
            released[coordinate - 1] += 1
        inx += length
    return released


def once_each(cut: Cut) -> Value:
    return (1,) * cut.coordinates


CLAIM = Statement(
    "chained/protocol-2",
    place="Protocol 2 and its text",
    title="the slices make up the vector",
    domain=Cut,
    truth=definition(once_each),
    asserts=equals,
    printed=Form(as_printed, "inx ← 1 for every slice, slices [inx, inx + l − 1]"),
    corrected=Form(corrected, "inx ← 1 once; slices [inx, min(inx + l − 1, d)]; then inx ← inx + l"),
    impact=Impact.VALUE,
    argument="Slice i ends where slice i + 1 begins, and N slices of length ceil(d/N) reach d.",
)
