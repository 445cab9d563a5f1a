"""Statement: when fewer than half of the parties collude (t < n/2), the utility is comparable to that of the
centralised mechanism MIN, in which a trusted third party adds the noise that the strictest party requires.

Model: the explicit program of Eq. 6; the centre's variance is the largest requirement. Comparable is named:
less than twice as much, which is the least constant (equal requirements, t close to n/2).

Corners: equal requirements, n = 2t + 1, t = 1, one active party, zeros.

Readings: comparable as "not much more", which is what a user fears, or on both sides. MIN is no lower bound: a single
active party's own requirement never counts, so with requirements 100 (active) and 1 the total is 1 where MIN adds 100.
"""

from optcheck.claims import *
from proofs_numeric.tpmdp._parties import SMALL, Parties, eq6


def as_printed(parties: Parties) -> Value:
    return 2 * max(parties.required)


def on_both_sides(parties: Parties) -> Value:
    return Fraction(1, 2) * max(parties.required), 2 * max(parties.required)


CLAIM = Statement(
    "tpmdp/comparable-centralised",
    place="Sections I and V",
    title="with an honest majority (t < n/2) the total is comparable to that of a trusted centre",
    domain=Parties.where("2 * t < n", "max(required) > 0"),
    truth=minimum(eq6),
    asserts=less,
    printed=Form(as_printed, "v_TPMDP comparable to v_MIN; named: v_TPMDP < 2·max σ_Γ²"),
    argument="The total is at most n/(n - t) times the largest requirement (tpmdp/thm-3-bounded-total), and n/(n - "
    "t) < 2 for t < n/2.",
    effort=SMALL,
    rests_on=("tpmdp/thm-3-bounded-total",),
    readings=(
        Reading(
            name="comparable on both sides",
            asserts=between(strictly_below=True),
            printed=Form(on_both_sides, "max σ_Γ²/2 ≤ v_TPMDP < 2·max σ_Γ²"),
            expected=Outcome.REFUTED,
        ),
    ),
)
