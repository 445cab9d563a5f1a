"""Statement: among all lambda-private mechanisms randomised response dominates all of them: each is a post-processing
of it.

Model: a mechanism and a lambda; the form asks for privacy at lambda, the checker verifies a kernel that makes the
mechanism from randomised response, or a test that no kernel allows.

Corners: outputs of chance 0, lambda = 1, one output, exactly lambda-private mechanisms.

Readings: the next sentence says "for an arbitrary mechanism M"; without privacy it fails, as for a mechanism that
publishes the bit.
"""

import sympy

from optcheck.claims import Argument, Claim, Form, Formula, Impact, Outcome, Reading, Value
from optcheck.claims.relations import decides, implies
from proofs_numeric.kairouz._mechanisms import Case, Pair, case_domain, post_processing, response_mechanism, simulates
from proofs_numeric.kairouz._steps import agrees


def as_printed(case: Case) -> Value:
    pairs = zip(case.mechanism.zero, case.mechanism.one, strict=True)
    return all(p <= case.lambda_ * q and q <= case.lambda_ * p for p, q in pairs)


def arbitrary(case: Case) -> Value:
    """Every mechanism."""
    return len(case.mechanism.zero) > 0


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
    found = ((form(at), post_processing(pair(at).strong, at.mechanism) is not None) for at in list(DOMAIN.grid())[::4])
    agrees(argument, "the form agrees with the program for the kernel", found)


DOMAIN = case_domain(
    [(1, 1), (2, 3), (3, 2)],
    "1 2 3",
    "all mechanisms with <= 3 outputs in halves or thirds, lambda in {1, 2, 3}; random: 4 outputs",
    examples=40,
)

CLAIM = Claim(
    id="kairouz/rr-dominates",
    place="after Theorem 3.9",
    title="randomised response dominates every private mechanism of one bit",
    domain=DOMAIN,
    truth=simulates(pair),
    asserts=decides,
    printed=Form(as_printed, "M is λ-private ⇒ there is T with M(x) = T(M_RR(x)); only those are"),
    impact=Impact.TEXT,
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
