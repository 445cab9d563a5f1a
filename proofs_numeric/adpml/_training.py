"""Local training in its smallest form: least squares through the origin, one number as the model, all rational.

A record is a pair (x, y) with x other than 0; a party's model minimises the sum of (y - x w)^2 over its records.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from optcheck.errors import NotCertified
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import to_text

Record = tuple[Fraction, Fraction]


def minimiser(records: Sequence[Record]) -> Fraction:
    """The model that minimises the training loss: the zero of its derivative."""
    return sum((x * y for x, y in records), Fraction()) / sum((x * x for x, _ in records), Fraction())


def derivative(records: Sequence[Record], model: Fraction) -> Fraction:
    """Half the derivative of the training loss; zero exactly at the minimiser, as the loss is convex."""
    return sum((x * (x * model - y) for x, y in records), Fraction())


def clipped(model: Fraction, clip: Fraction) -> Fraction:
    """Line 6 of Algorithm 1."""
    return model / max(Fraction(1), abs(model) / clip)


def worst_pair(records: int, clip: Fraction) -> tuple[list[Record], Record, Record]:
    """Common records and two replacements whose models are C and -C: all x are 1, so the model is the mean of y."""
    extreme = clip * records
    return [(Fraction(1), Fraction(0))] * (records - 1), (Fraction(1), extreme), (Fraction(1), -extreme)


def sensitivity(records: int, clip: Fraction) -> Fraction:
    """The exact sensitivity of clipped local training.

    No two clipped models are further apart than 2C; the worst pair attains that, which is checked here.
    """
    common, first, second = worst_pair(records, clip)
    models = [clipped(minimiser([*common, record]), clip) for record in (first, second)]
    distance = abs(models[0] - models[1])
    if distance != 2 * clip:
        raise NotCertified(f"the worst pair is {distance} apart, not 2C = {2 * clip}")
    return distance


def sensitivity_certificate(records: int, clip: Fraction, weight: Fraction) -> Certificate:
    """A certificate of weight times the sensitivity of local training."""
    common, first, second = worst_pair(records, clip)
    return Certificate(
        "adpml-sensitivity",
        {"clip": to_text(clip), "weight": to_text(weight), "records": records},
        {
            "common": [list(map(to_text, record)) for record in common],
            "replaced": [list(map(to_text, record)) for record in (first, second)],
        },
    )
