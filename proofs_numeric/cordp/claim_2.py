"""Statement: the system is (eps, delta)-private when the conditional variance of a report given all that the server
sees is at least sigma^2_{eps,delta}.

Model: the instance's s stands for sigma^2_{eps,delta}, so delta is Eq. 74's left side at s with distance 2. The true
loss of a pair is that of cordp/eq-8 at distance 2, with the least conditional variance found by enumeration of the
colluders. Definition 1 gives the server all reports, whoever counts as a responder.

Corners: conditional variance exactly s; c = n-1; r = 0; pairs that keep more.

Readings: the paper's "when" is read as "if"; as the loss falls in sigma (cordp/claim-3) it is "if and only if".
"""

from optcheck.claims import *
from proofs_numeric.cordp._enumeration import kept_variance
from proofs_numeric.cordp.eq_8 import excess


class Private(Instance):
    """A pair from pairwise seeds whose conditional variance, Eq. 83, is at least s, and a privacy parameter."""

    n: int = integer(2)
    c: int = integer(0, "n - 1")
    epsilon: Fraction = rational(above=0, symbol="ε")
    sigma2_min: Fraction = rational(above=0, symbol="s")
    variance: Fraction = rational(at_least="sigma2_min", symbol="σ²")
    covariance: Fraction = rational(above="-variance / (n - 1)", at_most=0, symbol="r")
    conditions = (
        "(variance + (c - 1) * covariance) * (variance + (n - 1) * covariance)"
        " >= sigma2_min * (variance + (n - 2) * covariance)",
    )


def as_printed(at: Private) -> Value:
    sigma, epsilon = sqrt(at.sigma2_min), at.epsilon
    upper, lower = epsilon * sigma / 2 - 1 / sigma, epsilon * sigma / 2 + 1 / sigma
    return (erfc(upper / sqrt(2)) - exp(epsilon) * erfc(lower / sqrt(2))) / 2


def loss(at: Private) -> Value:
    """The privacy loss of the pair against the worst set of colluders."""
    return excess(at.epsilon, kept_variance(at.n, at.c, at.variance, at.covariance))


CLAIM = Statement(
    "cordp/claim-2",
    place="Claim 2, Eq. 69",
    title="privacy is a bound on the conditional variance",
    domain=Private,
    truth=definition(loss),
    asserts=at_most,
    printed=Form(as_printed, "(ε, δ)-private if the conditional variance is at least σ²_{ε,δ}"),
    impact=Impact.SAFETY,
    argument=(
        "Given the rest, a report moves by what its vector moves (Eq. 71), at most 2 in the unit ball, and its noise "
        "is Gaussian with the conditional variance (cordp/claim-1); the loss falls in sigma (cordp/claim-3)."
    ),
    effort=Effort(instances=100, drawn=10, largest={"n": 5, "variance": 12, "epsilon": 4}),
    rests_on=("cordp/claim-1", "cordp/claim-3", "cordp/eq-8"),
)
