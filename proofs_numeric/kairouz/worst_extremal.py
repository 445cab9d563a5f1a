"""Section 3.1.2: which columns an optimum of the worst-case program can use.

Statement: the constraints of Eq. 20 are met with equality at extremal signatures only, so theta_s(y) can be positive
for extremal transcripts only.

Model: a worst-case problem of a central observer and a signature with entries in {1/l, 1, l}, not extremal; can some
optimum use it? The checker verifies an optimal protocol that does, or an optimal dual with a slack there.

Corners: lambda_i = 1, rules that must be randomised (AND), constant decisions.

Readings: none. The second argument there, which moves mass to the extremal transcripts, is right: some optimum is
extremal.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product

from lp_models.small_problems import RIGHT_OR_WRONG, response_chance
from optcheck.claims import Argument, Claim, Domain, Form, Formula, Impact, Outcome, Value
from optcheck.claims.relations import decides, implied_by
from optcheck.exact.program import Model
from optcheck.randomized_response.optimum import solve_problem
from optcheck.randomized_response.problem import Problem
from optcheck.solvers import solve
from proofs_numeric.kairouz._steps import agrees, smallest_face
from proofs_numeric.kairouz.rem_3_4 import CLAIM as REMARK
from proofs_numeric.kairouz.rem_3_4 import Use, can_use, uses


def as_printed(use: Use) -> Value:
    return all(s in (1 / Fraction(v), v) for s, v in zip(use.signature, use.problem.lambdas, strict=True))


def corrected(use: Use) -> Value:
    pairs = zip(use.signature, use.problem.lambdas, strict=True)
    ends = [(0,) if s == 1 / Fraction(v) else (1,) if s == v else (0, 1) for s, v in pairs]
    corners = [sum(bit << place for place, bit in enumerate(reversed(word))) for word in product(*ends)]
    return any(common_chance(use.problem, corners, decision) for decision in range(use.problem.decisions))


def common_chance(problem: Problem, responses: list[int], decision: int) -> bool:
    """Whether an optimal rule for randomised response can give the decision a chance after all these responses."""
    optimum, inputs = solve_problem(problem).value, range(1 << problem.k)
    model = Model("maximise")
    shared = model.variable("shared", cost=1)
    names = {(r, d): model.variable(f"Q[{r},{d}]") for r in inputs for d in range(problem.decisions)}
    for r in inputs:
        model.row(f"decide[{r}]", {names[r, d]: 1 for d in range(problem.decisions)}, "=", 1)
    for r in responses:
        model.row(f"shared[{r}]", {shared: -1, names[r, decision]: 1}, ">=", 0)
    for x in inputs:
        chances = {r: response_chance(problem.lambdas, x, r) for r in inputs}
        terms: dict[str, object] = {name: chances[r] * problem.payoffs[d][x] for (r, d), name in names.items()}
        model.row(f"accuracy[{x}]", terms, ">=", optimum)
    return (solve(model.build()).value or 0) > 0


def proof(argument: Argument, form: Formula[Use]) -> None:
    smallest_face(argument)
    agrees(argument, "so says the form", ((form(use), can_use(use)) for use in list(grid())[::2]))


def grid() -> Iterator[Use]:
    for level, weights in product((2, 3), (RIGHT_OR_WRONG, ((1, 0), (0, 2)), ((4, 0, 3), (0, 4, 3)))):
        yield from uses(Problem((level,), (0, 1), weights, "worst", None))
    for pair, table in product(((1, 2), (3, 2)), ((0, 0, 0, 1), (0, 1, 1, 0))):
        yield from uses(Problem(pair, table, RIGHT_OR_WRONG, "worst", None))


DOMAIN: Domain[Use] = replace(
    REMARK.domain,
    description="k <= 2, functions that are not constant, signatures in {1/l, 1, l}^k, worst case",
    grid=grid,
    strategy=None,
)

CLAIM = Claim(
    id="kairouz/worst-extremal",
    place="Section 3.1.2",
    title="an optimum of the worst-case program uses extremal columns only",
    domain=DOMAIN,
    truth=REMARK.truth,
    asserts=implied_by,
    printed=Form(as_printed, "θ_s(y) > 0 in an optimum only for extremal s"),
    corrected=Form(
        corrected,
        "some optimum is extremal; θ_s(y) > 0 is possible in an optimum if and only if an optimal rule for randomised "
        "response can decide y at every corner of the smallest face of the box that holds s",
        decides,
    ),
    impact=Impact.TEXT,
    expected=Outcome.CORRECTED,
    proof=proof,
    rests_on=("kairouz/thm-3-6",),
)
