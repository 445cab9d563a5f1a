"""Eq. 22, Appendix A.2: the half-spaces whose intersection with T(0...0) = 1 is the hull.

Statement: for each a in {-1, +1}^k the half-space (-1)^k prod(a_j) sum over x of T_x prod (-l_i)^(a_i x_i) >= 0; the
hull is their intersection with T(0...0) = 1. Theorem 3.1 allows every lambda_i >= 1. (In the product form below it
the paper drops the index of lambda.)

Model: tensors with first entry 1 and other entries from a small set, members of the hull and others. The oracle is an
exact program: is the tensor a convex combination of the corners?

Correction: right whenever every lambda_i > 1. If some lambda_i = 1, the functionals vanish on everything that party i
does not tell apart, and the intersection is unbounded (k >= 2): then T must not depend on x_i, and the half-spaces
are those of the other parties.

Expected: corrected (only the degenerate corner lambda_i = 1 with k >= 2 fails), proved for all k.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact, to_text
from optcheck.exact.program import Infeasible
from optcheck.randomized_response.geometry import extremal_signatures, signature_tensor, tensor_in_hull
from optcheck.randomized_response.polynomials import LAMBDA
from optcheck.solvers import Answer
from proofs_numeric.kairouz._arguments import mass_steps, nonnegative, vanishes
from proofs_numeric.kairouz._common import levels, numbers_order
from proofs_numeric.kairouz._hull import corners, mixture


@dataclass(frozen=True, slots=True)
class Tensor:
    """A tensor with first entry 1."""

    lambdas: tuple[Exact, ...]
    entries: tuple[Exact, ...]


def as_printed(instance: Tensor) -> bool:
    """Whether the tensor is in every half-space and its first entry is 1."""
    k = len(instance.lambdas)
    words = list(product((0, 1), repeat=k))
    inside = instance.entries[0] == 1
    for a in product((-1, 1), repeat=k):
        total = Fraction(0)
        sign = (-1) ** k
        for party in range(k):
            sign *= a[party]
        for x, entry in zip(words, instance.entries, strict=True):
            term = Fraction(entry)
            for party in range(k):
                term *= (-Fraction(instance.lambdas[party])) ** (a[party] * x[party])
            total += term
        inside = inside and sign * total >= 0
    return inside


def corrected(instance: Tensor) -> bool:
    """No dependence on parties with lambda = 1, and the half-spaces of the others."""
    k = len(instance.lambdas)
    words = list(product((0, 1), repeat=k))
    free = [party for party in range(k) if instance.lambdas[party] > 1]
    values = dict(zip(words, instance.entries, strict=True))
    rest = [tuple(x[party] if party in free else 0 for party in range(k)) for x in words]
    if any(values[x] != values[y] for x, y in zip(words, rest, strict=True)):
        return False
    kept = [x for x in words if not any(x[party] for party in range(k) if party not in free)]
    return as_printed(Tensor(tuple(instance.lambdas[p] for p in free), tuple(values[x] for x in kept)))


def compare(form: Any, instance: Tensor) -> Discrepancy | None:
    """Membership by half-spaces against membership by convex combination."""
    claimed = form(instance)
    answer = mixture(instance.entries, instance.lambdas)
    true = answer.status == "optimal"
    if true != tensor_in_hull(instance.entries, instance.lambdas):
        raise AssertionError("the library's test of membership disagrees with the program")
    if claimed == true:
        return None
    if true:
        why = "the tensor is in the hull, but not in all half-spaces"
        return Discrepancy(claimed, true, 1, Impact.VALUE, _member(instance, answer), why)
    if not as_printed(instance):
        why = "the tensor is not in the hull"
        return Discrepancy(claimed, true, 1, Impact.VALUE, answer.certificate, why)
    document = {"lambdas": list(map(to_text, instance.lambdas)), "tensor": list(map(to_text, instance.entries))}
    evidence = Certificate("hull-tensor", document, {"separating": _separating(instance, answer)})
    why = "with lambda_i = 1 the half-spaces leave directions open: this tensor meets all of them outside the hull"
    return Discrepancy(claimed, true, 1, Impact.VALUE, evidence, why)


def _member(instance: Tensor, answer: Answer) -> Certificate:
    """The mixture of corners; where corners coincide the first of them gets the weight."""
    points, mixed = corners(instance.lambdas), answer.point
    weight = {point: mixed[f"weight[{i}]"] for i, point in enumerate(points)}
    columns = [signature_tensor(s) for s in extremal_signatures(instance.lambdas)]
    weights = [to_text(weight.pop(column, 0)) for column in columns]
    document = {"lambdas": list(map(to_text, instance.lambdas)), "tensor": list(map(to_text, instance.entries))}
    return Certificate("hull-tensor", document, {"weights": weights})


def _separating(instance: Tensor, answer: Answer) -> list[str]:
    """The functional of a Farkas proof, with the sign that is negative at the tensor."""
    if not isinstance(answer.outcome, Infeasible):
        raise AssertionError("only an infeasible program separates")
    functional = [answer.outcome.dual.get(x, 0) for x in range(len(instance.entries))]
    height = sum(a * b for a, b in zip(functional, instance.entries, strict=True))
    return [to_text(-entry if height > 0 else entry) for entry in functional]


def grid() -> Iterator[Tensor]:
    """All tensors with entries in a small set for k = 1, 2."""
    half = Fraction(1, 2)
    values: tuple[Exact, ...] = (half, 1, 2, 3)
    three: tuple[Exact, ...] = (half, 1, 2)
    for level, entry in product((1, 2, 3), values):
        yield Tensor((level,), (1, entry))
    pairs: tuple[tuple[Exact, Exact], ...] = ((1, 1), (1, 2), (2, 1), (2, 2))
    for pair, entries in product(pairs, product(three, repeat=3)):
        yield Tensor(pair, (1, *entries))


@st.composite
def tensors(draw: st.DrawFn) -> Tensor:
    """Mixtures of corners with weights that may be slightly negative, for up to three parties."""
    k = draw(st.integers(1, 3))
    lambdas = tuple(draw(levels()) for _ in range(k))
    weights = [draw(st.integers(-1, 6)) for _ in range(1 << k)]
    total = sum(weights)
    weights = weights if total > 0 else [1] * len(weights)
    columns = [signature_tensor(s) for s in extremal_signatures(lambdas)]
    rows = zip(*columns, strict=True)
    scale = Fraction(1, sum(weights))
    mixed = [sum((scale * w * c for w, c in zip(weights, row, strict=True)), start=Fraction(0)) for row in rows]
    return Tensor(lambdas, tuple(mixed))


def strategy() -> SearchStrategy[Tensor]:
    """Tensors near the hull."""
    return tensors()


def order(instance: Tensor) -> Any:
    """k, then the lambdas, then the entries."""
    return len(instance.lambdas), numbers_order(instance.lambdas), numbers_order(instance.entries)


def proof() -> Proof:
    """The functionals are multiples of the barycentric coordinates."""
    steps = vanishes(lambda v: 1 - v * (1 / v), 1) + nonnegative(LAMBDA * LAMBDA - 1)
    steps += vanishes(lambda v: (1 - (1 / v) ** 2) * v**2 - (v**2 - 1), 2)
    return Proof(
        "On a tensor the functional of a is the product of 1 - l^a t. At a corner t_i = l^b_i a factor is 0 when "
        "b_i = -a_i (checked), and otherwise 1 - l^2 or (l^2 - 1)/l^2 (checked), never 0 for l > 1; with the sign in "
        "front the product is positive. So the 2^k functionals are dual to the 2^k independent corners up to positive "
        "factors: they are the barycentric coordinates, and all are nonnegative exactly on the hull. Parties with "
        "l_i = 1 add the condition that T does not depend on x_i, since both ends are [1, 1].",
        steps + mass_steps(),
    )


CLAIM = Claim(
    id="kairouz/eq-22",
    place="Eq. 22, Appendix A.2",
    title="the half-spaces whose intersection is the hull",
    relation=Relation.IDENTITY,
    domain=Domain(
        description="k <= 2, lambdas in {1, 2, 3}, entries in {1/2, 1, 2, 3}; random: k <= 3; lambda_i >= 1",
        grid=grid,
        order=order,
        strategy=strategy,
        examples=60,
    ),
    printed=Form(
        "T(0..0) = 1 and (-1)^k prod a_j sum over x of T_x prod (-l_i)^(a_i x_i) >= 0 for all a in {-1, 1}^k",
        as_printed,
    ),
    corrected=Form(
        "the same half-spaces over the parties with lambda_i > 1, and T does not depend on x_i where lambda_i = 1",
        corrected,
    ),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=proof,
)
