"""Statement: libprio-rs 0.17 (dp::distributions, PureDpDiscreteLaplace::create_distribution) uses the scale
sensitivity/epsilon for epsilon-privacy.

Model: probabilities proportional to exp(-|x|/scale) on the integers: at distance Delta their largest log-ratio is
Delta/scale, and it is attained. Exact.

Corners: epsilon from 1/10 to 10.
"""

from dataclasses import replace

from optcheck.claims import *
from proofs_numeric.libraries.libprio_gaussian import CLAIM as GAUSSIAN
from proofs_numeric.libraries.libprio_gaussian import Budget


def as_printed(budget: Budget) -> Value:
    return budget.sensitivity / budget.epsilon


CLAIM = replace(
    GAUSSIAN,
    id="libraries/libprio-laplace",
    place="libprio, PureDpDiscreteLaplace",
    title="the scale of discrete Laplace noise",
    printed=Form(as_printed, "b = Δ / ε"),
)
