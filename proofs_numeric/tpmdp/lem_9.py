"""Statement: let 2 <= |U+| <= n - t and everything be sorted inside its group. If an optimum of Eq. 6 has sigma_2+^2 >=
sigma_t-^2, its total is at least the optimal total with A_t in the place of A_t^+.

Model: an instance carries sorted feasible variances with sigma_2+^2 >= sigma_t-^2, optimal or not (this asks more than
the lemma); the form is their total, the truth the certified least total with everyone active.

Corners: |U+| = 2, |U+| = n - t, t = 1, ties, zeros.
"""

import sympy

from optcheck.claims import Argument, Claim, Form, Formula, Impact, Value
from optcheck.claims.functions import row, total
from optcheck.claims.relations import at_most
from proofs_numeric.tpmdp._eq6 import Point, is_feasible, least_total, with_everyone_active
from proofs_numeric.tpmdp._points import deciding_points, is_convention_5_size, is_sorted
from proofs_numeric.tpmdp._steps import a, b, c


def as_printed(point: Point) -> Value:
    return total(point.variances)


def is_covered(point: Point) -> bool:
    """Sorted, sigma_2+ at least sigma_t-, feasible."""
    x, last = point.variances, len(point.instance.active) + point.instance.threshold - 1
    return is_sorted(point) and x[1] >= x[last] and is_feasible(point.instance, x)


def proof(argument: Argument, form: Formula[Point]) -> None:
    v, small, outside = sympy.symbols("v small outside", nonnegative=True)
    argument.identity("the form is the point's total", form(Point(None, row("x", total=v))), v)  # type: ignore[arg-type]
    out = small + a + b + c  # out >= sigma_2+ >= sigma_t- >= the smallest of A
    traded = outside + small - out
    argument.not_negative("trading the smallest of A for 1+ or 2+ leaves no more outside", outside - traded)
    argument.words(
        "A coalition A inside U- has a member of rank t- or later; of 1+ and 2+ the one that is not j has at least "
        "sigma_2+. Trading the two gives a coalition of A_t^+ without j, whose row of Eq. 6 holds, so the row of A "
        "holds: the point is feasible with everyone active, and costs at least the optimum there."
    )


CLAIM = Claim(
    id="tpmdp/lem-9",
    place="Lemma 9",
    title="an optimum with sigma_2+ >= sigma_t- costs at least the optimum with everyone active",
    domain=deciding_points("|U+| = 2..n - t, sorted, feasible, sigma_2+ >= sigma_t-", is_convention_5_size, is_covered),
    truth=least_total(lambda point: with_everyone_active(point.instance)),
    asserts=at_most,
    printed=Form(as_printed, "σ optimal, σ_2⁺² ≥ σ_t⁻² ⇒ v_σ ≥ min v over A_t"),
    impact=Impact.OPTIMALITY,
    proof=proof,
)
