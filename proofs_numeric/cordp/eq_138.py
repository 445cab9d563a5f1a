"""Eq. 138: the worst case is exactly t responders with c colluders among them.

Over all sets of at least t responders and at most c colluders the error is largest, (sigma² + r(t-1))/(t-c) per
dimension before decoding, for t responders and c colluders among them. Truth: all sets are enumerated, with every
noise source; the maximum and the sets that reach it must be the stated ones. The decoder's error grows with this
number. Relation: equals. Domain: r <= 0 and sigma² + r(n-1) > 0; for 0 < r < sigma² no pairwise terms exist that could
be removed, but the formula has its maximum at the same sizes, which the proof includes. The responding colluders' terms
are taken out as in the proof of Proposition 1; by the letter of Eq. 10 the same sets are the worst ones, with r(t-c-1)
in place of r(t-1). Corners: t = n, c = 0, c = t-1, r = 0. Expected: holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.cordp.enumeration import unbiased_errors
from proofs_numeric.cordp import _theorem as theorem
from proofs_numeric.cordp._algebra import Argument
from proofs_numeric.cordp._common import WithPair, anti_correlated, size_order, unequal

Worst = tuple[Fraction, int, int]


def as_printed(case: WithPair) -> Worst:
    """The largest error, and the numbers of responders and of colluders among them where it occurs."""
    return (case.variance + case.covariance * (case.t - 1)) / (case.t - case.c), case.t, case.c


def compare(form: Callable[[WithPair], Worst], case: WithPair) -> Discrepancy | None:
    claimed = form(case)
    errors = unbiased_errors(case.n, case.t, case.c, case.variance, case.covariance)
    worst = max(errors.values())
    where = {(len(sets.responders), len(sets.told)) for sets, error in errors.items() if error == worst}
    for where_it_is in sorted(where):
        for mine, true in zip(claimed, (worst, *where_it_is), strict=True):
            if mine != true:
                return unequal(mine, true, f"the largest error is {worst}, at sizes {sorted(where)}", Impact.VALUE)
    return None


def grid() -> Iterator[WithPair]:
    return (case for case in anti_correlated(5) if case.variance == 4 or case.n < 4)


def prove() -> Proof:
    argument = Argument()
    theorem.prove_worst_case(argument)
    v, r, b, q = theorem.v, theorem.r, theorem.s, theorem.w
    n, t, c = theorem.n, theorem.t, theorem.c
    literal_fall = (v + r * (n - 1)) / n - (v + r * n) / (n + 1)
    argument.identical("by the letter of Eq. 10 the error falls in |U|", literal_fall * n * (n + 1), v - r)
    argument.identical(
        "at t and c", ((v + r * (t - 1)) / (t - c)).subs({v: b + (n - 1) * q, r: -q}), (b + (n - t) * q) / (t - c)
    )
    return argument.proof(
        "The error (sigma² + r(f-1))/(f-j) of f responders with j colluders falls strictly in f, "
        "because its difference has the sign of sigma² + r(j-1) = "
        "b + (n-j)(-r) > 0, and grows strictly in j, because its numerator b + (n-f)(-r) is positive; "
        "so f = t, j = c is the only worst case; "
        "for 0 < r < sigma² the difference is (sigma² - r) + j r > 0 and the numerator is plainly positive."
    )


CLAIM = Claim(
    id="cordp/eq-138",
    place="Eq. 138",
    title="the worst case is exactly t responders with c colluders among them",
    relation=Relation.EQUALS,
    domain=Domain(
        description="2 <= n <= 5, every t and c, all sets of responders and colluders, r from 0 to -0.9σ²/(n-1)",
        grid=grid,
        order=size_order,
    ),
    printed=Form("max over |F| ≥ t, |C| ≤ c is (σ² + r(t−1))/(t−c), at |F| = t, C ⊂ F, |C| = c", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=prove,
)
