"""Certificates of randomised response under attack: changed evidence and easier instances are rejected."""

from __future__ import annotations

import copy
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck import verify
from optcheck.checker.definitions.kairouz import _half_spaces
from optcheck.errors import CertificateRejected
from optcheck.exact.certificate import Certificate
from optcheck.randomized_response import Problem, make_problem, optimal_decision
from optcheck.randomized_response.optimum import solve_problem
from proofs_numeric.kairouz._optimal_face import largest_mass, middle_signatures
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
    other = "reached by a protocol other than randomised response"
    assert verify(_alternative()).fact("optimum").value == other
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
    assert other not in [fact.value for fact in extremal.certify().verify().facts]


LEVELS = {"lambdas": ["2", "2"]}
BAD: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("hull-corners", {"lambdas": ["1/2"]}, {}),
    ("hull-corners", {"lambdas": ["2"] * 40}, {}),
    ("hull-tensor", {**LEVELS, "tensor": [1, 1, 1, 1]}, {"weights": ["1/4", "1/4", "1/4", "1/4"]}),
    ("hull-tensor", {**LEVELS, "tensor": [1, 1, 1, 2]}, {"weights": ["1/4", "1/4", "1/4", "1/4"]}),
    ("hull-tensor", {**LEVELS, "tensor": [1, 1, 1]}, {"weights": ["4/9", "2/9", "2/9", "1/9"]}),
    ("hull-tensor", {**LEVELS, "tensor": [1, 1, 1, 1]}, {"separating": [0, 0, 0, 1]}),
    ("hull-tensor", {**LEVELS, "tensor": [1, 9, 9, 9]}, {"separating": [-2, 0, 1, 0]}),
    ("bit-privacy", {"mechanism": [["2/3", "2/3"], ["1/3", "2/3"]]}, {}),
    ("post-processing", {"strong": [["1"], ["1"]], "weak": [["1", "0"], ["0", "1"]]}, {"kernel": [["1", "0"]]}),
    (
        "post-processing",
        {"strong": [["1", "0"], ["0", "1"]], "weak": [["1"], ["1"]]},
        {"test": [1], "line": ["1", "1", "1"]},
    ),
    ("taylor-coefficient", {"expression": ["/", 1, "eps"], "power": 2}, {}),
    ("taylor-coefficient", {"expression": ["sin", "eps"], "power": 2}, {}),
    ("taylor-coefficient", {"expression": ["exp", ["+", 1, "eps"]], "power": 1}, {}),
]


@pytest.mark.parametrize(("kind", "instance", "evidence"), BAD)
def test_false_statements_are_rejected(kind: str, instance: dict[str, Any], evidence: dict[str, Any]) -> None:
    with pytest.raises(CertificateRejected):
        Certificate(kind, instance, evidence).verify()


MIDDLE = {**LEVELS, "tensor": [1, 1, 1, 1]}
EDGE = {**LEVELS, "tensor": [1, 1, 2, 2]}
GOOD: list[tuple[str, dict[str, Any], dict[str, Any], str, object]] = [
    ("hull-corners", {"lambdas": ["1", "2"]}, {}, "different corners", 2),
    ("hull-corners", {"lambdas": ["1", "2"]}, {}, "matrix of corners", "singular"),
    ("hull-corners", LEVELS, {}, "matrix of corners", "invertible"),
    ("hull-tensor", MIDDLE, {"weights": ["4/9", "2/9", "2/9", "1/9"]}, "corners needed", 4),
    ("hull-tensor", EDGE, {"weights": [0, 0, "2/3", "1/3"]}, "corners needed", 2),
    ("hull-tensor", EDGE, {"weights": [0, 0, "2/3", "1/3"]}, "corner", False),
    ("hull-tensor", EDGE, {"weights": [0, 0, "2/3", "1/3"]}, "on the relative boundary", True),
    ("hull-tensor", MIDDLE, {"weights": ["4/9", "2/9", "2/9", "1/9"]}, "on the relative boundary", False),
    ("hull-tensor", {**LEVELS, "tensor": [1, 2, 2, 4]}, {"weights": [0, 0, 0, 1]}, "corner", True),
    (
        "hull-tensor",
        {"lambdas": ["1", "1"], "tensor": [1, 1, 2, 2]},
        {"separating": [1, 0, -1, 0]},
        "half-spaces of Eq. 22",
        "all met",
    ),
    (
        "hull-tensor",
        {"lambdas": ["1", "2"], "tensor": [1, 1, 1, 1]},
        {"weights": ["1/3", "1/3", "1/3", 0]},
        "corners needed",
        2,
    ),
    ("bit-privacy", {"mechanism": [["2/3", "1/3"], ["1/3", "2/3"]]}, {}, "least lambda", 2),
    ("bit-privacy", {"mechanism": [["1", "0"], ["1/3", "2/3"]]}, {}, "least lambda", "infinite"),
    (
        "post-processing",
        {"strong": [["1"], ["1"]], "weak": [["1", "0"], ["0", "1"]]},
        {"test": [0, 1], "line": ["1", "1", "1"]},
        "weak",
        "not a post-processing of strong",
    ),
    (
        "taylor-coefficient",
        {"expression": ["-", ["^", ["*", 2, "eps"], 2], ["-", "eps"]], "power": 2},
        {},
        "coefficient",
        4,
    ),
]


@pytest.mark.parametrize(("kind", "instance", "evidence", "quantity", "value"), GOOD)
def test_true_statements_are_established(
    kind: str, instance: dict[str, Any], evidence: dict[str, Any], quantity: str, value: object
) -> None:
    assert Certificate(kind, instance, evidence).verify().fact(quantity).value == value


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from([Fraction(1), Fraction(2), Fraction(5, 2)]), min_size=1, max_size=3),
    st.data(),
)
def test_half_spaces_are_those_of_the_print(lambdas: list[int | Fraction], data: st.DataObject) -> None:
    """The fast transform against Eq. 22 as it is printed."""
    entries: list[int | Fraction] = [
        1,
        *(data.draw(st.fractions(-1, 3, max_denominator=4)) for _ in range((1 << len(lambdas)) - 1)),
    ]
    printed = all(
        (-1) ** len(lambdas)
        * prod(signs)
        * sum(
            entry * prod((-Fraction(v)) ** (a * bit) for v, a, bit in zip(lambdas, signs, bits, strict=True))
            for bits, entry in zip(product((0, 1), repeat=len(lambdas)), entries, strict=True)
        )
        >= 0
        for signs in product((-1, 1), repeat=len(lambdas))
    )
    assert (min(_half_spaces(lambdas, entries)) >= 0) == printed
