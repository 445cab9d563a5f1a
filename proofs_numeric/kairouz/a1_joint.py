"""Statement: P(X, response) = lambda^(k - d) / (1 + lambda)^k, where d is the Hamming distance of the two words.

Model: k independent fair bits (the average of Eq. 1 weighs all inputs alike) and Eq. 9, bit by bit. The printed number
is the chance of the response given the input; the joint chance has a factor 2^-k.

Corners: k = 1, lambda = 1, d = 0 and d = k.

Readings: as a conditional chance, of either word given the other, the line holds, and so the proof uses it.
"""

from optcheck.claims import *


class Words(Instance):
    """An input and a response, and lambda."""

    k: int = integer(1)
    lambda_: Fraction = rational(at_least=1, symbol="λ")
    x: tuple[int, ...] = row(integer(0, 1), "k", symbol="X")
    response: tuple[int, ...] = row(integer(0, 1), "k", symbol="X̃")


def distance(at: Words) -> int:
    return sum(at.x[i] != at.response[i] for i in range(at.k))


def as_printed(at: Words) -> Value:
    return at.lambda_ ** (at.k - distance(at)) / (1 + at.lambda_) ** at.k


def corrected(at: Words) -> Value:
    return at.lambda_ ** (at.k - distance(at)) / (2 * (1 + at.lambda_)) ** at.k


def conditional(at: Words) -> Value:
    """Eq. 9: every bit is kept or flipped on its own."""
    chance = Fraction(1)
    for i in range(at.k):
        chance *= (at.lambda_ if at.x[i] == at.response[i] else 1) / (1 + at.lambda_)
    return chance


def joint(at: Words) -> Value:
    """The chance of the input, a fair bit for each party, times that of the response."""
    return Fraction(1, 2**at.k) * conditional(at)


WHY = "Bits are independent and fair: each that agrees adds the factor l/(1+l), each that differs 1/(1+l), and 1/2."

CLAIM = Statement(
    "kairouz/a1-joint",
    place="Appendix A.1",
    title="the printed joint distribution of inputs and responses",
    domain=Words,
    truth=definition(joint),
    asserts=equals,
    printed=Form(as_printed, "P(X, X̃) = λ^(k−d) / (1+λ)^k"),
    corrected=Form(corrected, "P(X, X̃) = 2^−k λ^(k−d) / (1+λ)^k"),
    impact=Impact.TEXT,
    argument=WHY,
    effort=Effort(drawn=30, largest={"k": 12}),
    readings=(
        Reading(
            name="the conditional chance P(X̃ | X)",
            mark=Mark.AS_ITS_PROOF_USES_IT,
            truth=definition(conditional),
            argument=WHY,
        ),
    ),
)
