"""Statement: who wins, from which value on, and by how much, as data density, the share of conservative parties, n and
t vary: 18 sentences.

Model: losses in a picture cannot be decided, they are measured: `optcheck reproduce tpmdp-fig2` (100 repetitions, seed
20240) draws the parties as printed and judges each sentence on expected squared errors; fig_2.csv is what it wrote.
Words have one meaning: similar is within a factor 1.5, much a factor 2; the whole 95 % interval must satisfy it. What
the grid can decide is the reason for the first of them: G needs at most n/(n - t) times the variance of MIN.

Corners: equal requirements, one active party, t = n - 1.

Readings: where the text is silent, benchmarks/reproductions/tpmdp_fig2.py says what was chosen.
"""

from fractions import Fraction

from optcheck.claims import Claim, Form, Measurement, Outcome, Value
from optcheck.claims.figures import judged
from optcheck.claims.functions import largest
from optcheck.claims.relations import at_most
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._eq6 import ALL, LEAST_TOTAL


def as_printed(instance: Instance) -> Value:
    return Fraction(instance.n, instance.n - instance.threshold) * largest(instance.required)


def measure() -> Measurement:
    reason = (
        "the losses are random, their draws are not published, and similar or much name no factor, so no instance can "
        "refute a sentence; with the draws and the factors each could be decided, here it is measured on own draws"
    )
    return judged("proofs_numeric.tpmdp", reason, "fig_2.csv")


CLAIM = Claim(
    id="tpmdp/fig-2",
    place="Section V-A, Fig. 2",
    title="each sentence about the secure count: who wins, from which value on, by how much",
    domain=ALL,
    truth=LEAST_TOTAL,
    asserts=at_most,
    printed=Form(as_printed, "18 sentences about Fig. 2; decided here: v_G ≤ n/(n−t)·v_MIN"),
    expected=Outcome.UNDECIDABLE,
    measure=measure,
)
