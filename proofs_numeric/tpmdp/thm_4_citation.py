"""Statement: the proof of Theorem 4 takes the composed epsilon and delta from Theorem 3.14 of Dwork and Roth.

Model: Theorem 3.14 there is about mechanisms with delta = 0, and gives the sum of the epsilons with delta = 0. What all
mechanisms together lose at that epsilon is computed from the worst pairs, as at tpmdp/thm-4.

Corners: one mechanism; delta = 0, where the cited theorem is enough.

Readings: Theorem 3.16 of the same book, for any delta, is what the proof needs; with it all is well.
"""

from optcheck.claims import *
from proofs_numeric.tpmdp.thm_4 import Mechanisms, lost


def as_printed(given: Mechanisms) -> Value:
    return 0 * len(given.budgets)


def corrected(given: Mechanisms) -> Value:
    return sum(budget.delta for budget in given.budgets)


def needed(given: Mechanisms) -> Value:
    """The least delta of all mechanisms together at the sum of their epsilons."""
    ratio = Fraction(1)
    for budget in given.budgets:
        ratio = ratio * budget.ratio
    return lost(given.budgets, ratio)


CLAIM = Statement(
    "tpmdp/thm-4-citation",
    place="proof of Theorem 4",
    title="the theorem that is cited for basic composition",
    domain=Mechanisms,
    truth=definition(needed),
    asserts=at_most,
    printed=Form(as_printed, "Theorem 3.14 of Dwork and Roth: δ = 0"),
    corrected=Form(corrected, "Theorem 3.16 of Dwork and Roth: δ = Σ δ_j"),
    impact=Impact.TEXT,
    argument="As for tpmdp/thm-4.",
    effort=Effort(instances=60, drawn=15, largest={"budgets": 3}),
    rests_on=("tpmdp/thm-4",),
)
