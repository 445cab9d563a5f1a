"""Statement: TMDP replaces every requirement by the largest one. If n - t = O(1), the optimal total of TPMDP is at most
O(1) max{1/n, sigma_Gamma(2)^2/sigma_Gamma(1)^2} times that of TMDP, in Subcases 1 and 3.

Model: both totals are optima of explicit programs. The unnamed constant may depend on n - t, which the statement keeps
bounded; it can be named: n - t + 1. With it the order is an inequality for every instance.

Corners: t = n - 1, equal requirements, second requirement 0, ratio exactly 1/n, n = t |U+|.

Readings: "much less than 1 for sufficiently large n" follows where the second requirement is much less than the first.
"""

from optcheck.claims import *
from proofs_numeric.tpmdp._parties import MANY_ACTIVE, Parties, eq6
from proofs_numeric.tpmdp.superior import uniform


def as_printed(parties: Parties) -> Value:
    n, t, ranked = parties.n, parties.t, sorted(parties.required, reverse=True)
    return (n - t + 1) * max(Fraction(1, n), ranked[1] / ranked[0])


CLAIM = Statement(
    "tpmdp/tmdp-ratio",
    place="Comparison with existing works",
    title="the ratio of the totals of TPMDP and TMDP when one requirement dominates",
    domain=MANY_ACTIVE.where("max(required) > 0"),
    truth=Combination(parts=(minimum(eq6), minimum(uniform)), value=lambda own, same: Fraction(own) / same),
    asserts=at_most,
    printed=Form(as_printed, "v_TPMDP/v_TMDP ≤ O(1)·max{1/n, σ_Γ(2)²/σ_Γ(1)²}; with the constant n−t+1"),
    argument="Raise all requirements but the first to the second, which does not lower the least total. With r the "
    "ratio of the two, Eq. 7 then gives 1 + t r/(n - t) for TPMDP and n/(n - t) for TMDP, in units of the first: "
    "their ratio is 1 - (t/n)(1 - r). For r < 1/n the bound (n - t + 1)/n exceeds it by (1 - t r)/n > 0; for r >= "
    "1/n the bound (n - t + 1) r exceeds it by (n - t)((n + 1) r - 1)/n > 0.",
    effort=Effort(instances=80, drawn=20, largest={"n": 6}),
    rests_on=("tpmdp/eq-7-subcases-1-3",),
)
