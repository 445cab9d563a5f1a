"""Statement: the convex hull of the rank-one tensors has 2^k corner points, which are the extremal columns, and 2^k
faces, read as facets (a simplex with 2^k corners has 2^(2^k) - 1 faces of all dimensions).

Model: the different extremal columns and their rank, by elimination. Where they are independent the hull is a simplex:
each is a corner, and leaving one out gives a facet (a single point has none). Right exactly when every lambda_i > 1;
Theorem 3.1 allows lambda_i = 1.

Corners: one, some or all lambda_i = 1.
"""

from optcheck.claims import *
from proofs_numeric.kairouz._levels import Lambdas
from proofs_numeric.kairouz.def_3_3 import SOME_ONE, extremal_columns


def as_printed(instance: Lambdas) -> Value:
    return 2 ** len(instance.lambdas), 2 ** len(instance.lambdas)


def corrected(instance: Lambdas) -> Value:
    free = sum(value > 1 for value in instance.lambdas)
    return 2**free, 2**free if free >= 1 else 0


def rank(rows: Value) -> int:
    """By elimination: every row is cleared of the leading entries of those before it."""
    reduced: list[tuple[int, list[Value]]] = []
    for line in rows:
        rest = list(line)
        for place, pivot in reduced:
            factor = rest[place] / pivot[place]
            rest = [a - factor * b for a, b in zip(rest, pivot, strict=True)]
        places = [place for place in range(len(rest)) if rest[place] != 0]
        if len(places) > 0:
            reduced = [*reduced, (places[0], rest)]
    return len(reduced)


def corners_and_facets(instance: Lambdas) -> Value:
    """Independent corners span a simplex; others would be counted as one facet less than there are corners."""
    corners = [list(column) for column in {tuple(column) for column in extremal_columns(instance.lambdas)}]
    independent = rank(corners)
    return len(corners), independent if independent > 1 else 0


CLAIM = Statement(
    "kairouz/lem-3-5-polytope",
    place="Lemma 3.5, first sentence",
    title="the hull of the rank-one tensors is a polytope with 2^k facets and 2^k corners",
    domain=Lambdas,
    truth=definition(corners_and_facets),
    asserts=equals,
    printed=Form(as_printed, "2^k corners and 2^k facets"),
    corrected=Form(corrected, "2^m corners and 2^m facets (a point has none), m = number of parties with λ_i > 1"),
    impact=Impact.TEXT,
    argument=(
        "By products of the mixture of one factor, tensors are mixtures of the corners. Kronecker products of "
        "independent vectors are independent and all have first entry 1: the 2^m corners of the m parties with l > 1 "
        "are affinely independent and span a simplex. For l = 1 the two ends coincide."
    ),
    corner=SOME_ONE,
    effort=Effort(instances=80, drawn=15, largest={"lambdas": 3}),
)
