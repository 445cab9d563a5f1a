"""Statement: P_FA + lambda P_MD >= 1 and lambda P_FA + P_MD >= 1 define a triangular region.

Model: the corners, in the unit square of errors (P_MD, P_FA), of the set that the two inequalities leave: crossings of
two of the lines that meet all conditions. They are four for lambda > 1: the corner (1, 1) is there as well.

Corners: lambda = 1, where both inequalities are one and the corners are (0, 1), (1, 0), (1, 1).

Readings: on or below P_FA + P_MD = 1, as Fig. 1 draws it (for epsilon = 1.5), the region is for lambda > 1 the triangle
with the apex where both are tight; for lambda = 1 it is a segment.
"""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from optcheck.claims import Argument, Claim, Definition, Form, Formula, Impact, Mark, Reading, Value
from optcheck.claims.relations import equals
from proofs_numeric.kairouz._problems import LAMBDAS, Level, level_domain, levels
from proofs_numeric.kairouz._steps import above

Line = tuple[Value, Value, Value]  # a P_MD + b P_FA >= c
SQUARE: tuple[Line, ...] = ((1, 0, 0), (0, 1, 0), (-1, 0, -1), (0, -1, -1))
BELOW: Line = (-1, -1, -1)


def as_printed(at: Level) -> Value:
    apex = 1 / (1 + at.lambda_)
    return (0, 1), (apex, apex), (1, 0)


def corrected(at: Level) -> Value:
    apex = 1 / (1 + at.lambda_)
    return (0, 1), *([(apex, apex)] if at.lambda_ > 1 else []), (1, 0), (1, 1)


def sides(level: Value) -> tuple[Line, ...]:
    """The two inequalities in the unit square."""
    return ((level, 1, 1), (1, level, 1), *SQUARE)


def corners(lines: tuple[Line, ...]) -> Value:
    """The crossings of two lines that meet all conditions, in order."""
    found = set()
    for (a, b, c), (d, e, f) in combinations(lines, 2):
        if a * e != b * d:
            x, y = Fraction(c * e - b * f) / (a * e - b * d), Fraction(a * f - c * d) / (a * e - b * d)
            if all(p * x + q * y >= r for p, q, r in lines):
                found.add((x, y))
    return tuple(sorted(found))


def padded(points: Value) -> Value:
    """Four places, so that lists of different length differ."""
    return tuple(points) + ((-1, -1),) * (4 - len(points))


def proof(argument: Argument, form: Formula[Level]) -> None:
    points = form(Level(1 + above))
    for p, q, r in sides(1 + above):
        for x, y in points:
            argument.not_negative("every corner meets every condition", p * x + q * y - r)
    tight = [[point for point in points if p * point[0] + q * point[1] - r == 0] for p, q, r in SQUARE]
    argument.truth("the corner (1, 1) is one of them", (1, 1) in tight[2] and (1, 1) in tight[3])
    x, y = points[1]
    argument.identity("both inequalities are tight at the apex", [(1 + above) * x + y, x + (1 + above) * y], [1, 1])
    argument.positive("which lies below the diagonal for l > 1", 1 - x - y)
    argument.words("Of all crossings of two lines only these meet the conditions, so they are the corners.")
    flat = Level(Fraction(1))
    argument.truth("for l = 1 they are the corners of a triangle", tuple(form(flat)) == corners(sides(flat.lambda_)))


ABOVE = replace(
    level_domain(),
    description="lambda in {2, 3, 3/2, 7/5, 10}; random rational lambdas above 1",
    grid=lambda: map(Level, LAMBDAS[1:]),
    strategy=lambda: levels().map(lambda value: Level(value + Fraction(1, 2))),
)

CLAIM = Claim(
    id="kairouz/region",
    place="Section 3.2",
    title="the two inequalities define a triangular region R_λ",
    domain=level_domain(),
    truth=Definition(lambda at: padded(corners(sides(at.lambda_)))),
    means=lambda at, said: padded(said),
    asserts=equals,
    printed=Form(as_printed, "a triangle with the corners (0, 1), (1/(1+λ), 1/(1+λ)), (1, 0)"),
    corrected=Form(corrected, "for λ > 1 a quadrilateral: the same corners and (1, 1); for λ = 1 without the apex"),
    impact=Impact.TEXT,
    proof=proof,
    readings=(
        Reading(
            name="λ > 1, on or below P_FA + P_MD = 1, as Fig. 1 draws it",
            mark=Mark.AS_ITS_PROOF_USES_IT,
            domain=ABOVE,
            truth=Definition(lambda at: corners((*sides(at.lambda_), BELOW))),
            means=lambda at, said: said,
        ),
    ),
)
