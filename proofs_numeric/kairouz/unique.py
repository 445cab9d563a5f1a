"""Opening of Section 3: randomised response is said to be the unique optimal protocol.

Statement: for all privacy levels, functions, accuracy measures and notions of accuracy, randomised response is the
one optimal protocol. Protocols are compared as the paper does, up to renaming, merging and splitting of transcripts
with the same signature, so "unique" means that no optimal protocol has a transcript whose signature is not extremal.

Model: the set of all optima of the signature program. The oracle maximises the mass outside the extremal columns
over that whole set, exactly, on signatures with entries 1/l, 1, l. That grid is enough: an optimum that uses a
signature inside a face of the box can use all corners of the face, hence the middle of one of its edges.

Domain: on purpose only functions that are not constant and weights for which the right value is the best decision,
readers central and (for k = 2) parties, average and worst case. With a constant function, or a party that reads its
own bit alone, every protocol is optimal anyway.

Correction: randomised response is the unique optimum if and only if no optimal rule for it makes the same decision
with positive probability after two responses that differ in one bit (of a party with l > 1). If one does, the two
responses can be merged in part: the party says less and nothing is lost. XOR is of the unique kind; AND never is, and
for l <= 1 + sqrt(2) the silent protocol is optimal for its average. A party's own response never matters to itself,
so for a single party as reader uniqueness always fails.

Expected: corrected. The correction compares an argument about edges with a program over the whole optimal set.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from lp_models.signature_face import largest_mass, middle_signatures
from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Relation
from optcheck.exact.numbers import Exact
from optcheck.exact.program import Model
from optcheck.randomized_response.geometry import Signature
from optcheck.randomized_response.optimum import solve_problem
from optcheck.randomized_response.problem import Criterion, Problem
from optcheck.solvers import solve
from proofs_numeric.kairouz._arguments import smallest_face
from proofs_numeric.kairouz._common import RIGHT_OR_WRONG, levels, problem_order, response_chance

Edge = tuple[int, int]


def as_printed(problem: Problem) -> bool:
    """Whether randomised response is the only optimal protocol: always."""
    return problem.k >= 1


def corrected(problem: Problem) -> bool:
    """Unique when no two responses that differ in one bit can share a decision in every view."""
    shared = [set(shareable_edges(problem, view)) for view in problem.views]
    return not set.intersection(*shared)


def edges(problem: Problem) -> list[Edge]:
    """Pairs of responses that differ in the bit of one party with lambda > 1."""
    steps = [1 << (problem.k - 1 - party) for party, value in enumerate(problem.lambdas) if value > 1]
    return [(r, r | step) for step in steps for r in range(1 << problem.k) if not r & step]


def shareable_edges(problem: Problem, view: int | None) -> list[Edge]:
    """The edges whose two ends can get the same decision from one optimal rule for randomised response."""
    share = average_shares if problem.criterion == "average" else worst_shares
    return [edge for edge in edges(problem) if share(problem, view, edge)]


def average_shares(problem: Problem, view: int | None, edge: Edge) -> bool:
    """Whether some decision is best after both responses."""
    inputs = [x for x in range(1 << problem.k) if problem.own_bit(x) == view]
    best = []
    for response in edge:
        chances = {x: response_chance(problem.lambdas, x, response) for x in inputs}
        totals = [sum(p * w[x] for x, p in chances.items()) for w in problem.payoffs]
        best.append({d for d, total in enumerate(totals) if total == max(totals)})
    return bool(best[0] & best[1])


def worst_shares(problem: Problem, view: int | None, edge: Edge) -> bool:
    """Whether some optimal rule gives one decision positive probability after both responses."""
    return any(common_chance(problem, view, edge, d) > 0 for d in range(problem.decisions))


def common_chance(problem: Problem, view: int | None, edge: Edge, decision: int) -> Exact:
    """The largest probability that an optimal rule can give the decision after both responses."""
    optimum, inputs = solve_problem(problem).value, range(1 << problem.k)
    model = Model("maximise")
    both = model.variable("both", cost=1)
    names = {(r, d): model.variable(f"Q[{r},{d}]") for r in inputs for d in range(problem.decisions)}
    for r in inputs:
        model.row(f"decide[{r}]", {names[r, d]: 1 for d in range(problem.decisions)}, "=", 1)
    for r in edge:
        model.row(f"both[{r}]", {both: -1, names[r, decision]: 1}, ">=", 0)
    for x in inputs:
        if problem.own_bit(x) == view:
            chances = {r: response_chance(problem.lambdas, x, r) for r in inputs}
            terms: dict[str, object] = {name: chances[r] * problem.payoffs[d][x] for (r, d), name in names.items()}
            model.row(f"accuracy[{x}]", terms, ">=", optimum)
    return solve(model.build()).value or 0


def is_inside(problem: Problem, signature: Signature) -> bool:
    """Whether a signature is not extremal."""
    return any(1 / Fraction(b) < a < b for a, b in zip(signature, problem.lambdas, strict=True))


def compare(form: Any, problem: Problem) -> Discrepancy | None:
    """The predicted uniqueness against the largest mass that an optimum can put outside the extremal columns."""
    claimed = form(problem)
    found = largest_mass(problem, middle_signatures(problem), lambda _, s: is_inside(problem, s))
    true = found.mass == 0
    if claimed == true:
        return None
    if true:
        why = "randomised response is the only optimum here"
        return Discrepancy(claimed, true, 1, Impact.TEXT, solve_problem(problem).certify(), why)
    why = "another private protocol, with a transcript that is not extremal, has the same optimal accuracy"
    return Discrepancy(claimed, true, found.mass, Impact.TEXT, found.certify(), why)


ABSTAIN = ((4, 0, 3), (0, 4, 3))  # a third decision that is safe and pays less than the right one
FAIR: tuple[tuple[tuple[Exact, ...], ...], ...] = (RIGHT_OR_WRONG, ((1, 0), (0, 2)), ABSTAIN)
CRITERIA: tuple[Criterion, ...] = ("average", "worst")


def grid() -> Iterator[Problem]:
    """Functions that are not constant; one or two parties."""
    for level, weights, criterion in product((1, 2, 3), FAIR, CRITERIA):
        yield Problem((level,), (0, 1), weights, criterion, None)
    pairs: tuple[tuple[Exact, Exact], ...] = ((1, 2), (2, 2), (3, 2))
    tables = ((0, 0, 0, 1), (0, 1, 1, 0), (0, 0, 1, 1), (0, 1, 1, 1))
    for pair, table, criterion in product(pairs, tables, CRITERIA):
        yield Problem(pair, table, RIGHT_OR_WRONG, criterion, None)
        yield Problem(pair, table, RIGHT_OR_WRONG, criterion, 1)


@st.composite
def fair_problems(draw: st.DrawFn) -> Problem:
    """Two parties, a function that is not constant, positive rewards for the right value."""
    lambdas = (draw(levels()), draw(levels()))
    table = draw(st.lists(st.integers(0, 1), min_size=4, max_size=4).filter(lambda t: len(set(t)) == 2))
    rewards = (draw(st.integers(1, 4)), draw(st.integers(1, 4)))
    weights = ((rewards[0], 0), (0, rewards[1]))
    return Problem(lambdas, tuple(table), weights, draw(st.sampled_from(CRITERIA)), draw(st.sampled_from((None, 0))))


def strategy() -> SearchStrategy[Problem]:
    """Random problems of two parties."""
    return fair_problems()


CLAIM = Claim(
    id="kairouz/unique",
    place="opening of Section 3",
    title="randomised response is the unique optimal protocol",
    relation=Relation.OPTIMAL,
    domain=Domain(
        description="k <= 2, functions that are not constant, the right value rewarded; average and worst case",
        grid=grid,
        order=problem_order,
        strategy=strategy,
        examples=40,
    ),
    printed=Form("for every function, measure and criterion the optimum is unique", as_printed),
    corrected=Form(
        "the optimum is unique if and only if no optimal rule for randomised response gives one decision positive "
        "probability after two responses that differ in one bit of a party with lambda > 1",
        corrected,
    ),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=smallest_face,
)
