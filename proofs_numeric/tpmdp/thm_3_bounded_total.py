"""Statement: if t <= p n for a constant p <= 1, the total is O(1) in n, in all four subcases.

Model: the least total of Eq. 6, certified. A constant must be named to be judged: four times the largest requirement
here; any other one is exceeded just as well at t = n - 1, where equal requirements add up to n times one of them.

Corners: t = n - 1 (p = 1 - 1/n; p = 1 includes every t), equal requirements, one active party.

Readings: the paper prints p <= 1, where Theorem 2 has p < 1. With p = 1 the condition is empty, and the total grows
with n. For p < 1 the constant is 1/(1 - p) times the largest requirement, in all subcases.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import sympy

from optcheck.claims import Argument, Claim, Form, Formula, Value
from optcheck.claims.functions import largest, row
from optcheck.claims.relations import at_most
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._eq6 import ALL, LEAST_TOTAL, abstract


def as_printed(instance: Instance) -> Value:
    return 4 * largest(instance.required)


def corrected(instance: Instance) -> Value:
    p = Fraction(1) / instance.n * instance.threshold
    return largest(instance.required) / (1 - p)


def proof(argument: Argument, form: Formula[Instance]) -> None:
    t, a, b, top = sympy.symbols("t a b top", positive=True)
    n = t + 1 + a
    bound = form(abstract(n, t, row("required", largest=top)))
    argument.identity("Theorem 2's total of equal requirements is the bound", bound, ((2 * n - t) / (n - t) - 1) * top)
    looser = form(abstract(n + b, t + b, row("required", largest=top))) - bound
    argument.not_negative("the bound grows with p: t + b of n + b colluding", looser)
    argument.words(
        "Fewer active parties only drop rows of Eq. 6, and raising requirements to the largest does not lower the "
        "least total, so every subcase is below everyone active with equal requirements."
    )


def grid() -> Iterator[Instance]:
    yield from ALL.grid()
    yield from (Instance.of([1] * n, n - 1) for n in range(5, 9))


CLAIM = Claim(
    id="tpmdp/thm-3-bounded-total",
    place="text after Theorem 3",
    title="for t <= p n with the printed condition on p the total is O(1) in Subcases 1 to 4",
    domain=replace(ALL, grid=grid, description=f"{ALL.description}; equal requirements with t = n - 1, n = 5..8"),
    truth=LEAST_TOTAL,
    asserts=at_most,
    printed=Form(as_printed, "t ≤ pn, p ≤ 1 ⇒ v = O(1); named: v ≤ 4·max σ_Γ²"),
    corrected=Form(corrected, "t ≤ pn, p < 1 ⇒ v ≤ max σ_Γ²/(1−p)"),
    proof=proof,
    rests_on=("tpmdp/thm-2-value",),
)
