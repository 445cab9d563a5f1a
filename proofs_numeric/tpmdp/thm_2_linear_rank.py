"""Statement: if n - t is bounded, xi scales as n, and the total is essentially the sum of the requirements of a
constant share of the parties, the strictest ones.

Model: everyone active. With m = n - t the constants can be named: n/m <= xi <= n/m + 1.

Corners: t = n - 1 (xi = n), n divisible by n - t, xi = t + 1.

Readings: O(n) is an upper bound; the lower side shows that the order is exact. What the total adds up is judged on its
own: it lies between the sums of the xi - 1 and of the xi strictest requirements, a share between 1/m - 1/n and 1/m +
1/n of the parties.
"""

import sympy

from optcheck.claims import Argument, Claim, Definition, Form, Formula, Reading, Value
from optcheck.claims.functions import row
from optcheck.claims.relations import between
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._eq6 import EVERYONE, LEAST_TOTAL, abstract, over
from proofs_numeric.tpmdp.thm_2_bounded_total import xi


def as_printed(instance: Instance) -> Value:
    share = over(instance.n, instance.n - instance.threshold)
    return share, share + 1


def sums(instance: Instance) -> Value:
    ranked = sorted(instance.required, reverse=True)
    return sum(ranked[: xi(instance) - 1]), sum(ranked[: xi(instance)])


def proof(argument: Argument, form: Formula[Instance]) -> None:
    n, m, a, b = sympy.symbols("n m a b", nonnegative=True)
    low, high = form(abstract(n, n - m, row("required")))
    argument.identity("floor((2n-t)/(n-t)) is at most 1 + n/m, more than n/m", (low + 1, high), (1 + n / m, 1 + n / m))
    slack = ((n - m + 1) * m - n).subs(n, m + a).subs(m, 1 + b)
    argument.not_negative("t + 1 >= n/m, so the minimum does not fall below: n = m + a, m = 1 + b", slack)


CLAIM = Claim(
    id="tpmdp/thm-2-linear-rank",
    place="text after Theorem 2",
    title="for n - t = O(1) the rank xi is of order n",
    domain=EVERYONE,
    truth=Definition(xi),
    asserts=between(),
    printed=Form(as_printed, "ξ = O(n); with constants n/(n−t) ≤ ξ ≤ n/(n−t) + 1"),
    proof=proof,
    readings=(
        Reading(
            name="the total adds up a constant share of the requirements",
            truth=LEAST_TOTAL,
            printed=Form(sums, "Σ_{i<ξ} σ_Γ(i)² ≤ v ≤ Σ_{i≤ξ} σ_Γ(i)²"),
        ),
    ),
)
