"""Statement: for epsilon in (0, 1), Gaussian noise with standard deviation (sensitivity/epsilon) sqrt(2
ln(1.25/delta)), or more, makes a query (epsilon, delta)-differentially private.

Model: one coordinate carries the whole sensitivity (the noise is isotropic); a larger sigma or a smaller distance only
helps. The exact delta of two Gaussians so far apart must be at most the stated one.

Corners: epsilon towards 0 and 1, delta from 1e-9 to 1.

Readings: the paper names no range for delta; from 1 on every mechanism qualifies, and beyond 1.25 the root has no
value, so 0 < delta <= 1. The paper's experiments (epsilon 1 and 10) calibrate by zCDP, not by Eq. 4.
"""

from optcheck.claims import *


class Mechanism(Instance):
    """What the noise must achieve, for a query of the given sensitivity."""

    epsilon: Fraction = rational(above=0, below=1, symbol="ε")
    delta: Fraction = rational(above=0, at_most=1, symbol="δ")
    sensitivity: Fraction = rational(above=0, symbol="Δ")


def as_printed(query: Mechanism) -> Value:
    return query.sensitivity / query.epsilon * sqrt(2 * log(Fraction(125, 100) / query.delta))


def failure(query: Mechanism, sigma: Value) -> Value:
    """The exact delta at a standard deviation."""
    return gaussian_delta(query.sensitivity / sigma, query.epsilon)


def allowed(query: Mechanism) -> Value:
    return query.delta


CLAIM = Statement(
    "adpml/eq-4",
    place="Definition 3, Eq. 4",
    title="the classical Gaussian calibration is private for every epsilon in (0, 1)",
    domain=Mechanism,
    truth=definition(allowed),
    means=failure,
    asserts=at_least,
    printed=Form(as_printed, "σ = (Δ/ε) √(2 ln(1.25/δ))"),
    impact=Impact.SAFETY,
    argument=(
        "At δ = 1.25 exp(−c²/2) the form is σ = cΔ/ε. By Mills Φ(−x) ≤ φ(x)/x at x = c − ε/(2c), so the exact delta is "
        "at most exp(1/2) φ(c)/(c − 1/(2c)), which is below 1.25 exp(−c²/2) for c ≥ 9/8. For smaller c, down to that "
        "of δ = 1, and ε up to 1 enclosures of the exact delta on 576 boxes are below it; a test computes them."
    ),
    effort=Effort(instances=100, drawn=60),
)
