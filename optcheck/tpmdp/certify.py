"""An allocation with its packing as a certificate of kind ``tpmdp-allocation``, linear in the number of parties."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact, common_denominator, to_text
from optcheck.exact.rounding import exact_sum
from optcheck.tpmdp.allocation import Allocation
from optcheck.tpmdp.inputs import Doubles, Exacts
from optcheck.tpmdp.instance import missing_parties
from optcheck.tpmdp.packing import Keys, Packing, pack

__all__ = ["KIND", "certificate", "runs"]

KIND = "tpmdp-allocation"
_LONGEST_DENOMINATOR = 1 << 12  # bits; beyond it numbers are written one by one as "p/q"


def certificate(allocation: Allocation) -> Certificate:
    """The proof that an allocation is feasible and how far its total can be from the optimum."""
    denominator, required = _integers(allocation.required)
    instance = {
        "denominator": denominator,
        "required": required,
        "threshold": missing_parties(allocation.threshold, allocation.dropouts),
        "active": runs(np.flatnonzero(allocation.active)),
    }
    evidence: dict[str, object] = {"variances": _variances(allocation.variances), "total": _total(allocation)}
    note = _note(allocation)
    if not allocation.rule.rank:
        return Certificate(KIND, instance, evidence | {"bound": "0", "unit": 1, "horizon": 0}, note)
    packing = pack(_keys(allocation.required), allocation.active, allocation.rule)
    return Certificate(KIND, instance, evidence | _schedule(packing) | {"bound": _bound(allocation, packing)}, note)


def _note(allocation: Allocation) -> str:
    """Which threshold stands for colluders and dropouts; the proof itself is about Eq. 6 with that threshold."""
    if not allocation.dropouts:
        return ""
    return f"t = {allocation.threshold} colluders and {allocation.dropouts} dropouts, planned as threshold t + d"


def _total(allocation: Allocation) -> str:
    variances = allocation.variances
    return to_text(exact_sum(variances) if isinstance(variances, np.ndarray) else Fraction(allocation.total))


def _bound(allocation: Allocation, packing: Packing) -> str:
    required = allocation.required
    if isinstance(required, np.ndarray):
        above, level = exact_sum(required[packing.full]), Fraction(float(required[packing.level]))
    else:
        above, level = sum(required[j] for j in packing.full.tolist()), Fraction(required[packing.level])
    return to_text(allocation.rule.total(above, level))


def _keys(required: Doubles | Exacts) -> Keys:
    """Numbers that are ordered like the requirements: themselves, or their places among the distinct ones."""
    if isinstance(required, np.ndarray):
        return required
    place = {value: index for index, value in enumerate(sorted(set(required)))}
    return np.array([place[value] for value in required], dtype=np.int64)


def _schedule(packing: Packing) -> dict[str, object]:
    tracks = [{"machines": track.machines, "runs": runs(track.order), "last": track.last} for track in packing.tracks]
    leaders = {
        "start": packing.leaders.start,
        "parties": packing.leaders.parties.tolist(),
        "durations": packing.leaders.durations,
    }
    return {"unit": packing.unit, "horizon": packing.horizon, "tracks": tracks, "leaders": leaders}


def runs(indices: NDArray[np.int64]) -> list[int]:
    """Indices as start, stop, start, stop, ... of their runs of consecutive numbers.

    >>> runs(np.array([4, 5, 6, 1]))
    [4, 7, 1, 2]
    """
    if not len(indices):
        return []
    breaks = np.flatnonzero(np.diff(indices) != 1)
    starts = indices[np.concatenate([[0], breaks + 1])]
    stops = indices[np.concatenate([breaks, [len(indices) - 1]])] + 1
    return np.column_stack([starts, stops]).ravel().tolist()


def _variances(values: Doubles | Exacts) -> dict[str, object]:
    """The variances as value, count, value, count, ... over one denominator."""
    if isinstance(values, np.ndarray):
        firsts = np.concatenate([[0], np.flatnonzero(np.diff(values) != 0) + 1])
        counts = np.diff(np.concatenate([firsts, [len(values)]])).tolist()
        denominator, numbers = _integers(values[firsts])
    else:
        groups = [(value, sum(1 for _ in group)) for value, group in groupby(values)]
        counts = [count for _, count in groups]
        denominator, numbers = _integers(tuple(value for value, _ in groups))
    runs = [item for pair in zip(numbers, counts, strict=True) for item in pair]
    return {"denominator": denominator, "runs": runs}


def _integers(values: Doubles | Exacts) -> tuple[int, list[int | str]]:
    """One denominator and the numerators over it."""
    if isinstance(values, np.ndarray):
        return _scaled_doubles(values)
    denominator = common_denominator(values)
    if denominator.bit_length() > _LONGEST_DENOMINATOR:
        return 1, [to_text(value) for value in values]
    return denominator, [_numerator(value, denominator) for value in values]


def _numerator(value: Exact, denominator: int) -> int:
    return value.numerator * (denominator // value.denominator)


def _scaled_doubles(values: Doubles) -> tuple[int, list[int | str]]:
    """The least power of two that makes all doubles integers, and these integers."""
    mantissa, exponent = np.frexp(values)
    digits = (mantissa * 2.0**53).astype(np.int64)
    _, lowest_bit = np.frexp((digits & -digits).astype(np.float64))
    shift = max(0, int(np.max(54 - exponent - lowest_bit, where=values > 0, initial=0)))
    if shift + int(exponent.max()) < 1000:
        return 1 << shift, [int(value) for value in np.ldexp(values, shift).tolist()]
    ratios = [value.as_integer_ratio() for value in values.tolist()]
    return 1 << shift, [top * ((1 << shift) // bottom) for top, bottom in ratios]
