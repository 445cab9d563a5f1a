"""After Theorem 3.9: randomised response dominates every private mechanism of one bit.

Statement: among all lambda-private mechanisms randomised response dominates all of them: each is a post-processing of
it.

Model: a mechanism and a lambda; the form asks for privacy at lambda, the checker verifies a kernel that makes the
mechanism from randomised response, or a test that no kernel allows.

Corners: outputs of chance 0, lambda = 1, one output, exactly lambda-private mechanisms.

Readings: the next sentence says "for an arbitrary mechanism M"; without privacy it fails, as for a mechanism that
publishes the bit.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import sympy
from hypothesis import strategies as st

from lp_models.blackwell import post_processing, small_mechanisms
from optcheck.claims import Argument, Claim, Domain, Form, Formula, Impact, Outcome, Quantity, Reading, Value, says
from optcheck.claims.grids import amounts, number_order
from optcheck.claims.relations import decides, implies
from optcheck.randomized_response.mechanisms import Mechanism, response_mechanism
from proofs_numeric.kairouz._common import levels
from proofs_numeric.kairouz._mechanisms import Pair, mechanism_order, mechanisms, simulates
from proofs_numeric.kairouz._steps import agrees


@dataclass(frozen=True, slots=True)
class Case:
    """A mechanism and a privacy level."""

    mechanism: Mechanism
    lambda_: Fraction


def as_printed(case: Case) -> Value:
    pairs = zip(case.mechanism.zero, case.mechanism.one, strict=True)
    return all(p <= case.lambda_ * q and q <= case.lambda_ * p for p, q in pairs)


def arbitrary(case: Case) -> Value:
    """Every mechanism."""
    return len(case.mechanism.zero) > 0


def simulated() -> Quantity[Case]:
    """Whether the mechanism is a post-processing of randomised response."""
    base = simulates()
    assert base.certify is not None
    certify = base.certify
    return Quantity(
        kind=base.kind,
        name=base.name,
        describe=lambda case: base.describe(pair(case)),
        certify=lambda case: certify(pair(case)),
        holds=says("a post-processing of strong"),
    )


def pair(case: Case) -> Pair:
    """Randomised response first."""
    return Pair(response_mechanism(case.lambda_), case.mechanism)


def proof(argument: Argument, form: Formula[Case]) -> None:
    p, q = sympy.symbols("p q", nonnegative=True)
    v = sympy.Symbol("l", positive=True)
    after_0, after_1 = (v * p - q) / (v - 1), (v * q - p) / (v - 1)
    keep, flip = v / (1 + v), 1 / (1 + v)
    made = [keep * after_0 + flip * after_1, flip * after_0 + keep * after_1]
    argument.identity("T(0 -> a) = (l p - q)/(l - 1), T(1 -> a) = (l q - p)/(l - 1) give p and q", made, [p, q])
    argument.words(
        "For l > 1 the rows of T have total (l - 1)/(l - 1) = 1, and its entries are not negative exactly when p <= l "
        "q and q <= l p for every output: privacy. For l = 1 the two rows of a private mechanism agree and no input is "
        "needed."
    )
    found = ((form(at), post_processing(pair(at).strong, at.mechanism) is not None) for at in list(grid())[::4])
    agrees(argument, "the form agrees with the program for the kernel", found)


def grid() -> Iterator[Case]:
    for outputs, parts in ((1, 1), (2, 3), (3, 2)):
        for mechanism, level in product(small_mechanisms(outputs, parts), amounts("1 2 3")):
            yield Case(mechanism, level)


CLAIM = Claim(
    id="kairouz/rr-dominates",
    place="after Theorem 3.9",
    title="randomised response dominates every private mechanism of one bit",
    domain=Domain(
        description="all mechanisms with <= 3 outputs in halves or thirds, lambda in {1, 2, 3}; random: 4 outputs",
        grid=grid,
        order=lambda case: (mechanism_order(case.mechanism), number_order(case.lambda_)),
        strategy=lambda: st.builds(Case, mechanisms(), levels()),
        examples=40,
    ),
    truth=simulated(),
    asserts=decides,
    printed=Form(as_printed, "M is λ-private ⇒ there is T with M(x) = T(M_RR(x)); only those are"),
    impact=Impact.TEXT,
    expected=Outcome.HOLDS,
    proof=proof,
    readings=(
        Reading(
            name="for an arbitrary mechanism",
            expected=Outcome.REFUTED,
            asserts=implies,
            printed=Form(arbitrary, "for every M there is T with M(x) = T(M_RR(x))"),
        ),
    ),
)
