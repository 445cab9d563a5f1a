"""Statement: replacing one record of a party moves its (clipped) trained model by at most 2C/|D_i|.

Model: Algorithm 1, lines 5 and 6: minimise the party's loss, then clip the model to norm C. Training is least squares
through the origin. The checker has a pair of data sets whose clipped models are C and -C, and no two are further apart.

Corners: one record, where 2C is what is printed; the paper's 2000 records.

Readings: adjacent data sets differ in one record that is replaced; adding or removing one gives 2C as well (n - 1
records at -C and one more at (2n - 1) C have the mean C). The chain breaks in its last step, which bounds the norm of
the trained model by C/|D_i| where clipping gives C. Had each record's own minimiser been clipped, and their mean been
released (Eq. 11 with clipping inside), 2C/|D_i| would be right; it is judged as a reading. The algorithm clips once.
"""

from dataclasses import dataclass
from fractions import Fraction

from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Reading, Value
from optcheck.claims.claim import each, fractions, simplicity
from optcheck.claims.relations import equals
from proofs_numeric.adpml._training import farthest, sensitivity


@dataclass(frozen=True, slots=True)
class Training:
    """Number of records of the party, and the clipping threshold."""

    records: int
    clip: Fraction


def as_printed(training: Training) -> Value:
    return 2 * training.clip / training.records


def corrected(training: Training) -> Value:
    return 2 * training.clip


def record_by_record(training: Training) -> Value:
    """How far replacing a record moves the mean of minimisers that were clipped one by one, at the most."""
    clip, others = training.clip, [Fraction(0)] * (training.records - 1)
    means = [sum(others, end) / training.records for end in (clip, -clip)]
    return means[0] - means[1]


def proof(argument: Argument, form: Formula[Training]) -> None:
    farthest(argument, lambda n, clip: form(Training(n, clip)))


CLAIM = Claim(
    id="adpml/eq-12",
    place="Eq. 12",
    title="the sensitivity of local training is 2C/|D_i|",
    domain=Domain(
        description="1 to 8 and 2000 records, four clipping thresholds",
        grid=each(Training, (*range(1, 9), 2000), "1 2 4 1/2"),
        order=lambda training: (training.records, *simplicity((training.clip,))),
        strategy=lambda: st.builds(Training, st.integers(1, 200), fractions(Fraction(1, 50), 50, 50)),
        examples=60,
    ),
    truth=sensitivity(lambda training: (training.records, training.clip, Fraction(1))),
    asserts=equals,
    printed=Form(as_printed, "Δω_i = 2C / |D_i|"),
    corrected=Form(corrected, "Δω_i = 2C"),
    impact=Impact.SAFETY,
    proof=proof,
    readings=(
        Reading(
            name="the mean of clipped minimisers of single records is released",
            truth=Definition(record_by_record),
        ),
    ),
)
