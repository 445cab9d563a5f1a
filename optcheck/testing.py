"""Keep claims as tests: one line in a test file of your own, and pytest judges and attacks every claim of a package.

>>> from optcheck.testing import claim_tests
>>> test_claims = claim_tests("proofs_numeric")  # in a file test_claims.py
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from optcheck.audit import registry
from optcheck.audit.kernel import judge
from optcheck.audit.registry import Source
from optcheck.audit.trial import unnoticed
from optcheck.audit.verdict import Verdict, open_foundations, settled
from optcheck.errors import InvalidInput

__all__ = ["check_claim", "claim_tests"]


def check_claim(source: Source) -> None:
    """The computed verdict is the expected one, what it rests on is firm, and a changed right form is noticed.

    Changed is: doubled, negated, shifted by one.
    """
    claim = registry.load(source)
    verdict = _settled(source)
    if not verdict.agrees:
        why = f": {verdict.error}" if verdict.error else ""
        raise AssertionError(f"{claim.id}: computed {verdict.verdict}, expected {verdict.expected}{why}")
    if missed := unnoticed(claim):
        raise AssertionError(f"{claim.id}: nobody notices when the right form is {', '.join(missed)}")


@cache
def _judged(source: Source) -> Verdict:
    return judge(registry.load(source))


def _settled(source: Source) -> Verdict:
    """The verdict, with what it rests on judged as well."""
    every = {item.id: item for item in registry.sources(source.module.rpartition(".")[0].rpartition(".")[0])}
    known = [_judged(source)]
    while wanted := [every[name] for name in open_foundations(known) if name in every]:
        known += map(_judged, wanted)
    return settled(known)[0]


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
