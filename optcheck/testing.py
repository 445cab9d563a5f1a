"""Keep claims as tests: one line in a test file of your own, and pytest judges and attacks every claim of a package.

>>> from optcheck.testing import claim_tests
>>> test_claims = claim_tests("proofs_numeric")  # in a file test_claims.py
"""

from __future__ import annotations

from collections.abc import Callable

from optcheck.audit import registry
from optcheck.audit.judging.judge import judge
from optcheck.audit.judging.sabotage import unnoticed
from optcheck.audit.registry import Source
from optcheck.errors import InvalidInput

__all__ = ["check_claim", "claim_tests"]


def check_claim(source: Source) -> None:
    """The computed verdict is the expected one, and doubling, negating or shifting the right form is noticed."""
    claim = registry.load(source)
    verdict = judge(claim)
    if not verdict.agrees:
        raise AssertionError(f"{claim.id}: computed {verdict.verdict}, expected {verdict.expected}")
    if missed := unnoticed(claim):
        raise AssertionError(f"{claim.id}: nobody notices when the right form is {', '.join(missed)}")


def claim_tests(package: str) -> Callable[[Source], None]:
    """A pytest function with one test for each claim of the package."""
    try:
        import pytest
    except ModuleNotFoundError as error:
        raise InvalidInput("claims as tests need pytest, which is not installed") from error

    known = registry.select(registry.sources(package), [])

    @pytest.mark.parametrize("source", known, ids=lambda source: source.id)
    def test_claim(source: Source) -> None:
        check_claim(source)

    return test_claim
