"""Statement: for a mechanism of one bit, consider all rejection sets S with false alarm P(M(0) in S) and missed
detection P(M(1) not in S). The mechanism is lambda-private if and only if every such pair satisfies P_FA + lambda
P_MD >= 1 and lambda P_FA + P_MD >= 1.

Model: the printed inequalities over all rejection sets (they are linear, so they extend to the convex hull); the
checker finds the least lambda from the definition of privacy, output by output.

Corners: outputs of chance 0 under one bit or both, lambda = 1, one output.

Readings: R_lambda is what the inequalities say; that it is called triangular is kairouz/region. The paper writes both
errors with the same M(x); false alarm belongs to bit 0 and missed detection to bit 1.
"""

from itertools import product

import sympy

from optcheck.claims import Argument, Claim, Form, Formula, Impact, Quantity, Value
from optcheck.claims.relations import decides
from optcheck.claims.truths import number_of
from proofs_numeric.kairouz._mechanisms import Case, case_domain
from proofs_numeric.kairouz._steps import agrees


def as_printed(instance: Case) -> Value:
    zero, one, level = instance.mechanism.zero, instance.mechanism.one, instance.lambda_
    inside = True
    for rejects in product((False, True), repeat=len(zero)):
        alarm = sum(p for p, mark in zip(zero, rejects, strict=True) if mark)
        missed = sum(q for q, mark in zip(one, rejects, strict=True) if not mark)
        inside = inside and alarm + level * missed >= 1 and level * alarm + missed >= 1
    return inside


def proof(argument: Argument, form: Formula[Case]) -> None:
    kept, missed, found, alarm, v = sympy.symbols("kept missed found alarm l")
    words = "with P_FA = 1 - P_0(S') and P_MD = P_1(S'): P_FA + l P_MD - 1 = l P_1(S') - P_0(S')"
    argument.identity(words, (1 - kept) + v * missed - 1, v * missed - kept)
    words = "with P_MD = 1 - P_1(S): l P_FA + P_MD - 1 = l P_0(S) - P_1(S)"
    argument.identity(words, v * alarm + (1 - found) - 1, v * alarm - found)
    argument.words(
        "Over all S these are nonnegative exactly when P_0(A) <= l P_1(A) and P_1(A) <= l P_0(A) for all sets A; "
        "probabilities add up, so exactly when this holds for single outputs, the definition. Half-planes are convex: "
        "the hull is inside when the tests are."
    )
    agrees(argument, "so the form says", ((form(at), at.mechanism.is_private(at.lambda_)) for at in DOMAIN.grid()))


DOMAIN = case_domain(
    [(1, 1), (2, 3), (2, 4), (3, 2)],
    "1 2 3 3/2",
    "all mechanisms with <= 3 outputs in halves to quarters, four lambdas; random: 4 outputs, l <= 13",
)

CLAIM = Claim(
    id="kairouz/thm-3-7",
    place="Theorem 3.7",
    title="privacy is inclusion of the hypothesis-testing region in R_λ",
    domain=DOMAIN,
    truth=Quantity(
        kind="bit-privacy",
        name="least lambda",
        describe=lambda case: {"mechanism": case.mechanism.document()},
        holds=lambda case, fact: fact.relation == "=" and number_of(fact) <= case.lambda_,
    ),
    asserts=decides,
    printed=Form(as_printed, "for all tests: P_FA + λ P_MD ≥ 1 and λ P_FA + P_MD ≥ 1"),
    impact=Impact.SAFETY,
    proof=proof,
)
