"""Statement: the chances of transcript and decision given the input are S_{x,s} theta_s(y), up to indexing, merging and
dropping of columns; so the protocol program of Eq. 11 becomes a program over theta.

Model: conversations and decision rules. The form gives signature and masses of each transcript, from its chances on the
input 0...0 and on the inputs with a single one; S theta must be the chance of transcript and decision on every input.

Corners: a single party, nobody speaks, messages that say nothing.

Readings: none. The left side is printed as P(y, f(t) = y | x); Eq. 14 has the transcript in its place, as it must be.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import sympy
from hypothesis import strategies as st

from lp_models.kairouz import signature_tensor
from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Value
from optcheck.claims.claim import amounts
from optcheck.claims.relations import equals
from proofs_numeric.kairouz._conversation import Message, conversation_matrix, conversations
from proofs_numeric.kairouz._steps import agrees
from proofs_numeric.kairouz.eq_8 import talks


@dataclass(frozen=True, slots=True)
class Played:
    """A conversation of so many parties, and the chance of decision 1 after each of its transcripts, in turn."""

    parties: int
    tree: Message | None
    says_one: tuple[Fraction, ...]


def as_printed(at: Played) -> Value:
    columns = list(zip(*conversation_matrix(at.tree, at.parties), strict=True))
    found = []
    for t, column in enumerate(columns):
        one = at.says_one[t % len(at.says_one)]
        signature = [column[1 << place] / column[0] for place in reversed(range(at.parties))]
        found.append((signature, column[0] * (1 - one), column[0] * one))
    return found


def multiplied(at: Played, said: Value) -> Value:
    """S theta(0) and S theta(1), transcript by transcript."""
    return [[[entry * mass for entry in signature_tensor(s)] for mass in masses] for s, *masses in said]


def chances(at: Played) -> Value:
    """P(t | x) Q(t, y) from the conversation."""
    columns = list(zip(*conversation_matrix(at.tree, at.parties), strict=True))
    ones = [at.says_one[t % len(at.says_one)] for t in range(len(columns))]
    return [[[p * q for p in column] for q in (1 - one, one)] for column, one in zip(columns, ones, strict=True)]


def proof(argument: Argument, form: Formula[Played]) -> None:
    a, b, c, d = sympy.symbols("a b c d", positive=True)
    made = a * c * sympy.Matrix([1, (a * d) / (a * c), (b * c) / (a * c), (b * c) / (a * c) * (a * d) / (a * c)])
    argument.identity("(a, b) ⊗ (c, d) is a c times [1, b/a] ⊗ [1, d/c]", list(made), [a * c, a * d, b * c, b * d])
    argument.words(
        "A column of positive entries of rank one is its first entry times the tensor of the ratios b_i/a_i, its "
        "entries at the inputs with a single one over the first; privacy makes a column positive or 0, and columns 0 "
        "are dropped. Multiplied by the chance of a decision it stays so."
    )
    agrees(argument, "so does the form", ((multiplied(at, form(at)), chances(at)) for at in list(grid())[::3]))


def grid() -> Iterator[Played]:
    one_party = list(conversations(1, 2, amounts("1/3 2/3")))[::9]
    two_parties = list(conversations(2, 2, amounts("1/3 2/3")))[::19]
    for says_one in (amounts("0 1"), amounts("1/2 1 1/3")):
        yield from (Played(1, tree, says_one) for tree in one_party)
        yield from (Played(2, tree, says_one) for tree in two_parties)


CLAIM = Claim(
    id="kairouz/eq-13",
    place="Eq. 13",
    title="protocols and decisions written with signatures",
    domain=Domain(
        description="one and two parties, conversations of up to two messages; random: three parties, three messages",
        grid=grid,
        order=lambda at: (at.parties, len(repr(at.tree)), repr(at.tree), at.says_one),
        strategy=lambda: st.builds(Played, st.just(3), talks(3, 3, "1/4 1/3 1/2 2/3"), st.just(amounts("0 1/2 1"))),
        examples=40,
    ),
    truth=Definition(chances),
    means=multiplied,
    asserts=equals,
    printed=Form(
        as_printed, "P(t | x) Q(t, y) = S_{x,s} θ_s(y) with s_i = P(t | e_i)/P(t | 0), θ_s(y) = P(t | 0) Q(t, y)"
    ),
    proof=proof,
    rests_on=("kairouz/eq-8",),
)
