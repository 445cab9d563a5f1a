"""Statement: with the least private covariance r*(sigma^2) the error has its critical point at sigma_cr^2, t < n.

Model: at the stated variance the derivative of sigma^2 + (t-1) r*(sigma^2) must vanish; it follows from the boundary
of privacy by implicit differentiation. "None" is right where that derivative is the constant 1.

Corners: c = 0, 1; c = t-1; t = n-1; t = 1, where the error does not depend on r and only grows: there is no critical
point, the printed number is the left end sigma^2 = s of the range.

Readings: as Lemma 3 uses it, sigma_cr^2 is the minimiser; so read it holds for t = 1 too.
"""

from dataclasses import replace

import sympy as sp

from optcheck.claims import INFINITE, Argument, Claim, Definition, Form, Formula, Impact, Mark, Reading, Value
from optcheck.claims.functions import surd
from optcheck.claims.relations import equals
from optcheck.cordp.closed_form import least_covariance
from optcheck.errors import InvalidInput
from proofs_numeric.cordp import _steps as steps
from proofs_numeric.cordp._cases import OPTIMAL_VARIANCE, WITH_DROPOUTS, Case


def as_printed(case: Case) -> Value:
    n, t, c, s = case.n, case.t, case.c, case.sigma2_min
    lam = (n + c) * (t + 1) - 2 * (n * c + t)
    root = surd((n - c - 1) * (n - t) * (t - c))
    return s * (n**2 - 2 * n - c * n + 2) / (n - c) ** 2 + s * lam * root / ((n - c) ** 2 * (n - t) * (t - c))


def corrected(case: Case) -> Value:
    return as_printed(case) if case.t != 1 else INFINITE  # none


def slope(case: Case, variance: Value) -> Value:
    """The derivative of v + (t-1) r*(v); for "none" what is left of it where it does not depend on v."""
    n, t, c, s = case.n, case.t, case.c, case.sigma2_min
    if t == 1 or variance is INFINITE:
        return 0 if t == 1 and variance is INFINITE else 1
    if not variance >= s:
        raise InvalidInput(f"no variance below {s} is private, got {variance}")
    r = least_covariance(n, c, variance, s)
    across, along = variance + (c - 1) * r, variance + (n - 1) * r
    by_covariance = (c - 1) * along + (n - 1) * across - s * (n - 2)
    return 1 - (t - 1) * (across + along - s) / by_covariance


def where_several_respond(argument: Argument, form: Formula[Case]) -> None:
    m, k, c, t, v, r = steps.m, steps.k, steps.c, steps.t, steps.v, steps.r
    steps.has_variance(argument, form(Case(m + c, k + c, c, steps.s)))
    boundary, pair = steps.boundary(v, r), {v: steps.VARIANCE, r: steps.COVARIANCE}
    condition = sp.diff(boundary, r) - (t - 1) * sp.diff(boundary, v)
    argument.identity("1 + (t-1) dr/dv = 0 there", condition.subs(steps.USERS).subs(pair), 0, steps.ROOT)


def proof(argument: Argument, form: Formula[Case]) -> None:
    where_several_respond(argument, form)
    argument.truth("for t = 1 the error is v itself, with slope 1 everywhere", form(Case(3, 1, 0, steps.s)) is INFINITE)


CLAIM = Claim(
    id="cordp/claim-8",
    place="Claim 8, Eq. 143",
    title="the critical point of the error as a function of σ²",
    domain=replace(WITH_DROPOUTS, degenerate=lambda case: case.t == 1, corner="t = 1"),
    truth=Definition(lambda case: 0),
    means=slope,
    asserts=equals,
    printed=Form(
        as_printed, "σ²_cr = s(n²−2n−cn+2)/(n−c)² + sλ√((n−c−1)(n−t)(t−c))/((n−c)²(n−t)(t−c)), λ = (n+c)(t+1) − 2(nc+t)"
    ),
    corrected=Form(corrected, "the same for t ≥ 2; for t = 1 there is none: the error grows from σ² = s on"),
    impact=Impact.TEXT,
    proof=proof,
    readings=(
        Reading(
            name="the minimiser, as Lemma 3 uses it",
            truth=OPTIMAL_VARIANCE,
            means=lambda case, variance: variance,
            proof=where_several_respond,
            mark=Mark.AS_ITS_PROOF_USES_IT,
        ),
    ),
)
