"""Certificates about given variances for Eq. 6: what is feasible and optimal is decided, tampering is rejected."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from lp_models.tpmdp import as_printed
from optcheck import solve, verify
from optcheck.errors import CertificateRejected
from optcheck.exact.files import Certificate
from optcheck.tpmdp import Instance, allocate

REQUIRED, THRESHOLD = (3, 1, 2), 1
KNOWN = allocate(REQUIRED, THRESHOLD).certify()
PROGRAM = dict(solve(as_printed(Instance.of(REQUIRED, THRESHOLD))).certificate.evidence)
WITNESSES = ({"optimum": KNOWN.evidence}, {"program": PROGRAM})


def document(point: list[Any], evidence: dict[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
    """Three parties of whom one colludes, and variances for them."""
    instance = {
        "denominator": 1,
        "required": list(REQUIRED),
        "threshold": 1,
        "active": [0, 3],
        "point": point,
    } | changes
    return Certificate(
        "tpmdp-point", instance, {"optimum": KNOWN.evidence} if evidence is None else evidence
    ).document()


@pytest.mark.parametrize("witness", WITNESSES, ids=["packing", "program"])
@pytest.mark.parametrize(
    ("point", "feasibility", "optimality", "gap"),
    [
        ([2, 1, 1], "feasible", "optimal", 0),
        ([2, 1, 2], "feasible", "not optimal", 1),
        ([2, "1/2", 1], "infeasible", "not optimal", Fraction(1, 2)),
        ([4, 4, -1], "infeasible", "not optimal", 1),
    ],
)
def test_variances_are_judged(
    point: list[Any], feasibility: str, optimality: str, gap: Any, witness: dict[str, Any]
) -> None:
    proved = verify(document(point, witness))
    facts = [proved.fact(name).value for name in ("feasibility", "optimality", "gap")]
    assert facts == [feasibility, optimality, gap]


def test_without_an_optimum_only_feasibility_is_said() -> None:
    assert [fact.quantity for fact in verify(document([2, 1, 1], {})).facts] == ["feasibility"]


def test_requirements_may_have_a_denominator() -> None:
    halves = document([1, "1/2", "1/2"], {}, denominator=2)
    assert verify(halves).fact("feasibility").value == "feasible"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"point": [2, 1]}, "point"),
        ({"point": [2, 1, 0.5]}, "point"),
        ({"threshold": 3}, "threshold"),
        ({"threshold": 2}, "expected"),
        ({"required": [3, 1, "5/2"]}, "expected"),
        ({"total": 4}, "total"),
    ],
)
def test_a_changed_document_is_rejected(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(CertificateRejected, match=reason):
        verify(document(changes.pop("point", [9, 9, 9]), **changes))


def test_an_optimum_that_its_packing_does_not_prove_is_rejected() -> None:
    weak = {**KNOWN.evidence, "bound": "0", "unit": 1, "horizon": 0}
    for name in ("tracks", "leaders"):
        weak.pop(name)
    with pytest.raises(CertificateRejected, match="packing"):
        verify(document([2, 1, 1], {"optimum": weak}))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"value": "9/2"}, "cost of the primal point"),
        ({"primal": ["2", "1", "2"], "value": "5"}, "bound by the dual"),
        ({"primal": ["1", "1", "2"]}, "worst coalition"),
        ({"dual": [{"coalition": [0, 1], "party": 2, "weight": "1"}]}, "coalition"),
        ({"status": "infeasible"}, "status"),
    ],
)
def test_a_program_whose_optimum_is_not_proved_is_rejected(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(CertificateRejected, match=reason):
        verify(document([2, 1, 1], {"program": PROGRAM | change}))


def test_the_program_is_that_of_the_instance_with_its_denominator() -> None:
    with pytest.raises(CertificateRejected, match="bound by the dual"):
        verify(document([2, 1, 1], {"program": PROGRAM}, denominator=2))
    halved = dict(solve(as_printed(Instance.of([Fraction(r, 2) for r in REQUIRED], THRESHOLD))).certificate.evidence)
    proved = verify(document([1, "1/2", "1/2"], {"program": halved}, denominator=2))
    assert proved.fact("optimality").value == "optimal"
