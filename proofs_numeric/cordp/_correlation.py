"""What the four printed correlations (Eqs. 13 and 44, c = 1 and c != 1) have in common.

For t < n the instance's variance is the optimal one. For t = n that is infinite, so the instance gives a finite one on
the way to the limit. The correlation is judged as the least private one at that variance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import sympy as sp

from optcheck.claims import Argument, Domain, Impact, Value
from optcheck.cordp.closed_form import exact_noise
from optcheck.cordp.enumeration import triples
from proofs_numeric.cordp import _steps as steps
from proofs_numeric.cordp._cases import FLOORS, AtVariance, boundary, size_order

LEAST_CORRELATION = boundary("least private correlation")


def points(largest: int, wanted: Callable[[int], bool]) -> Iterator[AtVariance]:
    """All triples up to n = largest whose c is wanted, at the variances where the correlation is judged."""
    for n, t, c in triples(largest):
        for s in FLOORS if wanted(c) else ():
            finite = (2 * s, s * Fraction(7, 2), 100 * s)
            where = finite if t == n else (exact_noise(n, t, c, s).variance,)
            yield from (AtVariance(n, t, c, s, variance) for variance in where)


def impact(claimed: Value, true: Value) -> Impact:
    """A positive correlation leaves a report too little noise given the others; a larger negative one costs error."""
    return Impact.SAFETY if claimed < true or claimed > 0 else Impact.OPTIMALITY


def one_colluder(argument: Argument, form: Callable[[Any], Any]) -> None:
    """For c = 1 the boundary of privacy is linear in r, with the root that the form gives."""
    v, s, n = steps.v, steps.s, steps.n
    steps.prove_optimum(argument)
    least = form(AtVariance(n, steps.t, 1, s, v)) * v
    argument.identity("for c = 1 the boundary is linear in r, and this is its root", steps.on_boundary(least, 1), 0)


def otherwise(argument: Argument, form: Callable[[Any], Any]) -> None:
    """The form gives the one root of the boundary's quadratic between -v/(n-1) and 0."""
    v, s, n = steps.v, steps.s, steps.n
    c = sp.Symbol("c", positive=True)
    steps.prove_optimum(argument)
    steps.one_root(argument)
    rho = form(AtVariance(n, steps.t, c, s, v))
    argument.identity("a root of the boundary", steps.on_boundary(rho * v, c), 0)
    argument.identity("the one that is 0 at v = s", form(AtVariance(n, steps.t, c, s, s)), 0)
    none = form(AtVariance(n, steps.t, 0, s, v))
    argument.identity("for c = 0 a root of the boundary too", steps.on_boundary(none * v, 0), 0)
    argument.truth("the negative one", form(AtVariance(3, 3, 0, Fraction(1), Fraction(2))) < 0)


ONE_COLLUDER: Domain[AtVariance] = Domain(
    description="2 <= n <= 9, c = 1, every t, s in {1, 3/2}; for t = n variances 2s, 7s/2, 100s",
    grid=lambda: points(9, lambda c: c == 1),
    order=size_order,
)
OTHERWISE: Domain[AtVariance] = Domain(
    description="2 <= n <= 7, c != 1, every t, s in {1, 3/2}; for t = n variances 2s, 7s/2, 100s",
    grid=lambda: points(7, lambda c: c != 1),
    order=size_order,
)
