"""Lemma 3, Eq. 141: the optimal variance with dropouts.

For t < n the variance of the least error; the same number as in Eq. 12, judged on its own as the appendix prints it.
Truth: the optimal pair, accepted by the checker with a semidefinite bound. Relation: optimal. Corners: c = t-1, where
the variance is s; t = n-1; c = 0 with t = 1. Expected: holds.
"""

from __future__ import annotations

from collections.abc import Callable

from optcheck.audit import Claim, Discrepancy, Expected, Form, Proof, Relation
from optcheck.exact.quadratic import Quadratic, square_root
from proofs_numeric.cordp._common import WITH_DROPOUTS, Case, variance_discrepancy
from proofs_numeric.cordp._theorem import prove_variance


def as_printed(case: Case) -> Quadratic:
    n, t, c, s = case.n, case.t, case.c, case.sigma2_min
    second = s * (n - c - 1) * (n + c - 2 * n * c + t * (n + c - 2))
    root = square_root((t - c) * (n - t) * (n - c - 1))
    return s * (n**2 - 2 * n - c * n + 2) / (n - c) ** 2 + second / ((n - c) ** 2 * root)


def compare(form: Callable[[Case], Quadratic], case: Case) -> Discrepancy | None:
    return variance_discrepancy(case, form(case))


def prove() -> Proof:
    return prove_variance("Eq. 141")


CLAIM = Claim(
    id="cordp/eq-141",
    place="Lemma 3, Eq. 141",
    title="the optimal variance when users may drop out",
    relation=Relation.OPTIMAL,
    domain=WITH_DROPOUTS,
    printed=Form(
        "σ²_opt = s(n²−2n−cn+2)/(n−c)² + s(n−c−1)(n+c−2nc+t(n+c−2)) / ((n−c)²√((t−c)(n−t)(n−c−1)))", as_printed
    ),
    compare=compare,
    expected=Expected.HOLDS,
    proof=prove,
)
