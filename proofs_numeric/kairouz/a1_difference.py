"""Statement: with R and C the expected accuracy of deciding the XOR of the responses and its complement, "right" R =
sum over even i of C(k, i) l^(k-i) / (1+l)^k; "wrong" C = the same over odd i; "difference" R - C = (l-1)^k /
(1+l)^k; "sum" R + C = 1; "again" R + C = (l-1)^k / (1+l)^k.

Model: R and C by brute force from Eq. 9 for a fixed response; an instance is one of the equations at k and lambda.

Corners: lambda = 1, k = 1.

Readings: by the letter the last equation says 1 = ((l-1)/(l+1))^k, which no lambda meets. The text at hand is a scan:
with a minus sign on its left the line holds, and the conclusion drawn from it, 1/2 + 2^-(k+1) eps^k, uses the
difference.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb

from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Mark, Reading, Value
from optcheck.claims.claim import each, number_order
from optcheck.claims.relations import identity
from proofs_numeric.kairouz._problems import LAMBDAS, levels, response_chance
from proofs_numeric.kairouz._steps import L
from proofs_numeric.kairouz.cor_3_10_average import even_and_odd_flips

PARTS = ("right", "wrong", "difference", "sum", "again")


@dataclass(frozen=True, slots=True)
class Equation:
    """One of the printed equations."""

    part: str
    k: int
    lambda_: Fraction


def as_printed(at: Equation) -> Value:
    k, l = at.k, at.lambda_  # noqa: E741 - the paper's symbol
    ratio = (l - 1) ** k / (1 + l) ** k
    even = sum(comb(k, i) * l ** (k - i) for i in range(0, k + 1, 2)) / (1 + l) ** k
    odd = sum(comb(k, i) * l ** (k - i) for i in range(1, k + 1, 2)) / (1 + l) ** k
    return {"right": even, "wrong": odd, "difference": ratio, "sum": 1, "again": ratio}[at.part]


def corrected(at: Equation) -> Value:
    return 1 if at.part == "again" else as_printed(at)


def expectations(at: Equation) -> Value:
    """The left sides, by adding up Eq. 9 over all inputs for the response 0...0."""
    chances = [response_chance((at.lambda_,) * at.k, x, 0) for x in range(1 << at.k)]
    right = sum(p for x, p in enumerate(chances) if x.bit_count() % 2 == 0)
    wrong = sum(p for x, p in enumerate(chances) if x.bit_count() % 2 == 1)
    return {"right": right, "wrong": wrong, "difference": right - wrong, "sum": right + wrong, "again": right + wrong}


def proof(argument: Argument, form: Formula[Equation]) -> None:
    even_and_odd_flips(argument)
    for part, k in product(PARTS, range(1, 5)):
        at = Equation(part, k, L)
        argument.identity(f"{part}, for k = {k} and every lambda", form(at), expectations(at)[part])


CLAIM = Claim(
    id="kairouz/a1-difference",
    place="Appendix A.1",
    title="the printed identities for the two expectations",
    domain=Domain(
        description="five equations, k <= 4, lambda in {1, 2, 3, 3/2, 7/5, 10}; random: k <= 6",
        grid=each(Equation, PARTS, range(1, 5), LAMBDAS),
        order=lambda at: (at.k, number_order(at.lambda_), PARTS.index(at.part)),
        strategy=lambda: st.builds(Equation, st.sampled_from(PARTS), st.integers(1, 6), levels()),
        examples=60,
    ),
    truth=Definition(lambda at: expectations(at)[at.part]),
    asserts=identity,
    printed=Form(as_printed, "R = even sum, C = odd sum, R − C = ((λ−1)/(λ+1))^k, R + C = 1, R + C = ((λ−1)/(λ+1))^k"),
    corrected=Form(corrected, "the same with R + C = 1 in the last place: it is R − C that equals ((λ−1)/(λ+1))^k"),
    impact=Impact.TEXT,
    proof=proof,
    readings=(
        Reading(
            name="a minus sign, lost in the scan, in the last equation",
            mark=Mark.AS_SCANNED,
            truth=Definition(lambda at: expectations(at)["difference" if at.part == "again" else at.part]),
        ),
    ),
)
