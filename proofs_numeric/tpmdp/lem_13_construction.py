"""Statement: under Convention 6 with n - t - t eta <= 0, let sigma be an optimum with sigma_2+ different from sigma_t-.
Adding gamma to each active party's variance and taking eta gamma/(n - eta - t) from each non-active one, with gamma =
(2n - eta - t)/(n - eta - t) (sigma_t-^2 - sigma_2+^2), makes sigma_2+^2 and sigma_t-^2 equal, keeps feasibility and
does not raise the total.

Model: an instance carries such an optimum; the form is the new point, which must be feasible with no larger total, thus
optimal. Such optima exist only for n = t |U+| (otherwise the shift would lower the total), so the grid has these sizes.

Corners: zeros, ties, |U+| = n - t.

Readings: that the two variances become equal is judged on its own. Setting sigma_2+^2 +
gamma equal to sigma_t-^2 - eta gamma/(n - eta - t) gives gamma = (n - eta - t)/(n - t) (sigma_t-^2 - sigma_2+^2). With
two of four parties active, requirements 0, 0 and 1, 1 and variances 0, 0 and 1, 1 the printed gamma is 5, and the
non-active variances become -4. The lemma itself survives (tpmdp/lem-13-1).
"""

from fractions import Fraction

import sympy

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Reading, Value
from optcheck.claims.relations import equals, optimal
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._eq6 import Point, optimal_variances, small_instances
from proofs_numeric.tpmdp._points import has_low_second, is_convention_6, is_sorted, optima, point_order
from proofs_numeric.tpmdp._steps import shift_between_groups, shift_until_level

RIGHT = "γ = (n−η−t)/(n−t)·(σ_t⁻² − σ_2⁺²)"


def as_printed(point: Point) -> Value:
    n, t, eta = point.instance.n, point.instance.threshold, len(point.instance.active) - 1
    factor = Fraction(2 * n - eta - t, n - eta - t)
    return shifted(point, factor, Fraction(eta, n - eta - t))


def corrected(point: Point) -> Value:
    n, t, eta = point.instance.n, point.instance.threshold, len(point.instance.active) - 1
    factor = Fraction(n - eta - t, n - t)
    return shifted(point, factor, Fraction(eta, n - eta - t))


def shifted(point: Point, factor: Fraction, share: Fraction) -> Value:
    """The new variances for a factor of the difference."""
    x, u = point.variances, len(point.instance.active)
    gamma = factor * (x[u + point.instance.threshold - 1] - x[1])
    return tuple(value + gamma if j < u else value - share * gamma for j, value in enumerate(x))


def difference(point: Point, x: Value) -> Value:
    """sigma_t- minus sigma_2+."""
    return x[len(point.instance.active) + point.instance.threshold - 1] - x[1]


def proof(argument: Argument, form: Formula[Point]) -> None:
    for n, t, u in ((4, 2, 2), (6, 3, 2), (6, 2, 3), (9, 3, 3)):
        x = sympy.symbols(f"x:{n}", positive=True)
        point = Point(Instance((0,) * n, t, tuple(range(u))), x)
        gamma, share = sympy.Rational(n - u + 1 - t, n - t) * difference(point, x), sympy.Rational(u - 1, n - u + 1 - t)
        moved = tuple(own + gamma if j < u else own - share * gamma for j, own in enumerate(x))
        argument.identity(f"n = {n}, t = {t}: U+ gains gamma, U- gives eta gamma/m", form(point), moved)
        argument.identity("the two variances meet", difference(point, form(point)), 0)
    shift_between_groups(argument)
    shift_until_level(argument)
    argument.words("Any n, t and eta: gamma is (n-eta-t)/(n-t) times the difference, as in the last steps.")


def is_covered(instance: Instance) -> bool:
    """Convention 6 with n = t |U+|."""
    return is_convention_6(instance) and instance.n == instance.threshold * len(instance.active)


def differs(point: Point) -> bool:
    """A sorted optimum with sigma_2+ below sigma_t-."""
    return is_sorted(point) and has_low_second(point) and difference(point, point.variances) > 0


CLAIM = Claim(
    id="tpmdp/lem-13-construction",
    place="proof of Lemma 13",
    title="the printed gamma makes sigma_2+ equal sigma_t- and keeps feasibility",
    domain=Domain(
        description="sorted optima under Convention 6 with sigma_2+ < sigma_t-, n = t |U+|: n = 4, requirements 0..3",
        grid=lambda: optima(small_instances(range(4, 5), 3, is_covered), differs),
        order=point_order,
    ),
    truth=optimal_variances(lambda point: point.instance),
    asserts=optimal,
    printed=Form(as_printed, "γ = (2n−η−t)/(n−η−t)·(σ_t⁻² − σ_2⁺²)"),
    corrected=Form(corrected, RIGHT),
    impact=Impact.TEXT,
    proof=proof,
    rests_on=("tpmdp/cor-1", "tpmdp/lem-12"),
    readings=(
        Reading(
            name="the two variances become equal",
            truth=Definition(lambda _: 0),
            asserts=equals,
            means=difference,
            corrected=Form(corrected, RIGHT),
        ),
    ),
)
