"""Statement: the mechanism with variance sigma^2 and covariance r is private for any responders and any c colluders so
long as a quadratic inequality in r holds.

Model: what an honest report keeps given all that the server sees, by exact elimination in the covariance of the sources
that are left, must be at least s. For r <= 0 the noise is that of Section 4, whose seeds colluders give away. Pairwise
seeds cannot make r > 0: colluders then know their own noise only, which the other reports tell as well.

Corners: r = 0, r > 0, c = n-1, equality. For r > 0 and c >= 1 the inequality does not suffice: the term that c adds,
c r (sigma^2 + (n-1) r), counts in favour of privacy. (sigma^2 = r = 0 meets the inequality with no noise at all.)

Readings: the lemma's proof starts from the protocol of Section 4, so from r <= 0; there the condition is also
necessary. The appendix writes sigma^2_{eps,delta} = inf{sigma}; the main text's sigma_{eps,delta} is meant.
"""

from optcheck.claims import *
from proofs_numeric.cordp._declared import Pair
from proofs_numeric.cordp._enumeration import kept_variance


def as_printed(case: Pair) -> Value:
    return inequality(case, case.c) >= 0


def corrected(case: Pair) -> Value:
    return inequality(case, case.c) >= 0 and inequality(case, 0) >= 0


def inequality(case: Pair, c: int) -> Value:
    """The left side of Eq. 46 for so many colluders."""
    n, s, variance, r = case.n, case.sigma2_min, case.variance, case.covariance
    return r**2 * (n - 1) * (c - 1) + r * (variance * (n + c - 2) - s * (n - 2)) + variance * (variance - s)


def is_private(case: Pair) -> Value:
    """Whether every honest report keeps s, whoever colludes."""
    return kept_variance(case.n, case.c, case.variance, case.covariance) >= case.sigma2_min


ARGUMENT = (
    "With a = σ² + (c-1)r and b = σ² + (n-1)r the conditional variance is ab/(σ² + (n-2)r) with positive parts "
    "(elimination of one honest user after the other), so 'at least s' is the inequality. c colluders add crb to its "
    "left side: for r <= 0 the one for c implies the one for 0, for r > 0 the other way round."
)
EFFORT = Effort(instances=150, drawn=30, largest={"n": 5})
CLAIM = Statement(
    "cordp/lem-1-eq-46",
    place="Lemma 1, Eq. 46",
    title="the privacy condition on (σ², r)",
    domain=Pair,
    truth=definition(is_private),
    asserts=implies,
    printed=Form(as_printed, "private if r²(n−1)(c−1) + r(σ²(n+c−2) − s(n−2)) + σ²(σ²−s) ≥ 0"),
    corrected=Form(corrected, "private exactly if the inequality holds for c and with 0 for c", asserts=decides),
    impact=Impact.SAFETY,
    argument=ARGUMENT,
    corner="c == n - 1 or variance == sigma2_min",
    effort=EFFORT,
    readings=(
        Reading(
            name="noise made from pairwise seeds, r ≤ 0",
            domain=Pair.where("covariance <= 0"),
            asserts=decides,
            argument=ARGUMENT,
            mark=Mark.AS_ITS_PROOF_USES_IT,
        ),
    ),
)
