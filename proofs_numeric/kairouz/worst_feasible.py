"""Statement: (nu, mu) is feasible for Eq. 20 if and only if the hull of the rank-one tensors lies in the set of T with
<T, mu> >= sum over x of W_x(y) T_x nu_x for all y.

Model: a problem, a prior nu and any mu. The form looks at tensors of the whole box (a grid of signatures, corners and
others), the checker decides feasibility at the corners.

Corners: lambda_i = 1, mu that is tight, priors with zeros.

Readings: nu is a prior, as Eq. 20 demands of it besides.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from lp_models.kairouz import extremal_signatures, signature_grid, signature_tensor
from optcheck.claims import Argument, Claim, Document, Domain, Form, Formula, Quantity, Value, says
from optcheck.claims.claim import amounts, numbers_order, texts
from optcheck.claims.relations import decides
from optcheck.randomized_response.optimum import dual_of_prior
from optcheck.randomized_response.problem import Problem
from proofs_numeric.kairouz._problems import problem_order, problems, small_problems
from proofs_numeric.kairouz._steps import agrees, mixture


@dataclass(frozen=True, slots=True)
class Dual:
    """A problem with a prior and mu."""

    problem: Problem
    nu: tuple[Fraction, ...]
    mu: tuple[Fraction, ...]


def as_printed(at: Dual) -> Value:
    inside = True
    for signature in signature_grid(at.problem.lambdas, 4):
        tensor = signature_tensor(signature)
        left = sum(t * m for t, m in zip(tensor, at.mu, strict=True))
        for row in at.problem.payoffs:
            inside = inside and left >= sum(w * t * n for w, t, n in zip(row, tensor, at.nu, strict=True))
    return inside


def document(at: Dual) -> Document:
    """As the checker reads it."""
    return {**at.problem.document(), "nu": texts(at.nu), "mu": texts(at.mu)}


def at_corners(at: Dual) -> bool:
    """The inequality at the corners of the box."""
    for corner in extremal_signatures(at.problem.lambdas):
        tensor = signature_tensor(corner)
        left = sum(t * m for t, m in zip(tensor, at.mu, strict=True))
        worth = [sum(w * t * n for w, t, n in zip(row, tensor, at.nu, strict=True)) for row in at.problem.payoffs]
        if left < max(worth):
            return False
    return True


def proof(argument: Argument, form: Formula[Dual]) -> None:
    mixture(argument)
    argument.words(
        "Feasible means that the inequality holds at every point of the manifold. It is linear in T, so it then holds "
        "on the convex hull, and the hull contains the manifold; by the mixture, the corners already decide."
    )
    some = [dual for problem in list(small_problems("worst", "observer"))[::9] for dual in duals(problem)]
    agrees(argument, "the form says so", ((form(at), at_corners(at)) for at in some))


def duals(problem: Problem) -> Iterator[Dual]:
    """Priors with and without zeros, and mu that is tight, a little less, a little more."""
    size = 1 << problem.k
    uniform, sure = (Fraction(1, size),) * size, (Fraction(1), *[Fraction(0)] * (size - 1))
    for prior, shift in product((uniform, sure), amounts("-1/8 0 1/8")):
        tight = dual_of_prior(problem, prior)
        yield Dual(problem, prior, (Fraction(tight[0]) + shift, *map(Fraction, tight[1:])))


CLAIM = Claim(
    id="kairouz/worst-feasible",
    place="Section 3.1.2",
    title="the dual is feasible exactly when one set contains the other",
    domain=Domain(
        description="small problems, two priors, mu tight and shifted by 1/8; random: k <= 2",
        grid=lambda: (dual for problem in list(small_problems("worst", "observer"))[::5] for dual in duals(problem)),
        order=lambda at: (problem_order(at.problem), numbers_order(at.nu), numbers_order(at.mu)),
        strategy=lambda: problems("worst", "observer", 2).flatmap(lambda drawn: st.sampled_from(list(duals(drawn)))),
        examples=30,
    ),
    truth=Quantity(kind="signature-dual", name="dual", describe=document, holds=says("feasible")),
    asserts=decides,
    printed=Form(as_printed, "(ν, μ) feasible ⇔ hull ⊆ {T : <T, μ> ≥ Σ_x W_x(y) T_x ν_x for all y}"),
    proof=proof,
)
