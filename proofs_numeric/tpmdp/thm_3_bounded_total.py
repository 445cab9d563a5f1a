"""Statement: if t <= p n for a constant p <= 1, the total is O(1) in n, in all four subcases.

Model: the least total of Eq. 6, the optimum of the explicit program. A constant must be named to be judged: twice the
largest requirement here; any other one is exceeded just as well at t = n - 1, where equal requirements add up to n
times one of them.

Corners: t = n - 1 (p = 1 - 1/n; p = 1 includes every t), equal requirements, one active party.

Readings: the paper prints p <= 1, in the conference version too, where Theorem 2 has p < 1. With p = 1 the condition is
empty, and the total grows with n: equal requirements, t = n - 1 and everyone active give n times one of them, for every
n, so no constant is enough. For p < 1 the constant is 1/(1 - p) times the largest requirement, in all subcases.
"""

from optcheck.claims import *
from optcheck.lp.program import LinearProgram
from proofs_numeric.tpmdp._parties import Parties, eq6


class Family(Instance):
    """n parties, n - 1 of whom may collude; all see the output and require the same."""

    n: int = integer(2)
    required: Fraction = rational(above=0, symbol="σ_Γ²")


def as_printed(parties: Parties) -> Value:
    return 2 * max(parties.required)


def corrected(parties: Parties) -> Value:
    p = Fraction(parties.t, parties.n)
    return max(parties.required) / (1 - p)


def n_times(family: Family) -> Value:
    return family.n * family.required


def against_all_others(family: Family) -> LinearProgram:
    n = family.n
    return eq6(Parties(n, n - 1, tuple(range(n)), (family.required,) * n))


CLAIM = Statement(
    "tpmdp/thm-3-bounded-total",
    place="text after Theorem 3",
    title="for t <= p n with the printed condition on p the total is O(1) in Subcases 1 to 4",
    domain=Parties,
    truth=minimum(eq6),
    asserts=at_most,
    printed=Form(as_printed, "t ≤ pn, p ≤ 1 ⇒ v = O(1), read as v ≤ 2·max σ_Γ²"),
    corrected=Form(corrected, "t ≤ pn, p < 1 ⇒ v ≤ max σ_Γ²/(1−p)"),
    argument="Fewer active parties only drop rows of Eq. 6, and raising requirements to the largest does not lower the "
    "least total, so every subcase is below everyone active with equal requirements, where Theorem 2 gives n/(n - t) = "
    "1/(1 - p) times one of them, which grows with p.",
    effort=Effort(instances=300, drawn=15, largest={"n": 4}),
    rests_on=("tpmdp/thm-2-value",),
    readings=(
        Reading(
            name="the family that exceeds every constant: t = n − 1, everyone active, equal requirements",
            domain=Family,
            truth=minimum(against_all_others),
            asserts=equals,
            printed=Form(n_times, "v = n σ_Γ²"),
            argument="By Theorem 2 with t = n - 1: xi = n, and n requirements of one size add up.",
            effort=Effort(instances=25, drawn=5, largest={"n": 6}),
            rests_on=("tpmdp/thm-2-value",),
        ),
    ),
)
