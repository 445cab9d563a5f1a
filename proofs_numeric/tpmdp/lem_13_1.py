"""Statement: under Convention 6 and with n - t - t eta <= 0, an optimum of Eq. 6 costs at least as much as an optimum
with A_t in the place of A_t^+.

Model: n - t - t eta = n - t |U+|, so this is Subcase 3. An instance carries a feasible point; the form is its total,
the truth the certified least total with everyone active.

Corners: n = t |U+|, |U+| = n - t, ties, zeros.

Readings: all optima have one total, so it does not matter whether variances are sorted (Convention 3).
"""

from collections.abc import Iterator

import sympy

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Impact, Value
from optcheck.claims.functions import row, total
from optcheck.claims.relations import at_most
from optcheck.tpmdp import allocate
from proofs_numeric.tpmdp._eq6 import Point, least_total, small_instances, with_everyone_active
from proofs_numeric.tpmdp._points import is_convention_6, point_order
from proofs_numeric.tpmdp._steps import shift_between_groups, shift_until_level


def as_printed(point: Point) -> Value:
    return total(point.variances)


def proof(argument: Argument, form: Formula[Point]) -> None:
    v = sympy.Symbol("v")
    argument.identity("the form is the point's total", form(Point(None, row("x", total=v))), v)  # type: ignore[arg-type]
    shift_between_groups(argument)
    shift_until_level(argument)
    argument.words(
        "With n - t - t eta <= 0 the shift does not raise the total and Eq. 12 is kept; by Lemma 12 no variance of U- "
        "is below sigma_t-, so none becomes negative; it ends at sigma_2+ = sigma_t-, where Lemma 9 applies."
    )


def grid() -> Iterator[Point]:
    many = small_instances(range(4, 6), 2, lambda at: is_convention_6(at) and at.n <= at.threshold * len(at.active))
    return (Point(at, tuple(allocate(at.required, at.threshold, at.active).variances)) for at in many)


CLAIM = Claim(
    id="tpmdp/lem-13-1",
    place="Lemma 13, part 1",
    title="when n - t - t eta <= 0, everyone active costs no more",
    domain=Domain(
        description="Convention 6, n <= t |U+|: n = 4, 5 with requirements 0..2, the closed form's optimum",
        grid=grid,
        order=point_order,
    ),
    truth=least_total(lambda point: with_everyone_active(point.instance)),
    asserts=at_most,
    printed=Form(as_printed, "n − t − tη ≤ 0 ⇒ v_σ ≥ min v over A_t"),
    impact=Impact.OPTIMALITY,
    proof=proof,
    rests_on=("tpmdp/cor-1", "tpmdp/lem-9", "tpmdp/lem-12"),
)
