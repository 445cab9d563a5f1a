"""Statement: each column of an interactive protocol is an outer product of vectors u(1), ..., u(k), and the protocol is
lambda_i-private for party i if and only if u(i)_1 <= lambda_i u(i)_2 and u(i)_2 <= lambda_i u(i)_1, for every
transcript.

Model: conversations as trees. The form multiplies, for each party, the chances of its own messages to its vector; the
checker multiplies all chances out on every input and looks at the columns' ranks and at privacy as defined.

Corners: nobody speaks, a party that never speaks, messages of chance 0, transcripts of chance 0 on every input (their
column is 0, and so are the vectors that one may choose), lambda = 1.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import sympy
from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Combination, Domain, Form, Formula, Impact, Quantity, Value, says
from optcheck.claims.claim import amounts, number_order, texts
from optcheck.claims.relations import equals
from optcheck.randomized_response.protocol import is_private
from proofs_numeric.kairouz._conversation import Message, conversation_matrix, conversations
from proofs_numeric.kairouz._steps import agrees


@dataclass(frozen=True, slots=True)
class Talk:
    """A conversation of two parties with one lambda."""

    lambda_: Fraction
    tree: Message | None


def as_printed(talk: Talk) -> Value:
    private = True
    for vectors in factors(talk.tree, ((Fraction(1), Fraction(1)),) * 2):
        possible = all(any(vector) for vector in vectors)
        for zero, one in vectors:
            kept = zero <= talk.lambda_ * one and one <= talk.lambda_ * zero
            private = private and (kept or not possible)
    return 1, int(private)


def factors(tree: Message | None, vectors: Value) -> Iterator[Value]:
    """For each transcript the parties' vectors: products of the chances of their own messages."""
    if tree is None:
        yield vectors
        return
    for zero, one, later in zip(tree.zero, tree.one, tree.following, strict=True):
        pair = vectors[tree.speaker][0] * zero, vectors[tree.speaker][1] * one
        yield from factors(later, tuple(pair if party == tree.speaker else v for party, v in enumerate(vectors)))


def fact(name: str, word: str) -> Quantity[Talk]:
    """One of the checker's facts about a conversation."""
    return Quantity(
        kind="interactive-protocol",
        name=name,
        describe=lambda talk: {
            "lambdas": texts([talk.lambda_] * 2),
            "tree": None if talk.tree is None else talk.tree.document(),
        },
        holds=says(word),
    )


def proof(argument: Argument, form: Formula[Talk]) -> None:
    a, b, u, v, chance = sympy.symbols("a b u v chance", nonnegative=True)
    argument.identity("a message of the first party changes its own factor only", (u * v) * chance, (u * chance) * v)
    argument.identity("the ratio of two entries that differ in one bit", (a * v) * (b * u), (a * u) * (b * v))
    argument.words(
        "Each message has a chance that depends on its speaker's bit and on what was said before, so along a "
        "transcript the chances multiply to a product of one factor for each party: an outer product. When bit i "
        "changes only the factor u(i) changes; where the other factors are not 0, the ratio of the chances is that of "
        "u(i), and where they are 0 for all inputs the column is 0."
    )
    some = list(grid())[::2]
    kept = ((form(t), (1, int(is_private(conversation_matrix(t.tree, 2), [t.lambda_] * 2)))) for t in some)
    agrees(argument, "the form agrees with the matrix of all chances", kept)


def grid() -> Iterator[Talk]:
    trees = list(conversations(2, 1, amounts("0 1/3 1/2")))
    for level, tree in product(amounts("1 2"), trees):
        yield Talk(level, tree)
        for speaker, later in product((0, 1), trees[1::3]):
            yield Talk(level, Message(speaker, amounts("2/3 1/3"), amounts("1/2 1/2"), (tree, later)))


@st.composite
def talks(draw: st.DrawFn, parties: int, depth: int, chances: str) -> Message | None:
    """Conversations of up to so many messages in a row, each of two letters."""
    if depth == 0 or draw(st.integers(0, 4)) == 0:
        return None
    zero, one = (draw(st.sampled_from(amounts(chances))) for _ in range(2))
    following = tuple(draw(talks(parties, depth - 1, chances)) for _ in range(2))
    return Message(draw(st.integers(0, parties - 1)), (zero, 1 - zero), (one, 1 - one), following)


CLAIM = Claim(
    id="kairouz/eq-8",
    place="Eqs. 8 and 9",
    title="interactive protocols have rank-one columns; privacy is a condition on ratios",
    domain=Domain(
        description="two parties, all conversations of one message, many of two, chances in {0, 1/3, 1/2}; random: 3",
        grid=grid,
        order=lambda talk: (number_order(talk.lambda_), len(repr(talk.tree)), repr(talk.tree)),
        strategy=lambda: st.builds(Talk, st.sampled_from(amounts("1 3/2 2 3")), talks(2, 3, "0 1/3 1/2 2/3 1")),
        examples=60,
    ),
    truth=Combination(
        parts=(fact("columns", "all of rank one"), fact("privacy", "kept")),
        value=lambda rank_one, private: (int(rank_one), int(private)),
    ),
    asserts=equals,
    printed=Form(as_printed, "P(τ) = u(1) ⊗ … ⊗ u(k); private ⇔ u(i)_1 ≤ λ_i u(i)_2 and u(i)_2 ≤ λ_i u(i)_1"),
    impact=Impact.SAFETY,
    proof=proof,
)
