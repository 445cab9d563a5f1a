"""Statement: under Convention 6 (Convention 5, and each of 1-, ..., t- requires at least sigma_Gamma_2+), variances are
feasible for Eq. 6 if and only if they satisfy Eq. 10 without the row of 2+.

Model: the form decides Eq. 12 at a point, the checker Eq. 6.

Corners: |U+| = n - t, t = 1, sigma_Gamma_t- = sigma_Gamma_2+, ties, zeros.

Readings: Convention 6 without and with Convention 3 (sorted variances), as in Lemma 10.
"""

from optcheck.claims import Argument, Claim, Form, Formula, Impact, Value
from optcheck.claims.relations import decides, provided
from proofs_numeric.tpmdp._eq6 import FEASIBLE, Point
from proofs_numeric.tpmdp._points import CONVENTION_6, CONVENTIONS_3_AND_6, is_sorted, shared, with_convention_3
from proofs_numeric.tpmdp._steps import exact_rows
from proofs_numeric.tpmdp.lem_10 import sides as sides_of_eq_10

EQ_12 = "σ feasible ⇔ σ_j² + Σ_E ≥ σ_Γj² (j = 1⁻…t⁻), σ_1⁺² + Σ_E − σ_2⁺² + σ_t⁻² ≥ σ_Γ1⁺²"


def as_printed(point: Point) -> bool:
    x, required, u = point.variances, point.instance.required, len(point.instance.active)
    last, rest = u + point.instance.threshold - 1, shared(point)
    rows = all(x[j] + rest >= required[j] for j in range(u, last + 1))
    return rows and x[0] + rest - x[1] + x[last] >= required[0]


def corrected(point: Point) -> Value:
    return is_sorted(point), as_printed(point)


def sides(point: Point) -> Value:
    """Those of Eq. 10 without the row of 2+."""
    first, _, *rest = sides_of_eq_10(point)
    return (first, None, *rest)


def proof(argument: Argument, form: Formula[Point]) -> None:
    exact_rows(argument, "the form asks what Eq. 10 does, and nothing of 2+", lambda point: form(point)[1], sides)
    argument.words(
        "In Eq. 10 the rows of t- and of 2+ have one left side, and Convention 6 makes the right side of t- the larger "
        "one: the row of 2+ is implied, and Lemma 10 gives the rest."
    )


CLAIM = Claim(
    id="tpmdp/cor-1",
    place="Corollary 1, Eq. 12",
    title="the constraints that decide feasibility under Convention 6",
    domain=CONVENTION_6,
    truth=FEASIBLE,
    asserts=decides,
    printed=Form(as_printed, EQ_12),
    corrected=Form(corrected, f"under Conventions 3 and 6: {EQ_12}", asserts=provided(decides)),
    impact=Impact.TEXT,
    proof=proof,
    rests_on=("tpmdp/lem-10",),
    readings=(with_convention_3(CONVENTIONS_3_AND_6),),
)
