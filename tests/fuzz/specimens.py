"""Real certificates of every kind, small enough to be mutated many times a second."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

from lp_models.kairouz import column_steps
from lp_models.tpmdp import CoverProblem, as_printed, compact, deduplicated, solve_cover
from optcheck import Model
from optcheck.adpml import optimal_schedule
from optcheck.cordp import exact_noise, integer_noise
from optcheck.exact.files import Certificate
from optcheck.gaussian import variance_certificate
from optcheck.lp.infeasibility import irreducible_subsystem
from optcheck.lp.integer import solve_integer
from optcheck.lp.ranging import ranges
from optcheck.lp.solve import solve
from optcheck.noise import Question, make, top_up
from optcheck.randomized_response import make_problem
from optcheck.randomized_response.optimum import solve_problem
from optcheck.tpmdp import Instance, allocate
from proofs_numeric.cordp._optimum import whole_optimum_certificate
from tests.fuzz.programs import INSTANCE, PROGRAMS
from tests.strategies.randomized_response import other_optimum

Document = dict[str, Any]


@cache
def _texts() -> tuple[str, ...]:
    return tuple(json.dumps(certificate.document()) for certificate in _certificates())


def specimens() -> list[Document]:
    """Fresh copies of all specimens."""
    return [json.loads(text) for text in _texts()]


def _certificates() -> list[Certificate]:
    return [
        *_linear(),
        *_integer(),
        *_expressions(),
        *_coalitions(),
        *_responses(),
        *_correlated(),
        *_learning(),
        *_chained(),
        *_plans(),
    ]


def _plans() -> list[Certificate]:
    guarded = Question.of([1, "1/2", 2], "1/1000", [1, 1, 2], threshold=1, dropouts=1, active=[0, 2])
    plan = make(guarded, Fraction(1, 4))
    later = top_up(plan, ["party 2"])
    modular = make(plan.question, plan.grid, modulus=1 << 80)
    alone = make(Question.of([1], "1/10", threshold=0))
    silent = make(Question.of([1, 1, "1/2"], "1/1000", [1, 1, 2], threshold=1, active=[0, 1]), Fraction(1, 4))
    return [made.certify() for made in (plan, later, modular, alone, silent)]


def _integer() -> list[Certificate]:
    """A split, a cut, a grid, a gap, a bound by splits, no point, no end."""
    programs = []
    for least, integers, side, last in ((True, True, "7/2", 5), (False, False, "9/2", 4), (True, True, 30, 9)):
        model = Model("minimise" if least else "maximise")
        x = model.variable("x", cost=2, upper=3, integer=True)
        y = model.variable("y", cost="3/2", lower="1/2", upper=4, integer=integers)
        z = model.variable("z", cost="1/4", upper=2)
        model.row("cover", {x: 2, y: 2, z: 1}, ">=" if least else "<=", side)
        model.row("mix", {x: 3, y: -2}, "<=", last)
        programs.append(model.build())
    mixed = Model("maximise")
    x, y = mixed.variable("x", cost=1, upper=10, integer=True), mixed.variable("y", cost="-7/4", upper=9)
    mixed.row("a", {x: 1, y: -1}, "<=", "5/2")
    programs.append(mixed.build())
    knapsack = Model("maximise")
    names = [knapsack.variable(name, cost, 0, 1, integer=True) for name, cost in (("x", 5), ("y", 4), ("z", 3))]
    for row, sizes, side in (("k", (2, 3, 1), 5), ("l", (4, 1, 2), 5), ("m", (3, 4, 2), "13/2")):
        knapsack.row(row, dict(zip(names, sizes, strict=True)), "<=", side)
    programs.append(knapsack.build())
    programs.append(replace(programs[0], lower=(Fraction(1, 3), 0, 0), upper=(Fraction(2, 3), 1, 1)))
    programs.append(replace(programs[0], gaps=((2, 0, Fraction(3, 2)),)))
    programs.append(replace(programs[0], sense="maximise", upper=(3, None, 2)))
    certificates = [solve_integer(program).certificate for program in programs]
    first = certificates[0]
    split = {
        "status": "bounds",
        "bound": 0,
        "proof": ["column 0 1 2", "leaf 0 1", "leaf 0 1"],
    }
    point = {name: first.evidence[name] for name in ("value", "primal")}
    return [
        *certificates,
        Certificate(first.kind, first.instance, split),
        Certificate(first.kind, first.instance, {**split, **point}),
        Certificate(first.kind, first.instance, {"status": "feasible", **point}),
    ]


def _linear() -> list[Certificate]:
    answers = []
    for least, upper, side in ((True, None, 2), (False, 4, 1), (False, None, 1), (True, 1, 5)):
        model = Model("minimise" if least else "maximise")
        x = model.variable("x", cost=1, upper=upper)
        y = model.variable("y", cost="1/2", lower=-1, upper=upper)
        model.row("cover", {x: 1, y: 2}, ">=", side)
        model.row("mix", {x: 3, y: -1}, "<=" if upper else ">=", 7 if upper else "1/3")
        answers.append(solve(model.build()))
    model = Model("maximise")
    x = model.variable("x", cost="2/3", lower="1/3", upper="7/2")
    y = model.variable("y", cost="-1/2", lower="-5/4", upper="9/4")
    z = model.variable("z", cost="1/5", lower=None)
    model.row("half", {x: "3/2", y: "1/3"}, "<=", "5/3")
    model.row("same", {x: "1/2", y: "-3/4", z: "2/3"}, "=", "7/6")
    model.row("more", {y: "5/2", z: 1}, ">=", "-11/3")
    answers.append(solve(model.build()))
    crossed = dict(answers[0].certificate.instance) | {"lower": ["0", "3"], "upper": [None, "2"]}
    return [
        *(answer.certificate for answer in answers),
        Certificate("linear-program", crossed, {"status": "infeasible", "column": 1}),
        irreducible_subsystem(answers[3]).certificate(),
        ranges(answers[0]).certificate(),
        ranges(answers[1]).certificate(),
        ranges(answers[4]).certificate(),
    ]


def _expressions() -> list[Certificate]:
    return [
        *_definitions(),
        variance_certificate(1.0, 1e-3),
        variance_certificate(0.25, 0.125, 2.0),
    ]


def _definitions() -> list[Certificate]:
    """Numbers, rows and truth values by texts: rational, of a field, and enclosed."""
    mean = "def claimed(p):\n    return sum(p.row) / len(p.row)\n"
    middle = "def true(p):\n    return sorted(p.row)[len(p.row) // 2]\n"
    spread = "def claimed(p):\n    return (exp(p.x) + sqrt(max(p.x, 2))) / (3 - p.x ** 2)\n"
    tail = "def true(p):\n    return log(p.x + 4) * erfc(p.x / 3) - pi() * p.x\n"
    longer = "def claimed(p):\n    return [a * p.n + 1 for a in p.row]\n"
    shifted = "def true(p):\n    row = []\n    for a in p.row:\n        row.append(a + p.n)\n    return row\n"
    below = "def claimed(p):\n    return all(a < p.n for a in p.row)\n"
    either = "def true(p):\n    return SMALL < p.n and not p.row[0] == p.n\nSMALL = 2\n"
    diagonal = "def true(p):\n    return sqrt(p.n) + least(p.row)\ndef least(row):\n    return min(row)\n"
    row = {"n": 3, "row": ["1/2", 2, "5/2"]}
    counting = "SEEN = []\ndef claimed(p):\n    SEEN.append(len(SEEN))\n    return [p.n, SEEN]\n"
    return [
        _evaluation(row, counting, counting.replace("claimed", "true"), "equals"),
        _evaluation({"row": row["row"]}, mean, middle, "equals", "a note"),
        _evaluation({"x": "1/2"}, spread, tail, "at most"),
        _evaluation(row, longer, shifted, "at least"),
        _evaluation(row, below, either, "equals"),
        _evaluation(row, mean, diagonal, "less"),
        _evaluation({"n": 4, "row": [2, 4]}, mean, diagonal, "greater"),
        *(_evaluation(INSTANCE, text, text.replace("claimed", "true"), "equals") for text in PROGRAMS),
    ]


def _evaluation(instance: dict[str, Any], claimed: str, true: str, relation: str, note: str = "") -> Certificate:
    return Certificate(
        "evaluation", {"instance": instance, "claimed": claimed, "true": true, "relation": relation}, {}, note
    )


def _coalitions() -> list[Certificate]:
    plain = solve(deduplicated(Instance.of([1, 2, 0, 3], 2, [0, 1]))).certificate
    listed = CoverProblem.listed([2, 1, 3], [[0], [1, 2]], costs=[1, 2, 1], caps=[None, 5, 4])
    short = CoverProblem.listed([2, 1, 3], [[0], [1, 2]], costs=[1, 2, 1], caps=[1, 1, 1])
    return [
        allocate([3, 1, 2], 1).certify(),
        allocate([5, 1, 2, 2, "1/2"], 2, active=[0, 1, 3]).certify(),
        allocate([1, 2], 0).certify(),
        plain,
        solve(compact(CoverProblem.of([3, 1, 2], 1, costs=[5, 1, 1]))).certificate,
        solve_cover(listed).certificate,
        solve_cover(short).certificate,
        *_points(),
    ]


def _points() -> list[Certificate]:
    """Variances that are optimal, too many, too few."""
    known = allocate([3, 1, 2], 1, active=[0, 2]).certify()
    four = {"denominator": 1, "required": [3, 3, 3, 3], "threshold": 2, "active": [0, 4]}
    rows = (["2", 1, 1], [3, "3/2", 1], [2, "1/2", 1])
    program = dict(solve(as_printed(Instance.of([3, 1, 2], 1, [0, 2]))).certificate.evidence)
    return [
        *(Certificate("tpmdp-point", {**known.instance, "point": x}, {"program": program}) for x in rows[:2]),
        *(Certificate("tpmdp-point", {**known.instance, "point": x}, {"optimum": dict(known.evidence)}) for x in rows),
        Certificate("tpmdp-point", {**known.instance, "point": [4, 4, 4]}, {}),
        *(Certificate("tpmdp-point", {**four, "point": x}, {}) for x in ([4, 4, 2, 0], [3, 3, 3, "1/2"])),
    ]


def _responses() -> list[Certificate]:
    and_problem, _ = make_problem([0, 0, 0, 1], [2, 3])
    worst, _ = make_problem([0, 1, 1, 0], [2, "3/2"], criterion="worst")
    party, _ = make_problem([0, 1, 1, 1], [2, 2], observer=1)
    return [
        *(solve_problem(problem).certify() for problem in (and_problem, worst, party)),
        *(other_optimum(problem) for problem in (and_problem, party)),
        *(step.certify()[1] for step in column_steps(and_problem)),
    ]


def _one_honest_user() -> list[Certificate]:
    """Corners in which one honest user is left: several pairs with the least error, or a single user."""
    sizes = [{"n": 2, "t": 2, "c": 1}, {"n": 1, "t": 1, "c": 0}]
    return [
        Certificate("cordp-optimum", {**one, "sigma2_min": 1, **more}, {"pair": pair, "dual": [1, 0, 0]})
        for one in sizes
        for more in ({}, {"whole": True})
        for pair in ([1, 0], [one["n"], -1])
        if pair == [1, 0] or not more
    ]


def _correlated() -> list[Certificate]:
    optimum = exact_noise(5, 3, 1, 2).certify()
    limit = exact_noise(3, 3, 1, 1, within=2).certify()
    return [
        optimum,
        limit,
        Certificate("cordp-optimum", {**optimum.instance, "d": 3}, {"pair": optimum.evidence["pair"]}),
        Certificate("cordp-optimum", dict(optimum.instance), {"dual": optimum.evidence["dual"]}),
        integer_noise(4, 3, 1, 1, "1/1000", 2).certify(1, "1/1000"),
        integer_noise(3, 2, 1, "1/2", "1/100", 1).certify("1/2", "1/100"),
        Certificate("cordp-optimum", dict(limit.instance), {"dual": limit.evidence["dual"]}),
        Certificate(
            "cordp-optimum",
            {"n": 4, "t": 2, "c": 1, "sigma2_min": 1, "whole": True},
            {"pair": [1, 0], "dual": [1, 0, 0]},
        ),
        whole_optimum_certificate(5, 4, 1, 2),
        Certificate("cordp-optimum", {"n": 3, "t": 2, "c": 0, "sigma2_min": 1}, {"pair": ["3*sqrt(8)", "-1*sqrt(2)"]}),
        *_one_honest_user(),
    ]


def _learning() -> list[Certificate]:
    return [
        optimal_schedule([1, 2, 3], 12, upper=5).certify(),
        optimal_schedule([1, 2, 3], 30, lower=1, upper=5).certify(),
        optimal_schedule([1, 2, 3], 12).certify(),
        optimal_schedule([1, 2, 9], 12, lower=2, upper=7).certify(),
    ]


def _chained() -> list[Certificate]:
    games = (("1 4 2", "1 3 0"), ("0 1/2 1/2", "0 1/2 0"))
    return [
        Certificate("noise-game-equilibrium", {"preferences": betas.split(), "profile": profile.split()}, {})
        for betas, profile in games
    ]
