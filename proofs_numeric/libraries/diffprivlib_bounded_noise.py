"""Statement: diffprivlib 0.6.6 (mechanisms.LaplaceBoundedNoise) draws Laplace noise of scale b = Delta/epsilon that
stays within A = b ln(1 + (exp(epsilon) - 1)/(2 delta)), for delta below 1/2, and is (epsilon, delta)-private.

Model: within both ranges the densities differ by a factor of exp(epsilon) at most, as the noise is cut off alike for
both values. Beyond the other's range lies an end of length Delta, of which nothing is excused; its probability is the
exact delta.

Corners: delta near 1/2, where A is as small as Delta.
"""

from optcheck.claims import *
from proofs_numeric.libraries._queries import allowed


class Query(Instance):
    """What the noise must achieve."""

    epsilon: Fraction = rational(above=0, symbol="ε")
    delta: Fraction = rational(above=0, below="1/2", symbol="δ")
    sensitivity: Fraction = rational(above=0, symbol="Δ")


def as_printed(query: Query) -> Value:
    return query.sensitivity / query.epsilon * log(1 + (exp(query.epsilon) - 1) / (2 * query.delta))


def end(query: Query, bound: Value) -> Value:
    """The probability of the last piece of length Delta."""
    scale = query.sensitivity / query.epsilon
    inner = exp(-(bound - query.sensitivity) / scale)
    return (inner - exp(-bound / scale)) / (2 * (1 - exp(-bound / scale)))


CLAIM = Statement(
    "libraries/diffprivlib-bounded-noise",
    place="diffprivlib, LaplaceBoundedNoise",
    title="the range of bounded Laplace noise",
    domain=Query,
    truth=definition(allowed),
    means=end,
    asserts=equals,
    printed=Form(as_printed, "A = (Δ/ε) ln(1 + (exp(ε) - 1)/(2δ))"),
    impact=Impact.SAFETY,
    argument=(
        "With u = exp(-A/b) the end has probability u (e^ε - 1)/(2 (1 - u)), which is δ exactly if 1/u = 1 + (e^ε - "
        "1)/(2δ). For δ < 1/2 that exceeds e^ε, so the end lies on one side of 0."
    ),
    effort=Effort(instances=60, drawn=20, largest={"epsilon": 20}),
)
