"""One verdict a claim and process: several tests look at different sides of the same one."""

from __future__ import annotations

from functools import cache

from optcheck.audit import judge, registry
from optcheck.audit.verdict import Verdict


@cache
def judged(claim_id: str) -> Verdict:
    """The verdict with seed 0, computed once."""
    return judge(registry.find(claim_id))
