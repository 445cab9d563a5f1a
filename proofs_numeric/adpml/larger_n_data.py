"""Statement: more parties provide more training data.

Model: Section 4.1 splits one training set (60,000 images of MNIST, 50,000 of CIFAR-10) according to the number of
parties. Each gets an equal share, up to one record; the shares are added up.

Corners: one party; numbers of records that the number of parties does not divide (50,000 by 30).

Readings: if every party brings a data set of its own, more parties do provide more; the experiments do not do that.
"""

from optcheck.claims import *


class Growth(Instance):
    """Records that few parties have together, and how many few and many are."""

    records: int = integer(2, symbol="|D|")
    few: int = integer(1, "records - 1", symbol="N")
    many: int = integer("few + 1", "records", symbol="M")


def as_printed(growth: Growth) -> Value:
    return growth.records


def with_many(growth: Growth) -> Value:
    """What many parties have together after the split into equal shares, up to one record."""
    share, left = growth.records // growth.many, growth.records % growth.many
    return left * (share + 1) + (growth.many - left) * share


def brought_along(growth: Growth) -> Value:
    """What they have if the added parties bring as much as the least of the first ones."""
    return growth.records + (growth.many - growth.few) * (growth.records // growth.few)


CLAIM = Statement(
    "adpml/larger-n-data",
    place="Section 4.3",
    title="more parties provide more training data",
    domain=Growth,
    truth=definition(with_many),
    asserts=greater,
    printed=Form(as_printed, "Σ_{i ≤ M} |D_i| > Σ_{i ≤ N} |D_i| for M > N"),
    corrected=Form(as_printed, "Σ_{i ≤ M} |D_i| = Σ_{i ≤ N} |D_i| = |D|", asserts=equals),
    impact=Impact.TEXT,
    falls=True,
    readings=(Reading(name="every party brings its own data", truth=definition(brought_along)),),
)
