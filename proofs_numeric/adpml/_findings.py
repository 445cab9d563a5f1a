"""How a disagreement is reported: the two shapes that most claims of this paper share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from optcheck.audit import Discrepancy, Impact
from optcheck.exact.certificate import Certificate
from proofs_numeric.adpml._terms import Real, Term, above, decimal, gap, is_above


def exceeded(true: Term, stated: Real, note: str, explanation: str) -> Discrepancy | None:
    """None when the exact delta is at most the stated one; else privacy is overstated."""
    if not is_above(true, stated):
        return None
    return Discrepancy(
        claimed=decimal(stated),
        true=decimal(true),
        gap=gap(true, stated),
        impact=Impact.SAFETY,
        certificate=above(true, stated, note),
        explanation=explanation,
    )


def unequal(
    claimed: Any, true: Any, certificate: Callable[[Any, Any], Certificate], explanation: str
) -> Discrepancy | None:
    """None when two rationals are equal; too small a sensitivity or loss is unsafe, too large a one wastes noise."""
    if claimed == true:
        return None
    return Discrepancy(
        claimed=claimed,
        true=true,
        gap=abs(claimed - true),
        impact=Impact.SAFETY if claimed < true else Impact.OPTIMALITY,
        certificate=certificate(claimed, true),
        explanation=explanation,
    )
