"""Statement: functions of disjoint subsets of a database that are (epsilon_i, delta_i)-private are together (max
epsilon_i, max delta_i)-private.

Model: two mechanisms, each of its own record, with two values a record can take and three outcomes. Neighbouring
databases differ in one record. delta_i is the least one of mechanism i at epsilon_i; the least delta of both outcomes
together at the stated epsilon, over all pairs of neighbours, must be at most the stated one.

Corners: equal and different budgets, a mechanism that tells nothing, one that tells everything.

Readings: as stated it is right (a record stays in its subset). The paper uses it for slices of one user's vector:
there both parts change with that one user, and budgets add up instead.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product

import sympy

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Reading, Value
from optcheck.claims.claim import amounts, simplicity
from optcheck.claims.functions import largest
from optcheck.claims.relations import at_most

Chances = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A mechanism: the chances of its outcomes for both values of its record, and e^epsilon."""

    rows: tuple[Chances, Chances]
    factor: Fraction


@dataclass(frozen=True, slots=True)
class Parts:
    """Two mechanisms."""

    one: Part
    other: Part


def as_printed(parts: Parts) -> Value:
    pair = (parts.one, parts.other)
    return largest([part.factor for part in pair]), largest([own_delta(part) for part in pair])


def composed(parts: Parts) -> Value:
    return parts.one.factor * parts.other.factor, own_delta(parts.one) + own_delta(parts.other)


def delta(p: Chances, q: Chances, factor: Fraction) -> Fraction:
    """The least delta of one distribution against another."""
    return sum((max(a - factor * b, Fraction(0)) for a, b in zip(p, q, strict=True)), Fraction(0))


def own_delta(part: Part) -> Fraction:
    return max(delta(*part.rows, part.factor), delta(*part.rows[::-1], part.factor))


def slack(changed: Callable[[int, int, int, int], bool]) -> Callable[[Parts, Value], Value]:
    """The stated delta minus the least one over the pairs of databases that count as neighbours."""

    def together(parts: Parts, one: int, other: int) -> Chances:
        return tuple(a * b for a, b in product(parts.one.rows[one], parts.other.rows[other]))

    def found(parts: Parts, said: Value) -> Value:
        factor, stated = said
        pairs = (values for values in product((0, 1), repeat=4) if changed(*values))
        return stated - max(delta(together(parts, a, b), together(parts, c, d), factor) for a, b, c, d in pairs)

    return found


def proof(argument: Argument, form: Formula[Parts]) -> None:
    a, b, c, more, r = sympy.symbols("a b c more r", nonnegative=True)
    argument.identity(
        "another record's outcome, of chance r or 1 - r, splits a - e^epsilon b and adds nothing",
        r * (a - c * b) + (1 - r) * (a - c * b),
        a - c * b,
    )
    argument.not_negative("a larger budget needs no larger delta", (a - c * b) - (a - (c + more) * b))
    telling, silent = (amounts("1 0"), amounts("1/2 1/2")), (amounts("1/2 1/2"), amounts("1/2 1/2"))
    said = form(Parts(Part(telling, Fraction(2)), Part(silent, Fraction(3))))
    argument.truth("the form takes both maxima: of (2, 1/2) and (3, 0)", said == (3, Fraction(1, 2)))
    argument.words("Only one record differs, so its own delta at the largest budget is that of all outcomes together.")


def grid() -> Iterator[Parts]:
    rows = ["1/2 1/2 0", "3/4 1/4 0", "1/4 3/4 0", "1/2 1/4 1/4", "0 1/2 1/2"]
    pairs = [(amounts(p), amounts(q)) for p, q in pairwise(rows)]
    some = [Part(pair, factor) for pair in pairs for factor in amounts("1 2 3")]
    return (Parts(*case) for case in product(some, repeat=2))


CLAIM = Claim(
    id="chained/thm-6",
    place="Theorem 6",
    title="parallel composition, of disjoint records",
    domain=Domain(
        description="pairs of twelve mechanisms with two inputs and three outcomes, e^epsilon = 1, 2, 3",
        grid=grid,
        order=lambda parts: (
            *simplicity((parts.one.factor, parts.other.factor)),
            *simplicity(sum((*parts.one.rows, *parts.other.rows), ())),
        ),
    ),
    truth=Definition(lambda _: 0),
    means=slack(lambda a, b, c, d: (a != c) + (b != d) == 1),
    asserts=at_most,
    printed=Form(as_printed, "(max ε_i, max δ_i)"),
    impact=Impact.SAFETY,
    proof=proof,
    readings=(
        Reading(
            name="as used: both parts are slices of one user's vector",
            means=slack(lambda a, b, c, d: (a, b) != (c, d)),
            corrected=Form(composed, "(Σ ε_i, Σ δ_i)"),
        ),
    ),
)
