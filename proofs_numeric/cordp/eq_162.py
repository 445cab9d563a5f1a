"""Eq. 162: the critical point for c = 1.

The ratio sigma_cr²/s of Claim 8 for one colluder. Truth: the variance of the optimal pair that the checker accepts.
Relation: equals. Corners: t = 2 (ratio 1), t = n-1. The text before it refers to "(8)", meaning Claim 8. Expected:
holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Proof, Relation
from optcheck.exact.quadratic import Quadratic, square_root
from proofs_numeric.cordp import _theorem as theorem
from proofs_numeric.cordp._algebra import Argument
from proofs_numeric.cordp._common import Case, cases, size_order, variance_discrepancy


def as_printed(case: Case) -> Quadratic:
    n, t = case.n, case.t
    inner = square_root((n - 2) * (t - 1) * (n - t)) / (n - t)  # the root of (n-2)(t-1)/(n-t)
    return (n - 2 + inner) / (n - 1)


def compare(form: Callable[[Case], Quadratic], case: Case) -> Discrepancy | None:
    return variance_discrepancy(case, form(case) * case.sigma2_min)


def grid() -> Iterator[Case]:
    return (case for case in cases(12)() if case.c == 1 and case.t < case.n)


def prove() -> Proof:
    argument = Argument()
    theorem.prove_optimum(argument)
    n, t, c, s, w = theorem.n, theorem.t, theorem.c, theorem.s, theorem.w
    printed = (n - 2) / (n - 1) + w / (n - t) / (n - 1)
    alone = {c: 1}
    root = (w, theorem.ROOT[1].subs(alone))
    argument.identical("Eq. 162", (s * printed).subs(theorem.USERS).subs(alone), theorem.VARIANCE.subs(alone), root)
    argument.identical("the root's square", ((t - 1) * (n - 2) * (n - t)).subs(theorem.USERS).subs(alone), root[1])
    return argument.proof(theorem.OPTIMUM + " For c = 1 the variance of that pair is identically s times Eq. 162.")


CLAIM = Claim(
    id="cordp/eq-162",
    place="Eq. 162",
    title="the critical point for c = 1",
    relation=Relation.EQUALS,
    domain=Domain(description="3 <= n <= 12, c = 1, 1 < t < n, s in {1, 3/2}", grid=grid, order=size_order),
    printed=Form("y_cr = (n−2)/(n−1) + (1/(n−1))√((n−2)(t−1)/(n−t))", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=prove,
)
