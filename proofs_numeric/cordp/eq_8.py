"""Statement: sigma_{eps,delta} is the least sigma with Phi(1/sigma - eps sigma/2) - e^eps Phi(-1/sigma - eps sigma/2)
<= delta, and a mechanism on vectors at distance up to 2 needs E|Z|^2 >= d sigma^2_{eps,delta}.

Model: the privacy loss by definition, the supremum over sets of P(A) - e^eps Q(A), is reached at the set where p
exceeds e^eps q: with p centred at 0 and q at 2 that is x < end = 1 - eps sigma^2/2.

Corners: small and large sigma and eps.

Readings: the appendix writes sigma^2 = inf{sigma} in Lemma 1 and Eq. 75, a slip for sigma.
"""

from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Value
from optcheck.claims.claim import each
from optcheck.claims.functions import erfc, exp, sqrt
from optcheck.claims.relations import equals

NUMBERS = "1 1/2 2 3 1/10 10"


@dataclass(frozen=True, slots=True)
class Noise:
    """A privacy parameter and a standard deviation."""

    epsilon: Fraction
    sigma: Fraction


def as_printed(at: Noise) -> Value:
    epsilon, sigma = at.epsilon, at.sigma
    return normal(1 / sigma - epsilon * sigma / 2) - exp(epsilon) * normal(-1 / sigma - epsilon * sigma / 2)


def normal(x: Value) -> Value:
    """The standard normal distribution function."""
    return erfc(-x / sqrt(2)) / 2


def loss(epsilon: Value, variance: Value) -> Value:
    """P(x < end) - e^eps Q(x < end) at the end of the set where p exceeds e^eps q."""
    sigma, end = sqrt(variance), 1 - epsilon * variance / 2
    return normal(end / sigma) - exp(epsilon) * normal((end - 2) / sigma)


def proof(argument: Argument, form: Formula[Noise]) -> None:
    x, sigma, epsilon, shift = sp.symbols("x sigma epsilon shift", positive=True)
    ratio = (-(x**2) + (x - 2) ** 2) / (2 * sigma**2) - epsilon
    end = 1 - epsilon * sigma**2 / 2
    argument.identity("log(p/q) - eps vanishes at the end", ratio.subs(x, end), 0)
    argument.identity("and falls in x", sp.diff(ratio, x), -2 / sigma**2)
    wanted = normal(end / sigma) - sp.exp(epsilon) * normal((end - 2) / sigma)
    argument.identity("so the loss is P(x < end) - e^eps Q(x < end)", form(Noise(epsilon, sigma)), wanted)
    closer = (-(x**2) + (x - shift) ** 2) / (2 * sigma**2) - epsilon
    scaled = (1 - epsilon * (2 * sigma / shift) ** 2 / 2) * shift / 2
    argument.identity("a distance below 2 is like a larger sigma", closer.subs(x, scaled), 0)
    argument.words(
        "The loss falls in sigma (Claim 3); in d dimensions only the coordinate along the difference matters."
    )


CLAIM = Claim(
    id="cordp/eq-8",
    place="Eq. 8",
    title="the least noise of the standard Gaussian mechanism at sensitivity 2",
    domain=Domain(
        description="ε and σ in {1/10, 1/2, 1, 2, 3, 10} with εσ <= 10",
        grid=lambda: (at for at in each(Noise, NUMBERS, NUMBERS)() if at.epsilon * at.sigma <= 10),
    ),
    truth=Definition(lambda at: loss(at.epsilon, at.sigma**2)),
    asserts=equals,
    printed=Form(as_printed, "σ_{ε,δ} = inf{σ > 0 : Φ(1/σ − εσ/2) − e^ε Φ(−1/σ − εσ/2) ≤ δ},  E|Z|² ≥ σ²_{ε,δ} d"),
    impact=Impact.SAFETY,
    proof=proof,
    rests_on=("cordp/claim-3",),
)
