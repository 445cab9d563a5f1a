"""Statement: if variances are feasible for Eq. 6, then so is each rearrangement inside U+ and inside U- in which a
party with a larger requirement has a variance that is not smaller than that of a party of its own group.

Model: as in Lemma 4, with any active set and the two groups sorted apart.

Corners: one active party, |U+| = n - t, t = 1, t = n - 1, ties, zeros.

Readings: ties in any order, as in Lemma 4. The paper leaves the proof out; the exchange argument of Lemma 4 works
inside a group because trading two parties of one group never makes a set contain all active parties.
"""

from optcheck.claims import *
from proofs_numeric.tpmdp._parties import is_feasible
from proofs_numeric.tpmdp.lem_4 import placed
from proofs_numeric.tpmdp.thm_1 import Noise


def as_printed(at: Noise) -> bool:
    x = tuple(placed(at, at.active, j) if j in at.active else placed(at, at.inactive, j) for j in range(at.n))
    return is_feasible(Noise(at.n, at.t, at.active, at.required, x))


CLAIM = Statement(
    "tpmdp/lem-8",
    place="Lemma 8",
    title="sorting inside the active and inside the non-active parties keeps feasibility",
    domain=Noise,
    truth=definition(is_feasible),
    asserts=implied_by,
    printed=Form(as_printed, "σ feasible ⇒ σ̂ feasible, σ̂⁺ and σ̂⁻ the sorted rearrangements of σ⁺ and σ⁻"),
    impact=Impact.SAFETY,
    argument="Trading k for a party i of its own group in a set outside a coalition, as in Lemma 4, never makes the "
    "set contain all active parties. So inside a group the least sum that protects a party grows with its own "
    "variance, and the argument of Lemma 4 applies to each group, whose values stay the same as a set.",
    effort=Effort(instances=300, drawn=60, largest={"n": 6}),
)
