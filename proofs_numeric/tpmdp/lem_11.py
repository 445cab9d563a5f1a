"""Statement: under Convention 5, variances are feasible for Eq. 6 if and only if they are feasible after the
requirements of 1-, ..., t- are replaced by their maximum with sigma_Gamma_2+.

Model: the form decides Eq. 6 with the new requirements, coalition by coalition; the checker with the given ones.

Corners: |U+| = n - t, t = 1, sigma_Gamma_2+ larger than all of U-, ties, zeros.

Readings: Convention 5 without and with Convention 3 (sorted variances), as in Lemma 10. Without it the lemma fails only
from five parties on: t = 3, two active parties that require 1 and add 1, others that require nothing and add 0, 0, 1.
"""

from optcheck.claims import Argument, Claim, Form, Formula, Impact, Value
from optcheck.claims.relations import decides, provided
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._eq6 import FEASIBLE, Point, is_feasible
from proofs_numeric.tpmdp._points import CONVENTION_5, CONVENTIONS_3_AND_5, is_sorted, with_convention_3
from proofs_numeric.tpmdp._steps import a, b

EQ_11 = "σ feasible ⇔ σ feasible with σ̃_Γi = max{σ_Γi, σ_Γ2⁺} for i = 1⁻…t⁻, else σ_Γi"


def as_printed(point: Point) -> bool:
    t, required, u = point.instance.threshold, point.instance.required, len(point.instance.active)
    raised = tuple(max(own, required[1]) if u <= i < u + t else own for i, own in enumerate(required))
    return is_feasible(Instance(raised, t, point.instance.active), point.variances)


def corrected(point: Point) -> Value:
    return is_sorted(point), as_printed(point)


def proof(argument: Argument, form: Formula[Point]) -> None:
    points = [point for point in CONVENTIONS_3_AND_5.grid() if point.instance.n <= 4]
    changes = [form(point)[1] == is_feasible(point.instance, point.variances) for point in points]
    argument.cases("with three and four parties the new requirements change nothing", changes)
    argument.not_negative("the row of j- has sigma_j- = sigma_t- + a where that of 2+ has sigma_t-", (b + a) - b)
    argument.words(
        "So the row of 2+ already demands sigma_Gamma_2+ of the left side of each of 1-, ..., t-; lowering "
        "requirements back only relaxes. Lemma 10 makes the rows decide."
    )


CLAIM = Claim(
    id="tpmdp/lem-11",
    place="Lemma 11, Eq. 11",
    title="raising small requirements of U- to sigma_Gamma_2+ changes nothing under Convention 5",
    domain=CONVENTION_5,
    truth=FEASIBLE,
    asserts=decides,
    printed=Form(as_printed, EQ_11),
    corrected=Form(corrected, f"under Conventions 3 and 5: {EQ_11}", asserts=provided(decides)),
    impact=Impact.TEXT,
    proof=proof,
    rests_on=("tpmdp/lem-10",),
    readings=(with_convention_3(CONVENTIONS_3_AND_5),),
)
