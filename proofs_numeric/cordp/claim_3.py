"""Statement: f(sigma) = Phi(1/sigma - eps sigma/2) - e^eps Phi(-1/sigma - eps sigma/2) decreases; Eq. 79 prints its
derivative -(1/(sigma^2 pi)) exp(-(1/sigma^2 - eps sigma/2)^2/2). The density's factor is 1/sqrt(2 pi), not 1/(2 pi),
and the exponent needs 1/sigma.

Model: the chain rule, with phi the density of the standard normal distribution: phi(u) u' - e^eps phi(l) l'.

Corners: small and large sigma; eps = 0 excluded. From f alone one sees the error too: for eps = 1 it falls between
sigma = 1 and 2 by 0.38, while the printed derivative allows 1/pi at most.

Readings: the square in the exponent could be a fault of the scan; at sigma = 1, where the counterexample lies, it
plays no part. The claim itself, that f decreases, is right.
"""

from optcheck.claims import *
from proofs_numeric.cordp._declared import Noise


def as_printed(at: Noise) -> Value:
    epsilon, sigma = at.epsilon, at.sigma
    return -1 / (sigma**2 * pi()) * exp(-((1 / sigma**2 - epsilon * sigma / 2) ** 2) / 2)


def corrected(at: Noise) -> Value:
    epsilon, sigma = at.epsilon, at.sigma
    return -2 / (sigma**2 * sqrt(2 * pi())) * exp(-((1 / sigma - epsilon * sigma / 2) ** 2) / 2)


def negative(at: Noise) -> Value:
    return 0


def density(x: Value) -> Value:
    return exp(-(x**2) / 2) / sqrt(2 * pi())


def slope(at: Noise) -> Value:
    """The derivative of Phi(upper) - e^eps Phi(lower)."""
    epsilon, sigma = at.epsilon, at.sigma
    upper, lower = 1 / sigma - epsilon * sigma / 2, -1 / sigma - epsilon * sigma / 2
    rising, falling = -1 / sigma**2 - epsilon / 2, 1 / sigma**2 - epsilon / 2
    return density(upper) * rising - exp(epsilon) * density(lower) * falling


CLAIM = Statement(
    "cordp/claim-3",
    place="Claim 3",
    title="the Gaussian trade-off function decreases in σ; its printed derivative",
    domain=Noise,
    truth=definition(slope),
    asserts=equals,
    printed=Form(as_printed, "f'(σ) = −(1/(σ²π)) exp(−½(1/σ² − εσ/2)²)"),
    corrected=Form(corrected, "f'(σ) = −(2/(σ²√(2π))) exp(−½(1/σ − εσ/2)²)"),
    impact=Impact.TEXT,
    readings=(
        Reading(
            name="the claim alone: f decreases",
            asserts=less,
            printed=Form(negative, "f'(σ) < 0"),
            mark=Mark.AS_ITS_PROOF_USES_IT,
        ),
    ),
)
