"""Certificates of randomised response under attack: changed evidence and easier instances are rejected."""

from __future__ import annotations

import copy
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lp_models.signature_face import largest_mass, middle_signatures
from optcheck import verify
from optcheck.errors import CertificateRejected
from optcheck.exact.certificate import Certificate
from optcheck.randomized_response import Problem, make_problem, optimal_decision
from optcheck.randomized_response.optimum import solve_problem
from tests.strategies.randomized_response import problems


def _document(certificate: Certificate) -> Any:
    return copy.deepcopy(certificate.document())


@settings(deadline=None, max_examples=60)
@given(problems(most=2), st.data())
def test_an_accepted_change_still_states_the_true_optimum(problem: Problem, data: st.DataObject) -> None:
    document = _document(solve_problem(problem).certify())
    part = data.draw(st.sampled_from(["nu", "mu", "lambdas", "weights", "table"]))
    values = document["evidence" if part in ("nu", "mu") else "instance"][part]
    if part == "weights":
        values = data.draw(st.sampled_from(values))
    place = data.draw(st.integers(0, len(values) - 1))
    step = data.draw(st.sampled_from([Fraction(1), Fraction(-1, 3), Fraction(1, 10**12)]))
    values[place] = 0 if part == "table" else str(Fraction(values[place]) + step)
    try:
        verified = verify(document)
    except CertificateRejected:
        return
    instance = document["instance"]
    changed = Problem(
        tuple(Fraction(v) for v in instance["lambdas"]),
        tuple(instance["table"]),
        tuple(tuple(Fraction(e) for e in row) for row in instance["weights"]),
        instance["criterion"],
        instance["observer"],
    )
    assert verified.value == solve_problem(changed).value


def _attacks() -> list[tuple[str, Any]]:
    worst = _document(optimal_decision([0, 0, 0, 1], [2, 2], "worst").certify())
    found: list[tuple[str, Any]] = []
    changes: dict[str, Callable[[Any], object]] = {
        "rule is not a distribution": lambda d: d["evidence"]["rule"][0][1].__setitem__(0, "1"),
        "rule that is worse": lambda d: d["evidence"]["rule"][0].__setitem__(3, ["1", "0"]),
        "prior that is not one": lambda d: d["evidence"]["nu"].__setitem__(0, "1"),
        "negative prior": lambda d: d["evidence"].__setitem__("nu", ["-1", "1", "1", "0"]),
        "dual too small": lambda d: d["evidence"]["mu"].__setitem__(0, "-5"),
        "lambda below one": lambda d: d["instance"]["lambdas"].__setitem__(0, "1/2"),
        "unknown criterion": lambda d: d["instance"].__setitem__("criterion", "best"),
        "average asked with a skew prior": lambda d: d["instance"].__setitem__("criterion", "average"),
        "unknown observer": lambda d: d["instance"].__setitem__("observer", 2),
        "table too short": lambda d: d["instance"]["table"].pop(),
        "float": lambda d: d["evidence"]["mu"].__setitem__(0, 0.5),
    }
    for name, change in changes.items():
        document = copy.deepcopy(worst)
        change(document)
        found.append((name, document))
    return found


@pytest.mark.parametrize(("name", "document"), _attacks(), ids=lambda item: item if isinstance(item, str) else "")
def test_every_attack_is_rejected(name: str, document: Any) -> None:
    with pytest.raises(CertificateRejected):
        verify(document)


def _alternative() -> Any:
    problem, _ = make_problem([0, 0, 0, 1], [2, 2])
    return _document(largest_mass(problem, middle_signatures(problem), lambda _, s: 1 in s).certify())


def test_an_alternative_protocol_must_be_private_complete_and_not_extremal() -> None:
    assert "reaches it too" in verify(_alternative()).statement
    changes: tuple[Callable[[Any], object], ...] = (
        lambda d: d["evidence"]["columns"][0][0].__setitem__(0, "3"),
        lambda d: d["evidence"]["columns"][0].__setitem__(2, "0"),
        lambda d: d["evidence"]["columns"].pop(),
        lambda d: d["evidence"]["columns"][0].__setitem__(1, [1]),
        lambda d: d["evidence"]["columns"][0].__setitem__(1, [0, 0]),
    )
    for change in changes:
        document = _alternative()
        change(document)
        with pytest.raises(CertificateRejected):
            verify(document)
    xor, _ = make_problem([0, 1, 1, 0], [2, 2])
    extremal = largest_mass(xor, middle_signatures(xor), lambda _, s: 1 in s)
    with pytest.raises(CertificateRejected, match="not extremal"):
        extremal.certify().verify()


LEVELS = {"lambdas": ["2", "2"]}
BAD: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("hull-corner-count", LEVELS, {"corners": 3}),
    ("extremal-dependence", LEVELS, {"weights": [1, -1, 0, 0]}),
    ("extremal-dependence", LEVELS, {"weights": [0, 0, 0, 0]}),
    ("hull-boundary", {**LEVELS, "point": ["1", "1"]}, {"functional": ["2", "0", "-1", "0"]}),
    ("hull-boundary", {**LEVELS, "point": ["2", "2"]}, {"functional": ["2", "0", "-1", "0"]}),
    ("hull-boundary", {**LEVELS, "point": ["2", "3"]}, {"functional": ["2", "0", "-1", "0"]}),
    ("hull-boundary", {**LEVELS, "point": ["2", "1"]}, {"functional": ["0", "0", "0", "0"]}),
    ("hull-boundary", {**LEVELS, "point": ["2", "1"]}, {"functional": ["-2", "0", "1", "0"]}),
    ("hull-representation", {**LEVELS, "point": ["1", "1"]}, {"weights": ["1/4", "1/4", "1/4", "1/4"]}),
    ("hull-representation", {**LEVELS, "point": ["1", "1"]}, {"weights": ["4/9", "2/9", "2/9", "1/9"]}),
    ("hull-member", {**LEVELS, "tensor": [1, 1, 1, 2]}, {"weights": ["1/4", "1/4", "1/4", "1/4"]}),
    ("hull-outside", {**LEVELS, "tensor": [1, 1, 1, 1]}, {"functional": [0, 0, 0, 1]}),
    ("hull-outside", {**LEVELS, "tensor": [1, 9, 9, 9]}, {"functional": [2, 0, -1, 0]}),
    ("bit-privacy", {"mechanism": [["2/3", "1/3"], ["1/3", "2/3"]], "lambda": "2"}, {"private": False}),
    ("bit-privacy", {"mechanism": [["2/3", "2/3"], ["1/3", "2/3"]], "lambda": "2"}, {"private": True}),
    ("post-processing", {"strong": [["1"], ["1"]], "weak": [["1", "0"], ["0", "1"]]}, {"kernel": [["1", "0"]]}),
    (
        "region-outside",
        {"strong": [["1", "0"], ["0", "1"]], "weak": [["1"], ["1"]]},
        {"test": [1], "line": ["1", "1", "1"]},
    ),
    ("taylor-coefficient", {"expression": ["exp", "eps"], "power": 2, "claimed": "1/2"}, {"coefficient": "1/2"}),
    ("taylor-coefficient", {"expression": ["exp", "eps"], "power": 2, "claimed": "1/3"}, {"coefficient": "1/4"}),
    ("taylor-coefficient", {"expression": ["/", 1, "eps"], "power": 2, "claimed": "1"}, {"coefficient": "0"}),
    ("taylor-coefficient", {"expression": ["sin", "eps"], "power": 2, "claimed": "1"}, {"coefficient": "0"}),
    ("taylor-coefficient", {"expression": ["exp", ["+", 1, "eps"]], "power": 1, "claimed": "1"}, {"coefficient": "0"}),
]


@pytest.mark.parametrize(("kind", "instance", "evidence"), BAD)
def test_false_statements_are_rejected(kind: str, instance: dict[str, Any], evidence: dict[str, Any]) -> None:
    with pytest.raises(CertificateRejected):
        Certificate(kind, instance, evidence).verify()


GOOD: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("hull-corner-count", {"lambdas": ["1", "2"]}, {"corners": 2}),
    ("extremal-dependence", {"lambdas": ["1", "2"]}, {"weights": [1, 0, -1, 0]}),
    ("hull-boundary", {**LEVELS, "point": ["2", "1"]}, {"functional": ["2", "0", "-1", "0"]}),
    ("hull-representation", {**LEVELS, "point": ["2", "1"]}, {"weights": [0, 0, "2/3", "1/3"]}),
    ("hull-member", {**LEVELS, "tensor": [1, 1, 1, 1]}, {"weights": ["4/9", "2/9", "2/9", "1/9"]}),
    ("hull-outside", {"lambdas": ["1", "1"], "tensor": [1, 1, 2, 2]}, {"functional": [1, 0, -1, 0]}),
    ("bit-privacy", {"mechanism": [["2/3", "1/3"], ["1/3", "2/3"]], "lambda": "3/2"}, {"private": False}),
    (
        "region-outside",
        {"strong": [["1"], ["1"]], "weak": [["1", "0"], ["0", "1"]]},
        {"test": [0, 1], "line": ["1", "1", "1"]},
    ),
    (
        "taylor-coefficient",
        {"expression": ["-", ["^", ["*", 2, "eps"], 2], ["-", "eps"]], "power": 2, "claimed": 0},
        {"coefficient": 4},
    ),
]


@pytest.mark.parametrize(("kind", "instance", "evidence"), GOOD)
def test_true_statements_are_accepted(kind: str, instance: dict[str, Any], evidence: dict[str, Any]) -> None:
    assert Certificate(kind, instance, evidence).verify().kind == kind


def test_too_many_corners_are_refused() -> None:
    with pytest.raises(CertificateRejected, match="lambdas: expected at most 10, got 40"):
        Certificate("hull-corner-count", {"lambdas": [2] * 40}, {"corners": 2}).verify()
