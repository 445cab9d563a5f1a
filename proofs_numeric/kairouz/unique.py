"""Statement: for all privacy levels, functions, accuracy measures and notions of accuracy, randomised response is the
one optimal protocol.

Model: protocols up to renaming, merging and splitting of transcripts with the same signature, so "unique" means that no
optimal protocol has a transcript whose signature is not extremal: the largest mass that an optimum gives to the middles
of edges of the box, a linear program over protocols and dual solutions of the same value, is 0. The functions are not
constant (those have nothing to be unique about), and their value is to be guessed right.

Corners: lambda_i = 1; a party as reader, to whom its own response never matters, so that uniqueness fails if its lambda
is above 1.

Readings: Theorem 3.1 is not touched: randomised response is optimal, beside others. With any accuracies it fails as
well. XOR is of the unique kind, AND never is; for l <= 1 + sqrt(2) the silent protocol is optimal for its average. That
randomised response is the one protocol that is optimal for all functions at once holds: it is the only one for the
function that is the whole input.
"""

from optcheck.claims import *
from optcheck.lp.program import LinearProgram
from optcheck.randomized_response.problem import Criterion, Problem
from proofs_numeric.kairouz._accuracy import RIGHT_OR_WRONG
from proofs_numeric.kairouz._levels import Lambdas
from proofs_numeric.kairouz._optimal_face import best_decisions, common_chance, largest_middle


class Asked(Instance):
    """A function that is not constant, who is to guess its value, and how accuracy is measured."""

    reader: str = choice("observer", "party")
    criterion: str = choice("average", "worst")
    k: int = integer(1)
    party: int = integer(0, "k - 1 if reader == 'party' else 0", symbol="party (from 0)")
    ones: tuple[int, ...] = subset("2**k", least=1, most="2**k - 1", symbol="inputs with f = 1 (from 0)")
    lambdas: tuple[Fraction, ...] = row(rational(at_least=1), "k", symbol="λ")

    @property
    def problem(self) -> Problem:
        """As the library states it."""
        observer = None if self.reader == "observer" else self.party
        criterion: Criterion = "average" if self.criterion == "average" else "worst"
        table = tuple(int(x in self.ones) for x in range(2**self.k))
        return Problem(self.lambdas, table, RIGHT_OR_WRONG, criterion, observer)


class AnyAsked(Instance):
    """The same with any accuracies of the decisions on the inputs."""

    reader: str = choice("observer", "party")
    criterion: str = choice("average", "worst")
    k: int = integer(1)
    party: int = integer(0, "k - 1 if reader == 'party' else 0", symbol="party (from 0)")
    decisions: int = integer(1)
    lambdas: tuple[Fraction, ...] = row(rational(at_least=1), "k", symbol="λ")
    weights: tuple[tuple[Fraction, ...], ...] = row(row(rational(), "decisions"), "2**k", symbol="W")

    @property
    def problem(self) -> Problem:
        """As the library states it."""
        observer = None if self.reader == "observer" else self.party
        criterion: Criterion = "average" if self.criterion == "average" else "worst"
        return Problem(self.lambdas, tuple(range(2**self.k)), self.weights, criterion, observer)


def as_printed(at: Asked | AnyAsked | Lambdas) -> Value:
    return True


def corrected(at: Asked | AnyAsked) -> Value:
    steps = [2 ** (at.k - 1 - party) for party in range(at.k) if at.lambdas[party] > 1]
    edges = [[r, r + step] for step in steps for r in range(2**at.k) if r // step % 2 == 0]
    return not any(all(shares(at.problem, view, edge) for view in at.problem.views) for edge in edges)


def shares(problem: Problem, view: int | None, edge: list[int]) -> bool:
    """Whether some optimal rule for randomised response can make one decision after both responses."""
    if problem.criterion == "average":
        return bool(best_decisions(problem, edge[0], view) & best_decisions(problem, edge[1], view))
    return any(common_chance(problem, edge, decision, view) > 0 for decision in range(problem.decisions))


def whole_input(at: Lambdas) -> LinearProgram:
    """The value to be guessed is the input itself."""
    size = 2 ** len(at.lambdas)
    right = tuple(tuple(int(x == y) for y in range(size)) for x in range(size))
    return largest_middle(Problem(at.lambdas, tuple(range(size)), right))


ONLY: Combination[Asked | AnyAsked] = Combination(
    parts=(maximum(lambda at: largest_middle(at.problem)),), value=lambda mass: mass == 0
)
RIGHT = Form(
    corrected,
    "the optimum is unique if and only if no optimal rule for randomised response gives one decision positive "
    "probability after two responses that differ in one bit of a party with λ > 1",
)
WHY = (
    "An optimum uses a signature exactly when one decision is possible, in one optimal rule, at all corners of the "
    "smallest face that holds it (Remark 3.4 as corrected). A face with more than one corner has an edge: an optimum "
    "leaves the corners exactly when one decision is possible at both ends of an edge."
)

CLAIM = Statement(
    "kairouz/unique",
    place="opening of Section 3",
    title="randomised response is the unique optimal protocol",
    domain=Asked,
    truth=ONLY,
    asserts=decides,
    printed=Form(as_printed, "for every function, measure and criterion the optimum is unique"),
    corrected=RIGHT,
    impact=Impact.TEXT,
    falls=True,
    argument=WHY,
    effort=Effort(instances=45, drawn=4, largest={"k": 2}),
    rests_on=("kairouz/thm-3-2", "kairouz/thm-3-6"),
    readings=(
        Reading(
            name="for any function and any accuracies",
            domain=AnyAsked,
            corrected=RIGHT,
            argument=WHY,
            effort=Effort(instances=25, drawn=5, largest={"k": 2, "decisions": 2}),
            rests_on=("kairouz/thm-3-2", "kairouz/thm-3-6"),
        ),
        Reading(
            name="the one protocol that is optimal for all functions at once",
            domain=Lambdas,
            truth=Combination(parts=(maximum(whole_input),), value=lambda mass: mass == 0),
            argument=(
                "For the whole input the best decision after a response is the response itself, and no other is as "
                "good where all lambdas are above 1: no decision is best at both ends of an edge."
            ),
            effort=Effort(instances=20, drawn=3, largest={"lambdas": 2}),
        ),
    ),
)
