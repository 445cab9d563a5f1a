"""The least noise that protects everyone: ``allocate`` solves Eq. 6 in closed form for any threshold and active set."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from optcheck.exact.numbers import Exact, common_denominator, whole
from optcheck.exact.rounding import at_least, difference_at_least, exact_sum
from optcheck.tpmdp.inputs import Doubles, Exacts, Mask, read_active, read_required
from optcheck.tpmdp.instance import Subcase, missing_parties, valid_dropouts, valid_threshold
from optcheck.tpmdp.rule import Rule, rule_for

if TYPE_CHECKING:
    from optcheck.exact.certificate import Certificate

__all__ = ["Allocation", "allocate", "kth_largest", "shares_at_level"]


@dataclass(frozen=True, slots=True, eq=False)
class Allocation:
    """Noise variances for Eq. 6, in the order of the parties.

    With exact requirements ``variances`` is a tuple of exact numbers and ``total`` their sum, the optimum. With
    floats it is an array of doubles that satisfy every constraint of Eq. 6 as the real numbers they are, and
    ``total`` is the smallest double not below their exact sum (infinity beyond the largest one), which exceeds the
    optimum by at most two units in the last place of each party's variance.
    """

    required: Doubles | Exacts
    threshold: int
    active: Mask
    variances: Doubles | Exacts
    total: float | Exact
    subcase: Subcase
    dropouts: int = 0

    @property
    def n(self) -> int:
        """How many parties there are."""
        return len(self.required)

    @property
    def rule(self) -> Rule:
        """The closed form's parameters."""
        return rule_for(self.n, missing_parties(self.threshold, self.dropouts), int(self.active.sum()))

    def certify(self) -> Certificate:
        """A proof, of size linear in n, that the variances are feasible and how close the total is to the optimum.

        >>> allocate([3, 1, 2], threshold=1).certify().verify().value
        4
        """
        from optcheck.tpmdp.certify import certificate  # building a proof needs more than allocating

        return certificate(self)


def allocate(
    required: ArrayLike | Sequence[object],
    threshold: int,
    active: ArrayLike | Iterable[int] | None = None,
    dropouts: int = 0,
) -> Allocation:
    """Noise variances of least total such that no coalition of up to ``threshold`` parties breaks a requirement.

    With ``dropouts`` this holds also when up to so many other parties leave and take their noise with them. Whoever
    colludes or leaves, what is missing is the noise of up to t + d parties; conversely any t + d parties with an active
    one among them are t colluders with that one among them and d who left. So, for t >= 1, the constraints are exactly
    those of Eq. 6 for the threshold t + d, and its optimum is the optimum here.

    ``required`` holds each party's required variance: ints and Fractions give an exact answer, floats give doubles
    rounded so that every constraint still holds. ``active`` names the parties that see the output, by index or as a
    boolean mask; without it everyone does. The time is linear in the number of parties (exact numbers that are too long
    for machine integers are sorted).

    >>> a = allocate([3, 1, 2], threshold=1)
    >>> a.variances, a.total
    ((2, 1, 1), 4)
    >>> allocate([3, 1, 2], threshold=1, dropouts=1).total
    6
    """
    values = read_required(required)
    n = len(values)
    t = valid_threshold(threshold, n)
    d = valid_dropouts(dropouts, t, n)
    mask = read_active(active, n)
    rule = rule_for(n, missing_parties(t, d), int(mask.sum()))
    if isinstance(values, np.ndarray):
        doubles = _allocate_doubles(values, mask, rule)
        return Allocation(values, t, mask, doubles, at_least(exact_sum(doubles)), rule.subcase, d)
    variances, total = _allocate_exact(values, mask, rule)
    return Allocation(values, t, mask, variances, total, rule.subcase, d)


def _allocate_doubles(required: Doubles, active: Mask, rule: Rule) -> Doubles:
    level = kth_largest(required if rule.all_lead else required[~active], rule.rank) if rule.rank else 0.0
    return shares_at_level(required, active, rule, level)


def shares_at_level(required: Doubles, active: Mask, rule: Rule, level: float) -> Doubles:
    """The closed form with every rounding upwards, so that each sum in Eq. 6 still reaches its right side.

    The share is rounded up, so ``unit`` carriers reach the level. A party above the level gets at least what its
    requirement leaves open after the carriers beside it, and never less than the share that others count on.
    """
    if not rule.rank:
        return np.zeros(len(required))
    share = at_least(Fraction(level) / rule.unit)
    if rule.all_carry:
        return _topped_up(required, level, share, Fraction(share) * (rule.unit - 1))
    variances = np.zeros(len(required))
    variances[~active] = _topped_up(required[~active], level, share, Fraction(share) * (rule.unit - 1))
    if rule.all_lead:
        variances[active] = _topped_up(required[active], level, 0.0, Fraction(share) * rule.unit)
    return variances


def _topped_up(required: Doubles, level: float, base: float, others: Fraction) -> Doubles:
    """The base for everyone, and for requirements above the level at least what the others leave open."""
    variances = np.full(len(required), base)
    above = np.flatnonzero(required > level)
    variances[above] = np.maximum(base, difference_at_least(required[above], others))
    return variances


def kth_largest(values: Doubles, rank: int) -> float:
    """The value of the given rank, the largest being rank 1; linear time."""
    position = len(values) - rank
    return float(np.partition(values, position)[position])


def _allocate_exact(required: Exacts, active: Mask, rule: Rule) -> tuple[Exacts, Exact]:
    if not rule.rank:
        return (0,) * len(required), 0
    flags = active.tolist()
    leaders = required if rule.all_lead else [r for r, flag in zip(required, flags, strict=True) if not flag]
    level = _kth_largest_exact(leaders, rule.rank)
    above = [need for need in leaders if need > level]
    share = whole(Fraction(level) / rule.unit)

    def variance(need: Exact, is_active: bool) -> Exact:
        if rule.all_carry or not is_active:
            return share if need <= level else whole(need - (rule.unit - 1) * share)
        return max(0, need - level) if rule.all_lead else 0

    variances = tuple(map(variance, required, flags))
    return variances, rule.total(sum(above) + (rule.rank - 1 - len(above)) * level, level)


def _kth_largest_exact(values: Sequence[Exact], rank: int) -> Exact:
    """The value of the given rank: linear time where a common denominator makes machine integers of the values."""
    scale = common_denominator(values)
    if scale * max(values) < 1 << 62:
        position = len(values) - rank
        scaled = np.array([int(value * scale) for value in values], dtype=np.int64)
        return whole(Fraction(int(np.partition(scaled, position)[position]), scale))
    return sorted(values, reverse=True)[rank - 1]
