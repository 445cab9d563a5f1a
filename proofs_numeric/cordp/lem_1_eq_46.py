"""Statement: the mechanism with variance sigma^2 and covariance r is private for any responders and any c colluders so
long as a quadratic inequality in r holds.

Model: what an honest report keeps given all that the server sees, computed by the checker, must be at least s. For r
<= 0 the noise is that of Section 4, and c colluders, who give away the seeds, are the worst. Pairwise seeds cannot
make r > 0: colluders then know their own noise only, which the other reports tell as well.

Corners: r = 0, r > 0, c = n-1, equality. For r > 0 and c >= 1 the inequality does not suffice: the term that c adds,
c r (sigma^2 + (n-1) r), counts in favour of privacy. (sigma^2 = r = 0 meets the inequality with no noise at all.)

Readings: the lemma's proof starts from the protocol of Section 4, so from r <= 0; there the condition is also
necessary. The appendix writes sigma^2_{eps,delta} = inf{sigma}; the main text's sigma_{eps,delta} is meant.
"""

from fractions import Fraction

import sympy as sp

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Impact, Mark, Reading, Value
from optcheck.claims.functions import smallest
from optcheck.claims.relations import decides, implies
from proofs_numeric.cordp import _steps as steps
from proofs_numeric.cordp._cases import SEEDS, WithPair, pair_fact, pairs, size_order


def as_printed(case: WithPair) -> Value:
    return inequality(case, case.c) >= 0


def corrected(case: WithPair) -> Value:
    return smallest(inequality(case, case.c), inequality(case, 0)) >= 0


def inequality(case: WithPair, c: Value) -> Value:
    """The left side of Eq. 46 for so many colluders."""
    n, s, variance, r = case.n, case.sigma2_min, case.variance, case.covariance
    return r**2 * (n - 1) * (c - 1) + r * (variance * (n + c - 2) - s * (n - 2)) + variance * (variance - s)


def proof(argument: Argument, form: Formula[WithPair]) -> None:
    steps.prove_conditional_variance(argument)
    n, c, s, v, r = steps.n, steps.c, steps.s, steps.v, steps.r
    left, none = steps.boundary(v, r), steps.on_boundary(r, 0)
    wanted = sp.Min(left.expand(), none.expand()) >= 0
    argument.truth("a b - s(sigma² + (n-2) r) >= 0 for c and for 0", form(WithPair(n, n, c, s, v, r)) == wanted)
    argument.identity("c colluders add c r b", left - none, c * r * (v + (n - 1) * r))
    argument.words(
        "The conditional variance is a b/(sigma² + (n-2) r) with positive parts, so 'at least s' is this inequality; "
        "for r <= 0 the one for c implies the one for 0, for r > 0 the other way round."
    )


IS_PRIVATE = pair_fact(
    "kept variance",
    holds=lambda case, fact: fact.value >= case.sigma2_min,
    colluders=lambda case: case.c if case.covariance <= 0 else 0,  # seeds that could be told make no r > 0
)
POSITIVE = (Fraction(-1, 2), Fraction(-9, 10), Fraction(-2))
DOMAIN: Domain[WithPair] = Domain(
    "2 <= n <= 4, every t and c, (s, σ²) in {(1, 1), (1, 3/2), (2/3, 4)}, r < σ² from 2σ²/(n-1) to -0.9σ²/(n-1)",
    lambda: (case for case in pairs(4, (*SEEDS, *POSITIVE)) if case.covariance < case.variance),
    size_order,
)
CLAIM = Claim(
    id="cordp/lem-1-eq-46",
    place="Lemma 1, Eq. 46",
    title="the privacy condition on (σ², r)",
    domain=DOMAIN,
    truth=IS_PRIVATE,
    asserts=implies,
    printed=Form(as_printed, "private if r²(n−1)(c−1) + r(σ²(n+c−2) − s(n−2)) + σ²(σ²−s) ≥ 0"),
    corrected=Form(corrected, "private exactly if the inequality holds for c and with 0 for c", asserts=decides),
    impact=Impact.SAFETY,
    proof=proof,
    readings=(
        Reading(
            name="noise made from pairwise seeds, r ≤ 0",
            domain=Domain(description="as above, r ≤ 0", grid=lambda: pairs(4, SEEDS), order=size_order),
            asserts=decides,
            mark=Mark.AS_ITS_PROOF_USES_IT,
        ),
    ),
)
