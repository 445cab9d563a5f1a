"""Lemma 3.5, first sentence: the hull is a polytope with 2^k faces and 2^k corners, the extremal columns.

Statement: the convex hull of the rank-one tensors has 2^k corner points, which are the extremal columns, and 2^k
faces, read as facets (a simplex with 2^k corners has 2^(2^k) - 1 faces of all dimensions). Theorem 3.1 allows every
lambda_i >= 1.

Model: the corners as exact tensors. The oracle counts the different ones, checks by exact rank that they are affinely
independent (so the hull is a simplex with as many facets as corners, none for a single point), and checks that
tensors inside the box are combinations of them.

Correction: with m the number of parties that have lambda_i > 1 the hull is a simplex with 2^m corners, and 2^m facets
(none when m = 0, a single point). As printed it is right exactly when every lambda_i > 1.

Expected: corrected (only the degenerate corner lambda_i = 1 fails), proved for all k.
"""

from __future__ import annotations

from typing import Any

from lp_models.signatures import signature_grid
from optcheck.audit import Claim, Discrepancy, Expected, Form, Impact, Proof, Relation
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import to_text
from optcheck.randomized_response.geometry import corner_weights, extremal_signatures, signature_tensor
from proofs_numeric.kairouz._arguments import mass_steps, mixture_steps
from proofs_numeric.kairouz._common import Lambdas, lambdas_domain
from proofs_numeric.kairouz._hull import corners
from proofs_numeric.kairouz.rem_3_4_invertible import rank


def as_printed(instance: Lambdas) -> tuple[int, int]:
    """The numbers of corners and of facets."""
    lambdas = instance.lambdas
    return 2 ** len(lambdas), 2 ** len(lambdas)


def corrected(instance: Lambdas) -> tuple[int, int]:
    """Only parties with lambda above 1 count."""
    lambdas = instance.lambdas
    free = sum(value > 1 for value in lambdas)
    return 2**free, 2**free if free >= 1 else 0


def compare(form: Any, instance: Lambdas) -> Discrepancy | None:
    """Count corners; a simplex has as many facets."""
    lambdas = instance.lambdas
    claimed = form(instance)
    points = corners(lambdas)
    if rank([list(point) for point in points]) != len(points):
        raise AssertionError("different extremal columns must be independent")
    for signature in signature_grid(lambdas, 3):
        mixed = corner_weights(signature, lambdas)
        columns = [signature_tensor(s) for s in extremal_signatures(lambdas)]
        total = tuple(sum(w * c[x] for w, c in zip(mixed, columns, strict=True)) for x in range(len(columns)))
        if total != signature_tensor(signature) or min(mixed) < 0:
            raise AssertionError("every tensor of the manifold must be a mixture of the corners")
    count = len(points)
    true = (count, count if count > 1 else 0)
    if claimed == true:
        return None
    evidence = Certificate("hull-corners", {"lambdas": [to_text(v) for v in lambdas]}, {})
    why = "extremal columns coincide when lambda_i = 1, so the hull has fewer corners and facets than 2^k"
    return Discrepancy(claimed, true, abs(claimed[0] - true[0]), Impact.TEXT, evidence, why)


def proof() -> Proof:
    """Kronecker products of independent factors."""
    return Proof(
        "A factor [1, t] is a mixture of [1, 1/l] and [1, l] (checked), so tensors are mixtures of the corners. For "
        "l > 1 the two ends are independent (determinant l - 1/l, checked), Kronecker products of independent vectors "
        "are independent, and all have first entry 1: the 2^m corners are affinely independent and span a simplex. "
        "For l = 1 the ends coincide.",
        mixture_steps() + mass_steps(),
    )


CLAIM = Claim(
    id="kairouz/lem-3-5-polytope",
    place="Lemma 3.5, first sentence",
    title="the hull of the rank-one tensors is a polytope with 2^k facets and 2^k corners",
    relation=Relation.EQUALS,
    domain=lambdas_domain(3, 3, 30),
    printed=Form("2^k corners and 2^k facets", as_printed),
    corrected=Form("2^m corners and 2^m facets (a point has none), m = number of parties with lambda_i > 1", corrected),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=proof,
)
