"""Claims for tests, built from one template by naming only what differs."""

from __future__ import annotations

from typing import Any

from optcheck.claims import Claim, Form, Outcome
from optcheck.claims.claim import equals
from tests.optcheck.audit.samples._common import FEW, Count, sum_of


def triangle(count: Count) -> int:
    """The right closed form."""
    return count.n * (count.n + 1) // 2


def wrong(count: Count) -> int:
    """Right at n = 0 only."""
    return count.n * (count.n + 1) // 2 + count.n


def claim(claim_id: str, **changes: Any) -> Claim[Count]:
    """The claim about the sum of the first n numbers, with changes; no more than the numbers 0 to 3 are tried."""
    fields: dict[str, Any] = {
        "id": claim_id,
        "place": "Eq. 1",
        "title": "sum of the first n numbers",
        "domain": Count,
        "truth": sum_of(lambda i: i),
        "asserts": equals,
        "printed": Form(triangle, "n (n + 1) / 2"),
        "expected": Outcome.HOLDS,
        "effort": FEW,
    }
    return Claim(**{**fields, **changes})
