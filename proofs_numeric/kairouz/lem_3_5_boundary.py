"""Lemma 3.5, second sentence: the manifold is said to meet the boundary of its hull at the corners only.

Statement: a tensor [1, t_1] x ... x [1, t_k] of the manifold lies on the boundary of the hull only if it is one of
the 2^k corners. The boundary is the relative one: the hull has dimension 2^k - 1.

Model: lambdas above 1 (with lambda_i = 1 the box is flat and the question is about fewer parties). The oracle finds,
exactly, the combination of corners whose smallest weight is largest: the point is interior exactly when that weight is
positive.

Correction: the point lies on the boundary if and only if some t_i is at an end of its interval: the whole image of
the boundary of the box is on the boundary of the hull. For k = 1 the two statements agree; from k = 2 on the printed
one misses all edges, as [1, 1] x [1, l].

Expected: corrected, proved for all k: the weight of a corner is the product of the parties' shares, which vanishes
for some corner exactly when some share is 0 or 1.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from optcheck.audit import Claim, Discrepancy, Expected, Form, Impact, Proof, Relation
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import to_text
from optcheck.randomized_response.geometry import corner_weights
from proofs_numeric.kairouz._arguments import mass_steps, mixture_steps
from proofs_numeric.kairouz._common import differ
from proofs_numeric.kairouz._hull import (
    ManifoldPoint,
    mixture,
    point_domain,
)


def as_printed(instance: ManifoldPoint) -> bool:
    """On the boundary exactly when every t_i is at an end: a corner."""
    return all(t in (1 / Fraction(v), v) for t, v in zip(instance.point, instance.lambdas, strict=True))


def corrected(instance: ManifoldPoint) -> bool:
    """On the boundary exactly when some t_i is at an end."""
    return any(t in (1 / Fraction(v), v) for t, v in zip(instance.point, instance.lambdas, strict=True))


def compare(form: Any, instance: ManifoldPoint) -> Discrepancy | None:
    """The prediction against the largest smallest weight of a representation."""
    claimed = form(instance)
    smallest = mixture(instance.tensor, instance.lambdas, evenly=True).value
    true = smallest == 0
    if claimed == true:
        return None
    if claimed:
        return differ(Fraction(0), Fraction(smallest or 0), Impact.TEXT, "the point is in the interior of the hull")
    weights = [to_text(weight) for weight in corner_weights(instance.point, instance.lambdas)]
    proof_of_place = {"weights": weights, "supporting": touching_functional(instance)}
    evidence = Certificate("hull-tensor", instance.document(), proof_of_place)
    why = "the point is no corner, yet a functional that is nonnegative on the whole hull vanishes there"
    return Discrepancy(claimed, true, 1, Impact.TEXT, evidence, why)


def touching_functional(instance: ManifoldPoint) -> list[str]:
    """The functional l_i T(0) - T(e_i), or T(e_i) - T(0) / l_i, for a party at its end."""
    k = len(instance.lambdas)
    functional = [Fraction(0)] * (1 << k)
    for party, (t, v) in enumerate(zip(instance.point, instance.lambdas, strict=True)):
        place = 1 << (k - 1 - party)
        if t == v and not any(functional):
            functional[0], functional[place] = Fraction(v), Fraction(-1)
        elif t * v == 1 and not any(functional):
            functional[0], functional[place] = -1 / Fraction(v), Fraction(1)
    return [to_text(entry) for entry in functional]


def proof() -> Proof:
    """Products of shares."""
    return Proof(
        "With all l_i > 1 the corners are affinely independent (checked for one factor), so representations are unique "
        "and a point is interior exactly when all its weights are positive. The weight of a corner is the product of "
        "the shares (s l - 1)/(l^2 - 1) or l (l - s)/(l^2 - 1) (checked): all are positive exactly when every t_i is "
        "strictly between its ends.",
        mixture_steps() + mass_steps(),
    )


CLAIM = Claim(
    id="kairouz/lem-3-5-boundary",
    place="Lemma 3.5, second sentence",
    title="the manifold meets the boundary of its hull at the corners only",
    relation=Relation.IDENTITY,
    domain=point_domain(),
    printed=Form("on the boundary if and only if every t_i is 1/l_i or l_i", as_printed),
    corrected=Form("on the boundary if and only if some t_i is 1/l_i or l_i", corrected),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=proof,
)
