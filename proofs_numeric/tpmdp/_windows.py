"""An order with named constants: a quantity lies between two multiples of the printed one."""

from __future__ import annotations

from optcheck.audit import Discrepancy, Impact
from optcheck.exact.numbers import Exact
from proofs_numeric.tpmdp._common import comparison


def inside(printed: Exact, true: Exact, least: Exact, most: Exact) -> Discrepancy | None:
    """None when least * printed <= true <= most * printed; the certificate compares the numbers otherwise."""
    if least * printed <= true <= most * printed:
        return None
    too_large = true > most * printed
    bound = most * printed if too_large else least * printed
    relation = ">" if too_large else "<"
    return Discrepancy(
        claimed=bound,
        true=true,
        gap=abs(true - bound),
        impact=Impact.VALUE,
        certificate=comparison("true", relation, "bound", "the exact size against its bound", true=true, bound=bound),
        explanation=f"The exact quantity is {'above' if too_large else 'below'} what the order allows.",
    )
