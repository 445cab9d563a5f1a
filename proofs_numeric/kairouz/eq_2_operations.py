"""Statement: it takes (2^k |T|) operations to compute the rule of Eq. 2; for the optimal protocol, with 2^k
transcripts, 2^(2k).

Model: an operation is a multiplication of a chance by an accuracy; they are counted as the rule is carried out. The
print gives an order, for a fixed set Y of decisions: the count is at least that number, and at most |Y| times it.

Corners: a single decision, where the count is the number; one party, one transcript.

Readings: as an exact count the number misses the factor |Y|. For randomised response 2^(2k) is not the cost of the
problem: a party after another, as products of 2 x 2 matrices, k 2^k |Y| multiplications by lambda do. That XOR needs
O(k) is Corollary 3.10: the rule is the XOR of the responses.
"""

from optcheck.claims import *


class Size(Instance):
    """Parties, transcripts and decisions."""

    k: int = integer(1)
    transcripts: int = integer(1, symbol="|T|")
    decisions: int = integer(1, symbol="|Y|")


def as_printed(size: Size) -> Value:
    number = 2**size.k * size.transcripts
    return number, size.decisions * number


def as_a_count(size: Size) -> Value:
    return 2**size.k * size.transcripts


def corrected(size: Size) -> Value:
    return 2**size.k * size.transcripts * size.decisions


def multiplications(size: Size) -> Value:
    """Eq. 2 carried out: one for each own bit, transcript, decision and choice of the other bits."""
    return sum(
        1
        for _own in range(2)
        for _transcript in range(size.transcripts)
        for _decision in range(size.decisions)
        for _others in range(2 ** (size.k - 1))
    )


CLAIM = Statement(
    "kairouz/eq-2-operations",
    place="Section 2, after Eq. 2",
    title="the printed operation counts of the decision rule",
    domain=Size,
    truth=definition(multiplications),
    asserts=between(),
    printed=Form(as_printed, "of the order 2^k |T| for a fixed set Y: between 1 and |Y| times"),
    impact=Impact.TEXT,
    effort=Effort(largest={"k": 6, "transcripts": 20, "decisions": 20}),
    readings=(
        Reading(
            name="as an exact count",
            asserts=equals,
            printed=Form(as_a_count, "2^k |T| operations"),
            corrected=Form(corrected, "2^k |T| |Y| multiplications"),
        ),
    ),
)
