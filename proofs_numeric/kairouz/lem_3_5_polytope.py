"""Statement: the convex hull of the rank-one tensors has 2^k corner points, which are the extremal columns, and 2^k
faces, read as facets (a simplex with 2^k corners has 2^(2^k) - 1 faces of all dimensions).

Model: the checker counts the different corners; they are independent, so the hull is a simplex with as many facets as
corners (a single point has none). Right exactly when every lambda_i > 1; Theorem 3.1 allows lambda_i = 1.

Corners: one, some or all lambda_i = 1.
"""

from optcheck.claims import Argument, Claim, Combination, Form, Formula, Impact, Value
from optcheck.claims.relations import equals
from proofs_numeric.kairouz._signatures import distinct_corners
from proofs_numeric.kairouz._steps import agrees, masses, mixture
from proofs_numeric.kairouz.def_3_3 import Lambdas, count, lambdas_domain


def as_printed(instance: Lambdas) -> Value:
    return 2 ** len(instance.lambdas), 2 ** len(instance.lambdas)


def corrected(instance: Lambdas) -> Value:
    free = sum(value > 1 for value in instance.lambdas)
    return 2**free, 2**free if free >= 1 else 0


def proof(argument: Argument, form: Formula[Lambdas]) -> None:
    mixture(argument)
    masses(argument)
    argument.words(
        "By products of the mixture, tensors are mixtures of the corners. Kronecker products of independent vectors "
        "are independent and all have first entry 1: the 2^m corners of the m parties with l > 1 are affinely "
        "independent and span a simplex. For l = 1 the two ends coincide."
    )
    some = list(lambdas_domain(3, 3, 0).grid())
    found = ((form(at)[0], distinct_corners(at.lambdas)) for at in some)
    agrees(argument, "the form counts the different corners", found)
    agrees(argument, "and as many facets, none for a point", ((c if c > 1 else 0, f) for c, f in map(form, some)))


CLAIM = Claim(
    id="kairouz/lem-3-5-polytope",
    place="Lemma 3.5, first sentence",
    title="the hull of the rank-one tensors is a polytope with 2^k facets and 2^k corners",
    domain=lambdas_domain(3, 3, 30),
    truth=Combination(parts=(count("different corners"),), value=lambda corners: (corners, corners * (corners > 1))),
    asserts=equals,
    printed=Form(as_printed, "2^k corners and 2^k facets"),
    corrected=Form(corrected, "2^m corners and 2^m facets (a point has none), m = number of parties with λ_i > 1"),
    impact=Impact.TEXT,
    proof=proof,
)
