"""Statement: each column of an interactive protocol is an outer product of vectors u(1), ..., u(k), and the protocol is
lambda_i-private for party i if and only if u(i)_1 <= lambda_i u(i)_2 and u(i)_2 <= lambda_i u(i)_1, for every
transcript.

Model: conversations as trees. The form multiplies, for each party, the chances of its own messages to its vector; the
truth multiplies all chances out on every input, looks at the columns' minors and at privacy as defined.

Corners: nobody speaks, a party that never speaks, messages of chance 0, transcripts of chance 0 on every input (their
column is 0, and so are the vectors that one may choose), lambda = 1.
"""

from optcheck.claims import *
from proofs_numeric.kairouz._accuracy import excesses, minors
from proofs_numeric.kairouz._conversation import chance
from proofs_numeric.kairouz._levels import Protocol


class Talk(Protocol):
    """A conversation, and a lambda for each party."""

    lambdas: tuple[Fraction, ...] = row(rational(at_least=1), "k", symbol="λ")


def as_printed(talk: Talk) -> Value:
    columns = [[factor(talk, transcript, party) for party in range(talk.k)] for transcript in range(2**talk.length)]
    possible = [vectors for vectors in columns if all(zero > 0 or one > 0 for zero, one in vectors)]
    kept = [
        all(u[party][0] <= level * u[party][1] and u[party][1] <= level * u[party][0] for u in possible)
        for party, level in enumerate(talk.lambdas)
    ]
    return [0, *(1 if private else 0 for private in kept)]


def factor(talk: Talk, transcript: int, party: int) -> tuple[Value, Value]:
    """A party's vector for a transcript: the products of the chances of its own messages, for both of its bits."""
    node, zero, one = 0, Fraction(1), Fraction(1)
    for place in range(talk.length):
        word = transcript // 2 ** (talk.length - 1 - place) % 2
        if talk.speaker[node] == party:
            zero *= 1 - talk.zero[node] if word else talk.zero[node]
            one *= 1 - talk.one[node] if word else talk.one[node]
        node = 2 * node + 1 + word
    return zero, one


def as_defined(talk: Talk) -> Value:
    """The largest minor of a column (0: all have rank one), and 1 for each party whose bound (Eq. 7) is kept."""
    matrix = [[chance(talk, t, x) for t in range(2**talk.length)] for x in range(2**talk.k)]
    return [minors(matrix), *(1 if excess == 0 else 0 for excess in excesses(talk.lambdas, matrix))]


CLAIM = Statement(
    "kairouz/eq-8",
    place="Eqs. 8 and 9",
    title="interactive protocols have rank-one columns; privacy is a condition on ratios",
    domain=Talk,
    truth=definition(as_defined),
    asserts=equals,
    printed=Form(as_printed, "P(τ) = u(1) ⊗ … ⊗ u(k); private ⇔ u(i)_1 ≤ λ_i u(i)_2 and u(i)_2 ≤ λ_i u(i)_1"),
    impact=Impact.SAFETY,
    argument=(
        "Each message has a chance that depends on its speaker's bit and on what was said before, so along a "
        "transcript the chances multiply to a product of one factor for each party: an outer product. When bit i "
        "changes only the factor u(i) changes; where the other factors are not 0, the ratio of the chances is that of "
        "u(i), and where they are 0 for all inputs the column is 0."
    ),
    effort=Effort(instances=150, drawn=50, largest={"k": 3, "length": 3}),
)
