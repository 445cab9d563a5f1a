"""Statement: the pair (sigma*^2, rho*) of Theorem 1 has the least error of Eq. 10, with the whole noise.

Model: with k = t-c honest responders at worst the error of a pair is (sigma^2 + (k-1) r)/k; the checker verifies its
least value over private pairs, by a pair and a semidefinite bound. The printed side is that error at the pair that
the theorem means (with Eq. 13's sign repaired); infinite for t = n.

Corners: t = n; t - c <= c, where independent noise is best; c = t-1. Without colluders nothing differs.

Readings: with the responding colluders' terms removed, as in the proofs, it is optimal (cordp/eq-12, cordp/prop-3).
"""

import sympy as sp

from optcheck.claims import INFINITE, Argument, Claim, Domain, Form, Formula, Impact, Mark, Reading, Value
from optcheck.claims.functions import surd
from optcheck.claims.relations import equals
from optcheck.claims.truths import Quantity
from optcheck.cordp.closed_form import exact_noise
from proofs_numeric.cordp import _steps as steps
from proofs_numeric.cordp._cases import LEAST_ERROR, Case, cases, size_order, sizes
from proofs_numeric.cordp._certificates import whole_optimum_certificate


def as_printed(case: Case) -> Value:
    n, t, c = case.n, case.t, case.c
    if t == n:
        return INFINITE
    noise = exact_noise(n, t, c, case.sigma2_min)
    return (noise.variance + (t - c - 1) * noise.covariance) / (t - c)


def corrected(case: Case) -> Value:
    n, t, c, s = case.n, case.t, case.c, case.sigma2_min
    if t <= 2 * c:
        return s / (t - c)
    squared = (n - t + c) * (n - c - 1) + t - 2 * c + 2 * surd((n - t + c) * (n - c - 1) * (t - 2 * c))
    return s * squared / ((t - c) * (n - c) ** 2)


def removed(case: Case) -> Value:
    noise = exact_noise(case.n, case.t, case.c, case.sigma2_min)
    return (noise.variance + (case.t - 1) * noise.covariance) / (case.t - case.c)


def proof(argument: Argument, form: Formula[Case]) -> None:
    """The error times k is the effective variance of k-c of m users without colluders: there Theorem 1 applies."""
    m, s, v, r = steps.m, steps.s, steps.v, steps.r
    c, more = sp.symbols("c more", positive=True)
    k = c + more
    argument.identity("sigma² + (k-1) r with x = sigma² + c r", v + (k - 1) * r, (v + c * r) + (more - 1) * r)
    least = form(Case(m + c, k + c, c, s)) * k / s
    root = sp.sqrt((m - more) * (m - 1) * more)
    wanted = (steps.LEAST / s).subs(steps.k, more).subs(steps.w, root)
    argument.identity("the least effective variance for k-c of m users", sp.expand(least - wanted), 0)
    argument.identity("for k = c independent noise", form(Case(4, 2, 1, s)), s)
    argument.identity("for k < c too", form(Case(7, 5, 3, s)), s / 2)
    argument.words(
        "For k <= c the error grows as r falls from 0 while the variance stays at least s, so r = 0 is best."
    )


LEAST_WHOLE_ERROR: Quantity[Case] = Quantity(
    kind="cordp-optimum",
    name="infimum of the error",
    describe=lambda case: {**sizes(case), "whole": True},  # with the whole noise, as Eq. 10 counts
    certify=lambda case: whole_optimum_certificate(case.n, case.t, case.c, case.sigma2_min),
)
WITH_COLLUDERS: Domain[Case] = Domain(
    "2 <= n <= 7, 1 <= c < t <= n, s in {1, 3/2}", lambda: cases(7, lambda n, t, c: c > 0), size_order
)
CLAIM = Claim(
    id="cordp/thm-1-eq-10",
    place="Theorem 1 with Eq. 10 to the letter",
    title="the optimal pair for the error as defined",
    domain=WITH_COLLUDERS,
    truth=LEAST_WHOLE_ERROR,
    asserts=equals,
    printed=Form(as_printed, "the error of Eq. 10 is least at (σ*², ρ*) of Theorem 1"),
    corrected=Form(
        corrected, "min error = s(√((n−t+c)(n−c−1)) + √(t−2c))² / ((t−c)(n−c)²) for t > 2c, else s/(t−c) with r = 0"
    ),
    impact=Impact.OPTIMALITY,
    proof=proof,
    rests_on=("cordp/prop-3",),
    readings=(
        Reading(
            name="the responding colluders' terms are removed, as in the proofs (t < n)",
            domain=WITH_COLLUDERS.where(lambda case: case.t < case.n, "2 <= n <= 7, 1 <= c < t < n, s in {1, 3/2}"),
            truth=LEAST_ERROR,
            printed=Form(removed, "the error with these terms removed is least at (σ*², ρ*)"),
            mark=Mark.AS_ITS_PROOF_USES_IT,
        ),
    ),
)
