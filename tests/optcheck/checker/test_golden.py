"""Certificates that users hold stay valid: files as version 0.2.0 wrote them (integer programs: as first released)."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from optcheck.checker.core import check_document
from optcheck.checker.delivery import check_delivery

HOME = Path(__file__).parent / "golden"
HELD = [json.loads(line) for line in (HOME / "certificates.jsonl").read_text(encoding="utf-8").splitlines()]
KINDS = {
    "gaussian-variance",
    "integer-program",
    "irreducible-infeasible-subsystem",
    "linear-program",
    "linear-program-ranging",
    "noise-plan",
    "tpmdp-allocation",
}


@pytest.mark.parametrize("held", HELD, ids=lambda held: held["document"]["kind"])
def test_a_certificate_of_an_earlier_version_proves_what_it_proved(held: dict[str, Any]) -> None:
    assert [str(fact) for fact in check_document(held["document"]).facts] == held["facts"]


def test_every_kind_that_users_hold_is_among_them() -> None:
    assert {held["document"]["kind"] for held in HELD} == KINDS


@pytest.mark.parametrize(("plan", "noise"), [("plan.json", "noise.csv"), ("stream.json", "stream")])
def test_plans_of_an_earlier_version_fit_their_files(plan: str, noise: str) -> None:
    files = sorted((HOME / noise).glob("*.csv")) or [HOME / noise]
    rows = [row for file in files for row in csv.DictReader(file.read_text(encoding="utf-8").splitlines())]
    total = sum(int(row["grid_variance"]) * Fraction(row["grid"]) ** 2 for row in rows)
    assert check_delivery(HOME / plan, HOME / noise).value == total
