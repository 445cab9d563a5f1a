"""Statement: Feldman, McMillan and Talwar (2021), Theorem 3.1: n shuffled reports, each epsilon_0-private by itself,
are together (epsilon, delta)-private with exp(epsilon) = 1 + (e^epsilon_0 - 1)/(e^epsilon_0 + 1) (8 sqrt(e^epsilon_0
ln(4/delta)/n) + 8 e^epsilon_0/n), provided that epsilon_0 <= ln(n/(16 ln(2/delta))).

Model: the pair of distributions to which the paper reduces every such protocol; its exact delta, a sum over the
numbers of clones and of faces, must be at most the stated one.

Corners: the fewest clients that the condition allows.

Readings: exp(epsilon_0) is rational and delta a power of two here, and the fewest clients are rounded up: ln 2 counts
as 0.69375. The bound is far from tight at so few clients: small errors in it would go unnoticed.
"""

from optcheck.claims import *
from proofs_numeric.libraries._shuffled import clone_delta


class Shuffle(Instance):
    """How private a report is by itself, delta = 2^-b, and the number of clients."""

    ratio: Fraction = rational(above=1, symbol="exp(ε₀)")
    bits: int = integer(1, symbol="b")
    clients: int = integer("111 * ratio * (bits + 1) / 10", symbol="n")

    @property
    def delta(self) -> Fraction:
        """The failure probability that is granted."""
        return Fraction(1, 2**self.bits)


def as_printed(shuffle: Shuffle) -> Value:
    each = shuffle.ratio
    few = 8 * sqrt(each * log(4 / shuffle.delta) / shuffle.clients) + 8 * each / shuffle.clients
    return 1 + (each - 1) / (each + 1) * few


def failure(shuffle: Shuffle, growth: Value) -> Value:
    """The exact delta of the pair at this exp(epsilon)."""
    return clone_delta(shuffle.clients, shuffle.ratio, growth)


def stated(shuffle: Shuffle) -> Value:
    """The failure probability that is granted."""
    return shuffle.delta


CLAIM = Statement(
    "libraries/shuffling-clones",
    place="Feldman, McMillan and Talwar, Theorem 3.1",
    title="privacy amplification by shuffling",
    domain=Shuffle,
    truth=definition(stated),
    means=failure,
    asserts=at_least,
    printed=Form(as_printed, "exp(ε) = 1 + (e^ε₀ - 1)/(e^ε₀ + 1) (8 √(e^ε₀ ln(4/δ)/n) + 8 e^ε₀/n)"),
    impact=Impact.SAFETY,
    effort=Effort(instances=30, drawn=10, largest={"ratio": 4, "bits": 6, "clients": 300}),
)
