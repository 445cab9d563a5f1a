"""Interactive protocols as trees: who speaks, with which chances for each of its bits, and what follows each message.

The theorems about randomised response are about these. The chance of a transcript on an input is the product of the
chances of its messages, each given by its speaker's bit, so given the transcript the bits stay independent.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Exact, to_text, whole
from optcheck.randomized_response.optimum import minimax
from optcheck.randomized_response.problem import Problem, privacy_levels
from optcheck.randomized_response.protocol import keep_probability

__all__ = [
    "Message",
    "conversation_accuracy",
    "conversation_matrix",
    "conversations",
    "least_lambdas",
    "response_conversation",
]


Matrix = tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True, slots=True)
class Message:
    """A party speaks: the chances of its messages for its bits 0 and 1, and what follows each (None: the end)."""

    speaker: int
    zero: tuple[Exact, ...]
    one: tuple[Exact, ...]
    following: tuple[Message | None, ...]

    def __post_init__(self) -> None:
        if not (len(self.zero) == len(self.one) == len(self.following) > 0):
            raise InvalidInput("a message needs a chance for each bit and something to follow, for every word")
        for row in (self.zero, self.one):
            if min(row) < 0 or sum(row) != 1:
                raise InvalidInput(f"chances must be nonnegative with total 1, got {[to_text(p) for p in row]}")

    def document(self) -> dict[str, object]:
        """The tree as JSON values, as certificates carry it."""
        chances = [[to_text(p) for p in row] for row in (self.zero, self.one)]
        later = [None if child is None else child.document() for child in self.following]
        return {"speaker": self.speaker, "chances": chances, "next": later}


def conversation_matrix(tree: Message | None, parties: int) -> Matrix:
    """P[x][transcript] for all inputs in lexicographic order; transcripts from the first word to the last.

    >>> whisper = Message(0, (Fraction(2, 3), Fraction(1, 3)), (Fraction(1, 3), Fraction(2, 3)), (None, None))
    >>> conversation_matrix(whisper, 1)
    ((Fraction(2, 3), Fraction(1, 3)), (Fraction(1, 3), Fraction(2, 3)))
    """
    return tuple(zip(*_columns(tree, parties, (Fraction(1),) * (1 << parties)), strict=True))


def _columns(tree: Message | None, parties: int, chances: tuple[Fraction, ...]) -> Iterator[tuple[Fraction, ...]]:
    if tree is None:
        yield chances
        return
    if tree.speaker not in range(parties):
        raise InvalidInput(f"the speaker must be a party between 0 and {parties - 1}, got {tree.speaker}")
    bit = parties - 1 - tree.speaker
    for zero, one, later in zip(tree.zero, tree.one, tree.following, strict=True):
        extended = tuple(chance * (one if x >> bit & 1 else zero) for x, chance in enumerate(chances))
        yield from _columns(later, parties, extended)


def least_lambdas(matrix: Matrix) -> tuple[Fraction, ...] | None:
    """The least lambda of each party for which a protocol is private; None where no number is enough."""
    parties = (len(matrix) - 1).bit_length()
    least = []
    for party in range(parties):
        bit = 1 << (parties - 1 - party)
        pairs = [(p, q) for x, row in enumerate(matrix) for p, q in zip(row, matrix[x ^ bit], strict=True) if p]
        if not all(q for _, q in pairs):
            return None
        least.append(max(p / q for p, q in pairs))
    return tuple(least)


def conversation_accuracy(problem: Problem, tree: Message | None) -> Exact:
    """The best accuracy that the problem's reader gets from a conversation, with the best rule.

    >>> from optcheck.randomized_response.problem import make_problem
    >>> conversation_accuracy(make_problem([0, 1, 1, 0], [2, 2])[0], response_conversation([2, 2]))
    Fraction(5, 9)
    """
    matrix = conversation_matrix(tree, problem.k)
    seen = [_seen(problem, x, row) for x, row in enumerate(matrix)]
    if problem.criterion == "worst":
        return minimax(seen, problem.payoffs).value
    columns = list(zip(*seen, strict=True))
    best = [max(sum(p * w for p, w in zip(column, row, strict=True)) for row in problem.payoffs) for column in columns]
    return whole(Fraction(sum(best)) / len(matrix))


def _seen(problem: Problem, x: int, row: Sequence[Fraction]) -> list[Exact]:
    """The chances of what the reader sees: the transcript, and its own bit for a party."""
    blank: list[Exact] = [0] * len(row)
    return [entry for view in problem.views for entry in (row if problem.own_bit(x) == view else blank)]


def response_conversation(lambdas: Sequence[object]) -> Message | None:
    """Randomised response as a conversation: each party in turn publishes its bit, independently of earlier messages.

    >>> from optcheck.randomized_response.protocol import transcript_matrix
    >>> conversation_matrix(response_conversation([2, 3]), 2) == transcript_matrix([2, 3])
    True
    """
    tree: Message | None = None
    for party, value in reversed(list(enumerate(privacy_levels(lambdas)))):
        keep = keep_probability(value)
        tree = Message(party, (keep, 1 - keep), (1 - keep, keep), (tree, tree))
    return tree


def conversations(parties: int, depth: int, chances: Sequence[Exact]) -> Iterator[Message | None]:
    """Every conversation of at most so many messages with two words each, the first with one of the given chances.

    >>> sum(1 for _ in conversations(2, 1, [Fraction(1, 3), Fraction(1, 2)]))
    9
    """
    yield None
    if depth == 0:
        return
    later = list(conversations(parties, depth - 1, chances))
    for speaker, zero, one in product(range(parties), chances, chances):
        for following in product(later, repeat=2):
            yield Message(speaker, (zero, 1 - zero), (one, 1 - one), following)
