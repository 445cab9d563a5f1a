"""Statement: with R and C the expected accuracy of deciding the XOR of the responses and its complement, "right" R =
sum over even i of C(k, i) l^(k-i) / (1+l)^k; "wrong" C = the same over odd i; "difference" R - C = (l-1)^k /
(1+l)^k; "sum" R + C = 1; "again" R + C = (l-1)^k / (1+l)^k.

Model: R and C by brute force from Eq. 9 for the response 0...0; an instance is one of the equations at k and lambda.

Corners: lambda = 1, k = 1.

Readings: by the letter the last equation says 1 = ((l-1)/(l+1))^k, which no lambda meets. The text at hand is a scan:
with a minus sign on its left the line holds, and the conclusion drawn from it, 1/2 + 2^-(k+1) eps^k, uses the
difference.
"""

from math import comb

from optcheck.claims import *
from proofs_numeric.kairouz._accuracy import response_chance


class Equation(Instance):
    """One of the printed equations."""

    k: int = integer(1)
    lambda_: Fraction = rational(at_least=1, symbol="λ")
    part: str = choice("right", "wrong", "difference", "sum", "again", symbol="equation")


def as_printed(at: Equation) -> Value:
    k, l = at.k, at.lambda_  # noqa: E741 - the paper's symbol
    if at.part == "right":
        return sum(comb(k, i) * l ** (k - i) for i in range(0, k + 1, 2)) / (1 + l) ** k
    if at.part == "wrong":
        return sum(comb(k, i) * l ** (k - i) for i in range(1, k + 1, 2)) / (1 + l) ** k
    return Fraction(1) if at.part == "sum" else (l - 1) ** k / (1 + l) ** k


def corrected(at: Equation) -> Value:
    return Fraction(1) if at.part == "again" else as_printed(at)


def chances(at: Equation) -> tuple[Value, Value]:
    """The chances, by Eq. 9, that the response 0...0 comes from an input whose XOR is 0, and is 1."""
    right = wrong = Fraction(0)
    for x in range(2**at.k):
        chance = response_chance((at.lambda_,) * at.k, x, 0)
        if sum(x // 2**place % 2 for place in range(at.k)) % 2 == 0:
            right += chance
        else:
            wrong += chance
    return right, wrong


def left_side(at: Equation) -> Value:
    right, wrong = chances(at)
    if at.part == "right":
        return right
    if at.part == "wrong":
        return wrong
    return right - wrong if at.part == "difference" else right + wrong


def with_a_minus(at: Equation) -> Value:
    """The same with R - C in the last equation as well."""
    right, wrong = chances(at)
    return right - wrong if at.part == "again" else left_side(at)


WHY = (
    "One party more keeps its bit with weight l and flips it with weight 1, so the even sum E becomes l E + O and the "
    "odd one l O + E; by induction E = ((l+1)^k + (l-1)^k)/2 and O = ((l+1)^k - (l-1)^k)/2."
)

CLAIM = Statement(
    "kairouz/a1-difference",
    place="Appendix A.1",
    title="the printed identities for the two expectations",
    domain=Equation,
    truth=definition(left_side),
    asserts=identity,
    printed=Form(as_printed, "R = even sum, C = odd sum, R − C = ((λ−1)/(λ+1))^k, R + C = 1, R + C = ((λ−1)/(λ+1))^k"),
    corrected=Form(corrected, "the same with R + C = 1 in the last place: it is R − C that equals ((λ−1)/(λ+1))^k"),
    impact=Impact.TEXT,
    argument=WHY,
    effort=Effort(drawn=30, largest={"k": 5}),
    readings=(
        Reading(
            name="a minus sign, lost in the scan, in the last equation",
            mark=Mark.AS_SCANNED,
            truth=definition(with_a_minus),
            argument=WHY,
        ),
    ),
)
