"""False certificates that a sound checker rejects for one reason each: what random changes hit too rarely."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from optcheck.noise import Question, make
from optcheck.randomized_response import make_problem
from optcheck.randomized_response.optimum import solve_problem
from optcheck.tpmdp import allocate

Document = dict[str, Any]


def decoys() -> list[Document]:
    """Fresh copies; every number but the faulty one fits."""
    return [
        *_linear(),
        *_schedules(),
        *_covers(),
        *_protocols(),
        *_optima(),
        *_correlated(),
        *_ranges(),
        *_subsystems(),
        *_plans(),
        *_points(),
        *_observers(),
        *_games(),
        *_priors(),
        *_overtime(),
    ]


def _document(kind: str, instance: Document, evidence: Document) -> Document:
    return {"format": 1, "kind": kind, "instance": instance, "evidence": evidence}


def _linear() -> list[Document]:
    """A program with the minimum 1, called unbounded along a ray that leads nowhere; a multiplier of the wrong sign."""
    program = {"sense": "minimise", "columns": ["x"], "costs": [1], "lower": [1], "upper": [None]}
    rows: Document = {"rows": [], "relations": [], "rhs": [], "terms": []}
    below = {"rows": ["r"], "relations": ["<="], "rhs": [3], "terms": [[[0, 1]]]}
    return [
        _document("linear-program", {**program, **rows}, {"status": "unbounded", "primal": [1], "ray": [0]}),
        _document(
            "linear-program", {**program, **below}, {"status": "optimal", "value": 3, "primal": [3], "dual": [1]}
        ),
        _document("linear-program", {**program, **below}, {"status": "infeasible", "dual": [0]}),
        _document("linear-program", {**program, **below}, {"status": "infeasible", "column": 0}),
        _document("linear-program", {**program, **below, "upper": [1]}, {"status": "infeasible", "column": 0}),
    ]


def _schedules() -> list[Document]:
    """Totals above the minimum 4, with bounds above it too: led too long, led while absent, led by somebody else."""
    instance = {"denominator": 1, "required": [3, 1, 2], "threshold": 1, "active": [0, 3]}
    rest = {"variances": {"denominator": 1, "runs": [3, 1, 1, 2]}, "total": 5, "unit": 2, "horizon": 3}
    rest["tracks"] = [{"machines": 2, "runs": [1, 3, 0, 1], "last": 2}]
    leaders = [
        ("5", {"start": 3, "parties": [2, 0, 2], "durations": [1, 1, 2, 1, 1, 1]}),
        ("9/2", {"start": 0, "parties": [0], "durations": [3, 1]}),
        ("9/2", {"start": 3, "parties": [2, 0], "durations": [1, 1, 2, 1]}),
    ]
    return [_document("tpmdp-allocation", instance, {**rest, "bound": bound, "leaders": led}) for bound, led in leaders]


def _covers() -> list[Document]:
    """Bounds above the minimum: a weight above its load, loads that do not add up, active parties always present.

    And points that leave a party without protection.
    """
    instance = {
        "required": [3, 1, 2],
        "costs": [1, 1, 1],
        "caps": [None, None, None],
        "family": {"threshold": 1, "active": [0, 1, 2]},
    }
    above = {"status": "optimal", "value": "9/2", "primal": ["5/2", 1, 1]}
    more = {"status": "optimal", "value": 6, "primal": [4, 1, 1]}
    return [
        _document("coalition-cover", instance, {**above, "weights": ["3/2", 0, 0], "loads": [1, 1, 1]}),
        _document("coalition-cover", instance, {**more, "weights": [1, 1, 1], "loads": [1, 1, 1]}),
        _document(
            "coalition-cover",
            {**instance, "required": [0, 5, 0]},
            {
                "status": "optimal",
                "value": 1,
                "primal": [1, 0, 0],
                "weights": [0, "1/5", 0],
                "loads": ["1/5", "1/5", 0],
            },
        ),
        _document(
            "coalition-cover",
            {**instance, "family": {"threshold": 1, "active": [1]}},
            {"status": "optimal", "value": 3, "primal": [3, 0, 0], "weights": [1, 0, 0], "loads": [1, 1, 0]},
        ),
        _document(
            "coalition-cover",
            {**instance, "family": {"coalitions": [[0], [1, 2]]}},
            {"status": "optimal", "value": 0, "primal": [0, 0, 0], "dual": []},
        ),
    ]


def _protocols() -> list[Document]:
    """A protocol with more probability than there is."""
    instance = {"lambdas": ["2"], "table": [0, 1], "weights": [[1, 0], [0, 1]], "criterion": "worst", "observer": None}
    bound = {"nu": ["1/2", "1/2"], "mu": ["1/2", "1/2"]}
    columns = [[["1/2"], [0], 1], [["2"], [1], "1/2"]]
    return [_document("signature-protocol", instance, {**bound, "columns": columns})]


def _optima() -> list[Document]:
    """An optimum that is called so and is not: the bound is lower than what some protocol reaches."""
    one = {"lambdas": ["2"], "table": [0, 1], "criterion": "average", "observer": None}
    corners = {"nu": ["1/2"] * 2, "mu": ["1/3"] * 2, "columns": [[["1/2"], [0], "2/3"], [["2"], [1], "1/3"]]}
    return [
        _document("signature-protocol", {**one, "weights": [[1, 0], [0, 2]]}, corners),
    ]


def _correlated() -> list[Document]:
    """A dual matrix of another trace, and one that is not semidefinite: bounds above the least error 4/9."""
    instance = {"n": 3, "t": 2, "c": 0, "sigma2_min": 1}
    duals = ([4, -1, "1/2"], [1, "1/4", 0])
    bare, sizes = {"n": 3, "t": 3, "c": 0, "sigma2_min": 1}, {"n": 2, "t": 1, "c": 0, "sigma2_min": 1}
    round_ = {"n": 4, "t": 3, "c": 1, "epsilon": 1, "delta": "1/1000", "dimension": 1}
    draws = {"steps": 4, "smoothing": 5, "pair_variance": 0, "own_variance": 10**6}
    return [
        *(_document("cordp-optimum", instance, {"dual": dual}) for dual in duals),
        *(_document("cordp-optimum", bare, {"pair": pair}) for pair in ([1, "-3/2"], [2, "1/9"], [2, -1], [0, 0])),
        _document("cordp-optimum", {**bare, "c": 1}, {"pair": [9, 1]}),
        _document("cordp-optimum", {**bare, "whole": 1}, {"pair": [2, 0]}),
        _document("cordp-optimum", bare, {}),
        _document("cordp-optimum", sizes, {"dual": ["1/2", "1/2", "1/2"]}),
        *(_document("cordp-integers", {**round_, "delta": delta}, draws) for delta in (1, 2)),
        *(_document("cordp-integers", round_, {**draws, "smoothing": more}) for more in (10**6, 2 * 10**6, "1/100")),
        _document("cordp-integers", {**round_, "epsilon": 0, "delta": "1/1000000000"}, {**draws, "smoothing": "3/4"}),
        _document("cordp-integers", round_, {**draws, "pair_variance": 1, "own_variance": 6}),
    ]


def _ranges() -> list[Document]:
    """For x >= 1: a point that is not least, and sides at which the multiplier is not optimal any more."""
    one = {"sense": "minimise", "columns": ["x"], "costs": [1], "lower": [0], "upper": [None]}
    row = {"rows": ["r"], "relations": [">="], "rhs": [1], "terms": [[[0, 1]]]}
    capped = {"rows": ["r", "s"], "relations": [">=", "<="], "rhs": [1, 3], "terms": [[[0, 1]], [[0, 1]]]}
    two = {"sense": "minimise", "columns": ["x", "y"], "costs": [1, 2], "lower": [0, 0], "upper": [1, None]}
    wide = {**row, "terms": [[[0, 1], [1, 1]]]}
    cases: list[tuple[Document, list[Any], list[Any], list[Any]]] = [
        ({**one, **row}, [2], [1], []),
        ({**one, **row}, [2], [0], []),
        ({**one, **row, "upper": [3]}, [1], [1], [[0, 1, 5, [[0, 1]]]]),
        ({**one, **capped}, [1], [1, 0], [[0, 1, 5, [[0, 1]]]]),
        ({**one, **row}, [1], [1], [[0, -1, 1, []]]),
        ({**two, **wide}, [1, 0], [1], [[0, 1, 5, [[1, 1]]]]),
    ]
    return [
        _document("linear-program-ranging", program, {"primal": x, "dual": y, "cost_ranges": [], "side_ranges": ranges})
        for program, x, y, ranges in cases
    ]


def _subsystems() -> list[Document]:
    """x >= 2, x <= 1 and x <= 0, where one of the last two is not needed; x >= 2 and y <= 1, which go together."""
    program = {"sense": "minimise", "columns": ["x", "y"], "costs": [0, 0], "lower": [None] * 2, "upper": [None] * 2}
    three = {"rows": ["a", "b", "c"], "relations": [">=", "<=", "<="], "rhs": [2, 1, 0], "terms": [[[0, 1]]] * 3}
    two = {"rows": ["a", "b"], "relations": [">=", "<="], "rhs": [2, 1], "terms": [[[0, 1]], [[1, 1]]]}
    members = [["row", 0, 1], ["row", 1, -1], ["row", 2, 0]]
    points = [[[0, 0]], [[0, 2]], [[0, 2]]]
    return [
        _document(
            "irreducible-infeasible-subsystem", {**program, **rows}, {"members": members[:k], "points": points[:k]}
        )
        for k, rows in ((3, three), (2, two))
    ]


def _plans() -> list[Document]:
    """A plan that is called one for more leavers, values or longer vectors; and no noise where one party looks on."""
    plan = make(Question.of([1] * 4, "1/1000", threshold=1), Fraction(1, 4)).certify().document()
    instance, evidence = plan["instance"], {k: v for k, v in plan["evidence"].items() if k != "least"}
    changes = ({"dropouts": 1}, {"dimension": 9}, {"sensitivity": ["9/8"] * 4}, {"releases": 2})
    nothing = {**evidence, "required": [0] * 4, "variances": [0] * 4}
    least = plan["evidence"]["least"]
    bounds = ({"bound": 0}, {"insufficient": least["insufficient"][:-1]}, {"insufficient": [*least["insufficient"], 0]})
    return [
        *(_document("noise-plan", instance, {**evidence, "least": {**least, **bound}}) for bound in bounds),
        *(_document("noise-plan", {**instance, **change}, evidence) for change in changes),
        _document("noise-plan", {**instance, "active": [0, 1]}, nothing),
    ]


def _points() -> list[Document]:
    """Variances with the total of an allocation that is not the least one."""
    known = allocate([3, 1, 2], 1).certify().document()
    more = {**known["evidence"], "variances": {"denominator": 1, "runs": [5, 3]}, "total": 15}
    return [_document("tpmdp-point", {**known["instance"], "point": [5, 5, 5]}, {"optimum": more})]


def _games() -> list[Document]:
    """The outcome of subgame-perfect play, but with the others' noise fixed the first user gains by adding less."""
    return [_document("noise-game-equilibrium", {"preferences": [1, 4, 2], "profile": [4, 0, 0]}, {})]


def _observers() -> list[Document]:
    """What one party learns, called what the other does: it hides its bit better."""
    problem, _ = make_problem([0, 0, 1, 0], [2, 5], observer=0)
    known = solve_problem(problem).certify().document()
    return [_document("randomized-response-optimum", {**known["instance"], "observer": 1}, known["evidence"])]


def _priors() -> list[Document]:
    """Bounds by a prior without weight, or one that is not uniform; a signature below the box that reaches a bound."""
    bit = {"lambdas": [2], "table": [0, 1], "weights": [[1, 0], [0, 1]], "criterion": "average", "observer": None}
    both = {**bit, "lambdas": [1, 1], "table": [0, 0, 0, 1]}
    low = {"nu": ["1/2", "1/2"], "mu": ["2/5", "1/3"], "columns": [[[2], [1], "7/15"], [["1/8"], [0], "8/15"]]}
    return [
        _document("signature-bound", bit, {"nu": [0, 0], "mu": [0, 0]}),
        _document("signature-bound", {**bit, "criterion": "worst"}, {"nu": [0, 0], "mu": [0, 0]}),
        _document("signature-bound", both, {"nu": ["1/6", "1/6", "1/6", "1/2"], "mu": ["1/2", 0, 0, 0]}),
        _document("signature-protocol", bit, low),
    ]


def _overtime() -> list[Document]:
    """A party that is present for twice the unit seems to prove the least total 3 where it is 2."""
    instance = {"denominator": 1, "required": [1, 1], "threshold": 1, "active": [0, 2]}
    track = {"machines": 1, "runs": [0, 2], "last": 2}
    leaders = {"start": 0, "parties": [0, 1], "durations": [1, 1, 2, 1]}
    rest = {"variances": {"denominator": 1, "runs": [1, 1, 2, 1]}, "total": 3, "bound": 3, "unit": 1, "horizon": 3}
    return [_document("tpmdp-allocation", instance, {**rest, "tracks": [track], "leaders": leaders})]
