"""Statement: the code that goes with Feldman, McMillan and Talwar (2021) (computeamplification.py, closedformanalysis)
gives an epsilon that n shuffled reports, each epsilon_0-private by itself, keep at delta, provided that
epsilon_0 <= ln(n/(16 ln(4/delta))).

Model: the pair of distributions to which the paper reduces every such protocol; its exact delta must be at most the one
that was asked for. The code returns the logarithm of what is judged here; it is the paper's bound, a little improved.

Corners: the fewest clients that the condition allows.

Readings: exp(epsilon_0) is rational and delta a power of two here, and the fewest clients are rounded up. The bound is
far from tight at so few clients: small errors in it would go unnoticed.
"""

from optcheck.claims import *
from proofs_numeric.libraries.shuffling_clones import Shuffle, failure, stated


class Allowed(Shuffle):
    """As many clients as the code asks for, which are some more."""

    clients: int = integer("111 * ratio * (bits + 2) / 10", symbol="n")


def as_printed(shuffle: Shuffle) -> Value:
    each = shuffle.ratio
    few = 8 * sqrt(each * log(4 / shuffle.delta) / shuffle.clients) + 8 * each / shuffle.clients
    return 1 + (1 - 1 / each) / (1 + 1 / (each * (1 + few))) * few


CLAIM = Statement(
    "libraries/shuffling-closed",
    place="Shuffling, closedformanalysis",
    title="privacy amplification by shuffling",
    domain=Allowed,
    truth=definition(stated),
    means=failure,
    asserts=at_least,
    printed=Form(as_printed, "exp(ε) = 1 + (1 - 1/e^ε₀)/(1 + 1/(e^ε₀ (1 + x))) x, x = 8 √(e^ε₀ ln(4/δ)/n) + 8 e^ε₀/n"),
    impact=Impact.SAFETY,
    effort=Effort(instances=30, drawn=10, largest={"ratio": 4, "bits": 6, "clients": 300}),
)
