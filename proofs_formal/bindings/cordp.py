"""CorDP: the least effective variance, a number p + q sqrt(D), and Eq. 14's error that comes from it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from optcheck.cordp.closed_form import least_effective_variance
from optcheck.exact.numbers import Quadratic
from proofs_formal.binding import Binding, bind_claim, rational

CASES = 1200

# p, q and D may be written in several ways: squares leave the root, so the squares of q sqrt(D) are compared.
_SAME = (
    "fun '(n, t, c, s, p, q, D) => let E := least_effective_variance n t c s in\n"
    "  let root := Z.sqrt (radicand E) in\n"
    "  if Z.eqb (root * root) (radicand E)\n"
    "  then Qeq_bool (rational E + coefficient E * inject_Z root) p && Qeq_bool q 0\n"
    "  else Qeq_bool (rational E) p && Qle_bool 0 q && Qle_bool 0 (coefficient E)\n"
    "    && Qeq_bool (coefficient E * coefficient E * inject_Z (radicand E)) (q * q * inject_Z D)"
)


def _cases(random: Random) -> Iterator[tuple[str, ...]]:
    for n, s in product(range(1, 9), (Fraction(1), Fraction(3, 2))):
        for t in range(1, n + 1):
            for c in range(t):
                yield _case(n, t, c, s, least_effective_variance(n, t, c, s))
    for _ in range(CASES):
        n = random.randint(1, 300)
        t = random.randint(1, n)
        c, s = random.randrange(t), Fraction(random.randint(1, 50), random.randint(1, 9))
        yield _case(n, t, c, s, least_effective_variance(n, t, c, s))


def _case(n: int, t: int, c: int, s: Fraction, found: Quadratic) -> tuple[str, ...]:
    sizes = [f"{size}%Z" for size in (n, t, c)]
    return (*sizes, rational(s), rational(found.rational), rational(found.factor), f"{found.root}%Z")


def _error(case: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    """The error is 1 / (1 + (t - c) / (d E)); back from it to E."""
    found = claimed * Fraction(case.t - case.c, case.d) / (1 - claimed)
    return _case(case.n, case.t, case.c, case.sigma2_min, found)


BINDINGS = (
    Binding("cordp.least_effective_variance", "cordp.Theorem1", _SAME, _cases),
    bind_claim("cordp/eq-14", "cordp.Theorem1", _SAME, _error),
)
