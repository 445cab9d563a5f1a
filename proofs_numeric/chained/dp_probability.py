"""Statement: a mechanism is (epsilon, delta)-private if and only if with probability 1 - delta it is epsilon-private
and with probability delta it is not.

Model: a mechanism with two inputs is two distributions on finitely many outcomes. The least delta of Definition 1 is
the largest P(S) - e^epsilon Q(S) over all events S, which are enumerated; the form gives the delta that the sentence
means: the probability of outcomes whose privacy loss exceeds epsilon. Both orders of the two inputs are looked at.

Corners: the same distribution twice, disjoint ones, e^epsilon = 1.

Readings: the "if" is right, and it is what Theorems 7 and 8 use: delta is at most that probability. The "only if" is
wrong: a mechanism with a small delta may exceed epsilon with a much larger probability. The printed delta is never too
small, so nobody is exposed by it.
"""

from itertools import product

from optcheck.claims import *

Chances = tuple[Fraction, ...]


class Mechanism(Instance):
    """The chances of the outcomes for both inputs, and e^epsilon."""

    outcomes: int = integer(2)
    one: Chances = distribution("outcomes", symbol="P")
    other: Chances = distribution("outcomes", symbol="Q")
    factor: Fraction = rational(at_least=1, symbol="e^ε")


def as_printed(mechanism: Mechanism) -> Value:
    return max(exceeding(p, q, mechanism.factor, 0) for p, q in both_ways(mechanism))


def corrected(mechanism: Mechanism) -> Value:
    return max(exceeding(p, q, mechanism.factor, 1) for p, q in both_ways(mechanism))


def both_ways(mechanism: Mechanism) -> tuple[tuple[Chances, Chances], ...]:
    return (mechanism.one, mechanism.other), (mechanism.other, mechanism.one)


def exceeding(p: Chances, q: Chances, factor: Fraction, subtracted: int) -> Value:
    return sum((a - subtracted * factor * b for a, b in zip(p, q, strict=True) if a > factor * b), Fraction(0))


def least_delta(mechanism: Mechanism) -> Value:
    """Definition 1: the largest P(S) - e^epsilon Q(S) over all events S, both ways."""
    events = list(product((0, 1), repeat=mechanism.outcomes))
    return max(
        sum(counts * (a - mechanism.factor * b) for counts, a, b in zip(event, p, q, strict=True))
        for p, q in both_ways(mechanism)
        for event in events
    )


CLAIM = Statement(
    "chained/dp-probability",
    place="Section VI-B",
    title="(ε, δ)-privacy is ε-privacy with probability 1 − δ",
    domain=Mechanism,
    truth=definition(least_delta),
    asserts=equals,
    printed=Form(as_printed, "δ = P(privacy loss > ε)"),
    corrected=Form(corrected, "δ = Σ over outcomes with loss > ε of P − e^ε Q; so δ ≤ P(loss > ε), often far less"),
    impact=Impact.VALUE,
    argument="The best event holds exactly the outcomes whose loss exceeds ε: each adds P − e^ε Q > 0, no other does.",
    effort=Effort(largest={"outcomes": 5}),
    readings=(Reading(name="only “if”, as Theorems 7 and 8 use it", asserts=at_most),),
)
