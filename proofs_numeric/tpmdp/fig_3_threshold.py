"""Statement: as t increases, the utility of G and TMDP improves significantly, up to its maximum as t approaches n - 1.

Model: the noise is all that t changes, and its total variance is what the loss grows with. The truth is the change of
the least total of Eq. 6 (explicit programs) from t - 1 to t colluders, for G and, with equal requirements, for TMDP;
utility improves if it falls.

Corners: t = n - 1, equal requirements, one active party, requirements that do not count (no change).

Readings: by the letter utility improves, so the variance falls. Read as utility loss, which the figure's axis shows,
the sentence is right: the loss grows with t and is largest at n - 1. The conference version has the same words.
"""

from optcheck.claims import *
from optcheck.lp.program import LinearProgram
from proofs_numeric.tpmdp._parties import Parties, eq6


def as_printed(parties: Parties) -> Value:
    return 0


def one_less(parties: Parties) -> LinearProgram:
    """The same with one colluder less."""
    return eq6(Parties(parties.n, parties.t - 1, parties.active, parties.required))


GROWS = "v(t) − v(t−1) ≥ 0: utility does not improve with t, and is least at t = n − 1"
CLAIM = Statement(
    "tpmdp/fig-3-threshold",
    place="Section V-A 3)",
    title="how utility changes as t increases",
    domain=Parties.where("t >= 2"),
    truth=Combination(parts=(minimum(eq6), minimum(one_less)), value=lambda more, less: more - less),
    asserts=at_most,
    printed=Form(
        as_printed, "the utility of G and TMDP improves as t increases, read as v(t) − v(t−1) ≤ 0 for the total noise v"
    ),
    corrected=Form(as_printed, GROWS, asserts=at_least),
    impact=Impact.TEXT,
    argument="What withstands t colluders withstands t - 1 (Theorem 1), so the least total does not fall.",
    effort=Effort(instances=60, drawn=20, largest={"n": 5}),
    rests_on=("tpmdp/thm-1",),
    readings=(
        Reading(
            name="utility stands for utility loss",
            asserts=at_least,
            printed=Form(as_printed, GROWS),
            argument="What withstands t colluders withstands t - 1 (Theorem 1), so the least total does not fall.",
            rests_on=("tpmdp/thm-1",),
        ),
    ),
)
