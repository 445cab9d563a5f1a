"""Statement: for a mechanism of one bit, consider all rejection sets S with false alarm P(M(0) in S) and missed
detection P(M(1) not in S). The mechanism is lambda-private if and only if every such pair satisfies P_FA + lambda
P_MD >= 1 and lambda P_FA + P_MD >= 1.

Model: the printed inequalities over all rejection sets (they are linear, so they extend to the convex hull); the truth
is the definition of privacy, output by output.

Corners: outputs of chance 0 under one bit or both, lambda = 1, one output.

Readings: R_lambda is what the inequalities say; that it is called triangular is kairouz/region. The paper writes both
errors with the same M(x); false alarm belongs to bit 0 and missed detection to bit 1.
"""

from optcheck.claims import *
from proofs_numeric.kairouz._levels import Case


def as_printed(at: Case) -> Value:
    inside = True
    for rejected in range(2**at.outputs):
        alarm = sum(at.zero[a] for a in range(at.outputs) if rejected // 2**a % 2 == 1)
        missed = sum(at.one[a] for a in range(at.outputs) if rejected // 2**a % 2 == 0)
        inside = inside and alarm + at.lambda_ * missed >= 1 and at.lambda_ * alarm + missed >= 1
    return inside


def is_private(at: Case) -> Value:
    """No output is more than lambda times as likely under one bit as under the other."""
    return all(at.zero[a] <= at.lambda_ * at.one[a] and at.one[a] <= at.lambda_ * at.zero[a] for a in range(at.outputs))


CLAIM = Statement(
    "kairouz/thm-3-7",
    place="Theorem 3.7",
    title="privacy is inclusion of the hypothesis-testing region in R_λ",
    domain=Case,
    truth=definition(is_private),
    asserts=decides,
    printed=Form(as_printed, "for all tests: P_FA + λ P_MD ≥ 1 and λ P_FA + P_MD ≥ 1"),
    impact=Impact.SAFETY,
    argument=(
        "With P_FA = 1 - P_0(S') the first is l P_1(S') >= P_0(S') for the complement S', the second l P_0(S) >= "
        "P_1(S). Over all S these hold exactly when P_0(A) <= l P_1(A) and P_1(A) <= l P_0(A) for all sets A; "
        "probabilities add up, so exactly when this holds for single outputs. Half-planes are convex: the hull is "
        "inside when the tests are."
    ),
    effort=Effort(instances=300, drawn=60, largest={"outputs": 5}),
)
