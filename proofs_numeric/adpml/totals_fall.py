"""Statement: the total privacy budget falls moderately as the number of parties grows.

Model: the rounds of Table 2 with the settings of Section 4: fixed noise spends rho_max or rho_min in every round, ADPML
its ramp. Compared are the totals of two numbers of parties; "moderately" is read as: by less than a half. Epsilon
grows with rho, so it falls as well.

Corners: all pairs of 30, 60 and 90 parties, both data sets, all three methods.

Readings: none. It says that fewer rounds spend less. That each of these rounds has the loss it is said to have is
another matter: it is larger by the square of the number of records (adpml/eq-21).
"""

from optcheck.claims import *
from proofs_numeric.adpml._experiments import TABLES, TableRow, cap_of, experiment, loss_of, spent


class Growth(TableRow):
    """A method on a data set, with few and with many parties."""

    more: int = choice(60, 90)
    method: str = choice("fixed noise, epsilon_max", "fixed noise, epsilon_min", "ADPML")
    conditions = ("parties < more",)


def as_printed(growth: Growth) -> Value:
    return spent_by(growth, growth.parties)


def with_more(growth: Growth) -> Value:
    return spent_by(growth, growth.more)


def spent_by(growth: Growth, parties: int) -> Value:
    """The loss of all rounds."""
    row, rounds = experiment(TableRow(growth.dataset, parties)), TABLES[growth.dataset, parties][growth.method].rounds
    if growth.method == "ADPML":
        return spent(row, row.rate, rounds)
    return rounds * (
        cap_of(row) if growth.method == "fixed noise, epsilon_max" else loss_of(row.epsilon_min, row.delta)
    )


def moderately(growth: Growth, said: Value) -> Value:
    """By less than a half."""
    return said / 2, said


CLAIM = Statement(
    "adpml/totals-fall",
    place="Section 4.3, Table 2",
    title="the total budget falls moderately with the number of parties",
    domain=Growth,
    truth=definition(with_more),
    means=moderately,
    asserts=between(strictly_above=True, strictly_below=True),
    printed=Form(as_printed, "ρ_total(M parties) < ρ_total(N parties) for M > N, by less than a half"),
)
