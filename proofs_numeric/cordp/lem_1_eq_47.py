"""Lemma 1, Eq. 47: the least feasible covariance for c >= 1.

For a fixed variance of at least s the least covariance that keeps privacy, in closed form for c = 1 and c > 1. Truth:
by enumeration of all colluding sets the least conditional variance at the printed r must be exactly s, with sigma² +
r(n-1) > 0 and r <= 0; it grows with r there, so this r is the least. (For c > 1 a second root below makes Eq. 46 true
again, but it has sigma² + r(n-1) < 0: no covariance matrix. The range has no upper end in print; see Eq. 46 for r >
0.) Relation: equals. Corners: sigma² = s (r = 0), c = n-1. Expected: holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.cordp.closed_form import least_covariance
from optcheck.cordp.enumeration import least_conditional_variance
from optcheck.exact.quadratic import Quadratic, field_root
from proofs_numeric.cordp import _theorem as theorem
from proofs_numeric.cordp._algebra import Argument
from proofs_numeric.cordp._common import AtVariance, size_order, unequal, variances


def as_printed(case: AtVariance) -> Quadratic:
    n, c, s, variance = case.n, case.c, case.sigma2_min, case.variance
    if c == 1:
        return Quadratic(-variance * (variance - s) / (variance * (n - 1) - s * (n - 2)))
    inner = ((n - 2) * (variance - s) - variance * c) ** 2 + 4 * (n - c - 1) * variance * (variance - s)
    return (-(n - 2) * (variance - s) - variance * c + field_root(inner)) / (2 * (n - 1) * (c - 1))


def compare(form: Callable[[AtVariance], Quadratic], case: AtVariance) -> Discrepancy | None:
    r = form(case)
    is_valid = r <= 0 and (case.variance + (case.n - 1) * r) > 0
    if is_valid and least_conditional_variance(case.n, case.n, case.c, case.variance, r) == case.sigma2_min:
        return None
    true = least_covariance(case.n, case.c, case.variance, case.sigma2_min)
    return unequal(r, true, "not the least private covariance", Impact.SAFETY if r < true else Impact.OPTIMALITY)


def grid() -> Iterator[AtVariance]:
    return (case for case in variances(5) if case.c >= 1)


def prove() -> Proof:
    argument = Argument()
    theorem.prove_conditional_variance(argument)
    n, c, s, v, w = theorem.n, theorem.c, theorem.s, theorem.v, theorem.w
    single = -v * (v - s) / (v * (n - 1) - s * (n - 2))
    argument.identical("c = 1", theorem.boundary(v, single).subs(c, 1), 0)
    inner = ((n - 2) * (v - s) - v * c) ** 2 + 4 * (n - c - 1) * v * (v - s)
    several = (-(n - 2) * (v - s) - v * c + w) / (2 * (n - 1) * (c - 1))
    theorem.prove_least_covariance(argument, several / v, (w, inner))
    return argument.proof(
        "The boundary F(r) = a b - s(sigma² + (n-2) r) is negative where b = 0 and not negative at r "
        "= 0, so it has one root between, "
        "the larger one of the quadratic for c > 1, the only one for c = 1; both are identically Eq. 47."
    )


CLAIM = Claim(
    id="cordp/lem-1-eq-47",
    place="Lemma 1, Eq. 47",
    title="the least feasible covariance for c >= 1",
    relation=Relation.EQUALS,
    domain=Domain(
        description="2 <= n <= 5, 1 <= c < n, (s, σ²) in {(1, 1), (1, 3/2), (3/2, 3), (3/2, 15)}, all colluding sets",
        grid=grid,
        order=size_order,
    ),
    printed=Form(
        "r ≥ −σ²(σ²−s)/(σ²(n−1)−s(n−2)) for c = 1; (−(n−2)(σ²−s)−σ²c + √(((n−2)(σ²−s)−σ²c)² + "
        "4(n−c−1)σ²(σ²−s)))/(2(n−1)(c−1)) for c > 1",
        as_printed,
    ),
    compare=compare,
    expected=Expected.HOLDS,
    proof=prove,
)
