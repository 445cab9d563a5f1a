"""Statement: let an optimum be constant exactly from rank xi on. If row xi is not tight, taking gamma = sigma_xi^2 -
sigma_Gamma_xi^2/(n - t) from the ranks xi and later and adding (n - t - 1) gamma to the earlier ones keeps feasibility
and does not raise the total. If xi exceeded floor((2n - t)/(n - t)), the opposite move with a small gamma would be
feasible and lower the total.

Model: everyone active, sorted optima; the form is the point after the first construction, which must be an optimum. The
second one is about points that do not exist; its total is part of the proof.

Corners: t = n - 1, xi = 1 (gamma is 0 by Lemma 6), ties, zeros, n divisible by n - t.
"""

from dataclasses import replace
from fractions import Fraction

import sympy

from optcheck.claims import Argument, Claim, Form, Formula, Impact, Value
from optcheck.claims.relations import optimal
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._eq6 import Point, best_total, optimal_variances
from proofs_numeric.tpmdp._points import SORTED_OPTIMA
from proofs_numeric.tpmdp._steps import a, n, t


def as_printed(point: Point) -> Value:
    x, xi = point.variances, constant_from(point)
    outside = point.instance.n - point.instance.threshold
    gamma = x[xi - 1] - Fraction(1, outside) * point.instance.required[xi - 1]
    return tuple(own - gamma if j >= xi else own + (outside - 1) * gamma for j, own in enumerate(x, start=1))


def constant_from(point: Point) -> int:
    """The first rank from which the variances are equal."""
    x = point.variances
    return next(rank for rank in range(1, len(x) + 1) if len(set(x[rank - 1 :])) == 1)


def proof(argument: Argument, form: Formula[Point]) -> None:
    xi, k = sympy.symbols("xi k", nonnegative=True)
    found = [form(point) for point in SORTED_OPTIMA.grid() if constant_from(point) == 1]
    argument.cases("at level optima the construction changes nothing", [len(set(row)) == 1 for row in found])
    for size, threshold, rank in ((5, 3, 2), (5, 2, 2), (6, 4, 3), (4, 3, 4)):
        heads, level = sympy.symbols(f"h:{rank - 1}", positive=True), sympy.Symbol("level", positive=True)
        point = Point(Instance.of(range(2 * size, size, -1), threshold), (*heads, *[level] * (size - rank + 1)))
        moved, rest = form(point), size - threshold
        argument.identity(
            f"xi = {rank}: later ranks become sigma_Gamma_xi/(n-t)",
            moved[rank - 1 :],
            (sympy.Rational(2 * size - rank + 1, rest),) * (size - rank + 1),
        )
        rows = tuple(own + (rest - 1) * moved[-1] for own in moved[: rank - 1])
        argument.identity("rows before xi keep their sums", rows, tuple(own + (rest - 1) * level for own in heads))
    change = (xi - 1) * (n - t - 1) - (n - xi + 1)
    argument.identity("a unit of gamma changes the total by (n-t) xi - (2n-t)", change, (n - t) * xi - (2 * n - t))
    admissible = -change.subs(n, t + 1 + a).subs(t, (1 + a) * (xi + k - 2))
    argument.not_negative("with xi + k = (2n-t)/(n-t), k >= 0, the first construction does not raise it", admissible)
    argument.words(
        "Row xi becomes tight, and sigma_xi - gamma = sigma_Gamma_xi/(n-t) is not negative, nor gamma, for row xi "
        "holds. In the second construction rows j < xi keep their value, later ones grow, and with xi > (2n-t)/(n-t) "
        "the total falls."
    )


CLAIM = Claim(
    id="tpmdp/lem-7-constructions",
    place="proof of Lemma 7",
    title="the two constructions keep feasibility and the total",
    domain=replace(
        SORTED_OPTIMA,
        description="everyone active: sorted optima with n <= 5",
        grid=lambda: (at for at in SORTED_OPTIMA.grid() if sum(at.variances) == best_total(at.instance)),
    ),
    truth=optimal_variances(lambda point: point.instance),
    asserts=optimal,
    printed=Form(
        as_printed, "σ̂_j² = σ_j² − γ (j ≥ ξ), σ_j² + (n−t−1)γ (j < ξ), γ = σ_ξ² − σ_Γξ²/(n−t): feasible, v no larger"
    ),
    impact=Impact.TEXT,
    proof=proof,
    rests_on=("tpmdp/lem-5", "tpmdp/lem-6-1", "tpmdp/lem-6-2", "tpmdp/lem-6-3"),
)
