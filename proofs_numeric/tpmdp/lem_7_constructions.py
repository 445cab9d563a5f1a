"""Statement: let an optimum be constant exactly from rank xi on. If row xi is not tight, taking gamma = sigma_xi^2 -
sigma_Gamma_xi^2/(n - t) from the ranks xi and later and adding (n - t - 1) gamma to the earlier ones keeps feasibility
and does not raise the total. If xi exceeded floor((2n - t)/(n - t)), the opposite move with a small gamma would be
feasible and lower the total.

Model: everyone active. An instance names xi and a set outside a coalition. Over all sorted optima that are constant
from rank xi on (explicit programs), the least sum of the new variances on that set and the least saving: the former
must reach the requirements there, the latter must not be negative. (That some optimum is constant from xi on is the
domain's condition.) The second construction is about points that do not exist; its total is part of the argument.

Corners: t = n - 1, xi = 1 (gamma is 0 by Lemma 6), ties, zeros, n divisible by n - t.
"""

from optcheck.claims import *
from proofs_numeric.tpmdp._parties import Sorted, X, in_order, least_at_optima


class Constant(Sorted):
    """And the rank xi from which on the variances are constant, and a set of parties outside a coalition."""

    xi: int = integer(1, "min((2 * n - t) // (n - t), t + 1)", symbol="ξ")
    outside: tuple[int, ...] = subset("n", least="n - t", most="n - t", symbol="Ā (from 0)")
    conditions = (  # the totals of Theorem 2's proof are equal from xi on: some optimum is constant from there
        "all((2 * n - t - (k + 1) * (n - t)) * (required[k - 1] - required[k]) == 0"
        " for k in range(xi, min((2 * n - t) // (n - t), t + 1)))",
    )


def as_printed(at: Constant) -> Value:
    return max(at.required[j] for j in at.outside), 0


def moved(at: Constant, x: X, members: tuple[int, ...]) -> Value:
    """The sum of the new variances over some parties."""
    gamma = x[at.xi - 1] - Fraction(1, at.n - at.t) * at.required[at.xi - 1]
    return sum(x[j] + (at.n - at.t - 1) * gamma if j < at.xi - 1 else x[j] - gamma for j in members)


def constant_from_xi(at: Constant, x: X) -> tuple[Value, ...]:
    """Sorted, and constant from rank xi on."""
    return (*in_order(at, x), x[at.n - 1] - x[at.xi - 1])


def left(at: Constant, x: X) -> Value:
    """The sum of the new variances outside the coalition."""
    return moved(at, x, at.outside)


def saving(at: Constant, x: X) -> Value:
    """What the total falls by."""
    return sum(x) - moved(at, x, tuple(range(at.n)))


CLAIM = Statement(
    "tpmdp/lem-7-constructions",
    place="proof of Lemma 7",
    title="the two constructions keep feasibility and the total",
    domain=Constant,
    truth=Combination(
        parts=(least_at_optima(left, constant_from_xi), least_at_optima(saving, constant_from_xi)),
        value=lambda least_left, least_saving: (least_left, least_saving),
    ),
    asserts=at_least,
    printed=Form(
        as_printed, "σ̂_j² = σ_j² − γ (j ≥ ξ), σ_j² + (n−t−1)γ (j < ξ), γ = σ_ξ² − σ_Γξ²/(n−t): feasible, v no larger"
    ),
    impact=Impact.TEXT,
    argument="Row xi becomes tight, and sigma_xi - gamma = sigma_Gamma_xi/(n-t) is not negative, nor gamma, for row xi "
    "holds. Rows before xi keep their sums. A unit of gamma changes the total by (xi - 1)(n - t - 1) - (n - xi + 1) = "
    "(n - t) xi - (2n - t), which is not positive for admissible xi. In the second construction rows j < xi keep their "
    "value, later ones grow, and with xi > (2n-t)/(n-t) the total falls.",
    effort=Effort(instances=50, drawn=12, largest={"n": 5}),
    rests_on=("tpmdp/lem-5", "tpmdp/lem-6-1", "tpmdp/lem-6-2", "tpmdp/lem-6-3"),
)
