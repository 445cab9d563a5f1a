"""Statement: ADPML is almost as accurate as fixed noise at epsilon_max; both are more accurate than epsilon_min; ADPML
takes more rounds than epsilon_max, but only slightly; with more parties it is more accurate and takes fewer rounds.

Model: the printed tables, sentence by sentence and row by row; nothing is trained. "Almost" is read as a difference
within the larger of the two printed deviations, "more accurate" as lying above by more than both deviations, "slightly"
as at most a fifth more. With more parties the printed means are compared.

Corners: every row of both tables.

Readings: none. What a deviation is (of ten runs, or of their mean) the paper does not say. Whether training really
behaves like this is another matter (adpml/figures).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from optcheck.claims import Claim, Definition, Domain, Form, Value
from optcheck.claims.relations import at_least
from proofs_numeric.adpml._experiments import METHODS, TABLES, Entry

SENTENCES = ("almost as accurate", "more accurate", "more rounds", "slightly more rounds", "better", "faster")


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence about a row of the tables."""

    sentence: str
    dataset: str
    parties: int

    def entries(self, fewer: int = 0) -> list[Entry]:
        """Fixed noise at both ends of the budget and ADPML, in this row or in that with so many parties fewer."""
        return [TABLES[self.dataset, self.parties - fewer][method] for method in METHODS]


def as_printed(line: Line) -> Value:
    """The side that must not be the larger one."""
    fixed, noisy, ours = line.entries()
    match line.sentence:
        case "almost as accurate":
            return abs(ours.accuracy - fixed.accuracy)
        case "more accurate":
            return noisy.accuracy + noisy.deviation
        case "more rounds":
            return fixed.rounds + 1
        case "slightly more rounds":
            return ours.rounds
        case "better":
            return line.entries(fewer=30)[2].accuracy
        case _:
            return ours.rounds + 1


def other_side(line: Line) -> Value:
    """The side that must not be the smaller one."""
    fixed, _, ours = line.entries()
    match line.sentence:
        case "almost as accurate":
            return max(fixed.deviation, ours.deviation)
        case "more accurate":
            return min(entry.accuracy - entry.deviation for entry in (fixed, ours))
        case "more rounds":
            return ours.rounds
        case "slightly more rounds":
            return Fraction(6, 5) * fixed.rounds
        case "better":
            return ours.accuracy
        case _:
            return line.entries(fewer=30)[2].rounds


def grid() -> Iterator[Line]:
    for sentence in SENTENCES:
        first = 60 if sentence in ("better", "faster") else 30
        yield from (Line(sentence, dataset, parties) for dataset, parties in TABLES if parties >= first)


CLAIM = Claim(
    id="adpml/tables-accuracy",
    place="Sections 4.2 and 4.5, Tables 2 and 3",
    title="what is said about accuracy and rounds agrees with the tables",
    domain=Domain(
        description="six sentences, each about all rows of the tables that it compares",
        grid=grid,
        order=lambda line: (SENTENCES.index(line.sentence), line.dataset != "MNIST", line.parties),
        exhaustive="every sentence and row",
    ),
    truth=Definition(other_side),
    asserts=at_least,
    printed=Form(as_printed, "ADPML ≈ fixed(ε_max) > fixed(ε_min); slightly more rounds; better and faster with N"),
)
