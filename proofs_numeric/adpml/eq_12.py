"""Statement: replacing one record of a party moves its (clipped) trained model by at most 2C/|D_i|.

Model: Algorithm 1, lines 5 and 6: minimise the party's loss, then clip the model to norm C. Training is the mean of the
records, the minimiser of the sum of (y - w)^2. An instance holds two data sets that differ in one record; their clipped
models are compared.

Corners: one record, where 2C is what is printed.

Readings: adjacent data sets differ in one record that is replaced; adding or removing one gives 2C as well (n - 1
records at -C and one more at (2n - 1) C have the mean C). The chain breaks in its last step, which bounds the norm of
the trained model by C/|D_i| where clipping gives C. Had each record's own minimiser been clipped, and their mean been
released (Eq. 11 with clipping inside), 2C/|D_i| would be right; it is judged as a reading. The algorithm clips once.
"""

from optcheck.claims import *
from proofs_numeric.adpml._training import Neighbours, clipped, moved


def as_printed(sets: Neighbours) -> Value:
    return 2 * sets.clip / (len(sets.common) + 1)


def corrected(sets: Neighbours) -> Value:
    return 2 * sets.clip


def moved_one_by_one(sets: Neighbours) -> Value:
    """How far replacing the record moves the mean of minimisers that were clipped one by one."""
    rest, records = sum(clipped(y, sets.clip) for y in sets.common), len(sets.common) + 1
    first, second = clipped(sets.one, sets.clip), clipped(sets.other, sets.clip)
    return abs((rest + first) / records - (rest + second) / records)


CLAIM = Statement(
    "adpml/eq-12",
    place="Eq. 12",
    title="the sensitivity of local training is 2C/|D_i|",
    domain=Neighbours,
    truth=definition(moved),
    asserts=at_most,
    printed=Form(as_printed, "Δω_i ≤ 2C / |D_i|"),
    corrected=Form(corrected, "Δω_i ≤ 2C, which is attained (adpml/sensitivity-clipping)"),
    impact=Impact.SAFETY,
    falls=True,
    effort=Effort(instances=300, drawn=40),
    readings=(
        Reading(
            name="the mean of clipped minimisers of single records is released",
            truth=definition(moved_one_by_one),
            argument="Only one of |D_i| terms changes, from one number of [-C, C] to another.",
        ),
    ),
)
