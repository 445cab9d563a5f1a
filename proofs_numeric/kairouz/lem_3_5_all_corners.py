"""Lemma 3.5, third sentence: every other point of the manifold is said to need all corners.

Statement: a point of the manifold that is not a corner can only be written as a convex combination of corners that
uses all 2^k of them.

Model: lambdas above 1. The corners are affinely independent, so the representation is unique; the oracle finds it by
an exact program and counts the corners in use.

Correction: a point needs exactly the corners of the smallest face of the box that holds it, 2^j of them where j is the
number of t_i strictly between their ends. All 2^k are needed only when every t_i is inside. From k = 2 on the printed
statement fails: [1, 1] x [1, l] is a mixture of two corners.

Consequence: the proof of Remark 3.4 rests on this sentence, and Remark 3.4 fails with it. Expected: corrected, proved.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from optcheck.audit import Claim, Discrepancy, Expected, Form, Impact, Relation
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import to_text
from proofs_numeric.kairouz import lem_3_5_boundary
from proofs_numeric.kairouz._common import differ
from proofs_numeric.kairouz._hull import (
    ManifoldPoint,
    mixture,
    point_domain,
)


def as_printed(instance: ManifoldPoint) -> int:
    """One corner for a corner, otherwise all."""
    inside = sum(t not in (1 / Fraction(v), v) for t, v in zip(instance.point, instance.lambdas, strict=True))
    return 1 if inside == 0 else 1 << len(instance.lambdas)


def corrected(instance: ManifoldPoint) -> int:
    """The corners of the smallest face that holds the point."""
    inside = sum(t not in (1 / Fraction(v), v) for t, v in zip(instance.point, instance.lambdas, strict=True))
    return 1 << inside


def compare(form: Any, instance: ManifoldPoint) -> Discrepancy | None:
    """The prediction against the corners that the unique representation uses."""
    claimed = form(instance)
    point = mixture(instance.tensor, instance.lambdas).point
    weights = [weight for name, weight in point.items() if name.startswith("weight")]
    true = sum(weight > 0 for weight in weights)
    if claimed == true:
        return None
    why = "fewer corners represent the point"
    if claimed < true or true == len(weights) or true == 1:
        return differ(claimed, true, Impact.TEXT, "the unique representation uses another number of corners")
    evidence = Certificate("hull-tensor", instance.document(), {"weights": [to_text(w) for w in weights]})
    return Discrepancy(claimed, true, abs(claimed - true), Impact.TEXT, evidence, why)


CLAIM = Claim(
    id="kairouz/lem-3-5-all-corners",
    place="Lemma 3.5, third sentence",
    title="every point of the manifold that is not a corner needs all corners",
    relation=Relation.EQUALS,
    domain=point_domain(),
    printed=Form("2^k corners for every point that is not a corner", as_printed),
    corrected=Form("2^j corners, j = number of t_i strictly between 1/l_i and l_i", corrected),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=lem_3_5_boundary.proof,
)
