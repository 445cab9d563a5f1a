"""Statement: P(X, response) = lambda^(k - d) / (1 + lambda)^k, where d is the Hamming distance of the two words.

Model: k independent fair bits (the average of Eq. 1 weighs all inputs alike) and Eq. 9. The printed number is the
chance of the response given the input; the joint chance has a factor 2^-k.

Corners: k = 1, lambda = 1, d = 0 and d = k.

Readings: as a conditional chance, of either word given the other, the line holds, and so the proof uses it.
"""

from dataclasses import dataclass
from fractions import Fraction

import sympy
from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Mark, Reading, Value
from optcheck.claims.claim import number_order
from optcheck.claims.relations import equals
from proofs_numeric.kairouz._problems import LAMBDAS, levels, response_chance
from proofs_numeric.kairouz._steps import L


@dataclass(frozen=True, slots=True)
class Words:
    """How many bits there are, in how many of them the words differ, and lambda."""

    k: int
    distance: int
    lambda_: Fraction


def as_printed(at: Words) -> Value:
    return at.lambda_ ** (at.k - at.distance) / (1 + at.lambda_) ** at.k


def corrected(at: Words) -> Value:
    return at.lambda_ ** (at.k - at.distance) / (2 * (1 + at.lambda_)) ** at.k


def conditional(at: Words) -> Value:
    """Eq. 9 for the response 0...0 and an input with so many ones."""
    return response_chance((at.lambda_,) * at.k, (1 << at.distance) - 1, 0)


def proof(argument: Argument, form: Formula[Words]) -> None:
    k, d = sympy.symbols("k d", integer=True, positive=True)
    chance = form(Words(k, d, L))
    argument.identity("one bit more that agrees", form(Words(k + 1, d, L)) / chance, L / (1 + L) / 2)
    argument.identity("one bit more that differs", form(Words(k + 1, d + 1, L)) / chance, 1 / (1 + L) / 2)
    argument.identity("one bit that agrees", form(Words(1, 0, L)), response_chance((L,), 0, 0) / 2)
    argument.identity("one bit that differs", form(Words(1, 1, L)), response_chance((L,), 1, 0) / 2)
    argument.words("Bits are independent and fair: each adds 1/2 and its factor of Eq. 9; induction over the bits.")


CLAIM = Claim(
    id="kairouz/a1-joint",
    place="Appendix A.1",
    title="the printed joint distribution of inputs and responses",
    domain=Domain(
        description="k <= 4, every distance, lambda in {1, 2, 3, 3/2, 7/5, 10}; random: k <= 8",
        grid=lambda: (Words(k, d, level) for k in range(1, 5) for level in LAMBDAS for d in range(k + 1)),
        order=lambda at: (at.k, number_order(at.lambda_), at.distance),
        strategy=lambda: st.integers(1, 8).flatmap(lambda k: st.builds(Words, st.just(k), st.integers(0, k), levels())),
        examples=40,
    ),
    truth=Definition(lambda at: conditional(at) / 2**at.k),
    asserts=equals,
    printed=Form(as_printed, "P(X, X̃) = λ^(k−d) / (1+λ)^k"),
    corrected=Form(corrected, "P(X, X̃) = 2^−k λ^(k−d) / (1+λ)^k"),
    impact=Impact.TEXT,
    proof=proof,
    readings=(
        Reading(
            name="the conditional chance P(X̃ | X)",
            mark=Mark.AS_ITS_PROOF_USES_IT,
            truth=Definition(conditional),
        ),
    ),
)
