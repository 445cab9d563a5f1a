"""Statement: the total privacy budget falls moderately as the number of parties grows.

Model: the rounds of Table 2 with the settings of Section 4: fixed noise spends rho_max or rho_min in every round, ADPML
its ramp. Compared are the totals of two numbers of parties; "moderately" is read as: by less than a half. Epsilon
grows with rho, so it falls as well.

Corners: all pairs of 30, 60 and 90 parties, both data sets, all three methods.

Readings: none. It says that fewer rounds spend less. That each of these rounds has the loss it is said to have is
another matter: it is larger by the square of the number of records (adpml/eq-21).
"""

from dataclasses import dataclass
from itertools import combinations

from optcheck.claims import Claim, Definition, Domain, Form, Value
from optcheck.claims.claim import each
from optcheck.claims.relations import between
from proofs_numeric.adpml._experiments import EXPERIMENTS, METHODS, TABLES, cap_of, loss_of, spent


@dataclass(frozen=True, slots=True)
class Growth:
    """A method on a data set, with few and with many parties."""

    dataset: str
    method: str
    parties: tuple[int, int]


def as_printed(growth: Growth) -> Value:
    return total(growth, growth.parties[0])


def total(growth: Growth, parties: int) -> Value:
    """The loss of all rounds."""
    row = next(row for row in EXPERIMENTS if (row.dataset, row.parties) == (growth.dataset, parties))
    rounds = TABLES[growth.dataset, parties][growth.method].rounds
    if growth.method == "ADPML":
        return spent(row, row.rate, rounds)
    return rounds * (cap_of(row) if "max" in growth.method else loss_of(row.epsilon_min, row.delta))


CLAIM = Claim(
    id="adpml/totals-fall",
    place="Section 4.3, Table 2",
    title="the total budget falls moderately with the number of parties",
    domain=Domain(
        description="both data sets, three methods, pairs of 30, 60 and 90 parties",
        grid=each(Growth, ("MNIST", "CIFAR-10"), METHODS, combinations((30, 60, 90), 2)),
        order=lambda one: (one.dataset != "MNIST", METHODS.index(one.method), one.parties),
        exhaustive="all pairs of rows of Table 2",
    ),
    truth=Definition(lambda growth: total(growth, growth.parties[1])),
    means=lambda _, said: (said / 2, said),
    asserts=between(strictly_above=True, strictly_below=True),
    printed=Form(as_printed, "ρ_total(M parties) < ρ_total(N parties) for M > N, by less than a half"),
)
