"""The closed form of Eq. 6: one rule whose parameters depend on the subcase, proved by a packing of equal value.

Write m = n - t for the size of the outside of a coalition and a for the number of active parties.

=============  =========================  ========  ===========  ==================================
subcase        carriers of base noise     unit u    carriers H   leaders are taken from
=============  =========================  ========  ===========  ==================================
1 and 3        everyone                   m         n            everyone
2 (a = 1)      the inactive parties       m         n - 1        the inactive parties
4              the inactive parties       m-a+1     n - a        everyone
=============  =========================  ========  ===========  ==================================

Let k = floor(H/u) + 1 (at most the number of possible leaders) and let ``level`` be the k-th largest requirement of
the possible leaders. Every carrier gets level/u, a carrier whose requirement r exceeds the level gets
r - (u-1) level/u instead, and in subcase 4 an active party gets max(0, r - level). The total is the sum of the k-1
largest requirements plus (H/u - k + 1) level.

Feasible: the outside of a coalition has at least u carriers (in subcase 4 it misses an active party, so m - a + 1 of
its parties are inactive; in subcase 2 it misses the only one). They reach the level, hence every requirement but
those above it, and a party above it brings what is missing.

Optimal: :mod:`optcheck.tpmdp.allocation` writes down, in every subcase, a packing of outsides of coalitions into the
parties with the same total, so no feasible total is smaller.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from optcheck.exact.numbers import Exact, whole
from optcheck.tpmdp.instance import Subcase, subcase_of

__all__ = ["Rule", "rule_for"]


@dataclass(frozen=True, slots=True)
class Rule:
    """The parameters of the closed form for one (n, t, number of active parties)."""

    subcase: Subcase
    unit: int
    carriers: int
    rank: int

    @property
    def all_carry(self) -> bool:
        """Whether active parties carry base noise too."""
        return self.subcase in (Subcase.MANY_ACTIVE, Subcase.SOME_ACTIVE)

    @property
    def all_lead(self) -> bool:
        """Whether the requirements of active parties count."""
        return self.subcase is not Subcase.ONE_ACTIVE

    def total(self, above: Exact, level: Exact) -> Exact:
        """The optimal total, from the sum of the rank - 1 largest requirements and the one that follows."""
        return whole(above + (Fraction(self.carriers, self.unit) - self.rank + 1) * level)


def rule_for(n: int, threshold: int, active_count: int) -> Rule:
    """The closed form's parameters.

    >>> rule_for(5, 3, 5)
    Rule(subcase=<Subcase.MANY_ACTIVE: '1'>, unit=2, carriers=5, rank=3)
    """
    subcase = subcase_of(n, threshold, active_count)
    unit, carriers, leaders = n - threshold, n, n
    match subcase:
        case Subcase.NO_NOISE:
            return Rule(subcase, 1, 0, 0)
        case Subcase.ONE_ACTIVE:
            carriers = leaders = n - 1
        case Subcase.FEW_ACTIVE:
            unit, carriers = n - threshold - active_count + 1, n - active_count
        case _:
            pass
    return Rule(subcase, unit, carriers, min(carriers // unit + 1, leaders))
