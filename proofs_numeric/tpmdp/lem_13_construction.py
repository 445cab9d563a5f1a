"""Proof of Lemma 13: the printed gamma.

Statement: under Convention 6 with n - t - t eta <= 0, let sigma be an optimum with sigma_2+ different from
sigma_t-. Adding gamma to each active party's variance and taking eta gamma/(n - eta - t) from each non-active
one, with gamma = (2n - eta - t)/(n - eta - t) (sigma_t-^2 - sigma_2+^2), makes sigma_2+^2 and sigma_t-^2 equal,
keeps feasibility and does not raise the total.

Model: an instance carries the optimum with the largest difference (an exact program over the optimal face); the
form is the new point. Four questions: the two variances are equal, none is negative, Eq. 6 holds (brute force),
the total has not grown. Such optima exist only for n = t |U+| (otherwise the shift would lower the total), so
these are the sizes of the grid. Relation: identity. Corners: zeros, ties, |U+| = n - t. Expected: corrected.
Setting sigma_2+^2 + gamma equal to sigma_t-^2 - eta gamma/(n - eta - t) gives gamma = (n - eta - t)/(n - t)
(sigma_t-^2 - sigma_2+^2). Smallest failure: n = 4, t = 2, two active parties, requirements 0, 0 and 1, 1,
variances 0, 0 and 1, 1: the printed gamma is 5, and the non-active variances become -4. The certificate proves that
the point reached with the right gamma, 1/2 for everyone, is an optimum with sigma_t-^2 - sigma_2+^2 = 0. The lemma
itself survives (tpmdp/lem-13-1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.exact.numbers import Exact
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._algebra import Argument
from proofs_numeric.tpmdp._arguments import shift_between_groups
from proofs_numeric.tpmdp._common import excess, grid, violation
from proofs_numeric.tpmdp._faces import (
    convention_5_rows,
    face_rows,
    optimise,
    optimum_certificate,
    point_of,
    speaks_of_convention_6,
)
from proofs_numeric.tpmdp._points import Point, point_order


def as_printed(point: Point) -> list[Exact]:
    """The new variances with the printed gamma."""
    n, t, eta = point.instance.n, point.instance.threshold, len(point.instance.active) - 1
    low, high = point.variances[1], point.variances[eta + t]
    gamma = Fraction(2 * n - eta - t, n - eta - t) * (high - low)
    return [
        value + gamma if j in point.instance.active else value - Fraction(eta, n - eta - t) * gamma
        for j, value in enumerate(point.variances)
    ]


def corrected(point: Point) -> list[Exact]:
    """The new variances with the gamma that makes the two meet."""
    n, t, eta = point.instance.n, point.instance.threshold, len(point.instance.active) - 1
    low, high = point.variances[1], point.variances[eta + t]
    gamma = Fraction(n - eta - t, n - t) * (high - low)
    return [
        value + gamma if j in point.instance.active else value - Fraction(eta, n - eta - t) * gamma
        for j, value in enumerate(point.variances)
    ]


def compare(form: Callable[[Point], Sequence[Exact]], point: Point) -> Discrepancy | None:
    """Equal, not negative, feasible, no larger total."""
    x = tuple(form(point))
    last = len(point.instance.active) + point.instance.threshold - 1
    if x[1] != x[last]:
        true = tuple(corrected(point))
        conventions = convention_5_rows(point.instance)
        return Discrepancy(
            claimed=x,
            true=true,
            gap=abs(x[1] - x[last]),
            impact=Impact.TEXT,
            certificate=optimum_certificate(point.instance, true, conventions, {last: 1, 1: -1}),
            explanation=f"From the optimum {_shown(point.variances)} the construction leads to {_shown(x)}: "
            f"sigma_2+ is {x[1]} and sigma_t- is {x[last]}, not equal.",
        )
    return violation(point.instance, x) or excess(point.instance, x)


def _shown(x: Sequence[Exact]) -> str:
    return "(" + ", ".join(str(value) for value in x) + ")"


def proof() -> Proof:
    """The identities of the shift."""
    argument = Argument()
    shift_between_groups(argument)
    return argument.proof(
        "with gamma = (n-eta-t)/(n-t) times the difference the two variances meet, rows keep their values, and the "
        "total changes by (n-t-t eta)/m gamma <= 0; by Lemma 12 every variance of U- is at least sigma_t-, so none "
        "becomes negative"
    )


def is_covered(instance: Instance) -> bool:
    """Convention 6 with n = t |U+|."""
    return speaks_of_convention_6(instance) and instance.n == instance.threshold * len(instance.active)


def domain_grid() -> Iterator[Point]:
    """For each instance the optimum with the largest difference, and the one halfway to the smallest difference."""
    for instance in (*grid(range(4, 5), 3, is_covered), *grid(range(6, 7), 1, is_covered)):
        last = len(instance.active) + instance.threshold - 1
        rows = face_rows(instance, convention_5_rows(instance))
        largest, smallest = (
            point_of(optimise(instance, sense, {1: -1, last: 1}, rows)) for sense in ("maximise", "minimise")
        )
        if largest[1] != largest[last]:
            yield Point(instance, largest)
            yield Point(instance, tuple(Fraction(x + y) / 2 for x, y in zip(largest, smallest, strict=True)))


CLAIM = Claim(
    id="tpmdp/lem-13-construction",
    place="proof of Lemma 13",
    title="the printed gamma makes sigma_2+ equal sigma_t- and keeps feasibility",
    relation=Relation.IDENTITY,
    domain=Domain(
        description="Convention 6, n = t |U+|: n = 4 with requirements 0..3, n = 6 with 0..1; of each the optimum "
        "with the largest difference, and one halfway to the smallest",
        grid=domain_grid,
        order=point_order,
    ),
    printed=Form("γ = (2n−η−t)/(n−η−t)·(σ_t⁻² − σ_2⁺²)", as_printed),
    corrected=Form("γ = (n−η−t)/(n−t)·(σ_t⁻² − σ_2⁺²)", corrected),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=proof,
)
