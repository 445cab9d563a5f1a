"""Statement: a rho-zCDP mechanism is (rho + 2 sqrt(rho log(1/delta)), delta)-private, for every delta > 0.

Model: two mechanisms that are rho-zCDP: Gaussian noise (distance sqrt(2 rho) in units of sigma), and randomised
response with exp(sqrt(2 rho)) (an epsilon-private mechanism is epsilon^2/2-zCDP). At the form's epsilon neither exact
delta may exceed the stated one.

Corners: delta = 1 (epsilon = rho), tiny and huge rho.

Readings: for delta > 1 the root has no value, and every mechanism qualifies; "every delta > 0" is 0 < delta <= 1.
"""

from optcheck.claims import *


class Loss(Instance):
    """A zCDP loss and the delta to convert it for."""

    rho: Fraction = rational(above=0, symbol="ρ")
    delta: Fraction = rational(above=0, at_most=1, symbol="δ")


def as_printed(loss: Loss) -> Value:
    return loss.rho + 2 * sqrt(loss.rho * log(1 / loss.delta))


def failures(loss: Loss, epsilon: Value) -> Value:
    """The exact deltas of both mechanisms at a budget."""
    shift = sqrt(2 * loss.rho)
    return gaussian_delta(shift, epsilon), (exp(shift) - exp(epsilon)) / (exp(shift) + 1)


def allowed(loss: Loss) -> Value:
    return loss.delta, loss.delta


CLAIM = Statement(
    "adpml/prop-1",
    place="Proposition 1",
    title="ρ-zCDP gives (ρ + 2√(ρ ln(1/δ)), δ)-differential privacy",
    domain=Loss,
    truth=definition(allowed),
    means=failures,
    asserts=at_least,
    printed=Form(as_printed, "ε = ρ + 2 √(ρ ln(1/δ))"),
    impact=Impact.SAFETY,
    argument=(
        "P(S) ≤ exp(ε) Q(S) + P(Z > ε), and Markov's inequality for exp((α − 1) Z) bounds P(Z > ε) by "
        "exp((α − 1)(αρ − ε)); at α = 1 + √(ln(1/δ)/ρ) that is δ."
    ),
    effort=Effort(instances=100, drawn=60, largest={"rho": 50}),
)
