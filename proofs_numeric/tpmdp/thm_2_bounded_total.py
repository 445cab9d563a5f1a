"""Text after Theorem 2: for t <= p n with p < 1 the rank xi and the total stay bounded as n grows.

Statement: with everyone active and t <= p n for a constant p < 1, xi is O(1) and the optimal total is O(1).

Reading: "independent of n" is read as bounded (the total does change with n a little, through n/(n-t)). Constants
may depend on p and on the strictest requirement (if requirements themselves grow with n, so does the total; the
paper adds "sigma_Gamma in [C1, C2]" where it compares with PLDP). With the constants spelled out the order
becomes an inequality that can be decided: xi <= 1 + 1/(1-p) and v <= sigma_Gamma(1)^2/(1-p), for p = t/n. The
second constant is the least possible: equal requirements attain it, and the comparison demands that as well.

Model: xi from Theorem 2, the total from the exact optimum of Eq. 6. Relation: order, with explicit constants.
Corners: t = n - 1, equal requirements, one dominating requirement, zeros. Expected: holds, for all n.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from optcheck.audit import Claim, Discrepancy, Expected, Form, Impact, Proof, Relation
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._algebra import Argument, a, n, t
from proofs_numeric.tpmdp._arguments import all_active_optimum
from proofs_numeric.tpmdp._common import best_total, comparison, optimum
from proofs_numeric.tpmdp._domains import EVERYONE


def as_printed(instance: Instance) -> tuple[Exact, Exact]:
    """The two bounds, at p = t/n: on the rank xi, and on the total."""
    p = Fraction(instance.threshold, instance.n)
    return 1 + 1 / (1 - p), max(instance.required) / (1 - p)


def rank_of(instance: Instance) -> int:
    """Theorem 2's xi."""
    parties, threshold = instance.n, instance.threshold
    return min((2 * parties - threshold) // (parties - threshold), threshold + 1)


def compare(form: Callable[[Instance], tuple[Exact, Exact]], instance: Instance) -> Discrepancy | None:
    """Both bounds hold, and equal requirements attain the second one."""
    rank_bound, total_bound = form(instance)
    if rank_of(instance) > rank_bound:
        note = comparison(rank_of(instance), ">", "bound", "rank xi above its bound", bound=rank_bound)
        return _discrepancy(rank_bound, rank_of(instance), note)
    true = best_total(instance)
    is_sharp = len(set(instance.required)) == 1
    if true > total_bound or (is_sharp and true != total_bound):
        return _discrepancy(total_bound, true, optimum(instance).certificate)
    return None


def _discrepancy(claimed: Exact, true: Exact, certificate: Certificate) -> Discrepancy:
    return Discrepancy(
        claimed=claimed,
        true=true,
        gap=abs(true - claimed),
        impact=Impact.VALUE,
        certificate=certificate,
        explanation=f"The bound is {claimed}, the quantity is {true}.",
    )


def proof() -> Proof:
    """Replace every requirement by the largest one in Theorem 2's total."""
    argument = Argument()
    all_active_optimum(argument)
    argument.identity("with equal requirements the total is n/(n-t) of one", (2 * n - t) / (n - t) - 1, n / (n - t))
    argument.identity("n/(n-t) is 1/(1-p) at p = t/n", n / (n - t), 1 / (1 - t / n))
    argument.identity("(2n-t)/(n-t) is 1 + 1/(1-p)", (2 * n - t) / (n - t), 1 + 1 / (1 - t / n))
    argument.at_least_zero("a larger p only loosens both bounds", n / (n - t - a) - n / (n - t), {n: t + a + 1})
    return argument.proof("the total grows with each requirement, so v <= largest/(1-p), and xi <= 1 + 1/(1-p)")


CLAIM = Claim(
    id="tpmdp/thm-2-bounded-total",
    place="text after Theorem 2",
    title="for t <= p n the rank xi and the total do not grow with n",
    relation=Relation.ORDER,
    domain=EVERYONE,
    printed=Form("ξ = O(1), v = O(1); with constants: ξ ≤ 1 + 1/(1−p), v ≤ σ_Γ(1)²/(1−p)", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
