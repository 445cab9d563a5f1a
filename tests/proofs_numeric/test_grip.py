"""The kernel's grip on every claim: sabotage of the right form is noticed, and certificates cannot be exchanged."""

from __future__ import annotations

from functools import cache

import pytest

from optcheck.audit import registry
from optcheck.audit.trial import Bench, unnoticed
from optcheck.claims import Claim
from optcheck.exact.files import Certificate
from tests.optcheck.audit._certificates import foreign_certificates_accepted, own_certificate

CLAIMS = [claim for claim in map(registry.load, registry.sources()) if isinstance(claim, Claim)]


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_doubling_negating_or_shifting_the_right_form_is_noticed(claim: Claim[object]) -> None:
    form = claim.right_form
    assert form is None or unnoticed(Bench(claim), form) == []


@cache
def _certificate(place: int) -> Certificate | None:
    return own_certificate(CLAIMS[place])


@pytest.mark.parametrize("place", range(len(CLAIMS)), ids=lambda place: CLAIMS[place].id)
def test_the_certificate_of_another_claim_is_refused(place: int) -> None:
    """The next claim's, and that of one far away in the list."""
    others = [(place + step) % len(CLAIMS) for step in (1, 2, len(CLAIMS) // 2)]
    certificates = {CLAIMS[other].id: _certificate(other) for other in others}
    assert foreign_certificates_accepted(CLAIMS[place], certificates) == []
