"""Statement: ADPML is almost as accurate as fixed noise at epsilon_max; both are more accurate than epsilon_min; ADPML
takes more rounds than epsilon_max, but only slightly; with more parties it is more accurate and takes fewer rounds.

Model: the printed tables, sentence by sentence and row by row; nothing is trained. "Almost" is read as a difference
within the larger of the two printed deviations, "more accurate" as lying above by more than both deviations, "slightly"
as at most a fifth more. With more parties the printed means are compared.

Corners: every row of both tables.

Readings: none. What a deviation is (of ten runs, or of their mean) the paper does not say. Whether training really
behaves like this is another matter (adpml/figures).
"""

from optcheck.claims import *
from proofs_numeric.adpml._experiments import METHODS, TABLES, Entry, TableRow


class Line(TableRow):
    """A sentence about a row of the tables; those about more parties compare it with the row before."""

    sentence: str = choice(
        "almost as accurate", "more accurate", "more rounds", "slightly more rounds", "better", "faster"
    )
    conditions = ("parties > 30 or not sentence in ('better', 'faster')",)


def entries(line: Line, parties: int) -> list[Entry]:
    """Fixed noise at both ends of the budget and ADPML."""
    return [TABLES[line.dataset, parties][method] for method in METHODS]


def as_printed(line: Line) -> Value:
    """The side that must not be the larger one."""
    fixed, noisy, ours = entries(line, line.parties)
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
            return entries(line, line.parties - 30)[2].accuracy
        case _:
            return ours.rounds + 1


def other_side(line: Line) -> Value:
    """The side that must not be the smaller one."""
    fixed, _, ours = entries(line, line.parties)
    match line.sentence:
        case "almost as accurate":
            return max(fixed.deviation, ours.deviation)
        case "more accurate":
            return min(fixed.accuracy - fixed.deviation, ours.accuracy - ours.deviation)
        case "more rounds":
            return ours.rounds
        case "slightly more rounds":
            return Fraction(6, 5) * fixed.rounds
        case "better":
            return ours.accuracy
        case _:
            return entries(line, line.parties - 30)[2].rounds


CLAIM = Statement(
    "adpml/tables-accuracy",
    place="Sections 4.2 and 4.5, Tables 2 and 3",
    title="what is said about accuracy and rounds agrees with the tables",
    domain=Line,
    truth=definition(other_side),
    asserts=at_least,
    printed=Form(as_printed, "ADPML ≈ fixed(ε_max) > fixed(ε_min); slightly more rounds; better and faster with N"),
)
