"""Claims for tests, built from one template by naming only what differs."""

from __future__ import annotations

from typing import Any

from optcheck.claims import Claim, Domain, Form, Outcome
from optcheck.claims.relations import equals
from tests.optcheck.audit.samples._common import itself, sum_of


def triangle(n: int) -> int:
    """The right closed form."""
    return n * (n + 1) // 2


def wrong(n: int) -> int:
    """Right at n = 0 only."""
    return n * (n + 1) // 2 + n


def domain(**changes: Any) -> Domain[int]:
    """A small domain of integers."""
    return Domain(**{"description": "n <= 3", "grid": lambda: range(4), "order": itself, **changes})


def claim(claim_id: str, **changes: Any) -> Claim[int]:
    """The claim about the sum of the first n numbers, with changes."""
    fields: dict[str, Any] = {
        "id": claim_id,
        "place": "Eq. 1",
        "title": "sum of the first n numbers",
        "domain": domain(),
        "truth": sum_of(itself),
        "asserts": equals,
        "printed": Form(triangle, "n (n + 1) / 2"),
        "expected": Outcome.HOLDS,
    }
    return Claim(**{**fields, **changes})
