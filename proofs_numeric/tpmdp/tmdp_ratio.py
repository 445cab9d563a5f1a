"""Statement: TMDP replaces every requirement by the largest one. If n - t = O(1), the optimal total of TPMDP is at most
O(1) max{1/n, sigma_Gamma(2)^2/sigma_Gamma(1)^2} times that of TMDP, in Subcases 1 and 3.

Model: both totals are certified optima of Eq. 6. The unnamed constant may depend on n - t, which the statement keeps
bounded; it can be named: n - t + 1. With it the order is an inequality for every instance.

Corners: t = n - 1, equal requirements, second requirement 0, ratio exactly 1/n, n = t |U+|.

Readings: "much less than 1 for sufficiently large n" follows where the second requirement is much less than the first.
"""

from fractions import Fraction

import sympy

from optcheck.claims import Argument, Claim, Combination, Form, Formula, Row, Value
from optcheck.claims.functions import largest, row
from optcheck.claims.relations import at_most
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._eq6 import LEAST_TOTAL, abstract, domain, is_subcase_1_or_3, least_total


def as_printed(instance: Instance) -> Value:
    n, t, ranked = instance.n, instance.threshold, falling(instance.required)
    return (n - t + 1) * largest(Fraction(1) / n, ranked[1] / ranked[0])


def falling(values: Value) -> Value:
    """Requirements from the largest on, as fractions; the row of a proof is already so."""
    return values if isinstance(values, Row) else sorted(map(Fraction, values), reverse=True)


def uniform(instance: Instance) -> Instance:
    """Everyone requires the most."""
    return Instance((max(instance.required),) * instance.n, instance.threshold, instance.active)


def proof(argument: Argument, form: Formula[Instance]) -> None:
    t, first, rest, rho, u = sympy.symbols("t first rest rho u", positive=True)
    ratio = (1 + t / (1 / u - t) * rho) / (1 / u / (1 / u - t))
    argument.identity("raise all but the first to the second: Theorem 2 with u = 1/n", ratio, 1 - t * u * (1 - rho))
    for case in argument.order(rho, u):
        small, inverse = rho.subs(case), u.subs(case)
        said = form(abstract(1 / inverse, t, row("required", entries={0: first, 1: small * first})))
        gap = said - ratio.subs({rho: small, u: inverse}, simultaneous=True)
        if u in case:
            argument.identity(
                "rho < 1/n: the bound exceeds the ratio by u (1 - t rho) > 0, as t rho < t/n",
                gap,
                inverse * (1 - t * small),
            )
        else:
            over = (gap - (1 / u - t) * u**2).subs(u, 1 / (t + 1 + rest))
            argument.not_negative("rho >= 1/n: n = t + 1 + rest", sympy.cancel(over))
    argument.words("Raising requirements does not lower the least total, and Lemma 1 with Theorem 2 gives both totals.")


CLAIM = Claim(
    id="tpmdp/tmdp-ratio",
    place="Comparison with existing works",
    title="the ratio of the totals of TPMDP and TMDP when one requirement dominates",
    domain=domain("Subcases 1 and 3, some positive", lambda at: is_subcase_1_or_3(at) and max(at.required) > 0),
    truth=Combination(parts=(LEAST_TOTAL, least_total(uniform)), value=lambda own, same: Fraction(own) / same),
    asserts=at_most,
    printed=Form(as_printed, "v_TPMDP/v_TMDP ≤ O(1)·max{1/n, σ_Γ(2)²/σ_Γ(1)²}; with the constant n−t+1"),
    proof=proof,
    rests_on=("tpmdp/eq-7-subcases-1-3",),
)
