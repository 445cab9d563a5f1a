"""Statement: P_FA + lambda P_MD >= 1 and lambda P_FA + P_MD >= 1 define a triangular region.

Model: the number of corners, in the unit square of errors (P_MD, P_FA), of the set that the two inequalities leave:
crossings of two of the lines that meet all conditions. They are four for lambda > 1: (0, 1), the apex (1/(1+lambda),
1/(1+lambda)), (1, 0) and also (1, 1).

Corners: lambda = 1, where both inequalities are one and the region is a triangle indeed.

Readings: on or below P_FA + P_MD = 1, as Fig. 1 draws it (for epsilon = 1.5), the region is for lambda > 1 the triangle
with the apex where both are tight; for lambda = 1 it is a segment.
"""

from optcheck.claims import *
from proofs_numeric.kairouz._levels import Level


def as_printed(at: Level) -> Value:
    apex = 1 / (1 + at.lambda_)
    return len([(0, 1), (apex, apex), (1, 0)])


def corrected(at: Level) -> Value:
    return 3 if at.lambda_ == 1 else 4


def corners(lines: Value) -> Value:
    """How many crossings of two lines a x + b y = c meet a x + b y >= c for all of them."""
    found: Value = []
    for i in range(len(lines)):
        for j in range(i):
            (a, b, c), (d, e, f) = lines[i], lines[j]
            if a * e != b * d:
                scale = Fraction(1) / (a * e - b * d)
                x, y = (c * e - b * f) * scale, (a * f - c * d) * scale
                if all(p * x + q * y >= r for p, q, r in lines) and not any(x == u and y == v for u, v in found):
                    found += [(x, y)]
    return len(found)


def sides(at: Level) -> Value:
    """The two inequalities in the unit square, as a P_MD + b P_FA >= c."""
    return [(at.lambda_, 1, 1), (1, at.lambda_, 1), (1, 0, 0), (0, 1, 0), (-1, 0, -1), (0, -1, -1)]


def in_the_square(at: Level) -> Value:
    return corners(sides(at))


def below_the_diagonal(at: Level) -> Value:
    lines = sides(at)
    lines += [(-1, -1, -1)]
    return corners(lines)


CLAIM = Statement(
    "kairouz/region",
    place="Section 3.2",
    title="the two inequalities define a triangular region R_λ",
    domain=Level,
    truth=definition(in_the_square),
    asserts=equals,
    printed=Form(as_printed, "3 corners: a triangle"),
    corrected=Form(corrected, "4 corners for λ > 1: (0, 1), (1/(1+λ), 1/(1+λ)), (1, 0), (1, 1); for λ = 1 no apex"),
    impact=Impact.TEXT,
    effort=Effort(instances=60, drawn=30),
    readings=(
        Reading(
            name="λ > 1, on or below P_FA + P_MD = 1, as Fig. 1 draws it",
            mark=Mark.AS_ITS_PROOF_USES_IT,
            domain=Level.where("lambda_ > 1"),
            truth=definition(below_the_diagonal),
        ),
    ),
)
