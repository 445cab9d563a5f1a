"""Statement: the chances of transcript and decision given the input are S_{x,s} theta_s(y), up to indexing, merging and
dropping of columns; so the protocol program of Eq. 11 becomes a program over theta.

Model: conversations in which what may be said with one bit may be said with the other (else no lambda is enough), and
decision rules. The form gives signature and masses of each transcript, from its chances on the input 0...0 and on the
inputs with a single one; S theta must be the chance of transcript and decision on every input.

Corners: a single party, nobody speaks, messages that say nothing, messages of chance 0 (their columns are dropped).

Readings: none. The left side is printed as P(y, f(t) = y | x); Eq. 14 has the transcript in its place, as it must be.
"""

from optcheck.claims import *
from proofs_numeric.kairouz._conversation import chance
from proofs_numeric.kairouz._levels import Protocol


class Played(Protocol):
    """A conversation, and the chances of the decisions after each of its transcripts."""

    decisions: int = integer(1)
    rule: tuple[tuple[Fraction, ...], ...] = row(distribution("decisions"), "2**length", symbol="Q")

    conditions = (
        "all((zero[i] == 0) == (one[i] == 0) for i in range(2**length - 1))",
        "all((zero[i] == 1) == (one[i] == 1) for i in range(2**length - 1))",
    )


def as_printed(at: Played) -> Value:
    said = []
    for transcript in range(2**at.length):
        first = chance(at, transcript, 0)
        single = [chance(at, transcript, 2 ** (at.k - 1 - party)) for party in range(at.k)]
        signature = [entry / first if first > 0 else Fraction(1) for entry in single]
        said += [(signature, [first * q for q in at.rule[transcript]])]
    return said


def multiplied(at: Played, said: Value) -> Value:
    """S theta(y) for every transcript, decision and input."""
    return [[[mass * entry(signature, x) for x in range(2**at.k)] for mass in masses] for signature, masses in said]


def entry(signature: Value, x: int) -> Value:
    """The entry of [1, s_1] x ... x [1, s_k] at an input."""
    product = Fraction(1)
    for party in range(len(signature)):
        product *= signature[party] if x // 2 ** (len(signature) - 1 - party) % 2 == 1 else 1
    return product


def joint(at: Played) -> Value:
    """P(t | x) Q(t, y) from the conversation."""
    return [
        [[chance(at, transcript, x) * q for x in range(2**at.k)] for q in at.rule[transcript]]
        for transcript in range(2**at.length)
    ]


CLAIM = Statement(
    "kairouz/eq-13",
    place="Eq. 13",
    title="protocols and decisions written with signatures",
    domain=Played,
    truth=definition(joint),
    means=multiplied,
    asserts=equals,
    printed=Form(
        as_printed, "P(t | x) Q(t, y) = S_{x,s} θ_s(y) with s_i = P(t | e_i)/P(t | 0), θ_s(y) = P(t | 0) Q(t, y)"
    ),
    argument=(
        "A column of positive entries of rank one is its first entry times the tensor of the ratios of its factors, "
        "its entries at the inputs with a single one over the first; privacy makes a column positive or 0, and columns "
        "0 are dropped. Multiplied by the chance of a decision it stays so."
    ),
    effort=Effort(drawn=30, largest={"k": 3, "length": 3, "decisions": 3}),
    rests_on=("kairouz/eq-8",),
)
