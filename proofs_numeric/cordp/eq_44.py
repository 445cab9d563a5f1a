"""Appendix C, Eq. 44, c != 1: the optimal correlation for no or several colluders, as the appendix prints it.

The appendix puts the minus sign before the whole first fraction, -((n-2)(1-s/σ²) - c)/..., which turns the sign of c
against the main text's -(n-2)(1-s/σ²) - c. For c = 0 both agree; for c >= 2 the appendix is larger by
c/((n-1)(c-1)), hence positive. Truth: the least covariance for which one honest report keeps the variance s given all
that the server sees. A positive correlation cannot be made from pairwise seeds; where somebody drew such noise in
another way, the other reports alone would leave a report less than s. Relation: equals. For t = n a finite stand-in
for the infinite variance is used. Corners: c = 0, c = n-1, c = t-1. The scan is clear on the place of the minus sign.
The first counterexample with dropouts is n = 4, t = 3, c = 2: sigma*² = s, printed 2/3, true 0.
Expected: corrected to the main text's form.
"""

from __future__ import annotations

from optcheck.audit import Claim, Expected, Form, Relation
from optcheck.exact.quadratic import Quadratic, field_root
from proofs_numeric.cordp._correlation import OTHERWISE, Point, compare, prove_otherwise, variance_of


def as_printed(point: Point) -> Quadratic:
    n, c = point.n, point.c
    share = 1 - point.sigma2_min / variance_of(point)
    root = field_root(((n - 2) * share - c) * ((n - 2) * share - c) + 4 * (n - c - 1) * share)
    return -((n - 2) * share - c) / (2 * (n - 1) * (c - 1)) + root / (2 * (n - 1) * (c - 1))


def corrected(point: Point) -> Quadratic:
    n, c = point.n, point.c
    share = 1 - point.sigma2_min / variance_of(point)
    root = field_root(((n - 2) * share - c) * ((n - 2) * share - c) + 4 * (n - c - 1) * share)
    return -((n - 2) * share + c) / (2 * (n - 1) * (c - 1)) + root / (2 * (n - 1) * (c - 1))


CLAIM = Claim(
    id="cordp/eq-44",
    place="Appendix C, Eq. 44, c != 1",
    title="the optimal correlation for c other than 1, appendix",
    relation=Relation.EQUALS,
    domain=OTHERWISE,
    printed=Form(
        "ρ* = −((n−2)(1−s/σ*²) − c)/(2(n−1)(c−1)) + √(((n−2)(1−s/σ*²)−c)² + 4(n−c−1)(1−s/σ*²))/(2(n−1)(c−1))",
        as_printed,
    ),
    corrected=Form(
        "ρ* = −((n−2)(1−s/σ*²) + c)/(2(n−1)(c−1)) + √(((n−2)(1−s/σ*²)−c)² + 4(n−c−1)(1−s/σ*²))/(2(n−1)(c−1))", corrected
    ),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=prove_otherwise,
)
