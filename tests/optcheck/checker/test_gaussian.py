"""The checker's proof of a variance: accepts the calibrated one, rejects any smaller one and any tampering."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.calibrators import GRID
from optcheck.checker.gaussian import private_budget
from optcheck.errors import CertificateRejected, InvalidInput
from optcheck.exact.files import Certificate
from optcheck.gaussian import required_variance, variance_certificate
from tests.strategies.gaussian import deltas, epsilons, sensitivities, two_below

KIND = "gaussian-variance"


@pytest.mark.parametrize(("epsilon", "delta"), GRID)
def test_every_cell_of_the_grid_is_proved(epsilon: float, delta: float) -> None:
    proved = variance_certificate(epsilon, delta).verify()
    assert proved.kind == KIND
    assert proved.value == Fraction(required_variance(epsilon, delta))
    assert proved.fact("least variance", ">").value == Fraction(two_below(required_variance(epsilon, delta)))
    assert "sensitivity 1" in proved.statement


@given(epsilons(), deltas(), sensitivities())
@settings(max_examples=60, deadline=None)
def test_variances_over_the_whole_range_are_proved(epsilon: float, delta: float, sensitivity: float) -> None:
    variance_certificate(epsilon, delta, sensitivity).verify()


@given(epsilons(), deltas())
@settings(max_examples=60, deadline=None)
def test_a_variance_two_places_below_is_rejected(epsilon: float, delta: float) -> None:
    certificate = variance_certificate(epsilon, delta)
    short = {"variance": str(Fraction(two_below(required_variance(epsilon, delta))))}
    with pytest.raises(CertificateRejected, match="variance: expected delta at most"):
        Certificate(KIND, certificate.instance, short).verify()


def test_a_sufficient_variance_is_not_accepted_as_insufficient() -> None:
    evidence = {"variance": "14", "insufficient": "139/10"}
    instance = {"epsilon": 1, "delta": "1/100000", "sensitivity": 1}
    assert Certificate(KIND, instance, evidence).verify().value == 14
    with pytest.raises(CertificateRejected, match="insufficient: expected delta above"):
        Certificate(KIND, instance, {"variance": "15", "insufficient": "14"}).verify()


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"epsilon": -1}, "epsilon"),
        ({"delta": 0}, "delta"),
        ({"delta": 1}, "delta"),
        ({"sensitivity": 0}, "sensitivity"),
        ({"epsilon": "1/2"}, "variance"),
        ({"delta": "1/1000000"}, "variance"),
        ({"sensitivity": 2}, "variance"),
    ],
)
def test_a_changed_instance_is_rejected(change: dict[str, Any], where: str) -> None:
    certificate = variance_certificate(1.0, 1e-5)
    with pytest.raises(CertificateRejected, match=where):
        Certificate(KIND, {**certificate.instance, **change}, certificate.evidence).verify()


@pytest.mark.parametrize("evidence", [{}, {"variance": 0}, {"variance": -3}, {"variance": 14, "insufficient": 15}])
def test_useless_evidence_is_rejected(evidence: dict[str, Any]) -> None:
    with pytest.raises(CertificateRejected):
        Certificate(KIND, {"epsilon": 1, "delta": "1/100000", "sensitivity": 1}, evidence).verify()


def test_a_certificate_needs_a_positive_sensitivity() -> None:
    with pytest.raises(InvalidInput, match="sensitivity must be greater than 0 for a certificate, got 0"):
        variance_certificate(1.0, 1e-5, 0)


def test_a_variance_at_the_edge_of_the_doubles_has_no_smaller_one() -> None:
    certificate = variance_certificate(1.0, 1e-5, math.ulp(0.0))
    assert "insufficient" not in certificate.evidence
    certificate.verify()


@given(st.fractions(0, 9), st.fractions(Fraction(1, 10**9), Fraction(1, 2)), st.integers(2, 60))
def test_a_budget_leaves_room_for_what_integers_cost(epsilon: Fraction, delta: Fraction, bits: int) -> None:
    """A ratio of at most e^zeta turns (epsilon', delta') into (epsilon' + 2 zeta, delta' e^zeta) at worst."""
    zeta = Fraction(1, 2**bits)
    inner = private_budget(epsilon, delta, zeta)
    if inner is not None:
        grown = 1 + zeta + zeta**2  # above e^zeta
        lost = 0 if epsilon else 2 * zeta * (1 + 2 * zeta)  # above e^(2 zeta) - 1, times a probability
        assert inner[0] + (2 * zeta if epsilon else 0) <= epsilon
        assert inner[1] * grown + lost <= delta
