"""True values for private protocols: optima by the dual program over all corners, given protocols input by input."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, NamedTuple

from tests.fuzz.oracle import Truth, need, rational, rationals, truths, whole
from tests.fuzz.simplex import Row, solved

ONE = Fraction(1)


class Problem(NamedTuple):
    """Privacy levels, the values of a function, the weights of decisions, what counts, and who sees its own bit."""

    lambdas: list[Fraction]
    table: list[int]
    weights: list[list[Fraction]]
    criterion: str
    observer: int | None

    @property
    def k(self) -> int:
        """How many parties there are."""
        return len(self.lambdas)

    @property
    def views(self) -> range:
        """What the reader may know of its own bit."""
        return range(1 if self.observer is None else 2)


def _problem(instance: dict[str, Any]) -> Problem:
    lambdas, table = _levels(instance), [whole(entry) for entry in instance["table"]]
    weights = [rationals(row) for row in instance["weights"]]
    need(len(table) == 1 << len(lambdas) and len({len(row) for row in weights}) == 1, "a table")
    need(max(table) < len(weights) and instance["criterion"] in ("average", "worst"), "a criterion")
    need(instance["observer"] is None or whole(instance["observer"]) < len(lambdas), "an observer")
    return Problem(lambdas, table, weights, instance["criterion"], instance["observer"])


def _levels(instance: dict[str, Any]) -> list[Fraction]:
    lambdas = rationals(instance["lambdas"], 1)
    need(bool(lambdas), "a party")
    return lambdas


def _best(problem: Problem) -> Fraction:
    """Over a prior nu and mu: the least sum of mu that no decision exceeds at any corner of the box of signatures.

    Both sides of that are multilinear in the signature, and by duality the least sum is the best accuracy.
    """
    inputs = list(product((0, 1), repeat=problem.k))
    size, rules = len(inputs), list(product(range(len(problem.weights[0])), repeat=len(problem.views)))
    rows: list[Row] = [({size + x: ONE for x in range(size)}, "=", ONE)]
    if problem.criterion == "average":
        rows = [({size + x: ONE}, "=", Fraction(1, size)) for x in range(size)]
    for corner in product(*((1 / end, end) for end in problem.lambdas)):
        signature = [prod((s for s, bit in zip(corner, bits, strict=True) if bit), start=ONE) for bits in inputs]
        for rule in rules:
            terms = dict(enumerate(signature))
            for x, bits in enumerate(inputs):
                terms[size + x] = -signature[x] * _gain(problem, x, rule[_view(problem, bits)])
            rows.append((terms, ">=", Fraction(0)))
    costs, lower = [ONE] * size + [Fraction(0)] * size, [*[None] * size, *[Fraction(0)] * size]
    status, value, _ = solved(costs, lower, [None] * (2 * size), rows, "minimise")
    need(status == "optimal" and value is not None, "an optimum")
    return value or Fraction(0)


@truths("randomized-response-optimum")
def _response(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    return {"optimal accuracy": _best(_problem(instance)), "optimum": "reached by randomised response"}


@truths("signature-bound")
def _bound(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    return {"optimal accuracy": _best(_problem(instance))}


@truths("signature-protocol")
def _protocol(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    problem = _problem(instance)
    best = _best(problem)
    need(_reached(problem, evidence["columns"]) == best, "a protocol that reaches the optimum")
    signatures = [rationals(signature) for signature, _, _ in evidence["columns"]]
    inside = any(_is_inside(problem, signature) for signature in signatures)
    return {
        "optimal accuracy": best,
        "optimum": "reached by a protocol other than randomised response" if inside else "reached",
    }


def _is_inside(problem: Problem, signature: list[Fraction]) -> bool:
    return any(1 / Fraction(end) < s < end for s, end in zip(signature, problem.lambdas, strict=True))


def _reached(problem: Problem, columns: Any) -> Fraction:
    """The accuracy of a protocol, input by input."""
    found = []
    for x, bits in enumerate(product((0, 1), repeat=problem.k)):
        chances, hit = Fraction(0), Fraction(0)
        for signature, decisions, mass in columns:
            s = _signature(problem, signature)
            chance = rational(mass) * prod((v for v, bit in zip(s, bits, strict=True) if bit), start=ONE)
            need(chance > 0 and len(decisions) == len(problem.views), "a positive mass and decisions")
            chances += chance
            hit += chance * _gain(problem, x, whole(decisions[_view(problem, bits)]))
        need(chances == 1, "total probability 1")
        found.append(hit)
    return _value(problem, found)


def _signature(problem: Problem, value: Any) -> list[Fraction]:
    found = rationals(value)
    need(len(found) == problem.k, "an entry for each party")
    inside = all(1 / Fraction(end) <= v <= end for v, end in zip(found, problem.lambdas, strict=True))
    need(inside, "a private signature")
    return found


def _view(problem: Problem, bits: tuple[int, ...]) -> int:
    return 0 if problem.observer is None else bits[problem.observer]


def _gain(problem: Problem, x: int, decision: int) -> Fraction:
    return Fraction(problem.weights[problem.table[x]][decision])


def _value(problem: Problem, accuracies: list[Fraction]) -> Fraction:
    return sum(accuracies, Fraction()) / len(accuracies) if problem.criterion == "average" else min(accuracies)
