"""Certificates of randomised response under attack: changed evidence and easier instances are rejected."""

from __future__ import annotations

import copy
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck import verify
from optcheck.errors import CertificateRejected
from optcheck.exact.files import Certificate
from optcheck.randomized_response import Problem, make_problem, optimal_decision
from optcheck.randomized_response.optimum import solve_problem
from tests.strategies.randomized_response import other_optimum, problems


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
    return _document(other_optimum(problem))


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
    assert other not in [fact.value for fact in other_optimum(xor).verify().facts]
