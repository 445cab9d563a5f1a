"""Theorem 1, Eq. 13, c = 1: the optimal correlation for one colluder, as the main text prints it.

The main text prints a positive quotient; the appendix (Eq. 44) has a minus sign in front. Truth: the least covariance
for which one honest report keeps the variance s given all that the server sees. Relation: equals. For t = n the
optimal variance is a limit, so a finite stand-in is used. Corners: t = 2, where the correlation is 0 and the sign
does not show; n = 2. The first counterexample with dropouts is n = 4, t = 3, s = 1: sigma*² = 4/3, printed 1/6, true
-1/6. A positive correlation cannot be made from pairwise seeds, and costs error instead of saving it. The scan is
clear: there is no sign before the fraction in Eq. 13. Expected: corrected by the minus sign.
"""

from __future__ import annotations

from optcheck.audit import Claim, Expected, Form, Relation
from optcheck.exact.quadratic import Quadratic
from proofs_numeric.cordp._correlation import ONE_COLLUDER, Point, compare, prove_one_colluder, variance_of


def as_printed(point: Point) -> Quadratic:
    n, s, variance = point.n, point.sigma2_min, variance_of(point)
    return (variance - s) / (variance * (n - 1) - s * (n - 2))


def corrected(point: Point) -> Quadratic:
    n, s, variance = point.n, point.sigma2_min, variance_of(point)
    return -(variance - s) / (variance * (n - 1) - s * (n - 2))


CLAIM = Claim(
    id="cordp/eq-13-c1",
    place="Theorem 1, Eq. 13, c = 1",
    title="the optimal correlation for one colluder, main text",
    relation=Relation.EQUALS,
    domain=ONE_COLLUDER,
    printed=Form("ρ* = (σ*²−s) / (σ*²(n−1) − s(n−2))", as_printed),
    corrected=Form("ρ* = −(σ*²−s) / (σ*²(n−1) − s(n−2))", corrected),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=prove_one_colluder,
)
