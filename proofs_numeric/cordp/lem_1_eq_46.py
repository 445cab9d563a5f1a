"""Lemma 1, Eq. 46: the privacy condition on (sigma², r).

A quadratic inequality in r that makes the mechanism private against all n reports and any c colluders. Truth: the
least conditional variance of an honest report given all that the server sees, by enumeration of responders and
colluders with every noise source listed, must be at least s. Relation: equals (the two conditions hold together).

Domain: the noise of Section 4, r <= 0 with sigma² + r(n-1) > 0; without colluders also r > 0. Outside it the lemma's
wording is too wide: for r > 0 and c >= 1 the inequality does not suffice (n = 2, c = 1, s = sigma² = 1, r = 1/2 meets
it, yet the other report leaves only 3/4), and sigma² = r = 0 meets it with no noise at all. Pairwise seeds cannot
make r > 0, and the lemma's proof starts from them. OCR: the appendix writes sigma²_{eps,delta} = inf{sigma}, the main
text sigma_{eps,delta}; the main text is meant. Corners: r = 0, c = n-1, equality. Expected: holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Proof, Relation
from optcheck.cordp.enumeration import least_conditional_variance
from proofs_numeric.cordp import _theorem as theorem
from proofs_numeric.cordp._algebra import Argument
from proofs_numeric.cordp._common import WithPair, anti_correlated, privacy_discrepancy, size_order


def as_printed(case: WithPair) -> Fraction:
    n, c, s, variance, r = case.n, case.c, case.sigma2_min, case.variance, case.covariance
    return r**2 * (n - 1) * (c - 1) + r * (variance * (n + c - 2) - s * (n - 2)) + variance * (variance - s)


def compare(form: Callable[[WithPair], Fraction], case: WithPair) -> Discrepancy | None:
    claimed = form(case)
    kept = least_conditional_variance(case.n, case.t, case.c, case.variance, case.covariance)
    if (claimed > 0) == (kept > case.sigma2_min) and (claimed < 0) == (kept < case.sigma2_min):
        return None
    return privacy_discrepancy(case, claimed, kept)


def grid() -> Iterator[WithPair]:
    return (case for case in anti_correlated(4, positive_alone=True) if case.t == case.c + 1)


def prove() -> Proof:
    argument = Argument()
    theorem.prove_conditional_variance(argument)
    n, c, s, v, r = theorem.n, theorem.c, theorem.s, theorem.v, theorem.r
    printed = r**2 * (n - 1) * (c - 1) + r * (v * (n + c - 2) - s * (n - 2)) + v * (v - s)
    argument.identical("Eq. 46 is a b - s(sigma² + (n-2) r)", printed, theorem.boundary(v, r))
    outside = {n: 2, c: 1, s: 1, v: 1, r: Fraction(1, 2)}
    argument.truth("Eq. 46 holds outside the domain", printed.subs(outside) >= 0)
    argument.truth("where privacy fails", (v - r**2 / v).subs(outside) < 1)
    return argument.proof(
        "By elimination the conditional variance is a b/(sigma² + (n-2) r) with a = sigma² + r(c-1), "
        "b = sigma² + r(n-1); for r <= 0 < b all "
        "three are positive, so 'at least s' is a b - s(sigma² + (n-2) r) >= 0, identically Eq. 46; "
        "fewer colluders or responders leave "
        "more. For r > 0 and c >= 1 it would not suffice (n = 2, c = 1, s = sigma² = 1, r = 1/2 leaves 3/4)."
    )


CLAIM = Claim(
    id="cordp/lem-1-eq-46",
    place="Lemma 1, Eq. 46",
    title="the privacy condition on (σ², r), for noise made from pairwise seeds (r <= 0)",
    relation=Relation.EQUALS,
    domain=Domain(
        description="2 <= n <= 4, every c, all sets of at least c+1 responders, (s, σ²) in {(1, 1), (1, 3/2), "
        "(2/3, 4)}, r from 0 to "
        "-0.9σ²/(n-1), for c = 0 also r > 0",
        grid=grid,
        order=size_order,
    ),
    printed=Form("r²(n−1)(c−1) + r(σ²(n+c−2) − s(n−2)) + σ²(σ²−s) ≥ 0", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=prove,
)
