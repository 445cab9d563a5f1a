"""Check facts about the hull of rank-one tensors [1, t_1] x ... x [1, t_k] with 1/l_i <= t_i <= l_i. Stdlib only.

The hull is spanned by its corners, the tensors with every t_i in {1/l_i, l_i}: the tensor is linear in each t_i.
Entries are numbered lexicographically by the inputs, the first party's bit first.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from optcheck.checker.core import Document, Exact, Finding, field, number_text, numbers, require

MOST_PARTIES = 10  # k parties have 2^k corners with 2^k entries each


def tensor(factors: list[Exact] | tuple[Exact, ...]) -> list[Exact]:
    """The entries of [1, t_1] x ... x [1, t_k]."""
    entries: list[Exact] = [1]
    for factor in factors:
        entries = [entry * step for entry in entries for step in (1, factor)]
    return entries


def _corners(instance: Document) -> tuple[list[Exact], list[list[Exact]]]:
    lambdas = numbers(instance, "lambdas")
    require(len(lambdas) <= MOST_PARTIES, "lambdas", f"at most {MOST_PARTIES}", len(lambdas))
    require(bool(lambdas) and all(value >= 1 for value in lambdas), "lambdas", "at least one, all >= 1", lambdas)
    return lambdas, [tensor(ends) for ends in product(*((1 / Fraction(value), value) for value in lambdas))]


def _point(instance: Document, lambdas: list[Exact]) -> list[Exact]:
    factors = numbers(instance, "point", len(lambdas))
    for factor, bound in zip(factors, lambdas, strict=True):
        require(factor * bound >= 1 and factor <= bound, "point", f"within 1/l..l for l = {bound}", factor)
    return tensor(factors)


def _dot(left: list[Exact], right: list[Exact]) -> Exact:
    return sum((a * b for a, b in zip(left, right, strict=True)), start=0)


def check_boundary(instance: Document, evidence: Document) -> Finding:
    """A point of the manifold that is no corner lies on the boundary: a functional touches the hull there."""
    lambdas, corners = _corners(instance)
    point = _point(instance, lambdas)
    functional = numbers(evidence, "functional", len(point))
    heights = [_dot(functional, corner) for corner in corners]
    require(min(heights) >= 0, "functional on the corners", ">= 0", number_text(min(heights)))
    require(max(heights) > 0, "functional on the corners", "positive somewhere", "zero on the whole hull")
    touching = _dot(functional, point)
    require(touching == 0, "functional at the point", 0, number_text(touching))
    require(point not in corners, "point", "not a corner", "a corner")
    return Finding("the point lies on the boundary of the hull and is not a corner")


def check_representation(instance: Document, evidence: Document) -> Finding:
    """A point of the manifold that is no corner is a convex combination of fewer than all corners."""
    lambdas, corners = _corners(instance)
    point = _point(instance, lambdas)
    weights = numbers(evidence, "weights", len(corners))
    require(min(weights) >= 0 and sum(weights) == 1, "weights", "non-negative, total 1", number_text(sum(weights)))
    mixed = [_dot(weights, list(column)) for column in zip(*corners, strict=True)]
    require(mixed == point, "combination of corners", "the point", list(map(number_text, mixed)))
    used = sum(weight > 0 for weight in weights)
    require(point not in corners, "point", "not a corner", "a corner")
    require(used < len(corners), "corners used", f"fewer than {len(corners)}", used)
    text = f"the point is no corner, and {used} of the {len(corners)} corners represent it"
    return Finding(text, used)


def check_corner_count(instance: Document, evidence: Document) -> Finding:
    """How many different corners there are."""
    _, corners = _corners(instance)
    different = len({tuple(corner) for corner in corners})
    stated = field(evidence, "corners", int)
    require(stated == different, "different corners", different, stated)
    return Finding(f"the hull has {different} different corners", different)


def check_dependence(instance: Document, evidence: Document) -> Finding:
    """The extremal columns are linearly dependent, so their matrix is singular."""
    _, corners = _corners(instance)
    weights = numbers(evidence, "weights", len(corners))
    require(any(weights), "weights", "not all zero", "all zero")
    mixed = [_dot(weights, list(column)) for column in zip(*corners, strict=True)]
    require(not any(mixed), "combination of the columns", "zero", list(map(number_text, mixed)))
    return Finding("the extremal columns are linearly dependent", 0)


def check_outside(instance: Document, evidence: Document) -> Finding:
    """A tensor meets every half-space of Eq. 22 and its first entry is 1, yet it is not in the hull."""
    lambdas, corners = _corners(instance)
    entries = numbers(instance, "tensor", len(corners))
    require(entries[0] == 1, "first entry", 1, entries[0])
    for signs in product((-1, 1), repeat=len(lambdas)):
        side = half_space(entries, lambdas, signs)
        require(side >= 0, f"half-space {signs}", ">= 0", number_text(side))
    functional = numbers(evidence, "functional", len(entries))
    heights = [_dot(functional, corner) for corner in corners]
    require(min(heights) >= 0, "functional on the corners", ">= 0", number_text(min(heights)))
    below = _dot(functional, entries)
    require(below < 0, "functional at the tensor", "< 0", number_text(below))
    return Finding("the tensor is in all half-spaces of Eq. 22 but outside the hull", below)


def check_member(instance: Document, evidence: Document) -> Finding:
    """A tensor is a convex combination of the corners."""
    _, corners = _corners(instance)
    entries = numbers(instance, "tensor", len(corners))
    weights = numbers(evidence, "weights", len(corners))
    require(min(weights) >= 0 and sum(weights) == 1, "weights", "non-negative, total 1", number_text(sum(weights)))
    mixed = [_dot(weights, list(column)) for column in zip(*corners, strict=True)]
    require(mixed == entries, "combination of corners", "the tensor", list(map(number_text, mixed)))
    return Finding("the tensor is in the hull")


def half_space(entries: list[Exact], lambdas: list[Exact], signs: tuple[int, ...]) -> Exact:
    """The left side of Eq. 22 for one choice of signs."""
    total: Exact = 0
    for bits, entry in zip(product((0, 1), repeat=len(lambdas)), entries, strict=True):
        term = Fraction(entry)
        for bit, bound, sign in zip(bits, lambdas, signs, strict=True):
            term *= (-Fraction(bound)) ** (sign * bit)
        total += term
    outer = 1
    for sign in signs:
        outer *= -sign
    return outer * total


CHECKS = {
    "extremal-dependence": check_dependence,
    "hull-boundary": check_boundary,
    "hull-corner-count": check_corner_count,
    "hull-member": check_member,
    "hull-outside": check_outside,
    "hull-representation": check_representation,
}
