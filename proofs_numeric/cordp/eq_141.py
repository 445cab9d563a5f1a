"""Statement: for t < n the variance of the least error; the number of Eq. 12, as the appendix prints it.

Model: the optimal pair, which the checker accepts by a semidefinite bound.

Corners: c = t-1, where the variance is s; t = n-1; c = 0 with t = 1.
"""

from optcheck.claims import Argument, Claim, Form, Formula, Impact, Value
from optcheck.claims.functions import surd
from optcheck.claims.relations import equals
from proofs_numeric.cordp import _steps as steps
from proofs_numeric.cordp._cases import OPTIMAL_VARIANCE, WITH_DROPOUTS, Case


def as_printed(case: Case) -> Value:
    n, t, c, s = case.n, case.t, case.c, case.sigma2_min
    second = s * (n - c - 1) * (n + c - 2 * n * c + t * (n + c - 2))
    root = surd((t - c) * (n - t) * (n - c - 1))
    return s * (n**2 - 2 * n - c * n + 2) / (n - c) ** 2 + second / ((n - c) ** 2 * root)


def proof(argument: Argument, form: Formula[Case]) -> None:
    steps.has_variance(argument, form(Case(steps.m + steps.c, steps.k + steps.c, steps.c, steps.s)))


CLAIM = Claim(
    id="cordp/eq-141",
    place="Lemma 3, Eq. 141",
    title="the optimal variance when users may drop out",
    domain=WITH_DROPOUTS,
    truth=OPTIMAL_VARIANCE,
    asserts=equals,
    printed=Form(
        as_printed, "σ²_opt = s(n²−2n−cn+2)/(n−c)² + s(n−c−1)(n+c−2nc+t(n+c−2)) / ((n−c)²√((t−c)(n−t)(n−c−1)))"
    ),
    impact=Impact.OPTIMALITY,
    proof=proof,
)
