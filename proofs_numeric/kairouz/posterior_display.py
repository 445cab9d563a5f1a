"""Statement: the display of Section 2 for two parties: the chance of a transcript on each input is 4 P(tau) times the
product of the two posteriors P(x_1 | tau) and P(x_2 | tau).

Model: conversations of two parties in which every message is possible; the bits are uniform and independent. The
posteriors are computed from the joint distribution; the truth is the conversation, played message by message.

Corners: nobody speaks; one party speaks twice.
"""

from optcheck.claims import *
from proofs_numeric.kairouz._conversation import chance
from proofs_numeric.kairouz._levels import Protocol


class Heard(Protocol):
    """A conversation and one of its transcripts."""

    transcript: int = integer(0, "2**length - 1", symbol="τ")
    conditions = ("k == 2", "all(0 < p < 1 for p in zero)", "all(0 < p < 1 for p in one)")


def as_printed(at: Heard) -> Value:
    joint = [chance(at, at.transcript, x) / 4 for x in range(4)]
    total = sum(joint)
    first = [(joint[0] + joint[1]) / total, (joint[2] + joint[3]) / total]
    second = [(joint[0] + joint[2]) / total, (joint[1] + joint[3]) / total]
    return [4 * total * first[x // 2] * second[x % 2] for x in range(4)]


def played(at: Heard) -> Value:
    """The chance of the transcript on every input."""
    return [chance(at, at.transcript, x) for x in range(4)]


CLAIM = Statement(
    "kairouz/posterior-display",
    place="Section 2, display for two parties",
    title="a transcript's chances are 4 P(τ) times a product of posteriors",
    domain=Heard,
    truth=definition(played),
    asserts=equals,
    printed=Form(as_printed, "P(τ | x) = 4 P(τ) P(x_1 | τ) P(x_2 | τ)"),
    impact=Impact.TEXT,
    argument=(
        "Each message depends on one bit, so P(τ | x) is a product of a function of x_1 and one of x_2, and uniform "
        "bits stay independent given the transcript; Bayes' rule has P(τ | x) = 4 P(τ) P(x | τ)."
    ),
    effort=Effort(instances=60, drawn=20, largest={"length": 3}),
    rests_on=("kairouz/eq-8",),
)
