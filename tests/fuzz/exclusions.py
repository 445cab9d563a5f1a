"""Whether what the checker said about one instance can be true together: no truth of our own is needed for that.

Facts exclude each other where two numbers, words or rows are told for one quantity, or bounds cross.
"""

from __future__ import annotations

from typing import Any

from flint import ctx

from optcheck.checker.core import Fact, Verified
from optcheck.checker.intervals import Interval
from tests.fuzz.oracle import BITS, ball

# Quantities of what the evidence proposes: variances to draw, plans, deviations. Several proposals can be good ones.
OF_EVIDENCE = {
    "cordp-integers": {"kept variance", "effective variance", "step of the reports"},
    "noise-stream": {"total variance", "grid", "rows without noise"},
    "noise-plan": {"total variance", "grid", "variance drawn before", "parties without noise, from 0", "modulus"},
}


class Ledger:
    """The facts that certificates have established, by instance and quantity."""

    def __init__(self) -> None:
        self._facts: dict[tuple[str, str, str], list[Fact]] = {}

    def clashes(self, verified: Verified) -> list[str]:
        """Enter what a certificate has established; the facts that exclude one another, as sentences."""
        found = []
        for fact in verified.facts:
            if fact.quantity in OF_EVIDENCE.get(verified.kind, ()):
                continue
            known = self._facts.setdefault((verified.kind, verified.digest, fact.quantity), [])
            found += [f"{fact} and {other} at once" for other in known if exclude(fact, other)]
            if fact not in known:
                known.append(fact)
        return found


def exclude(one: Fact, two: Fact) -> bool:
    """Whether two facts about one quantity of one instance cannot both be true."""
    if _is_beyond(one, two) or _is_beyond(two, one):
        return False
    if any(isinstance(fact.value, str | bool) for fact in (one, two)):
        return type(one.value) is not type(two.value) or one.value != two.value
    if _is_row(one.value) or _is_row(two.value):
        return _differ(one.value, two.value)
    (low, high), (least, most) = _range(one), _range(two)
    return _above(low, most) or _above(least, high)


def _is_beyond(one: Fact, two: Fact) -> bool:
    """Whether one calls a quantity infinite that the other bounds on the side where it may be."""
    return (one.value, two.relation) in (("infinity", ">="), ("-infinity", "<="))


def _is_row(value: Any) -> bool:
    return isinstance(value, tuple) and not isinstance(value, Interval)


def _differ(one: Any, two: Any) -> bool:
    if not _is_row(one) or not _is_row(two) or len(one) != len(two):
        return True
    return any(_above(a, b) or _above(b, a) for a, b in zip(one, two, strict=True))


def _range(fact: Fact) -> tuple[Any, Any]:
    """The ends between which the quantity lies, None where there is none."""
    low, high = (fact.value.low, fact.value.high) if isinstance(fact.value, Interval) else (fact.value, fact.value)
    return (low if fact.relation in ("=", ">=", ">") else None), (high if fact.relation in ("=", "<=", "<") else None)


def _above(one: Any, two: Any) -> bool:
    """Whether one number is larger for certain."""
    if one is None or two is None:
        return False
    with ctx.workprec(BITS):
        return bool(ball(one) > ball(two))
