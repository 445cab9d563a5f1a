"""Statement: (nu, mu) is feasible for Eq. 20 if and only if the hull of the rank-one tensors lies in the set of T with
<T, mu> >= sum over x of W_x(y) T_x nu_x for all y.

Model: a problem, a prior nu and any mu. The form looks at tensors of the whole box (a grid of signatures, corners and
others), the truth at the hull: the least value of the left less the right side over all mixtures of the extremal
tensors and all decisions, a linear program, is not negative.

Corners: lambda_i = 1, mu that is tight, priors with zeros.

Readings: nu is a prior, as Eq. 20 demands of it besides.
"""

from lp_models.kairouz import margin_program, signature_grid, signature_tensor
from optcheck.claims import *
from proofs_numeric.kairouz._levels import Observed


class Dual(Observed):
    """A problem with a prior and mu."""

    nu: tuple[Fraction, ...] = distribution("2**k", symbol="ν")
    mu: tuple[Fraction, ...] = row(rational(), "2**k", symbol="μ")


def as_printed(at: Dual) -> Value:
    tensors = [signature_tensor(signature) for signature in signature_grid(at.lambdas, 4)]
    return all(
        sum(tensor[x] * at.mu[x] for x in range(2**at.k))
        >= sum(at.weights[x][y] * tensor[x] * at.nu[x] for x in range(2**at.k))
        for tensor in tensors
        for y in range(at.decisions)
    )


CLAIM = Statement(
    "kairouz/worst-feasible",
    place="Section 3.1.2",
    title="the dual is feasible exactly when one set contains the other",
    domain=Dual,
    truth=Combination(
        parts=(minimum(lambda at: margin_program(at.problem("worst"), at.nu, at.mu)),), value=lambda least: least >= 0
    ),
    asserts=decides,
    printed=Form(as_printed, "(ν, μ) feasible ⇔ hull ⊆ {T : <T, μ> ≥ Σ_x W_x(y) T_x ν_x for all y}"),
    argument=(
        "Feasible means that the inequality holds at every point of the manifold. It is linear in T, so it then holds "
        "on the convex hull, and the hull contains the manifold."
    ),
    effort=Effort(instances=70, drawn=40, largest={"k": 2, "decisions": 2}),
)
