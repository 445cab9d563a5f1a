"""Statement: under Convention 5, variances are feasible for Eq. 6 if and only if they are feasible after the
requirements of 1-, ..., t- are replaced by their maximum with sigma_Gamma_2+.

Model: raising requirements only asks more, so what must be shown is that each row with the new requirements follows
from Eq. 6 and the convention. An instance names a row whose right side is raised (nobody of U+ is outside then); the
truth is the least left side that it can have, the optimum of an explicit program over all variances at once; the form
is the right side.

Corners: |U+| = n - t, t = 1, sigma_Gamma_2+ larger than all of U-, ties, zeros.

Readings: Convention 3 (sorted variances) is still in force, as in Lemma 10, where its missing reference is counted.
Without it the lemma fails from five parties on: t = 3, two active parties that require 2 and add 3/2, others that
require 1 and add 1/2, 1/2, 3/2.
"""

from optcheck.claims import *
from proofs_numeric.tpmdp._parties import Ranked, X, in_order_by_group, least_under, low_second


class Raised(Ranked):
    """A row whose right side is raised: ranks of U- outside the coalition; and whether Convention 3 is in force too."""

    outside: tuple[int, ...] = subset("n - u", least="n - t", most="n - t", symbol="Ā (from 0)")
    ordered: bool = flag()
    conditions = ("any(j < t for j in outside)", "all(minus[j] < plus[1] for j in outside)")


def as_printed(at: Raised) -> Value:
    return max(max(at.minus[j], at.plus[1]) if j < at.t else at.minus[j] for j in at.outside)


def left(at: Raised, x: X) -> Value:
    """The noise outside the coalition."""
    return sum(x[at.u + j] for j in at.outside)


def conventions(at: Raised, x: X) -> tuple[Value, ...]:
    return (*low_second(at, x), *in_order_by_group(at, x)) if at.ordered else low_second(at, x)


CLAIM = Statement(
    "tpmdp/lem-11",
    place="Lemma 11, Eq. 11",
    title="raising small requirements of U- to sigma_Gamma_2+ changes nothing under Convention 5",
    domain=Raised.where("ordered"),
    truth=least_under(left, conventions),
    asserts=at_least,
    printed=Form(as_printed, "σ feasible ⇔ σ feasible with σ̃_Γi = max{σ_Γi, σ_Γ2⁺} for i = 1⁻…t⁻, else σ_Γi"),
    impact=Impact.TEXT,
    argument="In Eq. 10 the row of j- has sigma_j- >= sigma_t- where that of 2+ has sigma_t-. So the row of 2+ already "
    "demands sigma_Gamma_2+ of the left side of each of 1-, ..., t-; lowering requirements back only relaxes. Lemma 10 "
    "makes the rows decide.",
    effort=Effort(instances=40, drawn=10, largest={"u": 3, "t": 3, "n": 6}),
    rests_on=("tpmdp/lem-10",),
    readings=(
        Reading(
            name="Convention 5 by its letter, without Convention 3",
            domain=Raised.where("not ordered"),
            expected=Outcome.REFUTED,
        ),
    ),
)
