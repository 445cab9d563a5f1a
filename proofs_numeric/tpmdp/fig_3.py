"""Statement: who wins, from which value on, and by how much, as the share of conservative parties, n and t vary.

Model: losses in a picture cannot be decided, they are measured. What the noise alone decides is measured at the paper's
sizes by `optcheck reproduce tpmdp-fig3-noise` (n = 50,000, 20 runs, seed 20240); fig_3.csv is what it wrote. The
paper's incomes may not be redistributed. Sentences that need records are measured on two public stand-ins, which are
not its data and are named in each sentence's place: gss (General Social Survey, 37,706 records) and cps (Current
Population Survey, 247,696); fig_3_records.csv is what `make data` and `optcheck reproduce tpmdp-fig3` wrote. What
can be decided stands behind "G is better than TMDP": G never adds more noise.

Corners: equal requirements, one active party, t = n - 1.

Readings: how utility changes with t is tpmdp/fig-3-threshold.
"""

from optcheck.claims import *
from proofs_numeric._figures import judged
from proofs_numeric.tpmdp._parties import Parties, eq6
from proofs_numeric.tpmdp.superior import uniform


def as_printed(parties: Parties) -> Value:
    return 0


def measure() -> Measurement:
    reason = (
        "the losses are random, and the paper's incomes (IPUMS USA) may not be redistributed; with them and its draws "
        "each sentence could be decided, here the noise alone is measured, and the rest on stand-ins (gss, cps)"
    )
    return judged("proofs_numeric.tpmdp", reason, "fig_3.csv", "fig_3_records.csv")


CLAIM = Statement(
    "tpmdp/fig-3",
    place="Section V-A, Fig. 3",
    title="each sentence about the regression",
    domain=Parties,
    truth=Combination(parts=(minimum(eq6), minimum(uniform)), value=lambda own, same: own - same),
    asserts=at_most,
    printed=Form(as_printed, "sentences about Fig. 3; decided here: v_G ≤ v_TMDP"),
    expected=Outcome.UNDECIDABLE,
    effort=Effort(instances=60, drawn=15, largest={"n": 6}),
    measure=measure,
)
