"""Statement: an interactive protocol satisfies the rank-one condition, but not all rank-one protocols are valid
interactive schemes.

Model: a witness with two parties and three transcripts of mass 1/3 whose signatures (s, r) are s = 1 + u (1, 2, -3),
r = 1 + v (-5, 4, 1), where both rows have total 0 and are orthogonal. The leaves after the last message of a
conversation share the factors of those who do not speak; so there is no conversation where any two signatures differ in
both entries. The witness must be a distribution, private, of rank one, and no conversation.

Corners: the largest u and v that lambda allows.

Readings: conversations with finitely many messages.
"""

from optcheck.claims import *


class Spread(Instance):
    """How far the signatures are from 1, and a lambda that allows it."""

    lambda_: Fraction = rational(above=1, symbol="λ")
    u: Fraction = rational(above=0, at_most="(1 - 1 / lambda_) / 3")
    v: Fraction = rational(above=0, at_most="(1 - 1 / lambda_) / 5")


def as_printed(at: Spread) -> Value:
    return True


def is_no_conversation(at: Spread) -> Value:
    """Chances of three transcripts on 00, 01, 10, 11 with total 1, within lambda, of rank one; no signatures meet."""
    s = [1 + at.u, 1 + 2 * at.u, 1 - 3 * at.u]
    r = [1 - 5 * at.v, 1 + 4 * at.v, 1 + at.v]
    rows: Value = [[1, 1, 1], r, s, [s[t] * r[t] for t in range(3)]]
    sums = all(sum(line) == 3 for line in rows)
    private = all(a * at.lambda_ >= 1 and a <= at.lambda_ for a in s + r)
    rank_one = all(rows[0][t] * rows[3][t] == rows[1][t] * rows[2][t] for t in range(3))
    apart = all(s[a] != s[b] and r[a] != r[b] for a in range(3) for b in range(a))
    return sums and private and rank_one and apart


CLAIM = Statement(
    "kairouz/rank-one-not-interactive",
    place="after Eq. 11",
    title="not every private protocol with rank-one columns is an interactive one",
    domain=Spread,
    truth=definition(is_no_conversation),
    asserts=decides,
    printed=Form(as_printed, "three transcripts of mass 1/3 with signatures (1+u, 1−5v), (1+2u, 1+4v), (1−3u, 1+v)"),
    impact=Impact.TEXT,
    argument=(
        "In a conversation take a message after which nothing is said. The leaves that follow it have the same factors "
        "but for the speaker's, so their signatures share an entry; as no two of the three do, all these leaves have "
        "one signature, the message says nothing, and it may be left out. Going on, no message is left, and there is "
        "one signature, not three."
    ),
    effort=Effort(instances=80, drawn=20),
)
