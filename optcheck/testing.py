"""Keep claims as tests: one line in a test file of your own, and pytest judges and attacks every claim of a folder.

>>> from optcheck.testing import claim_tests
>>> test_claims = claim_tests("proofs_numeric")  # in a file test_claims.py

With a second argument the strength of every verdict is compared too: ``claim_tests("claims", {"mynote/eq-1":
"proved"})`` fails as soon as a statement that was proved is only checked, or the other way round.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from optcheck.audit import registry
from optcheck.audit.kernel import judge
from optcheck.audit.registry import Source, located
from optcheck.audit.verdict import Verdict, open_foundations, settled
from optcheck.claims.claim import Strength
from optcheck.errors import InvalidInput


def check_claim(source: Source, strength: str | None = None, root: str | None = None) -> None:
    """The computed verdict is the expected one, and what it rests on is firm.

    ``strength`` is the one that the verdict must have, where it is given; ``root`` is where the claims lie on which
    this one rests, if that is not the package of its file.
    """
    claim = registry.load(source)
    verdict = _settled(source, root or source.module.rpartition(".")[0].rpartition(".")[0])
    if not verdict.agrees:
        why = f": {verdict.error}" if verdict.error else ""
        raise AssertionError(f"{claim.id}: computed {verdict.verdict}, expected {verdict.expected}{why}")
    if strength not in (None, verdict.strength):
        raise AssertionError(f"{claim.id}: {verdict.verdict}, and the strength is {verdict.strength}, not {strength}")


@cache
def _judged(source: Source) -> Verdict:
    return judge(registry.load(source))


def _settled(source: Source, root: str) -> Verdict:
    """The verdict, with what it rests on judged as well."""
    every = {item.id: item for item in registry.sources(root)}
    known = [_judged(source)]
    while wanted := [every[name] for name in open_foundations(known) if name in every]:
        known += map(_judged, wanted)
    return settled(known)[0]


def claim_tests(claims: str, strengths: Mapping[str, str] | None = None) -> Callable[[Source], None]:
    """A pytest function with one test for each claim of a folder, file or package.

    ``strengths`` says for every claim which strength its verdict has.
    """
    try:
        import pytest
    except ModuleNotFoundError as error:
        raise InvalidInput("claims as tests need pytest, which is not installed") from error

    root = located(claims)
    known = registry.select(registry.sources(root), [])
    if strengths is not None:
        _check_strengths(strengths, known)

    @pytest.mark.parametrize("source", known, ids=lambda source: source.id)
    def test_claim(source: Source) -> None:
        check_claim(source, None if strengths is None else strengths[source.id], root)

    return test_claim


def _check_strengths(strengths: Mapping[str, str], known: Sequence[Source]) -> None:
    """Every claim has a strength, and there are no others."""
    ids = {source.id for source in known}
    if lost := sorted(ids - set(strengths)):
        raise InvalidInput(f"strengths must name every claim, and do not name {', '.join(lost)}")
    if odd := sorted(set(strengths) - ids):
        raise InvalidInput(f"strengths name {', '.join(odd)}, which no claim is called")
    for name, strength in strengths.items():
        if strength not in list(Strength):
            raise InvalidInput(f"the strength of {name} must be one of {', '.join(Strength)}, got {strength!r}")
