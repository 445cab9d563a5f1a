"""Appendix C, Eq. 44, c = 1: the optimal correlation for one colluder, as the appendix prints it.

The appendix has the minus sign that the main text (Eq. 13) lacks. Truth: the least covariance for which one honest
report keeps the variance s given all that the server sees. Relation: equals. For t = n the optimal variance is a
limit, so a finite stand-in is used. Corners: n = 2, t = 2 (correlation 0 for t < n). Expected: holds.
"""

from __future__ import annotations

from optcheck.audit import Claim, Expected, Form, Relation
from optcheck.exact.quadratic import Quadratic
from proofs_numeric.cordp._correlation import ONE_COLLUDER, Point, compare, prove_one_colluder, variance_of


def as_printed(point: Point) -> Quadratic:
    n, s, variance = point.n, point.sigma2_min, variance_of(point)
    return -(variance - s) / (variance * (n - 1) - s * (n - 2))


CLAIM = Claim(
    id="cordp/eq-44-c1",
    place="Appendix C, Eq. 44, c = 1",
    title="the optimal correlation for one colluder, appendix",
    relation=Relation.EQUALS,
    domain=ONE_COLLUDER,
    printed=Form("ρ* = −(σ*²−s) / (σ*²(n−1) − s(n−2))", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=prove_one_colluder,
)
