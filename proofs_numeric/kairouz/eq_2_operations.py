"""Section 2, after Eq. 2: the printed numbers of operations for the decision rule.

Statement: it takes 2^k |T| operations to compute the rule of Eq. 2; for the optimal protocol, with 2^k transcripts,
2^(2k).

Model: an operation is a multiplication of a chance by an accuracy; the rule is carried out with counted
multiplications, for both own bits, all transcripts and all decisions.

Corners: a single decision, where the count is right; one party, one transcript.

Readings: as an order with the number of decisions fixed the count holds (here up to three of them). For randomised
response 2^(2k) is not the cost of the problem: a party after another, as products of 2 x 2 matrices, k 2^k |Y|
multiplications by lambda do. That XOR needs O(k) is Corollary 3.10: the rule is the XOR of the responses.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import sympy

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Outcome, Reading, Value
from optcheck.claims.relations import equals, order


@dataclass(frozen=True, slots=True)
class Size:
    """Parties, transcripts and decisions."""

    k: int
    transcripts: int
    decisions: int


def as_printed(size: Size) -> Value:
    return 2**size.k * size.transcripts


def corrected(size: Size) -> Value:
    return 2**size.k * size.transcripts * size.decisions


@dataclass(slots=True)
class Counted:
    """A number that counts how often it is multiplied."""

    times: int = 0

    def multiply(self) -> int:
        """One multiplication."""
        self.times += 1
        return 1


def multiplications(size: Size) -> int:
    """Eq. 2 carried out: for each own bit and transcript the totals of all decisions over the other bits."""
    chance = Counted()
    for _bit, _transcript in product((0, 1), range(size.transcripts)):
        totals = [sum(chance.multiply() for _ in range(1 << (size.k - 1))) for _ in range(size.decisions)]
        totals.index(max(totals))
    return chance.times


def proof(argument: Argument, form: Formula[Size]) -> None:
    k, t, y = sympy.symbols("k t y", positive=True, integer=True)
    argument.identity(
        "2 own bits, t transcripts, y decisions, 2^(k-1) other inputs", form(Size(k, t, y)), 2 * t * y * 2 ** (k - 1)
    )


def grid() -> Iterator[Size]:
    return (Size(*parts) for parts in product(range(1, 5), (1, 2, 4, 16), (1, 2, 3)))


DOMAIN: Domain[Size] = Domain(
    description="k <= 4, transcripts in {1, 2, 4, 16}, up to three decisions",
    grid=grid,
    order=lambda size: (size.k, size.transcripts, size.decisions),
)

CLAIM = Claim(
    id="kairouz/eq-2-operations",
    place="Section 2, after Eq. 2",
    title="the printed operation counts of the decision rule",
    domain=DOMAIN,
    truth=Definition(multiplications),
    asserts=equals,
    printed=Form(as_printed, "2^k |T| operations"),
    corrected=Form(corrected, "2^k |T| |Y| multiplications"),
    impact=Impact.TEXT,
    expected=Outcome.CORRECTED,
    proof=proof,
    readings=(Reading(name="as an order, for up to three decisions", expected=Outcome.HOLDS, asserts=order(1, 3)),),
)
