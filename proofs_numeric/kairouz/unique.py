"""Opening of Section 3: randomised response is said to be the unique optimal protocol.

Statement: for all privacy levels, functions, accuracy measures and notions of accuracy, randomised response is the
one optimal protocol.

Model: protocols up to renaming, merging and splitting of transcripts with the same signature, so "unique" means that
no optimal protocol has a transcript whose signature is not extremal. The checker verifies an optimal protocol that
has one, or an optimal dual with a slack in the middle of every edge of the box. The functions tried are not constant
and reward the right value, readers are central or (for k = 2) a party: a constant function has nothing to be unique
about.

Corners: lambda_i = 1; a party as reader, to whom its own response never matters, so that uniqueness always fails.

Readings: none. XOR is of the unique kind, AND never is; for l <= 1 + sqrt(2) the silent protocol is optimal for its
average.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from lp_models.signature_face import largest_mass, middle_signatures, unused_evidence
from lp_models.small_problems import RIGHT_OR_WRONG, response_chance
from optcheck.claims import Argument, Claim, Domain, Form, Formula, Impact, Outcome, Property, Value, says
from optcheck.claims.relations import decides
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact
from optcheck.exact.program import Model
from optcheck.randomized_response.geometry import Signature
from optcheck.randomized_response.optimum import solve_problem
from optcheck.randomized_response.problem import Problem
from optcheck.solvers import solve
from proofs_numeric.kairouz._common import CRITERIA, levels, problem_order
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
        return bool(best_decisions(problem, view, edge[0]) & best_decisions(problem, view, edge[1]))
    return any(common_chance(problem, view, edge, decision) > 0 for decision in range(problem.decisions))


def best_decisions(problem: Problem, view: int | None, response: int) -> set[int]:
    """The decisions with the largest average accuracy after a response."""
    inputs = [x for x in range(1 << problem.k) if problem.own_bit(x) == view]
    chances = {x: response_chance(problem.lambdas, x, response) for x in inputs}
    totals = [sum(p * w[x] for x, p in chances.items()) for w in problem.payoffs]
    return {d for d, total in enumerate(totals) if total == max(totals)}


def common_chance(problem: Problem, view: int | None, edge: Edge, decision: int) -> Exact:
    """The largest probability that a rule with the optimal worst case can give the decision after both responses."""
    optimum, inputs = solve_problem(problem).value, range(1 << problem.k)
    model = Model("maximise")
    both = model.variable("both", cost=1)
    names = {(r, d): model.variable(f"Q[{r},{d}]") for r in inputs for d in range(problem.decisions)}
    for r in inputs:
        model.row(f"decide[{r}]", {names[r, d]: 1 for d in range(problem.decisions)}, "=", 1)
    for r in edge:
        model.row(f"both[{r}]", {both: -1, names[r, decision]: 1}, ">=", 0)
    for x in (x for x in inputs if problem.own_bit(x) == view):
        chances = {r: response_chance(problem.lambdas, x, r) for r in inputs}
        terms: dict[str, object] = {name: chances[r] * problem.payoffs[d][x] for (r, d), name in names.items()}
        model.row(f"accuracy[{x}]", terms, ">=", optimum)
    return solve(model.build()).value or 0


def middles(problem: Problem) -> list[Signature]:
    """The middles of the edges of the box."""
    return [s for s in middle_signatures(problem) if sum(a < v and a * v > 1 for a, v in inside(problem, s)) == 1]


def inside(problem: Problem, signature: Signature) -> list[tuple[Exact, Exact]]:
    """Entries with the levels that bound them."""
    return list(zip(signature, problem.lambdas, strict=True))


def certify(problem: Problem, said: Value) -> Certificate:
    """A strict dual, or an optimum with other columns."""
    evidence = unused_evidence(problem, middles(problem))
    if evidence is not None:
        return Certificate("unique-optimum", problem.document(), evidence)
    return largest_mass(problem, middles(problem), lambda _, s: s in middles(problem)).certify()


def proof(argument: Argument, form: Formula[Problem]) -> None:
    smallest_face(argument)
    only = ((form(p), unused_evidence(p, middles(p)) is not None) for p in grid())
    agrees(argument, "so says the form", only)


def grid() -> Iterator[Problem]:
    weights: tuple[tuple[tuple[Exact, ...], ...], ...] = (RIGHT_OR_WRONG, ((1, 0), (0, 2)), ((4, 0, 3), (0, 4, 3)))
    for level, rewards, criterion in product((1, 2, 3), weights, CRITERIA):
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
        certify=certify,
    ),
    asserts=decides,
    printed=Form(as_printed, "for every function, measure and criterion the optimum is unique"),
    corrected=Form(
        corrected,
        "the optimum is unique if and only if no optimal rule for randomised response gives one decision positive "
        "probability after two responses that differ in one bit of a party with λ > 1",
    ),
    impact=Impact.TEXT,
    expected=Outcome.CORRECTED,
    proof=proof,
    rests_on=("kairouz/thm-3-2", "kairouz/thm-3-6"),
)
