"""Local training in its smallest form: least squares through the origin, one number as the model, all rational.

A record is a pair (x, y) with x other than 0; a party's model minimises the sum of (y - x w)^2 over its records, and is
then clipped to [-C, C] (Algorithm 1, lines 5 and 6).
"""

from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

import sympy

from optcheck.claims import Argument, Document, Quantity, Value
from optcheck.claims.claim import texts
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import to_text

I = TypeVar("I")  # noqa: E741 - the instance
Record = tuple[Fraction, Fraction]


def sensitivity(describe: Callable[[I], tuple[int, Fraction, Fraction]]) -> Quantity[I]:
    """Weight times the sensitivity of clipped training, for (number of records, C, weight) of an instance."""

    def document(instance: I) -> Document:
        records, clip, weight = describe(instance)
        return {"clip": to_text(clip), "weight": to_text(weight), "records": records}

    def certify(instance: I) -> Certificate:
        """All x are 1, so the model is the mean of the y: one record C n or -C n among zeros puts it at C or -C."""
        records, clip, _ = describe(instance)
        replaced = [texts((1, clip * records)), texts((1, -clip * records))]
        evidence = {"common": [texts((1, 0))] * (records - 1), "replaced": replaced}
        return Certificate("adpml-sensitivity", document(instance), evidence)

    return Quantity(kind="adpml-sensitivity", name="sensitivity", describe=document, certify=certify)


def farthest(argument: Argument, distance: Callable[[Value, Value], Value]) -> None:
    """For n records and the threshold C: no two clipped models are further apart than this, and two are that far."""
    n, clip = sympy.symbols("n C", positive=True)
    above, below = sympy.symbols("a b", nonnegative=True)
    apart = distance(n, clip)
    argument.not_negative("models C - a and -C + b are no further apart", apart - (clip - above - (-clip + below)))
    means = ((n - 1) * 0 + clip * n) / n, ((n - 1) * 0 - clip * n) / n
    argument.identity("n - 1 records (1, 0) and one (1, ±C n): models that far apart", means[0] - means[1], apart)
    argument.identity("these are C and -C, which clipping leaves as they are", means, (clip, -clip))
