"""Statement: under Convention 6 (Convention 5, and each of 1-, ..., t- requires at least sigma_Gamma_2+), variances are
feasible for Eq. 6 if and only if they satisfy Eq. 10 without the row of 2+.

Model: the form decides Eq. 12 at a point, the definition Eq. 6, coalition by coalition.

Corners: |U+| = n - t, t = 1, sigma_Gamma_t- = sigma_Gamma_2+, ties, zeros.

Readings: Convention 3 (sorted variances) is still in force, as in Lemma 10, where its missing reference is counted;
without it the corollary is false.
"""

from optcheck.claims import *
from proofs_numeric.tpmdp._parties import CONVENTION_5, CONVENTION_6, IN_ORDER, Point, is_feasible, shared

EQ_12 = "σ feasible ⇔ σ_j² + Σ_E ≥ σ_Γj² (j = 1⁻…t⁻), σ_1⁺² + Σ_E − σ_2⁺² + σ_t⁻² ≥ σ_Γ1⁺²"


def as_printed(point: Point) -> bool:
    x, y, t, rest = point.x_plus, point.x_minus, point.t, shared(point)
    rows = all(y[j] + rest >= point.minus[j] for j in range(t))
    return rows and x[0] + rest - x[1] + y[t - 1] >= point.plus[0]


CLAIM = Statement(
    "tpmdp/cor-1",
    place="Corollary 1, Eq. 12",
    title="the constraints that decide feasibility under Convention 6",
    domain=Point.where(CONVENTION_6, CONVENTION_5, *IN_ORDER),
    truth=definition(is_feasible),
    asserts=decides,
    printed=Form(as_printed, EQ_12),
    impact=Impact.TEXT,
    argument="In Eq. 10 the rows of t- and of 2+ have one left side, and Convention 6 makes the right side of t- the "
    "larger one: the row of 2+ is implied, and Lemma 10 gives the rest.",
    effort=Effort(instances=250, drawn=40, largest={"u": 3, "t": 3, "n": 6}),
    rests_on=("tpmdp/lem-10",),
    readings=(
        Reading(
            name="Convention 6 by its letter, without Convention 3",
            domain=Point.where(CONVENTION_6, CONVENTION_5),
            expected=Outcome.REFUTED,
        ),
    ),
)
