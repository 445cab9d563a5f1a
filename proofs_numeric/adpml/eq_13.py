"""Statement: if replacing a record of party i moves its model by up to Δ_i, then all uploads together move by up to the
largest Δ_i (Eq. 13), and the aggregate by up to the largest p_i Δ_i (Eq. 19).

Model: every party has two data sets, with the models 0 and Δ_i. All pairs of joint states that differ in one party are
tried; squares of Euclidean distances are compared, so that everything stays rational.

Corners: one party; equal sensitivities; a party that nothing moves.

Readings: Eq. 19 for the aggregate is judged as a reading. The step is right whatever the Δ_i are; those of Eq. 12 are
too small (adpml/eq-12). A record belongs to one party, as the text's parallel composition needs; somebody with records
at all parties would move the uploads by the root of the sum of squares.
"""

from itertools import product

from optcheck.claims import *


class Parties(Instance):
    """The sensitivities of the parties; in the aggregate party i of N weighs 2i/(N(N + 1))."""

    sensitivities: tuple[Fraction, ...] = row(rational(at_least=0), least=1, symbol="Δ")


def as_printed(parties: Parties) -> Value:
    return largest(parties.sensitivities)


def equation_19(parties: Parties) -> Value:
    return largest([p * moved for p, moved in zip(weights(parties), parties.sensitivities, strict=True)])


def weights(parties: Parties) -> list[Fraction]:
    """Different ones, that add up to 1."""
    n = len(parties.sensitivities)
    return [Fraction(2 * i, n * (n + 1)) for i in range(1, n + 1)]


def neighbours(parties: Parties) -> list[tuple[Value, Value]]:
    """All pairs of joint states of which one party's model differs."""
    states = list(product(*[(Fraction(0), moved) for moved in parties.sensitivities]))
    numbers = range(len(parties.sensitivities))
    return [
        (state, (*state[:i], parties.sensitivities[i] - state[i], *state[i + 1 :])) for state in states for i in numbers
    ]


def squared(parties: Parties, said: Value) -> Value:
    return said * abs(said)


def of_uploads(parties: Parties) -> Value:
    """The square of the most that all uploads together move."""
    return max(sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) for one, other in neighbours(parties))


def of_aggregate(parties: Parties) -> Value:
    """The same for the weighted average."""
    p = weights(parties)
    return max(
        sum(w * (a - b) for w, a, b in zip(p, one, other, strict=True)) ** 2 for one, other in neighbours(parties)
    )


CLAIM = Statement(
    "adpml/eq-13",
    place="Eqs. 13 and 19",
    title="the global sensitivity is the largest of the parties' ones",
    domain=Parties,
    truth=definition(of_uploads),
    means=squared,
    asserts=equals,
    printed=Form(as_printed, "Δ = max_i Δ_i"),
    argument="Only party i's model moves, by up to Δ_i, and the others' squares are 0; the largest Δ_i is reached.",
    effort=Effort(instances=100, drawn=30, largest={"sensitivities": 5}),
    readings=(
        Reading(
            name="Eq. 19: the aggregate",
            truth=definition(of_aggregate),
            printed=Form(equation_19, "Δ = max_i p_i Δ_i"),
            argument="Only the term p_i ω_i of the average moves, by up to p_i Δ_i.",
        ),
    ),
)
