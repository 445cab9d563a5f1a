"""Fig. 1: the regions of the three-letter mechanism, of randomised response, and R_lambda coincide.

Statement: the three hypothesis-testing regions are the same triangle (drawn for epsilon = 1.5).

Model: the part on or below the line P_FA + P_MD = 1, as the figure draws it: a region also has the mirror image of
that part, and the two inequalities of R_lambda leave the other side open, so the full sets coincide for the two
mechanisms but not with R_lambda. The printed form is the triangle with apex where both inequalities are tight; the
oracle sorts the outputs of each mechanism by likelihood ratio and drops corners that are none.

Corners: lambda = 1, where all three shrink to the diagonal. Expected: holds, proved for all lambda (so for e^1.5 too).
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

from lp_models.blackwell import post_processing, post_processing_certificate
from optcheck.audit import Claim, Discrepancy, Expected, Form, Impact, Proof, Relation
from optcheck.exact.numbers import Exact
from optcheck.randomized_response.mechanisms import response_mechanism, three_letter_mechanism
from optcheck.randomized_response.polynomials import LAMBDA, polynomial
from proofs_numeric.kairouz._arguments import demand, vanishes
from proofs_numeric.kairouz._common import Level, level_domain

Errors = tuple[Exact, Exact]


def as_printed(instance: Level) -> list[Errors]:
    """Corners (P_MD, P_FA) of the triangle: both ends of the diagonal and the apex."""
    apex = Fraction(1) / (1 + instance.lambda_)
    return [(1, 0), (apex, apex), (0, 1)]


def compare(form: Any, instance: Level) -> Discrepancy | None:
    """The triangle against the lower boundaries of both mechanisms."""
    triangle = without_flat_corners(form(instance))
    letters, response = three_letter_mechanism(instance.lambda_), response_mechanism(instance.lambda_)
    regions = [without_flat_corners(list(m.lower_boundary())) for m in (letters, response)]
    if triangle == regions[0] == regions[1]:
        return None
    kernel = post_processing(response, letters)
    if kernel is None:
        raise AssertionError("randomised response simulates every private mechanism")
    evidence = post_processing_certificate(response, letters, kernel)
    return Discrepancy(triangle, regions, 1, Impact.TEXT, evidence, "the regions are not the printed triangle")


def without_flat_corners(corners: list[Errors]) -> list[Errors]:
    """Drop corners on the straight line between their neighbours."""
    kept = corners[:1]
    for corner, following in pairwise(corners[1:]):
        (a, b), (c, d), (e, f) = kept[-1], corner, following
        if (c - a) * (f - b) != (e - a) * (d - b):
            kept.append(corner)
    return [*kept, corners[-1]]


def proof() -> Proof:
    """Letters 1 and 2 have one likelihood ratio and together the chances of the response 1."""

    def apex(u: Fraction) -> Errors:
        return as_printed(Level(u))[1]

    v, one = LAMBDA, polynomial([1])
    steps = demand(v**2 * one == v * v, "letters 1 and 2 have ratios l^2/l and l/1: the same")
    steps += demand(v + one == (v + 1) * one, "for bit 0 letters 1 and 2 have total 1/(1+l)")
    steps += demand(v**2 + v == (v + 1) * v, "for bit 1 letters 1 and 2 have total l/(1+l)")
    for here, there in ((0, 1), (1, 0)):
        steps += vanishes(lambda u, i=here, j=there: (1 + u) * (apex(u)[i] + u * apex(u)[j] - 1), 2)
    return Proof(
        "Letters 1 and 2 have the same likelihood ratio l and together the chances 1/(1+l) and l/(1+l) of the response "
        "1, letter 0 those of the response 0: merging them gives randomised response, so the regions agree. Its only "
        "lower corner is (1/(1+l), 1/(1+l)), where both inequalities of R_lambda are tight (checked).",
        steps,
    )


CLAIM = Claim(
    id="kairouz/fig-1",
    place="Fig. 1",
    title="the regions of the three-letter mechanism and of randomised response coincide",
    relation=Relation.IDENTITY,
    domain=level_domain(60),
    printed=Form("lower boundary of all three: (1, 0), (1/(1+l), 1/(1+l)), (0, 1)", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
