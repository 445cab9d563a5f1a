"""Statement: let 2 <= |U+| <= n - t, requirements be sorted inside groups, and sigma_2+^2 <= sigma_t-^2. With E = {2+,
..., (eta+1)+, (t+1)-, ..., (n-eta-1)-}, variances are feasible for Eq. 6 if and only if sigma_j^2 + sum over E is at
least sigma_Gamma_j^2 for j = 1-, ..., t-, sigma_t-^2 + sum over E is at least sigma_Gamma_2+^2, and sigma_1+^2 + sum
over E - sigma_2+^2 + sigma_t-^2 is at least sigma_Gamma_1+^2.

Model: the form decides Eq. 10 at a point, the definition Eq. 6, coalition by coalition.

Corners: |U+| = n - t (E has no non-active party), t = 1, ties, zeros.

Readings: Convention 5 repeats Convention 4 (sorted requirements) but not Convention 3 (sorted variances). By the letter
the lemma is false: three parties, t = 1, requirements 0, 0 (active) and 2, variances 0, 1 and 1 satisfy Eq. 10, but the
coalition {2+} leaves 1 < 2 outside. The text restricts all variances to Convention 3 before; with it the lemma holds.
"""

from optcheck.claims import *
from proofs_numeric.tpmdp._parties import CONVENTION_5, IN_ORDER, Point, is_feasible, shared

EQ_10 = "σ feasible ⇔ σ_j² + Σ_E ≥ σ_Γj² (j = 1⁻…t⁻), σ_t⁻² + Σ_E ≥ σ_Γ2⁺², σ_1⁺² + Σ_E − σ_2⁺² + σ_t⁻² ≥ σ_Γ1⁺²"
ARGUMENT = (
    "A set of n - t parties that misses an active one holds at most eta active ones, at the least 2+, 3+, ...; as "
    "sigma_2+ <= sigma_t-, fewer active ones cost no less. So for each of 1-, ..., t- E, which has n - t - 1 "
    "members, completes it to the cheapest set, t- and E contain 2+ and all later parties, and with 1+ in it 1+ "
    "takes the place of 2+; later parties of a group require no more."
)


def as_printed(point: Point) -> bool:
    x, y, t, rest = point.x_plus, point.x_minus, point.t, shared(point)
    rows = all(y[j] + rest >= point.minus[j] for j in range(t))
    return rows and y[t - 1] + rest >= point.plus[1] and x[0] + rest - x[1] + y[t - 1] >= point.plus[0]


def corrected(point: Point) -> Value:
    return point.is_in_order, as_printed(point)


CLAIM = Statement(
    "tpmdp/lem-10",
    place="Lemma 10, Eq. 10",
    title="the constraints that decide feasibility under Convention 5",
    domain=Point.where(CONVENTION_5),
    truth=definition(is_feasible),
    asserts=decides,
    printed=Form(as_printed, EQ_10),
    corrected=Form(corrected, f"under Conventions 3 and 5: {EQ_10}", asserts=provided(decides)),
    impact=Impact.TEXT,
    argument=ARGUMENT,
    effort=Effort(instances=250, drawn=40, largest={"u": 3, "t": 3, "n": 6}),
    readings=(
        Reading(
            name="Convention 3 is still in force",
            mark=Mark.AS_ITS_PROOF_USES_IT,
            domain=Point.where(CONVENTION_5, *IN_ORDER),
            argument=ARGUMENT,
        ),
    ),
)
