"""Statement: the noise variance is superior to (less than) that of TMDP, which gives everyone the strictest
requirement, and that of the mechanism without threshold (t = n - 1, everyone active), which stands for PLDP.

Model: three optima of explicit programs. The form bounds the total less the smaller of the other two.

Corners: equal requirements (where TMDP is the same), t = n - 1 (where the one without threshold is), zeros, ties.

Readings: a word of the abstract, read as "never more". Read as strictly less wherever the mechanisms differ (unequal
requirements, t < n - 1) it fails: with a single colluder TMDP adds no more where only the strictest requirement counts.
"""

from optcheck.claims import *
from optcheck.lp.program import LinearProgram
from proofs_numeric.tpmdp._parties import Parties, eq6
from proofs_numeric.tpmdp.pldp_scaling import without_threshold


def as_printed(parties: Parties) -> Value:
    return 0


def uniform(parties: Parties) -> LinearProgram:
    """TMDP: everyone requires the most."""
    return eq6(Parties(parties.n, parties.t, parties.active, (max(parties.required),) * parties.n))


CLAIM = Statement(
    "tpmdp/superior",
    place="abstract, Sections I and IV-C",
    title="the total is not above those of TMDP and of the mechanism without threshold",
    domain=Parties,
    truth=Combination(
        parts=(minimum(eq6), minimum(uniform), minimum(without_threshold)),
        value=lambda own, same, local: own - min(same, local),
    ),
    asserts=at_most,
    printed=Form(as_printed, "v_TPMDP ≤ min(v_TMDP, v_non-thre)"),
    impact=Impact.TEXT,
    argument="Eq. 6 with larger requirements, and Eq. 6 for all coalitions of n - 1 parties (each coalition of t "
    "parties without j grows to one of n - 1, as in Theorem 1), have fewer feasible variances, so their least totals "
    "are not smaller.",
    effort=Effort(instances=60, drawn=20, largest={"n": 6}),
    rests_on=("tpmdp/thm-1",),
    readings=(
        Reading(
            name="strictly less wherever the mechanisms differ",
            domain=Parties.where("t < n - 1", "max(required) > min(required)"),
            asserts=less,
            printed=Form(as_printed, "v_TPMDP < min(v_TMDP, v_non-thre)"),
            expected=Outcome.REFUTED,
        ),
    ),
)
