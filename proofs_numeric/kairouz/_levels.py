"""The declared instances that several statements of this paper share.

Bits of an input are numbered with the first party's first: input x of k bits has the bit x // 2**(k - 1 - i) % 2 of
party i. Function and accuracy measure matter only through W_x(y) = w(f(x), y), the paper's own symbol, which can be any
numbers: ``weights[x][y]``.
"""

from optcheck.claims import *
from optcheck.randomized_response.problem import Criterion, Problem

__all__ = ["Case", "Given", "Lambdas", "Level", "Observed", "Pair", "Parties", "Protocol", "Question", "Seen"]


class Level(Instance):
    """One lambda for all parties."""

    lambda_: Fraction = rational(at_least=1, symbol="λ")


class Parties(Instance):
    """How many parties there are, all with one lambda."""

    k: int = integer(1)
    lambda_: Fraction = rational(at_least=1, symbol="λ")


class Lambdas(Instance):
    """A lambda for each party."""

    lambdas: tuple[Fraction, ...] = row(rational(at_least=1), least=1, symbol="λ")


class Observed(Instance):
    """The accuracy W_x(y) = w(f(x), y) of each decision on every input of k bits; a central observer decides."""

    k: int = integer(1)
    decisions: int = integer(1)
    lambdas: tuple[Fraction, ...] = row(rational(at_least=1), "k", symbol="λ")
    weights: tuple[tuple[Fraction, ...], ...] = row(row(rational(), "decisions"), "2**k", symbol="W")

    def problem(self, criterion: Criterion) -> Problem:
        """As the library states it: the function tells all inputs apart."""
        return Problem(self.lambdas, tuple(range(2**self.k)), self.weights, criterion)


class Question(Instance):
    """The same; a party decides, which knows its own bit."""

    k: int = integer(1)
    decisions: int = integer(1)
    party: int = integer(0, "k - 1")
    lambdas: tuple[Fraction, ...] = row(rational(at_least=1), "k", symbol="λ")
    weights: tuple[tuple[Fraction, ...], ...] = row(row(rational(), "decisions"), "2**k", symbol="W")

    def problem(self, criterion: Criterion) -> Problem:
        """As the library states it, for the deciding party."""
        return Problem(self.lambdas, tuple(range(2**self.k)), self.weights, criterion, self.party)


class Seen(Instance):
    """Any protocol, private or not, by the chances of its transcripts on every input; a central observer decides."""

    k: int = integer(1)
    decisions: int = integer(1)
    transcripts: int = integer(1, symbol="|T|")
    weights: tuple[tuple[Fraction, ...], ...] = row(row(rational(), "decisions"), "2**k", symbol="W")
    matrix: tuple[tuple[Fraction, ...], ...] = row(distribution("transcripts"), "2**k", symbol="P")

    @property
    def problem(self) -> Problem:
        """As the library states it; the level plays no part."""
        return Problem((Fraction(1),) * self.k, tuple(range(2**self.k)), self.weights, "average")


class Given(Instance):
    """The same; a party decides, which knows its own bit."""

    k: int = integer(1)
    decisions: int = integer(1)
    transcripts: int = integer(1, symbol="|T|")
    party: int = integer(0, "k - 1")
    weights: tuple[tuple[Fraction, ...], ...] = row(row(rational(), "decisions"), "2**k", symbol="W")
    matrix: tuple[tuple[Fraction, ...], ...] = row(distribution("transcripts"), "2**k", symbol="P")

    @property
    def problem(self) -> Problem:
        """As the library states it; the level plays no part."""
        return Problem((Fraction(1),) * self.k, tuple(range(2**self.k)), self.weights, "average", self.party)


class Protocol(Instance):
    """A conversation of k parties with ``length`` messages of one bit each.

    The messages before it decide who speaks and with which chance the message is 0, for both of the speaker's bits.
    What may be said is numbered as a heap: after message m of node n comes node 2 n + 1 + m. Longer messages are
    several of these, and a message of chance 1 says nothing, so that every finite conversation is one of them.
    """

    k: int = integer(1)
    length: int = integer(0)
    speaker: tuple[int, ...] = row(integer(0, "k - 1"), "2**length - 1")
    zero: tuple[Fraction, ...] = row(rational(at_least=0, at_most=1), "2**length - 1")
    one: tuple[Fraction, ...] = row(rational(at_least=0, at_most=1), "2**length - 1")


class Case(Instance):
    """A mechanism of one bit, by the chances of its outputs for bit 0 and bit 1, and a privacy level."""

    lambda_: Fraction = rational(at_least=1, symbol="λ")
    outputs: int = integer(1)
    zero: tuple[Fraction, ...] = distribution("outputs")
    one: tuple[Fraction, ...] = distribution("outputs")


class Pair(Instance):
    """Two mechanisms of one bit: can the first simulate the second?"""

    outputs: int = integer(1)
    zero: tuple[Fraction, ...] = distribution("outputs")
    one: tuple[Fraction, ...] = distribution("outputs")
    others: int = integer(1)
    other_zero: tuple[Fraction, ...] = distribution("others")
    other_one: tuple[Fraction, ...] = distribution("others")
