"""Statement: sigma_{eps,delta} is the least sigma with Phi(1/sigma - eps sigma/2) - e^eps Phi(-1/sigma - eps sigma/2)
<= delta, and a mechanism on vectors at distance up to 2 needs E|Z|^2 >= d sigma^2_{eps,delta}.

Model: the privacy loss by definition, the supremum over sets of P(A) - e^eps Q(A), is reached at the set where p
exceeds e^eps q: with p centred at 0 and q at 2 that is x < end = 1 - eps sigma^2/2.

Corners: small and large sigma and eps.

Readings: the appendix writes sigma^2 = inf{sigma} in Lemma 1 and Eq. 75, a slip for sigma.
"""

from optcheck.claims import *
from proofs_numeric.cordp._declared import Noise


def as_printed(at: Noise) -> Value:
    epsilon, sigma = at.epsilon, at.sigma
    return normal(1 / sigma - epsilon * sigma / 2) - exp(epsilon) * normal(-1 / sigma - epsilon * sigma / 2)


def normal(x: Value) -> Value:
    """The standard normal distribution function."""
    return erfc(-x / sqrt(2)) / 2


def loss(at: Noise) -> Value:
    """The largest excess P(A) - e^eps Q(A) of the noise."""
    return excess(at.epsilon, at.sigma**2)


def excess(epsilon: Value, variance: Value) -> Value:
    """P(x < end) - e^eps Q(x < end) at the end of the set where p exceeds e^eps q."""
    sigma, end = sqrt(variance), 1 - epsilon * variance / 2
    return normal(end / sigma) - exp(epsilon) * normal((end - 2) / sigma)


CLAIM = Statement(
    "cordp/eq-8",
    place="Eq. 8",
    title="the least noise of the standard Gaussian mechanism at sensitivity 2",
    domain=Noise,
    truth=definition(loss),
    asserts=equals,
    printed=Form(as_printed, "σ_{ε,δ} = inf{σ > 0 : Φ(1/σ − εσ/2) − e^ε Φ(−1/σ − εσ/2) ≤ δ},  E|Z|² ≥ σ²_{ε,δ} d"),
    impact=Impact.SAFETY,
    argument=(
        "log(p/q) - ε = (2 - 2x)/σ² - ε falls in x and vanishes at x = 1 - εσ²/2, so the best set is x < 1 - εσ²/2. A "
        "distance below 2 is like a larger sigma, in which the loss falls (cordp/claim-3); in d dimensions only the "
        "coordinate along the difference matters."
    ),
    rests_on=("cordp/claim-3",),
)
