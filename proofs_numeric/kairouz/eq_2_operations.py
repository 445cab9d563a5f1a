"""Statement: it takes 2^k |T| operations to compute the rule of Eq. 2; for the optimal protocol, with 2^k transcripts,
2^(2k).

Model: an operation is a multiplication of a chance by an accuracy; they are counted as the rule is carried out.

Corners: a single decision, where the count is right; one party, one transcript.

Readings: as an order with the number of decisions fixed the count holds (here up to three of them). For randomised
response 2^(2k) is not the cost of the problem: a party after another, as products of 2 x 2 matrices, k 2^k |Y|
multiplications by lambda do. That XOR needs O(k) is Corollary 3.10: the rule is the XOR of the responses.
"""

from dataclasses import astuple, dataclass
from itertools import product

import sympy

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Reading, Value
from optcheck.claims.claim import every
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


def multiplications(size: Size) -> int:
    """Eq. 2 carried out: one for each own bit, transcript, decision and choice of the other bits."""
    return sum(1 for _ in product((0, 1), range(size.transcripts), range(size.decisions), range(2 ** (size.k - 1))))


def proof(argument: Argument, form: Formula[Size]) -> None:
    k, t, y = sympy.symbols("k t y", positive=True, integer=True)
    wanted = 2 * t * y * 2 ** (k - 1)
    argument.identity("2 own bits, t transcripts, y decisions, 2^(k-1) other inputs", form(Size(k, t, y)), wanted)


def sizes(*transcripts: int) -> Domain[Size]:
    """Up to four parties and three decisions, with these numbers of transcripts."""
    words = f"k <= 4, transcripts in {{{', '.join(map(str, transcripts))}}}, up to three decisions"
    return every(words, Size, range(1, 5), transcripts, (1, 2, 3), order=astuple)


CLAIM = Claim(
    id="kairouz/eq-2-operations",
    place="Section 2, after Eq. 2",
    title="the printed operation counts of the decision rule",
    domain=sizes(1, 2, 4, 16),
    truth=Definition(multiplications),
    asserts=equals,
    printed=Form(as_printed, "2^k |T| operations"),
    corrected=Form(corrected, "2^k |T| |Y| multiplications"),
    impact=Impact.TEXT,
    proof=proof,
    readings=(Reading(name="as an order, for up to three decisions", asserts=order(1, 3)),),
)
