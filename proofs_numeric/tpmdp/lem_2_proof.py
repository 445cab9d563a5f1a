"""Statement: with one active party and t = 1, variances are feasible for Eq. 6 if and only if the sum of the variances
of the others is at least the maximum of sigma_j^2 over U-.

Model: the form decides the printed constraint at a point, the checker Eq. 6.

Corners: two parties, zeros, the active party's own requirement and variance (they do not count).

Readings: the printed right side, the largest variance, makes the constraint empty: a sum is never below one of its
terms. The largest requirement is meant, sigma_Gamma_j^2; whether paper or scan lost the subscript, with it the
constraint is right, and the lemma's variances come out of it.
"""

from optcheck.claims import Argument, Claim, Form, Formula, Impact, Mark, Reading
from optcheck.claims.relations import decides
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._eq6 import FEASIBLE, Point, coalitions
from proofs_numeric.tpmdp._points import deciding_points

WITH_GAMMA = "σ feasible ⇔ Σ_{i∈U⁻} σ_i² ≥ max_{j∈U⁻} σ_Γj²"


def as_printed(point: Point) -> bool:
    others = [point.variances[j] for j in point.instance.inactive]
    return sum(others) >= max(others)


def corrected(point: Point) -> bool:
    others = point.instance.inactive
    return sum(point.variances[j] for j in others) >= max(point.instance.required[j] for j in others)


def proof(argument: Argument, form: Formula[Point]) -> None:
    alone = [list(coalitions(Instance.of([0] * n, 1, [0]))) == [(0,)] for n in range(2, 9)]
    argument.cases("the one coalition of Eq. 6 is the active party", alone)
    said = [form(Point(Instance((9, *need), 1, (0,)), (9, 1, 1))) for need in ((2, 0), (3, 0), (0, 2), (0, 3))]
    argument.cases(
        "the form compares the others' sum with their largest requirement",
        [a == b for a, b in zip(said, (True, False) * 2, strict=True)],
    )
    argument.words("So Eq. 6 asks that the sum over U- reaches the requirement of each party of U-.")


CLAIM = Claim(
    id="tpmdp/lem-2-proof",
    place="proof of Lemma 2, t = 1",
    title="the printed constraint of the single active party's problem",
    domain=deciding_points("t = |U+| = 1", lambda at: at.threshold == len(at.active) == 1, lambda _: True),
    truth=FEASIBLE,
    asserts=decides,
    printed=Form(as_printed, "σ feasible ⇔ Σ_{i∈U⁻} σ_i² ≥ max_{j∈U⁻} σ_j²"),
    corrected=Form(corrected, WITH_GAMMA),
    impact=Impact.TEXT,
    proof=proof,
    readings=(Reading(name="σ_Γj on the right", mark=Mark.AS_SCANNED, printed=Form(corrected, WITH_GAMMA)),),
)
