"""Statement: who wins, from which value on, and by how much, as data density, the share of conservative parties, n and
t vary: 18 sentences.

Model: losses in a picture cannot be decided, they are measured: `optcheck reproduce tpmdp-fig2` (100 repetitions, seed
20240) draws the parties as printed and judges each sentence on expected squared errors; fig_2.csv is what it wrote.
Words have one meaning: similar is within a factor 1.5, much a factor 2; the whole 95 % interval must satisfy it. What
can be decided is the reason for the first of them: G needs at most n/(n - t) times the variance of MIN.

Corners: equal requirements, one active party, t = n - 1.

Readings: where the text is silent, benchmarks/reproductions/tpmdp_fig2.py says what was chosen.
"""

from optcheck.claims import *
from proofs_numeric._figures import judged
from proofs_numeric.tpmdp._parties import Parties, eq6


def as_printed(parties: Parties) -> Value:
    return Fraction(parties.n, parties.n - parties.t) * max(parties.required)


def measure() -> Measurement:
    reason = (
        "the losses are random, their draws are not published, and similar or much name no factor, so no instance can "
        "refute a sentence; with the draws and the factors each could be decided, here it is measured on own draws"
    )
    return judged("proofs_numeric.tpmdp", reason, "fig_2.csv")


CLAIM = Statement(
    "tpmdp/fig-2",
    place="Section V-A, Fig. 2",
    title="each sentence about the secure count: who wins, from which value on, by how much",
    domain=Parties,
    truth=minimum(eq6),
    asserts=at_most,
    printed=Form(as_printed, "18 sentences about Fig. 2; decided here: v_G ≤ n/(n−t)·v_MIN"),
    expected=Outcome.UNDECIDABLE,
    effort=Effort(instances=80, drawn=20, largest={"n": 6}),
    measure=measure,
)
