"""Statement: an interactive protocol satisfies the rank-one condition, but not all rank-one protocols are valid
interactive schemes.

Model: a witness with two parties and three transcripts of mass 1/3 whose signatures (s, r) differ pairwise in both
entries: s = 1 + u (1, 2, -3), r = 1 + v (-5, 4, 1), where both rows have total 0 and are orthogonal. The leaves after
the last message of a conversation share the factors of those who do not speak; here no two do. The checker decides
it.

Corners: the largest u and v that lambda allows.

Readings: conversations with finitely many messages.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import sympy

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Impact, Property, Value, says
from optcheck.claims.claim import amounts, texts
from optcheck.claims.relations import satisfies


@dataclass(frozen=True, slots=True)
class Spread:
    """How far the signatures are from 1, and a lambda that allows it."""

    u: Fraction
    v: Fraction
    lambda_: Fraction


def as_printed(at: Spread) -> Value:
    s = [1 + at.u, 1 + 2 * at.u, 1 - 3 * at.u]
    r = [1 - 5 * at.v, 1 + 4 * at.v, 1 + at.v]
    third = Fraction(1, 3)
    both = [a * b * third for a, b in zip(s, r, strict=True)]
    return [[third] * 3, [b * third for b in r], [a * third for a in s], both]


def proof(argument: Argument, form: Formula[Spread]) -> None:
    u, v = sympy.symbols("u v", positive=True)
    zero, second, first, both = form(Spread(u, v, Fraction(2)))
    totals = [sum(zero), sum(second), sum(first), sum(both)]
    argument.identity("the chances have total 1 on every input", totals, [1] * 4)
    for t in range(3):
        argument.identity("every column has rank one", both[t] * zero[t], first[t] * second[t])
    for t, other in ((0, 1), (0, 2), (1, 2)):
        argument.truth("no two signatures share an entry", first[t] != first[other] and second[t] != second[other])
    argument.words(
        "In a conversation take a message after which nothing is said. The leaves that follow it have the same factors "
        "but for the speaker's, so their signatures share an entry; as no two of the three do, all these leaves have "
        "one signature, the message says nothing, and it may be left out. Going on, no message is left, and there is "
        "one signature, not three."
    )


def grid() -> Iterator[Spread]:
    for level in amounts("2 3 10"):
        yield Spread((1 - 1 / level) / 3, (1 - 1 / level) / 5, level)
        yield Spread((1 - 1 / level) / 6, (1 - 1 / level) / 7, level)


CLAIM = Claim(
    id="kairouz/rank-one-not-interactive",
    place="after Eq. 11",
    title="not every private protocol with rank-one columns is an interactive one",
    domain=Domain(
        description="a witness at lambda in {2, 3, 10}, in two sizes", grid=grid, order=lambda at: (at.lambda_, at.u)
    ),
    truth=Property(
        name="conversation",
        holds=says("impossible"),
        describe=lambda at, matrix: {
            "rank-one-protocol": {"lambdas": texts([at.lambda_] * 2), "matrix": list(map(texts, matrix))}
        },
    ),
    asserts=satisfies("private, of rank one, and no conversation"),
    printed=Form(as_printed, "three transcripts of mass 1/3 with signatures (1+u, 1−5v), (1+2u, 1+4v), (1−3u, 1+v)"),
    impact=Impact.TEXT,
    proof=proof,
)
