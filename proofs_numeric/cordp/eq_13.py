"""Theorem 1, Eq. 13, c != 1: the optimal correlation for no or several colluders, as the main text prints it.

Truth: the least covariance for which one honest report keeps the variance s given all that the server sees.
Relation: equals. For t = n the optimal variance is a limit, so a finite stand-in is used (the limit itself is
-1/(n-1)). Corners: c = 0, c = n-1, c = t-1 (correlation 0). At n = 1 the formula divides by zero. Expected: holds.
"""

from __future__ import annotations

from optcheck.audit import Claim, Expected, Form, Relation
from optcheck.exact.quadratic import Quadratic, field_root
from proofs_numeric.cordp._correlation import OTHERWISE, Point, compare, prove_otherwise, variance_of


def as_printed(point: Point) -> Quadratic:
    n, c = point.n, point.c
    share = 1 - point.sigma2_min / variance_of(point)
    root = field_root(((n - 2) * share - c) * ((n - 2) * share - c) + 4 * (n - c - 1) * share)
    return (-(n - 2) * share - c) / (2 * (n - 1) * (c - 1)) + root / (2 * (n - 1) * (c - 1))


CLAIM = Claim(
    id="cordp/eq-13",
    place="Theorem 1, Eq. 13, c != 1",
    title="the optimal correlation for c other than 1, main text",
    relation=Relation.EQUALS,
    domain=OTHERWISE,
    printed=Form(
        "ρ* = (−(n−2)(1−s/σ*²) − c)/(2(n−1)(c−1)) + √(((n−2)(1−s/σ*²)−c)² + 4(n−c−1)(1−s/σ*²))/(2(n−1)(c−1))",
        as_printed,
    ),
    compare=compare,
    expected=Expected.HOLDS,
    proof=prove_otherwise,
)
