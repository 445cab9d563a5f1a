"""Statement: a mechanism is (epsilon, delta)-private if and only if with probability 1 - delta it is epsilon-private
and with probability delta it is not.

Model: a mechanism with two inputs is two distributions on finitely many outcomes. The least delta of Definition 1 is
the largest P(S) - e^epsilon Q(S) over all events S, which are enumerated; the form gives the delta that the sentence
means: the probability of outcomes whose privacy loss exceeds epsilon. Both orders of the two inputs are looked at.

Corners: the same distribution twice, disjoint ones, e^epsilon = 1.

Readings: the "if" is right, and it is what Theorems 7 and 8 use: delta is at most that probability. The "only if" is
wrong: a mechanism with a small delta may exceed epsilon with a much larger probability.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import sympy

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Reading, Value
from optcheck.claims.claim import amounts, simplicity
from optcheck.claims.relations import at_most, equals
from proofs_numeric._views import least_delta

Chances = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Mechanism:
    """The chances of the outcomes for both inputs, and e^epsilon."""

    one: Chances
    other: Chances
    factor: Fraction


def as_printed(mechanism: Mechanism) -> Value:
    return max(_exceeding(p, q, mechanism.factor, 0) for p, q in _both_ways(mechanism))


def corrected(mechanism: Mechanism) -> Value:
    return max(_exceeding(p, q, mechanism.factor, 1) for p, q in _both_ways(mechanism))


def _both_ways(mechanism: Mechanism) -> tuple[tuple[Chances, Chances], ...]:
    return (mechanism.one, mechanism.other), (mechanism.other, mechanism.one)


def _exceeding(p: Chances, q: Chances, factor: Fraction, subtracted: int) -> Fraction:
    return sum((a - subtracted * factor * b for a, b in zip(p, q, strict=True) if a > factor * b), Fraction(0))


def proof(argument: Argument, form: Formula[Mechanism]) -> None:
    b, c, more = sympy.symbols("b c more", positive=True)
    high = c * b + more
    argument.identity("an outcome in favour adds a - e^epsilon b, more than 0", high - c * b, more)
    known = (
        ("1 0", "1/2 1/2", 2, "1/2"),  # nothing one way
        ("1/4 3/4 0", "1/2 1/4 1/4", 1, "1/2"),
        ("1/4 3/4 0", "1/2 1/4 1/4", 2, "1/4"),
        ("1/4 3/4 0", "1/2 1/4 1/4", 3, "1/4"),  # the second outcome just does not count
    )
    argument.cases(
        "two pairs, at e^epsilon = 1, 2 and 3",
        (form(Mechanism(amounts(p), amounts(q), Fraction(c))) == Fraction(delta) for p, q, c, delta in known),
    )
    argument.words("The best event holds exactly the outcomes whose loss exceeds epsilon: each of them adds, no other.")


def grid() -> Iterator[Mechanism]:
    rows = [amounts(row) for row in ("1 0 0", "1/2 1/2 0", "3/4 1/4 0", "1/4 3/4 0", "1/2 1/4 1/4", "0 1/2 1/2")]
    return (Mechanism(p, q, factor) for p, q in product(rows, repeat=2) for factor in amounts("1 2 3"))


CLAIM = Claim(
    id="chained/dp-probability",
    place="Section VI-B",
    title="(ε, δ)-privacy is ε-privacy with probability 1 − δ",
    domain=Domain(
        description="pairs of six distributions on three outcomes, e^epsilon = 1, 2, 3",
        grid=grid,
        order=lambda mechanism: (mechanism.factor, *simplicity((*mechanism.one, *mechanism.other))),
    ),
    truth=Definition(lambda both: max(least_delta(p, q, both.factor) for p, q in _both_ways(both))),
    asserts=equals,
    printed=Form(as_printed, "δ = P(privacy loss > ε)"),
    corrected=Form(corrected, "δ = Σ over outcomes with loss > ε of P − e^ε Q; so δ ≤ P(loss > ε), often far less"),
    impact=Impact.SAFETY,
    proof=proof,
    readings=(Reading(name="only “if”, as Theorems 7 and 8 use it", asserts=at_most),),
)
