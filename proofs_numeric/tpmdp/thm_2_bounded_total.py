"""Statement: with everyone active and t <= p n for a constant p < 1, xi is O(1) and the optimal total is O(1).

Model: with the constants spelled out the order becomes an inequality that can be decided: v <= sigma_Gamma(1)^2/(1-p)
at p = t/n, which equal requirements attain, and xi <= 1 + 1/(1-p). A larger p loosens both. The total is certified.

Corners: t = n - 1, equal requirements, one dominating requirement, zeros.

Readings: "independent of n" is read as bounded (the total does change with n a little, through n/(n-t)). Constants may
depend on p and on the strictest requirement: if requirements themselves grow with n, so does the total (the paper adds
"sigma_Gamma in [C1, C2]" where it compares with PLDP). The rank is judged on its own.
"""

from fractions import Fraction

import sympy

from optcheck.claims import Argument, Claim, Definition, Form, Formula, Reading, Value
from optcheck.claims.functions import largest, row
from optcheck.claims.relations import at_most
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._eq6 import EVERYONE, LEAST_TOTAL, abstract


def as_printed(instance: Instance) -> Value:
    p = Fraction(1) / instance.n * instance.threshold
    return largest(instance.required) / (1 - p)


def rank_bound(instance: Instance) -> Value:
    p = Fraction(1) / instance.n * instance.threshold
    return 1 + 1 / (1 - p)


def xi(instance: Instance) -> int:
    """Theorem 2's rank."""
    n, t = instance.n, instance.threshold
    return min((2 * n - t) // (n - t), t + 1)


def proof(argument: Argument, form: Formula[Instance]) -> None:
    t, a, b, top = sympy.symbols("t a b top", positive=True)
    n = t + 1 + a
    bound = form(abstract(n, t, row("required", largest=top)))
    equal = ((2 * n - t) / (n - t) - 1) * top
    argument.identity("with equal requirements Theorem 2's total is n/(n-t) of one: that is the bound", bound, equal)
    looser = form(abstract(n + b, t + b, row("required", largest=top))) - bound
    argument.not_negative("with t + b of n + b colluding the bound is larger", looser)
    argument.words("The total grows with each requirement: it is at most that of equal ones; the bound grows with p.")


def rank_proof(argument: Argument, form: Formula[Instance]) -> None:
    n, t = sympy.symbols("n t", positive=True)
    argument.identity("xi <= (2n-t)/(n-t) = 1 + 1/(1-p)", form(abstract(n, t, row("required"))), (2 * n - t) / (n - t))


CLAIM = Claim(
    id="tpmdp/thm-2-bounded-total",
    place="text after Theorem 2",
    title="for t <= p n the rank xi and the total do not grow with n",
    domain=EVERYONE,
    truth=LEAST_TOTAL,
    asserts=at_most,
    printed=Form(as_printed, "v = O(1); with its constant v ≤ σ_Γ(1)²/(1−p), p = t/n"),
    proof=proof,
    rests_on=("tpmdp/thm-2-value",),
    readings=(
        Reading(
            name="the rank",
            truth=Definition(xi),
            printed=Form(rank_bound, "ξ = O(1); with its constant ξ ≤ 1 + 1/(1−p)"),
            proof=rank_proof,
        ),
    ),
)
