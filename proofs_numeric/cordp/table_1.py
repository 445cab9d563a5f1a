"""Table 1: the orders of the error of LDP, SecAgg and CorDP-DME.

Six rates in n, the number u of dropouts, d and eps; delta is held fixed, its ln(1/delta) is not printed. Modelled
with Gaussian noise of the variance s that the budget needs: independent noise (LDP) has the error d s/(n-u), noise
drawn once for the responders' sum (SecAgg, as the paper describes it: as good as central privacy) d s/(n-u)², and
CorDP-DME the least error of Theorem 1 with t = n-u, c = 0. Each is compared with its rate, both sides with named
constants. The rows on rounds, computation and thresholds are not numbers and are not judged. The row with dropouts is
read for u >= 1, as Corollary 2 has it: at u = 0 its CorDP-DME entry would be zero. Relation: order. Corners: u = 0
(first row), u = 1, u = n-1, n = 10^6. Expected: holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp
from flint import arb

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.gaussian.balls import ball
from proofs_numeric.cordp import _theorem as theorem
from proofs_numeric.cordp._algebra import Argument
from proofs_numeric.cordp._enclosures import BUDGETS, Ball, differing, least_variance, nearby, working_precision
from proofs_numeric.cordp._orders import BUDGET_ORDER, CONSTANT, Scale, exact_factor, prove_budget_order
from proofs_numeric.cordp.cor_2 import prove_band

BANDS = {
    "LDP": (Fraction(99, 100), Fraction(101, 100)),
    "SecAgg": (Fraction(99, 100), Fraction(101, 100)),
    "CorDP": (Fraction(99, 100), Fraction(4)),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """A column of the table, the sizes, and the budget."""

    n: int
    u: int
    column: str
    d: int
    epsilon: Fraction
    delta: Fraction


def as_printed(entry: Entry) -> Fraction:
    """The rate in the entry, without its O."""
    n, u, smaller = entry.n, entry.u, min(entry.epsilon, entry.epsilon**2)
    if entry.column == "LDP":
        return entry.d / ((n - u) * smaller)
    if entry.column == "SecAgg":
        return entry.d / ((n - u) ** 2 * smaller)
    return entry.d / (n**2 * smaller) if u == 0 else entry.d * u / (n * (n - u) * smaller)


def compare(form: Callable[[Entry], Fraction], entry: Entry) -> Discrepancy | None:
    with working_precision():
        claimed, factor = ball(form(entry)), _factor(entry)
        least, epsilon = least_variance(entry.epsilon, entry.delta), min(entry.epsilon, entry.epsilon**2)
        ratio, order = factor / (claimed * ball(epsilon)), least * ball(epsilon) / -ball(entry.delta).log()
        low, high = BANDS[entry.column]
        if ball(low) <= ratio and ratio <= ball(high) and order <= CONSTANT:
            return None
        true, note = (
            factor * least,
            f"{entry.column}: error over rate {ratio.str(6, radius=False)} outside [{low}, {high}]",
        )
        certificate = differing(claimed, str(nearby(true)), {}, note)
        gap = (claimed - true).str(12, radius=False)
        return Discrepancy(
            claimed.str(12, radius=False), true.str(12, radius=False), gap, Impact.VALUE, certificate, note
        )


def _factor(entry: Entry) -> Ball:
    """The unbiased error over s."""
    responders = entry.n - entry.u
    if entry.column == "CorDP":
        return exact_factor(Scale(entry.n, responders, 0, entry.d, entry.epsilon, entry.delta))
    return arb(entry.d) / responders ** (1 if entry.column == "LDP" else 2)


def grid() -> Iterator[Entry]:
    sizes = ((2, 0), (2, 1), (10, 0), (10, 3), (10, 9), (10**6, 0), (10**6, 1), (10**6, 10**5), (10**6, 10**6 - 1))
    for n, u in sizes:
        for column in BANDS:
            yield from (Entry(n, u, column, 3, budget.epsilon, budget.delta) for budget in BUDGETS)


def order(entry: Entry) -> tuple[object, ...]:
    return entry.n, entry.u, entry.column, entry.epsilon, entry.delta


def prove() -> Proof:
    argument, m, k, s, w = Argument(), theorem.m, theorem.k, theorem.s, theorem.w
    theorem.prove_optimum(argument)
    t, f = theorem.t, sp.Symbol("f")
    argument.identical("SecAgg: f >= t responders with noise s/t each", (f * s / t) / f**2 * t**2, s * t / f)
    argument.identical("LDP: f >= t responders with noise s each", f * s / f**2 * t, s * t / f)
    argument.identical("CorDP-DME without dropouts", theorem.LEAST.subs({k: m, w: 0}) / m, s / m**2)
    prove_band(argument)
    prove_budget_order(argument)
    return argument.proof(
        BUDGET_ORDER
        + "With t = n-u, f >= t responders have the error d s/f (LDP, noise s each) or d s/(t f) (SecAgg, noise "
        "s/t each, so that t of them suffice): at most d s/t and d s/t², reached at f = t; "
        "CorDP-DME is exactly d s/n² without dropouts and between 1 and 4 "
        "times d s u/(n(n-u)) with u >= 1 of them (Corollary 2's inequalities, re-run)."
    )


CLAIM = Claim(
    id="cordp/table-1",
    place="Table 1",
    title="orders of the error of LDP, SecAgg and CorDP-DME (Gaussian noise, δ fixed)",
    relation=Relation.ORDER,
    domain=Domain(
        description="nine pairs (n, u) up to n = 10^6, three columns, 21 budgets with δ <= 1/20", grid=grid, order=order
    ),
    printed=Form(
        "LDP O(d/((n−u)min{ε,ε²})), SecAgg O(d/((n−u)²min{ε,ε²})), CorDP-DME O(d/(n²min{ε,ε²})) for u "
        "= 0, O(du/(n(n−u)min{ε,ε²})) for u ≥ 1",
        as_printed,
    ),
    compare=compare,
    expected=Expected.HOLDS,
    proof=prove,
)
