"""Statement: with one active party and t = 1, variances are feasible for Eq. 6 if and only if the sum of the variances
of the others is at least the maximum of sigma_j^2 over U-.

Model: the form decides the printed constraint at a point, the definition Eq. 6, coalition by coalition.

Corners: two parties, zeros, the active party's own requirement and variance (they do not count).

Readings: the printed right side, the largest variance, makes the constraint empty: a sum is never below one of its
terms. The largest requirement is meant, sigma_Gamma_j^2; whether paper or scan lost the subscript, with it the
constraint is right, and the lemma's variances come out of it.
"""

from optcheck.claims import *
from proofs_numeric.tpmdp._parties import is_feasible
from proofs_numeric.tpmdp.thm_1 import Noise

WITH_GAMMA = "σ feasible ⇔ Σ_{i∈U⁻} σ_i² ≥ max_{j∈U⁻} σ_Γj²"


def as_printed(at: Noise) -> bool:
    others = [at.variances[j] for j in at.inactive]
    return sum(others) >= max(others)


def corrected(at: Noise) -> bool:
    return sum(at.variances[j] for j in at.inactive) >= max(at.required[j] for j in at.inactive)


ARGUMENT = (
    "The one coalition of Eq. 6 is the active party, so Eq. 6 asks that the sum over U- reaches the requirement of "
    "each party of U-."
)
CLAIM = Statement(
    "tpmdp/lem-2-proof",
    place="proof of Lemma 2, t = 1",
    title="the printed constraint of the single active party's problem",
    domain=Noise.where("t == 1", "len(active) == 1"),
    truth=definition(is_feasible),
    asserts=decides,
    printed=Form(as_printed, "σ feasible ⇔ Σ_{i∈U⁻} σ_i² ≥ max_{j∈U⁻} σ_j²"),
    corrected=Form(corrected, WITH_GAMMA),
    impact=Impact.TEXT,
    argument=ARGUMENT,
    readings=(
        Reading(
            name="σ_Γj on the right",
            mark=Mark.AS_SCANNED,
            printed=Form(corrected, WITH_GAMMA),
            argument=ARGUMENT,
        ),
    ),
)
