"""Local training in its smallest form: least squares through the origin, one number as the model, all rational.

A record is a pair (x, y) with x other than 0; a party's model minimises the sum of (y - x w)^2 over its records, and is
then clipped to [-C, C] (Algorithm 1, lines 5 and 6).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from optcheck.claims import Quantity
from optcheck.claims.grids import texts
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import to_text

Record = tuple[Fraction, Fraction]


def sensitivity(describe: Callable[[Any], tuple[int, Fraction, Fraction]]) -> Quantity[Any]:
    """Weight times the sensitivity of clipped training, for (number of records, C, weight) of an instance."""

    def document(instance: Any) -> dict[str, Any]:
        records, clip, weight = describe(instance)
        return {"clip": to_text(clip), "weight": to_text(weight), "records": records}

    def certify(instance: Any) -> Certificate:
        """All x are 1, so the model is the mean of the y: one record C n or -C n among zeros puts it at C or -C."""
        records, clip, _ = describe(instance)
        replaced = [texts((1, clip * records)), texts((1, -clip * records))]
        evidence = {"common": [texts((1, 0))] * (records - 1), "replaced": replaced}
        return Certificate("adpml-sensitivity", document(instance), evidence)

    return Quantity(kind="adpml-sensitivity", name="sensitivity", describe=document, certify=certify)
