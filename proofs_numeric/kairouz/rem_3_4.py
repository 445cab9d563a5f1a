"""Remark 3.4: an optimum of the average-accuracy program is said to use extremal columns only.

Statement: in Eq. 16 every optimal theta is zero at every signature that is not extremal (the proof exempts the case
that all decisions pay the same on every input). Read as printed, about the optimal solution, hence about all optima.

Model: Eq. 16 for a central observer. The form names the signatures with entries in {1/l, 1, l}, not extremal, that
some optimum can use. The oracle maximises the mass of each such signature over the whole optimal set, exactly.

Correction: some optimum uses extremal columns only (randomised response). An optimum can use signature s with
decision y exactly when y is a best decision at every corner of the smallest face of the box that holds s: the dual
slack is multilinear and nonnegative, so it vanishes at s only if it vanishes at those corners.

Domain: functions that are not constant, the right value rewarded. Corners: lambda_i = 1, ties between decisions.
Expected: corrected.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis.strategies import SearchStrategy

from lp_models.signature_face import FacePoint, largest_mass, middle_signatures
from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Relation
from optcheck.exact.numbers import Exact
from optcheck.randomized_response.geometry import Signature
from optcheck.randomized_response.optimum import solve_problem
from optcheck.randomized_response.problem import Problem
from proofs_numeric.kairouz import unique
from proofs_numeric.kairouz._arguments import smallest_face
from proofs_numeric.kairouz._common import RIGHT_OR_WRONG, problem_order, response_chance
from proofs_numeric.kairouz.unique import FAIR, is_inside


def as_printed(problem: Problem) -> frozenset[Signature]:
    """The signatures off the corners that an optimum may use: none."""
    return frozenset(s for s in middle_signatures(problem) if is_inside(problem, s) and len(s) < 1)


def corrected(problem: Problem) -> frozenset[Signature]:
    """Those for which one decision is best at every corner of the smallest face that holds them."""
    usable = set()
    for signature in middle_signatures(problem):
        pairs = zip(signature, problem.lambdas, strict=True)
        ends = [(0,) if s == 1 / Fraction(v) else (1,) if s == v else (0, 1) for s, v in pairs]
        corners = [best_decisions(problem, corner) for corner in product(*ends)]
        if is_inside(problem, signature) and set.intersection(*corners):
            usable.add(signature)
    return frozenset(usable)


def best_decisions(problem: Problem, corner: tuple[int, ...]) -> set[int]:
    """The decisions with the largest <S, W(y)>; the corner with s_i = lambda_i is the response 1 of party i."""
    response = sum(bit << (problem.k - 1 - party) for party, bit in enumerate(corner))
    chances = [response_chance(problem.lambdas, x, response) for x in range(1 << problem.k)]
    totals = [sum(p * w[x] for x, p in enumerate(chances)) for w in problem.payoffs]
    return {d for d, total in enumerate(totals) if total == max(totals)}


def compare(form: Any, problem: Problem) -> Discrepancy | None:
    """The predicted signatures against the largest mass each can have in an optimum."""
    claimed = form(problem)
    inside = [s for s in middle_signatures(problem) if is_inside(problem, s)]
    found = {s: _mass_at(problem, s) for s in inside}
    true = frozenset(s for s in inside if found[s].mass > 0)
    if claimed == true:
        return None
    missed = sorted(true - claimed)
    if missed:
        point = found[missed[0]]
        why = "an optimum puts positive mass on a column that is not extremal"
        return Discrepancy(sorted(claimed), sorted(true), point.mass, Impact.TEXT, point.certify(), why)
    why = "no optimum can use one of the named columns"
    return Discrepancy(sorted(claimed), sorted(true), 0, Impact.TEXT, solve_problem(problem).certify(), why)


def _mass_at(problem: Problem, signature: Signature) -> FacePoint:
    return largest_mass(problem, [signature], lambda _, s: s == signature)


def grid() -> Iterator[Problem]:
    """Functions that are not constant; one or two parties; a central observer."""
    levels: tuple[Exact, ...] = (1, 2, 3, Fraction(3, 2))
    for level, weights in product(levels, FAIR):
        yield Problem((level,), (0, 1), weights, "average", None)
    pairs: tuple[tuple[Exact, Exact], ...] = ((1, 2), (2, 2), (3, 2), (3, 3))
    for pair, table in product(pairs, product((0, 1), repeat=4)):
        if table[0] == 0 and 1 in table:
            yield Problem(pair, table, RIGHT_OR_WRONG, "average", None)


def strategy() -> SearchStrategy[Problem]:
    """Random problems of two parties."""
    return unique.fair_problems().map(lambda problem: replace(problem, criterion="average", observer=None))


CLAIM = Claim(
    id="kairouz/rem-3-4",
    place="Remark 3.4",
    title="an optimum of the average-accuracy program uses extremal columns only",
    relation=Relation.OPTIMAL,
    domain=Domain(
        description="k <= 2, functions that are not constant, the right value rewarded, signatures in {1/l, 1, l}^k",
        grid=grid,
        order=problem_order,
        strategy=strategy,
        examples=30,
    ),
    printed=Form("theta_s(y) > 0 in an optimum only for extremal s", as_printed),
    corrected=Form(
        "some optimum is extremal; theta_s(y) > 0 is possible in an optimum exactly when y is a best decision at "
        "every corner of the smallest face of the box that holds s",
        corrected,
    ),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=smallest_face,
)
