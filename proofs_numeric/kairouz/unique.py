"""Statement: for all privacy levels, functions, accuracy measures and notions of accuracy, randomised response is the
one optimal protocol.

Model: protocols up to renaming, merging and splitting of transcripts with the same signature, so "unique" means that
no optimal protocol has a transcript whose signature is not extremal. The checker verifies an optimal protocol that
has one, or an optimal dual with a slack in the middle of every edge of the box. The functions tried are not constant
and reward the right value, readers are central or (for k = 2) a party: a constant function has nothing to be unique
about.

Corners: lambda_i = 1; a party as reader, to whom its own response never matters, so that uniqueness fails if its
lambda is above 1.

Readings: none. XOR is of the unique kind, AND never is; for l <= 1 + sqrt(2) the silent protocol is optimal for its
average.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Impact, Property, Value, says
from optcheck.claims.relations import decides
from optcheck.randomized_response.problem import Problem
from proofs_numeric.kairouz._optimal_face import uniqueness_certificate
from proofs_numeric.kairouz._problems import CRITERIA, REWARDS, RIGHT_OR_WRONG, levels, problem_order
from proofs_numeric.kairouz._rules import best_decisions, common_chance
from proofs_numeric.kairouz._steps import agrees, smallest_face

Edge = tuple[int, int]


def as_printed(problem: Problem) -> Value:
    return problem.k >= 1


def corrected(problem: Problem) -> Value:
    steps = [1 << (problem.k - 1 - party) for party, value in enumerate(problem.lambdas) if value > 1]
    edges = [(r, r | step) for step in steps for r in range(1 << problem.k) if not r & step]
    return not any(all(shares(problem, view, edge) for view in problem.views) for edge in edges)


def shares(problem: Problem, view: int | None, edge: Edge) -> bool:
    """Whether some optimal rule for randomised response can make one decision after both responses."""
    if problem.criterion == "average":
        return bool(best_decisions(problem, edge[0], view) & best_decisions(problem, edge[1], view))
    return any(common_chance(problem, edge, decision, view) > 0 for decision in range(problem.decisions))


def proof(argument: Argument, form: Formula[Problem]) -> None:
    smallest_face(argument)
    only = ((form(p), uniqueness_certificate(p).kind == "unique-optimum") for p in grid())
    agrees(argument, "so says the form", only)


def grid() -> Iterator[Problem]:
    for level, rewards, criterion in product((1, 2, 3), REWARDS, CRITERIA):
        yield Problem((level,), (0, 1), rewards, criterion, None)
    tables = ((0, 0, 0, 1), (0, 1, 1, 0))
    for pair, table, criterion in product(((1, 2), (3, 2)), tables, CRITERIA):
        yield Problem(pair, table, RIGHT_OR_WRONG, criterion, None)
        yield Problem(pair, table, RIGHT_OR_WRONG, criterion, 1)


@st.composite
def drawn(draw: st.DrawFn) -> Problem:
    lambdas = (draw(levels()), draw(levels()))
    table = draw(st.lists(st.integers(0, 1), min_size=4, max_size=4).filter(lambda t: len(set(t)) == 2))
    weights = ((draw(st.integers(1, 4)), 0), (0, Fraction(draw(st.integers(1, 4)))))
    return Problem(lambdas, tuple(table), weights, draw(st.sampled_from(CRITERIA)), draw(st.sampled_from((None, 0))))


CLAIM = Claim(
    id="kairouz/unique",
    place="opening of Section 3",
    title="randomised response is the unique optimal protocol",
    domain=Domain(
        description="k <= 2, functions that are not constant, the right value rewarded; average and worst case",
        grid=grid,
        order=problem_order,
        strategy=drawn,
        examples=10,
    ),
    truth=Property(
        name="optimal protocols",
        holds=says("randomised response only"),
        describe=lambda problem, _: dict.fromkeys(("unique-optimum", "signature-protocol"), problem.document()),
        certify=lambda problem, _: uniqueness_certificate(problem),
    ),
    asserts=decides,
    printed=Form(as_printed, "for every function, measure and criterion the optimum is unique"),
    corrected=Form(
        corrected,
        "the optimum is unique if and only if no optimal rule for randomised response gives one decision positive "
        "probability after two responses that differ in one bit of a party with λ > 1",
    ),
    impact=Impact.TEXT,
    proof=proof,
    rests_on=("kairouz/thm-3-2", "kairouz/thm-3-6"),
)
