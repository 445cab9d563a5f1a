"""Statement: if replacing a record of party i moves its model by up to Δ_i, then all uploads together move by up to the
largest Δ_i (Eq. 13), and the aggregate by up to the largest p_i Δ_i (Eq. 19).

Model: every party has two data sets, with the models 0 and Δ_i. All pairs of joint states that differ in one party are
tried; squares of Euclidean distances are compared, so that everything stays rational.

Corners: one party; equal sensitivities; a party that nothing moves.

Readings: Eq. 19 for the aggregate is judged as a reading. The step is right whatever the Δ_i are; those of Eq. 12 are
too small (adpml/eq-12). A record belongs to one party, as the text's parallel composition needs; somebody with records
at all parties would move the uploads by the root of the sum of squares.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import sympy
from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Reading, Value
from optcheck.claims.claim import fraction_rows, fractions, simplicity, sorted_rows
from optcheck.claims.functions import largest, row
from optcheck.claims.relations import equals


@dataclass(frozen=True, slots=True)
class Parties:
    """The sensitivities of the parties; in the aggregate party i of N weighs 2i/(N(N + 1))."""

    sensitivities: tuple[Fraction, ...]


def as_printed(parties: Parties) -> Value:
    return largest(parties.sensitivities)


def equation_19(parties: Parties) -> Value:
    return largest([p * moved for p, moved in zip(weights(parties), parties.sensitivities, strict=True)])


def weights(parties: Parties) -> list[Fraction]:
    """Different ones, that add up to 1."""
    n = len(parties.sensitivities)
    return [Fraction(2 * i, n * (n + 1)) for i in range(1, n + 1)]


def neighbours(parties: Parties) -> Iterator[tuple[Value, Value]]:
    """All pairs of joint states of which one party's model differs."""
    for state in product(*((Fraction(0), moved) for moved in parties.sensitivities)):
        for i, moved in enumerate(parties.sensitivities):
            yield state, (*state[:i], moved - state[i], *state[i + 1 :])


def of_uploads(parties: Parties) -> Value:
    """The square of the most that all uploads together move."""
    return max(sum((a - b) ** 2 for a, b in zip(*pair, strict=True)) for pair in neighbours(parties))


def of_aggregate(parties: Parties) -> Value:
    """The same for the weighted average."""
    p = weights(parties)
    moves = [[w * (a - b) for w, a, b in zip(p, *pair, strict=True)] for pair in neighbours(parties)]
    return max(sum(move) ** 2 for move in moves)


def proof(argument: Argument, form: Formula[Parties]) -> None:
    i = sympy.Symbol("i", integer=True)
    own, rest = sympy.symbols("Δ_i rest", nonnegative=True)
    top = own + rest
    said = form(Parties(row("Δ", largest=top, entries={i: own})))
    argument.not_negative("a sensitivity is not negative", said)
    argument.not_negative("only party i's model moves, by Δ_i, and the others' squares are 0", said**2 - own**2)
    argument.identity("for the party with the largest one this is reached", said.subs(rest, 0) ** 2, own**2)


def strategy() -> st.SearchStrategy[Parties]:
    return st.builds(Parties, fraction_rows(fractions(0, 20, 10), 1, 5))


CLAIM = Claim(
    id="adpml/eq-13",
    place="Eqs. 13 and 19",
    title="the global sensitivity is the largest of the parties' ones",
    domain=Domain(
        description="up to three parties with the sensitivities 0, 1/2, 1 and 2",
        grid=lambda: map(Parties, sorted_rows("0 1/2 1 2", 1, 3)),
        order=lambda parties: (len(parties.sensitivities), *simplicity(parties.sensitivities)),
        strategy=strategy,
        examples=30,
    ),
    truth=Definition(of_uploads),
    means=lambda _, said: said * abs(said),
    asserts=equals,
    printed=Form(as_printed, "Δ = max_i Δ_i"),
    proof=proof,
    readings=(
        Reading(
            name="Eq. 19: the aggregate",
            truth=Definition(of_aggregate),
            printed=Form(equation_19, "Δ = max_i p_i Δ_i"),
        ),
    ),
)
