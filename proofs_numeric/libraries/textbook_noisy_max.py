"""Statement: The Algorithmic Foundations of Differential Privacy (2014), Claim 3.9: to add Laplace noise of scale
1/epsilon to each count and to report the index of the largest is epsilon-private.

Model: two or three counts, of which one more record raises some by 1. The exact probability that the first count wins,
an integral over its noise, before and after, either way.

Corners: equal counts; all counts grow.

Readings: queries of sensitivity 1 that may also fall: twice the noise is needed.
"""

from optcheck.claims import *
from proofs_numeric.libraries._laplace import below, density, integral, is_right, spans, times


class Counts(Instance):
    """The budget, the counts, and by how much a record changes each of them."""

    epsilon: Fraction = rational(above=0, symbol="ε")
    counts: tuple[int, ...] = row(integer(0), least=2, most=3)
    moves: tuple[int, ...] = row(integer(0, 1), "len(counts)")
    removed: bool = flag()


class AnyMoves(Instance):
    """The same for queries that may rise and fall."""

    epsilon: Fraction = rational(above=0, symbol="ε")
    counts: tuple[int, ...] = row(integer(0), least=2, most=3)
    moves: tuple[int, ...] = row(integer(-1, 1), "len(counts)")
    removed: bool = flag()


def as_printed(at: Counts | AnyMoves) -> Value:
    return 1 / at.epsilon


def twice(at: Counts | AnyMoves) -> Value:
    return 2 / at.epsilon


def wins(counts: tuple[int, ...], scale: Fraction) -> Value:
    """The probability that the first count is the largest with its noise."""
    pieces = []
    for low, high in spans(set(map(Fraction, counts))):
        piece = density(scale, Fraction(counts[0]), is_right(Fraction(counts[0]), low))
        for count in counts[1:]:
            piece = times(piece, below(scale, Fraction(count), is_right(Fraction(count), low)))
        pieces.append((low, high, piece))
    return integral(pieces)


def factor(at: Counts | AnyMoves, scale: Value) -> Value:
    """How much likelier the first count wins on one data set than on the other."""
    moved = tuple(count + move for count, move in zip(at.counts, at.moves, strict=True))
    before, after = wins(at.counts, scale), wins(moved, scale)
    return after / before if at.removed else before / after


def allowed(at: Counts | AnyMoves) -> Value:
    """What epsilon allows."""
    return exp(at.epsilon)


CLAIM = Statement(
    "libraries/textbook-noisy-max",
    place="Dwork and Roth, Claim 3.9",
    title="report noisy max on counts",
    domain=Counts,
    truth=definition(allowed),
    means=factor,
    asserts=at_least,
    printed=Form(as_printed, "scale 1/ε"),
    impact=Impact.SAFETY,
    argument=(
        "Given the other counts' noise, the first wins if its own noise exceeds a bound that moves by at most 1 either "
        "way when all counts move the same way, so the chance changes by at most e^ε."
    ),
    effort=Effort(instances=120, drawn=30, largest={"epsilon": 4, "counts": 3}),
    readings=(
        Reading(
            name="queries of sensitivity 1 that may rise and fall",
            domain=AnyMoves,
            corrected=Form(twice, "scale 2/ε"),
            argument="The bound moves by at most 2, and the chance changes by at most e^(2ε/2).",
        ),
    ),
)
