"""Statement: a point of the manifold that is not a corner can only be written as a convex combination of corners that
uses all 2^k of them.

Model: a point and a corner (1/l_i or l_i for each party); the corner is needed where its least weight over all mixtures
of the different corners that give the point, a linear program, is positive. A point needs the corners of the smallest
face of the box that holds it: [1, 1] ⊗ [1, l] is a mixture of two. The proof of Remark 3.4 rests on this sentence, and
Remark 3.4 fails with it.

Corners: lambda_i = 1, where t_i is always at an end.

Readings: none. Theorem 3.1 is not touched: that some mixture of corners gives every point is all that it needs.
"""

from lp_models.kairouz import corner_program, signature_tensor
from optcheck.claims import *
from optcheck.lp.program import LinearProgram

INSIDE = "all(1 <= point[i] * lambdas[i] and point[i] <= lambdas[i] for i in range(len(lambdas)))"


class Mixed(Instance):
    """A point [1, t_1] x ... x [1, t_k] of the manifold, and a corner: the upper or the lower end for each party."""

    lambdas: tuple[Fraction, ...] = row(rational(at_least=1), least=1, symbol="λ")
    point: tuple[Fraction, ...] = row(rational(above=0), "len(lambdas)", symbol="t")
    upper: tuple[bool, ...] = row(flag(), "len(lambdas)", symbol="corner has λ_i, not 1/λ_i")

    conditions = (INSIDE,)


def end(at: Mixed, party: int) -> Value:
    """The corner's factor."""
    return at.lambdas[party] if at.upper[party] else 1 / at.lambdas[party]


def as_printed(at: Mixed) -> Value:
    parties = range(len(at.lambdas))
    is_corner = all(at.point[i] == at.lambdas[i] or at.point[i] == 1 / at.lambdas[i] for i in parties)
    return not is_corner or all(at.point[i] == end(at, i) for i in parties)


def corrected(at: Mixed) -> Value:
    return all(
        1 / at.lambdas[i] < at.point[i] < at.lambdas[i] or at.point[i] == end(at, i) for i in range(len(at.lambdas))
    )


def least_weight(at: Mixed) -> LinearProgram:
    corner = tuple(end(at, party) for party in range(len(at.lambdas)))
    return corner_program(at.lambdas, signature_tensor(at.point), corner)


CLAIM = Statement(
    "kairouz/lem-3-5-all-corners",
    place="Lemma 3.5, third sentence",
    title="every point of the manifold that is not a corner needs all corners",
    domain=Mixed,
    truth=Combination(parts=(minimum(least_weight),), value=lambda weight: weight > 0),
    asserts=decides,
    printed=Form(as_printed, "a point that is not a corner needs every corner"),
    corrected=Form(corrected, "it needs the corners that share its t_i wherever t_i is 1/λ_i or λ_i, and no other"),
    impact=Impact.TEXT,
    falls=True,
    argument=(
        "[1, s] = (s l - 1)/(l^2 - 1) [1, l] + l (l - s)/(l^2 - 1) [1, 1/l], and different corners are independent: "
        "the only weight of a corner is the product of the parties' shares; a share is 0 or 1 for a t_i at an end and "
        "strictly between otherwise."
    ),
    effort=Effort(instances=90, drawn=20, largest={"lambdas": 3}),
)
