"""Certificates about one optimum of Eq. 6: a point that is no optimum, or outside the rows, is rejected."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from lp_models.tpmdp import deduplicated
from optcheck import solve, verify
from optcheck.errors import CertificateRejected
from optcheck.exact.certificate import Certificate
from optcheck.tpmdp import Instance

KNOWN = solve(deduplicated(Instance.of([1, 0, 0], 1, [0, 1]))).certificate
ROW = {"label": "order", "terms": [[0, 1], [1, -1]], "relation": ">=", "side": 0}


def certificate() -> dict[str, Any]:
    """The optimum (0, 0, 1) of three parties of which the first requires 1, and the sum of the last two there."""
    found = Certificate(
        "coalition-cover-face",
        {**KNOWN.instance, "rows": [ROW], "expression": [[1, 1], [2, "3/2"]]},
        {**KNOWN.evidence, "primal": [0, 0, 1]},
    )
    return copy.deepcopy(found.document())


def test_the_value_at_an_optimum_is_proved() -> None:
    proved = verify(certificate())
    assert str(proved.value) == "3/2"
    assert (proved.fact("least cost").value, str(proved.fact("expression at an optimum").value)) == (1, "3/2")


@pytest.mark.parametrize(
    ("part", "name", "value", "reason"),
    [
        ("evidence", "primal", [0, 0, 2], "cost of the primal point"),
        ("evidence", "primal", [0, 1, 0], "party 1"),
        ("evidence", "status", "infeasible", "one of optimal"),
        ("instance", "rows", [{**ROW, "side": 1}], 'row "order": expected >= 1, got 0'),
        ("instance", "rows", [{**ROW, "relation": "<"}], "relation"),
        ("instance", "rows", [{**ROW, "terms": [[3, 1]]}], "a party"),
        ("instance", "rows", [{**ROW, "terms": [[-1, 1]]}], "terms"),
        ("instance", "rows", None, "rows"),
        ("instance", "expression", [[True, 1]], "expression"),
        ("instance", "expression", [[0, 0.5]], "expression"),
        ("instance", "expression", [[0]], "expression"),
    ],
)
def test_a_changed_document_is_rejected(part: str, name: str, value: object, reason: str) -> None:
    document = certificate()
    document[part][name] = value
    with pytest.raises(CertificateRejected, match=reason):
        verify(document)
