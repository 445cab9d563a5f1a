"""Statement: the ratio sigma_cr^2/s of Claim 8 for one colluder.

Model: the variance of the optimal pair that the checker accepts.

Corners: t = 2 (ratio 1), t = n-1.

Readings: the text before it refers to "(8)", meaning Claim 8.
"""

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Impact, Value
from optcheck.claims.functions import surd
from optcheck.claims.relations import equals
from proofs_numeric.cordp import _steps as steps
from proofs_numeric.cordp._cases import OPTIMAL_VARIANCE, Case, cases, size_order


def as_printed(case: Case) -> Value:
    n, t = case.n, case.t
    inner = surd((n - 2) * (t - 1) * (n - t)) / (n - t)  # the root of (n-2)(t-1)/(n-t)
    return (n - 2 + inner) / (n - 1)


def proof(argument: Argument, form: Formula[Case]) -> None:
    steps.prove_optimum(argument)
    ratio = form(Case(steps.m + 1, steps.k + 1, 1, steps.s)).subs(surd(steps.ROOT[1]), steps.w)
    variance = steps.VARIANCE.subs(steps.c, 1)
    argument.identity("for c = 1 it is the variance of that pair over s", ratio * steps.s, variance, steps.ROOT)


CLAIM = Claim(
    id="cordp/eq-162",
    place="Eq. 162",
    title="the critical point for c = 1",
    domain=Domain(
        "3 <= n <= 12, c = 1, 1 < t < n, s in {1, 3/2}", lambda: cases(12, lambda n, t, c: c == 1 and t < n), size_order
    ),
    truth=OPTIMAL_VARIANCE,
    means=lambda case, ratio: ratio * case.sigma2_min,
    asserts=equals,
    printed=Form(as_printed, "y_cr = (n−2)/(n−1) + (1/(n−1))√((n−2)(t−1)/(n−t))"),
    impact=Impact.OPTIMALITY,
    proof=proof,
)
