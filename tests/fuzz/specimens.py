"""Real certificates of every kind, small enough to be mutated many times a second."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

from lp_models.kairouz import signature_tensor
from lp_models.tpmdp import CoverProblem, compact, deduplicated, solve_cover
from optcheck import Model
from optcheck.adpml import optimal_schedule
from optcheck.cordp import exact_noise, integer_noise
from optcheck.cordp.closed_form import least_covariance
from optcheck.exact.certificate import Certificate
from optcheck.gaussian import variance_certificate
from optcheck.lp.infeasibility import irreducible_subsystem
from optcheck.lp.integer import solve_integer
from optcheck.lp.ranging import ranges
from optcheck.lp.solve import solve
from optcheck.noise import Question, make, top_up
from optcheck.randomized_response import make_problem
from optcheck.randomized_response.optimum import solve_problem
from optcheck.randomized_response.protocol import transcript_matrix
from optcheck.tpmdp import Instance, allocate
from proofs_numeric.cordp._certificates import whole_optimum_certificate
from proofs_numeric.kairouz._optimal_face import largest_mass, middle_signatures, unused_evidence
from proofs_numeric.kairouz._signatures import corner_weights

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
    return [plan.certify(), later.certify(), make(Question.of([1], "1/10", threshold=0)).certify()]


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
        "proof": [{"split": [0, 1, 2]}, {"rows": [-1], "by": [1]}, {"change": [], "by": []}],
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
    crossed = dict(answers[0].certificate.instance) | {"lower": ["0", "3"], "upper": [None, "2"]}
    return [
        *(answer.certificate for answer in answers),
        Certificate("linear-program", crossed, {"status": "infeasible", "column": 1}),
        irreducible_subsystem(answers[3]).certificate(),
        ranges(answers[0]).certificate(),
        ranges(answers[1]).certificate(),
    ]


def _expressions() -> list[Certificate]:
    growth = ["exp", "eps"]
    return [
        *_definitions(),
        Certificate("taylor-coefficient", {"expression": ["/", growth, ["+", 1, ["*", 2, growth]]], "power": 3}, {}),
        Certificate("taylor-coefficient", {"expression": ["^", ["-", growth, 1], 2], "power": 4}, {}),
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
    return [
        _evaluation({"row": row["row"]}, mean, middle, "equals", "a note"),
        _evaluation({"x": "1/2"}, spread, tail, "at most"),
        _evaluation(row, longer, shifted, "at least"),
        _evaluation(row, below, either, "equals"),
        _evaluation(row, mean, diagonal, "less"),
        _evaluation({"n": 4, "row": [2, 4]}, mean, diagonal, "greater"),
    ]


def _evaluation(instance: dict[str, Any], claimed: str, true: str, relation: str, note: str = "") -> Certificate:
    return Certificate(
        "evaluation", {"instance": instance, "claimed": claimed, "true": true, "relation": relation}, {}, note
    )


def _coalitions() -> list[Certificate]:
    plain = solve(deduplicated(Instance.of([1, 2, 0, 3], 2, [0, 1]))).certificate
    rows = [{"label": "order", "terms": [[0, 1], [1, "-1/2"]], "relation": ">=", "side": -9}]
    face = {**plain.instance, "rows": rows, "expression": [[1, 1], [2, "3/2"]]}
    listed = CoverProblem.listed([2, 1, 3], [[0], [1, 2]], costs=[1, 2, 1], caps=[None, 5, 4])
    short = CoverProblem.listed([2, 1, 3], [[0], [1, 2]], costs=[1, 2, 1], caps=[1, 1, 1])
    return [
        allocate([3, 1, 2], 1).certify(),
        allocate([5, 1, 2, 2, "1/2"], 2, active=[0, 1, 3]).certify(),
        allocate([1, 2], 0).certify(),
        plain,
        Certificate("coalition-cover-face", face, dict(plain.evidence)),
        solve(compact(CoverProblem.of([3, 1, 2], 1, costs=[5, 1, 1]))).certificate,
        solve_cover(listed).certificate,
        solve_cover(short).certificate,
        *_points(),
    ]


def _points() -> list[Certificate]:
    """Variances that are optimal, too many, too few, and three mechanisms used one after the other."""
    known = allocate([3, 1, 2], 1, active=[0, 2]).certify()
    four = {"denominator": 1, "required": [3, 3, 3, 3], "threshold": 2, "active": [0, 4]}
    rows = (["2", 1, 1], [3, "3/2", 1], [2, "1/2", 1])
    budgets = [{"ratio": 2, "delta": 0}, {"ratio": "3/2", "delta": "1/10"}, {"ratio": 1, "delta": "1/4"}]
    return [
        *(Certificate("tpmdp-point", {**known.instance, "point": x}, {"optimum": dict(known.evidence)}) for x in rows),
        Certificate("tpmdp-point", {**known.instance, "point": [4, 4, 4]}, {}),
        *(Certificate("tpmdp-point", {**four, "point": x}, {}) for x in ([4, 4, 2, 0], [3, 3, 3, "1/2"])),
        Certificate("composition", {"mechanisms": budgets, "ratio": 3, "delta": "1/3"}, {}),
    ]


def _responses() -> list[Certificate]:
    and_problem, _ = make_problem([0, 0, 0, 1], [2, 3])
    worst, _ = make_problem([0, 1, 1, 0], [2, "3/2"], criterion="worst")
    party, _ = make_problem([0, 1, 1, 1], [2, 2], observer=1)
    other = largest_mass(and_problem, middle_signatures(and_problem), lambda _, s: 1 in s)
    lambdas, inside, edge = ("2", "3"), ("3/2", "1"), ("2", "1")
    strong, weak = [["3/4", "1/4"], ["1/4", "3/4"]], [["2/3", "1/3"], ["1/3", "2/3"]]
    return [
        *(solve_problem(problem).certify() for problem in (and_problem, worst, party)),
        other.certify(),
        Certificate("hull-corners", {"lambdas": ["2", "1", "3/2"]}, {}),
        _tensor(lambdas, inside),
        _tensor(lambdas, edge),
        Certificate("hull-tensor", {"lambdas": ["1", "2"], "tensor": [1, 1, 2, 2]}, {"separating": [1, 0, -1, 0]}),
        Certificate("bit-privacy", {"mechanism": strong}, {}),
        Certificate("bit-privacy", {"mechanism": [["3/4", "1/4"], ["1/2", "1/2"]]}, {}),
        Certificate("bit-privacy", {"mechanism": [["3/4", "1/4"], ["1/2", "1/2"]]}, {}),
        *_protocols(),
        Certificate("region-point", {"mechanism": weak, "errors": ["1/2", "1/2"]}, {"test": ["1/2", "1/2"]}),
        Certificate("region-point", {"mechanism": weak, "errors": ["1/4", "1/4"]}, {"line": ["1", "1", "2/3"]}),
        Certificate("neighbour-privacy", {"level": "3", "rows": strong, "neighbours": [[0, 1]]}, {}),
        Certificate("post-processing", {"strong": strong, "weak": weak}, {"kernel": [["5/6", "1/6"], ["1/6", "5/6"]]}),
        Certificate("post-processing", {"strong": weak, "weak": strong}, {"test": [0, 1], "line": ["1", "1", "2/3"]}),
    ]


def _protocols() -> list[Certificate]:
    xor, _ = make_problem([0, 1, 1, 0], [2, 2])
    either, _ = make_problem([0, 1, 1, 1], [2, 2])
    matrix = [[str(chance) for chance in row] for row in transcript_matrix([2, 2])]
    given = {**xor.document(), "matrix": matrix, "rule": [[["1", "0"], ["0", "1"], ["0", "1"], ["1", "0"]]]}
    used = largest_mass(either, [(1, 1)], lambda _, s: s == (1, 1)).certify().evidence
    says = [["2/3", "1/3"], ["1/3", "2/3"]]
    tree = {"speaker": 0, "chances": says, "next": [None, {"speaker": 1, "chances": says, "next": [None, None]}]}
    return [
        Certificate("unique-optimum", xor.document(), unused_evidence(xor, [(1, 2), (2, 1)]) or {}),
        Certificate("signature-use", {**xor.document(), "signature": ["1", "1"]}, unused_evidence(xor, [(1, 1)]) or {}),
        Certificate("signature-use", {**either.document(), "signature": ["1", "1"]}, dict(used)),
        Certificate("protocol-optimum", given, dict(solve_problem(xor).certify().evidence)),
        Certificate("signature-dual", {**xor.document(), "nu": ["1/4"] * 4, "mu": ["1/4"] * 4}, {}),
        Certificate("rank-one-protocol", {"lambdas": ["2", "2"], "matrix": matrix}, {}),
        Certificate("interactive-protocol", {"lambdas": ["2", "2"], "tree": tree}, {}),
    ]


def _tensor(lambdas: tuple[str, ...], point: tuple[str, ...]) -> Certificate:
    levels, factors = [Fraction(v) for v in lambdas], [Fraction(t) for t in point]
    instance = {"lambdas": list(lambdas), "tensor": [str(entry) for entry in signature_tensor(factors)]}
    weights = [str(weight) for weight in corner_weights(factors, levels)]
    return Certificate("hull-tensor", instance, {"weights": weights})


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
    secants = {
        name: [text, str(least_covariance(3, 1, int(text), 1))]
        for name, text in (("below", "2"), ("at", "3"), ("above", "4"))
    }
    return [
        optimum,
        limit,
        Certificate("cordp-optimum", {**optimum.instance, "d": 3}, {"pair": optimum.evidence["pair"]}),
        Certificate("cordp-optimum", dict(optimum.instance), {"dual": optimum.evidence["dual"]}),
        Certificate("cordp-pair", {"n": 4, "t": 3, "c": 1, "pair": ["2", "-1/2"]}, {}),
        integer_noise(4, 3, 1, 1, "1/1000", 2).certify(1, "1/1000"),
        integer_noise(3, 2, 1, "1/2", "1/100", 1).certify("1/2", "1/100"),
        Certificate("cordp-pair", {"n": 3, "t": 2, "c": 0, "pair": ["1 + 1*sqrt(2)", "1/3"]}, {}),
        Certificate("cordp-optimum", dict(limit.instance), {"dual": limit.evidence["dual"]}),
        Certificate(
            "cordp-optimum",
            {"n": 4, "t": 2, "c": 1, "sigma2_min": 1, "whole": True},
            {"pair": [1, 0], "dual": [1, 0, 0]},
        ),
        whole_optimum_certificate(5, 4, 1, 2),
        *_one_honest_user(),
        Certificate(
            "cordp-covariance",
            {"n": 2, "c": 0, "sigma2_min": 1, "variance": 2},
            {"least": "-1*sqrt(2)", "most": "1*sqrt(2)"},
        ),
        Certificate("cordp-covariance", {"n": 3, "c": 1, "sigma2_min": 1, "variance": 2}, {"least": "-2/3"}),
        Certificate(
            "cordp-decoder", {"n": 4, "responders": 3, "told": 1, "pair": ["2", "-1/2"], "d": 2, "removed": True}, {}
        ),
        Certificate("cordp-slope", {"n": 3, "c": 1, "sigma2_min": 1, "variance": 3}, secants),
    ]


def _learning() -> list[Certificate]:
    schedule = {"minimum": "1/2", "maximum": "3", "rate": "2/3", "rounds": 9}
    sensitivity = {"common": [["1", "0"]], "replaced": [["1", "4"], ["1", "-4"]]}
    return [
        Certificate("adpml-schedule-total", schedule, {}),
        Certificate("adpml-local-training", {"records": [["1", "0"], ["2", "1"], ["-1", "1/2"]]}, {}),
        Certificate("adpml-sensitivity", {"clip": "2", "weight": "1/3", "records": 2}, sensitivity),
        optimal_schedule([1, 2, 3], 12, upper=5).certify(),
        optimal_schedule([1, 2, 3], 30, lower=1, upper=5).certify(),
    ]


def _chained() -> list[Certificate]:
    game = {"preferences": ["1", "4", "2"], "profile": ["1", "3", "0"]}
    wrong = {"preferences": ["1", "4"], "profile": ["4", "0"]}
    bas = {"preferences": ["1", "4", "2"], "user": 1}
    split = {"preferences": ["1", "2", "2", "3"], "split": [[0, 3], [1, 2]]}
    exposure = {"users": 4, "probability": "1/3", "attacker": "weak", "kept_back": None}
    return [
        Certificate("noise-game-equilibrium", game, {}),
        Certificate("noise-game-outcome", {"preferences": ["1", "4", "2"], "profile": ["4", "0", "0"]}, {}),
        Certificate("noise-game-deviation", {**wrong, "concept": "Nash"}, {"user": 0, "deviation": "1"}),
        Certificate(
            "noise-game-deviation",
            {"preferences": ["1", "2"], "profile": ["1", "1"], "concept": "subgame-perfect"},
            {"user": 0, "deviation": "2"},
        ),
        Certificate("noise-game-cost", {**game, "user": 2, "responding": True}, {}),
        Certificate("noise-game-cost", {**wrong, "user": 0, "responding": False}, {}),
        Certificate("noise-game-least-total", {"preferences": ["1", "4", "2"]}, {"bits": 64}),
        Certificate("noise-game-report", {"preference": "4", "others": ["1", "2"], "report": "1"}, {}),
        Certificate("noise-game-participation", {**bas, "others": "stay"}, {}),
        Certificate("noise-game-participation", {**bas, "others": "regroup"}, {}),
        Certificate("chain-exposure", exposure, {}),
        Certificate("chain-exposure", {**exposure, "attacker": "strong", "kept_back": 1}, {}),
        Certificate("chain-split", split, {}),
        Certificate("chain-split-error", {**split, "data": [1, 0, "1/2", 0], "divisors": [4, "3"]}, {}),
        Certificate("chain-error", {"variances": ["1", "4", "0"], "coordinates": 2}, {}),
    ]
