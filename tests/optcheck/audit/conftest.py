"""Where the sample claims live, and their verdicts."""

from __future__ import annotations

import pytest

from optcheck.audit.registry import Source, sources
from optcheck.audit.verdict import Verdict
from optcheck.audit.work import work

SAMPLES = "tests.optcheck.audit.samples"
BROKEN = "tests.optcheck.audit.broken"


@pytest.fixture(scope="session")
def sample_sources() -> tuple[Source, ...]:
    return sources(SAMPLES)


@pytest.fixture(scope="session")
def sample_verdicts(sample_sources: tuple[Source, ...]) -> list[Verdict]:
    return [work(source, 0).verdict for source in sample_sources]
