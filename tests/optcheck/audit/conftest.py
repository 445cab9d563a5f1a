"""Where the sample claims live, and their verdicts."""

from __future__ import annotations

import pytest

from optcheck.audit.registry import Source, sources
from optcheck.audit.run import work
from optcheck.audit.verdict import Verdict

SAMPLES = "tests.optcheck.audit.samples"
BROKEN = "tests.optcheck.audit.broken"


@pytest.fixture(autouse=True)
def _own_claims(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests package counts as ours, as a user's own package of claims would."""
    monkeypatch.setenv("OPTCHECK_CLAIMS", SAMPLES)


@pytest.fixture(scope="session")
def sample_sources() -> tuple[Source, ...]:
    return sources(SAMPLES)


@pytest.fixture(scope="session")
def sample_verdicts(sample_sources: tuple[Source, ...]) -> list[Verdict]:
    return [work(source, 0).verdict for source in sample_sources]
