"""What a claim rests on is known, and never weaker than the claim itself."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from optcheck.audit import registry
from optcheck.claims import Claim, Strength

PAGE = Path(__file__).parents[2] / "docs" / "verdicts.md"
ROW = re.compile(r"^\| `([^`]+)` \|.*\| (?:\*\*)?([a-z-]+)(?:\*\*)? \|$", re.MULTILINE)
STRENGTHS = {name: Strength(word) for name, word in ROW.findall(PAGE.read_text(encoding="utf-8"))}
CLAIMS = {claim.id: claim for claim in map(registry.load, registry.sources())}
MEASURED = [claim for claim in CLAIMS.values() if claim.measure is not None and claim.paper != "adpml"]  # which trains
RESTING = [(name, below) for name, claim in CLAIMS.items() for below in claim.rests_on]


def test_every_claim_has_a_strength() -> None:
    assert set(CLAIMS) <= set(STRENGTHS)


@pytest.mark.parametrize(("name", "below"), RESTING)
def test_no_claim_is_stronger_than_what_its_argument_rests_on(name: str, below: str) -> None:
    """So no proved claim rests on a sampled one; a proof assistant's theorem rests on nothing but itself."""
    assert below in CLAIMS
    own = STRENGTHS[name]
    assert own is Strength.MACHINE_CHECKED or STRENGTHS[below].rank <= own.rank


@pytest.mark.parametrize("claim", MEASURED, ids=lambda claim: claim.id)
def test_what_is_only_measured_says_what_would_decide_it(claim: Claim[object]) -> None:
    assert claim.measure is not None
    assert re.search("could be (decided|measured)|would decide", claim.measure().reason)


def test_nothing_rests_on_itself_however_far_down() -> None:
    def below(name: str) -> set[str]:
        direct = set(CLAIMS[name].rests_on)
        return direct.union(*map(below, direct))

    assert not [name for name in CLAIMS if name in below(name)]
