"""Statement: if t <= p n for a constant p < 1 and every requirement lies in [C1, C2] with C1 > 0, the total variance of
PLDP scales as O(n), that of TPMDP as O(1).

Model: PLDP stands for no threshold, t = n - 1 with everyone active, as the paper's own remark after Definition 5 says.
With the constants spelled out: C1 n <= v_PLDP <= C2 n (so the growth is exactly linear, not merely at most), and
v_TPMDP <= C2/(1 - p). C1, C2 bound the required variances, and p = t/n. Both totals are optima of explicit programs.

Corners: t = n - 1, one active party, equal requirements (which attain the upper bounds with everyone active).
"""

from optcheck.claims import *
from optcheck.lp.program import LinearProgram
from proofs_numeric.tpmdp._parties import Parties, eq6


def as_printed(parties: Parties) -> Value:
    least, most = min(parties.required), max(parties.required)
    p = Fraction(parties.t, parties.n)
    return (least * parties.n, 0), (most * parties.n, most / (1 - p))


def without_threshold(parties: Parties) -> LinearProgram:
    """PLDP: everybody else may collude."""
    return eq6(Parties(parties.n, parties.n - 1, tuple(range(parties.n)), parties.required))


CLAIM = Statement(
    "tpmdp/pldp-scaling",
    place="Comparison with existing works",
    title="PLDP's total grows linearly in n, TPMDP's stays bounded for t <= p n",
    domain=Parties.where("min(required) > 0"),
    truth=Combination(parts=(minimum(without_threshold), minimum(eq6)), value=lambda local, own: (local, own)),
    asserts=between(),
    printed=Form(as_printed, "v_PLDP = O(n), v_TPMDP = O(1); with constants C₁n ≤ v_PLDP ≤ C₂n, v_TPMDP ≤ C₂/(1−p)"),
    argument="At t = n - 1 Theorem 2 has xi = n and adds up all requirements. Equal requirements need n/(n - t) "
    "times one of them; raising requirements, or letting everyone see the output, does not lower the least total.",
    effort=Effort(instances=80, drawn=25, largest={"n": 6}),
    rests_on=("tpmdp/thm-2-value",),
)
