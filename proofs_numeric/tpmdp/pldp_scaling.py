"""Statement: if t <= p n for a constant p < 1 and every requirement lies in [C1, C2] with C1 > 0, the total variance of
PLDP scales as O(n), that of TPMDP as O(1).

Model: PLDP stands for no threshold, t = n - 1 with everyone active, as the paper's own remark after Definition 5 says.
With the constants spelled out: C1 n <= v_PLDP <= C2 n (so the growth is exactly linear, not merely at most), and
v_TPMDP <= C2/(1 - p). C1, C2 bound the required variances, and p = t/n. Both totals are certified optima.

Corners: t = n - 1, one active party, equal requirements (which attain the upper bounds with everyone active).
"""

from fractions import Fraction

import sympy

from optcheck.claims import Argument, Claim, Combination, Form, Formula, Value
from optcheck.claims.functions import largest, row, smallest
from optcheck.claims.relations import between
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._eq6 import LEAST_TOTAL, abstract, domain, least_total


def as_printed(instance: Instance) -> Value:
    least, most = smallest(instance.required), largest(instance.required)
    within = 1 - Fraction(1) / instance.n * instance.threshold
    return (least * instance.n, 0), (most * instance.n, most / within)


def without_threshold(instance: Instance) -> Instance:
    """PLDP: everybody else may collude."""
    return Instance.of(instance.required, instance.n - 1)


def proof(argument: Argument, form: Formula[Instance]) -> None:
    n, t, low, more = sympy.symbols("n t low more", positive=True)
    (least, zero), (most, bound) = form(abstract(n, t, row("required", smallest=low, largest=low + more)))
    argument.identity("Theorem 2 at t = n - 1: xi = n, v is the sum", ((2 * n - t) / (n - t)).subs(t, n - 1) - n, 1)
    argument.identity(
        "n requirements add up to at least n times the least, at most n times the largest",
        (least, zero, most),
        (n * low, 0, n * (low + more)),
    )
    argument.identity("equal requirements: n/(n-t) of one (Theorem 2)", bound / (low + more), (2 * n - t) / (n - t) - 1)
    argument.words("Raising requirements, or letting everyone see the output, does not lower the least total.")


CLAIM = Claim(
    id="tpmdp/pldp-scaling",
    place="Comparison with existing works",
    title="PLDP's total grows linearly in n, TPMDP's stays bounded for t <= p n",
    domain=domain("every t and active set, positive requirements", lambda instance: min(instance.required) > 0),
    truth=Combination(parts=(least_total(without_threshold), LEAST_TOTAL), value=lambda local, own: (local, own)),
    asserts=between(),
    printed=Form(as_printed, "v_PLDP = O(n), v_TPMDP = O(1); with constants C₁n ≤ v_PLDP ≤ C₂n, v_TPMDP ≤ C₂/(1−p)"),
    proof=proof,
    rests_on=("tpmdp/thm-2-value",),
)
