"""Statement: with the best covariance the error is least at an infinite variance when nobody may drop out (t = n), else
at an explicit number of Q(sqrt((t-c)(n-t)(n-c-1))).

Model: the largest variance at which, or towards which, the error is least, which the checker reads off a pair and a
semidefinite bound. The error is the one of the paper's proofs, the responding colluders' terms removed; by the letter
of Eq. 10 see cordp/thm-1-eq-10.

Corners: t = n, where the optimum is a limit; c = t-1 (variance s); c = n-1 with t = n, where every variance from s on
has the least error. At n = 1, outside the paper's n >= 2, a single user needs exactly s, not infinity.

Readings: the formula says at which variance the error is least, not that it is least at no other. Only for c = n-1 do
others serve: infinity is then the largest of them, the limit of a constant, and s is enough, as the proof of Lemma 2
remarks.
"""

from fractions import Fraction

from hypothesis import strategies as st

from optcheck.claims import INFINITE, Argument, Claim, Domain, Form, Formula, Impact, Value
from optcheck.claims.functions import surd
from optcheck.claims.relations import equals
from proofs_numeric.cordp import _steps as steps
from proofs_numeric.cordp._cases import LARGEST_OPTIMAL_VARIANCE, Case, cases, size_order


def as_printed(case: Case) -> Value:
    n, t, c, s = case.n, case.t, case.c, case.sigma2_min
    if t == n:
        return INFINITE
    second = s * (n - c - 1) * (n + c - 2 * n * c + t * (n + c - 2))
    root = surd((t - c) * (n - t) * (n - c - 1))
    return s * (n**2 - 2 * n - c * n + 2) / (n - c) ** 2 + second / ((n - c) ** 2 * root)


def has_variance(argument: Argument, printed: Value) -> None:
    """A formula in (n, t, c) = (m+c, k+c, c) is the variance of the optimal pair."""
    steps.prove_optimum(argument)
    argument.identity(
        "it is the variance of that pair", printed.subs(surd(steps.ROOT[1]), steps.w), steps.VARIANCE, steps.ROOT
    )


def proof(argument: Argument, form: Formula[Case]) -> None:
    has_variance(argument, form(Case(steps.m + steps.c, steps.k + steps.c, steps.c, steps.s)))
    variance, covariance = steps.v, (steps.s - steps.v) / (steps.n - 1)
    argument.identity(
        "c = n-1: at every variance from s on, privacy with equality",
        steps.boundary(variance, covariance).subs(steps.c, steps.n - 1),
        0,
    )
    argument.identity("with the error s", variance + (steps.n - 1) * covariance, steps.s)


@st.composite
def larger_cases(draw: st.DrawFn) -> Case:
    """Random triples beyond the grid, with a rational sigma^2_{eps,delta}."""
    n = draw(st.integers(2, 16))
    t = draw(st.integers(1, n))
    return Case(n, t, draw(st.integers(0, t - 1)), Fraction(draw(st.integers(1, 24)), draw(st.integers(1, 6))))


EVERY_CASE: Domain[Case] = Domain(
    description="2 <= n <= 7, every t and c, s in {1, 3/2}; then n <= 16 with random rational s",
    grid=lambda: cases(7),
    strategy=larger_cases,
    order=size_order,
    examples=40,
)
CLAIM = Claim(
    id="cordp/eq-12",
    place="Theorem 1, Eq. 12",
    title="the optimal variance: an explicit number for t < n, infinite (a limit) for t = n",
    domain=EVERY_CASE,
    truth=LARGEST_OPTIMAL_VARIANCE,
    asserts=equals,
    printed=Form(
        as_printed,
        "σ*² = s(n²−2n−cn+2)/(n−c)² + s(n−c−1)(n+c−2nc+t(n+c−2)) / ((n−c)²√((t−c)(n−t)(n−c−1))); ∞ for t = n",
    ),
    impact=Impact.OPTIMALITY,
    proof=proof,
)
