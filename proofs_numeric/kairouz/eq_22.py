"""Statement: for each a in {-1, +1}^k the half-space (-1)^k prod(a_j) sum over x of T_x prod (-l_i)^(a_i x_i) >= 0; the
hull is their intersection with T(0...0) = 1. (In the product form below it the paper drops the index of lambda.)

Model: tensors with first entry 1 and other entries from a small set, members of the hull and others; the checker
verifies a mixture of the corners or a functional that separates. With lambda_i = 1 (allowed by Theorem 3.1) the
functionals vanish on everything that party i does not tell apart, and the intersection is unbounded for k >= 2.

Corners: lambda_i = 1 for one party or both.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod

from hypothesis import strategies as st

from lp_models.kairouz import signature_tensor
from optcheck.claims import Argument, Claim, Domain, Form, Formula, Quantity, Value
from optcheck.claims.claim import amounts, numbers_order, texts
from optcheck.claims.relations import decides
from proofs_numeric.kairouz._problems import levels
from proofs_numeric.kairouz._signatures import hull_certificate, tensor_in_hull
from proofs_numeric.kairouz._steps import above, agrees, l, masses, rest, s
from proofs_numeric.kairouz.lem_3_5_all_corners import random_points


@dataclass(frozen=True, slots=True)
class Tensor:
    """A tensor with first entry 1."""

    lambdas: tuple[Fraction, ...]
    entries: tuple[Fraction, ...]


def as_printed(instance: Tensor) -> Value:
    k = len(instance.lambdas)
    words = list(product((0, 1), repeat=k))
    inside = instance.entries[0] == 1
    for a in product((-1, 1), repeat=k):
        total = Fraction(0)
        for x, entry in zip(words, instance.entries, strict=True):
            total += entry * prod((-instance.lambdas[party]) ** (a[party] * x[party]) for party in range(k))
        inside = inside and (-1) ** k * prod(a) * total >= 0
    return bool(inside)


def corrected(instance: Tensor) -> Value:
    k = len(instance.lambdas)
    values = dict(zip(product((0, 1), repeat=k), instance.entries, strict=True))
    free = [party for party in range(k) if instance.lambdas[party] > 1]
    rest = {x: tuple(x[party] if party in free else 0 for party in range(k)) for x in values}
    if any(values[x] != values[y] for x, y in rest.items()):
        return False
    kept = [x for x in values if rest[x] == x]
    return as_printed(Tensor(tuple(instance.lambdas[p] for p in free), tuple(values[x] for x in kept)))


def proof(argument: Argument, form: Formula[Tensor]) -> None:
    masses(argument)
    for a in (1, -1):
        factor = -a * (1 - l**a * s)  # one party's part of the left side at [1, s], its sign (-1) a included
        argument.identity(f"for a = {a} it vanishes at the other end, s = l^{-a}", factor.subs(s, l ** (-a)), 0)
        argument.positive(f"and is positive at s = l^{a} for l > 1", factor.subs(s, l**a), {l: 1 + above})
    argument.not_negative("for a = 1 it is not negative where s >= 1/l", l * (1 / l + rest) - 1)
    argument.not_negative("for a = -1 it is not negative where s <= l", 1 - s / (s + rest))
    argument.words(
        "At [1, t_1] ⊗ ... ⊗ [1, t_k] the left side is the product over the parties of -a_i (1 - l_i^a_i t_i). At the "
        "corner of the signs b it is 0 unless b = a, and positive there: the 2^k functionals are dual to the 2^k "
        "independent corners up to positive factors, so they are barycentric coordinates, all nonnegative exactly on "
        "the hull. A party with l_i = 1 adds the condition that T does not depend on x_i, since both ends are [1, 1]."
    )
    member = ((form(at), tensor_in_hull(at.entries, at.lambdas)) for at in grid())
    agrees(argument, "the form agrees with the barycentric coordinates", member)


def grid() -> Iterator[Tensor]:
    for level, entry in product(amounts("1 2 3"), amounts("1/2 1 2 3")):
        yield Tensor((level,), (Fraction(1), entry))
    pairs = list(product(amounts("1 2"), repeat=2))
    for pair, entries in product(pairs, product(amounts("1/2 1 2"), repeat=3)):
        yield Tensor(pair, (Fraction(1), *entries))


@st.composite
def tensors(draw: st.DrawFn) -> Tensor:
    at = draw(random_points(2))
    if draw(st.booleans()):
        return Tensor(at.lambdas, tuple(map(Fraction, signature_tensor(at.point))))
    entries = draw(st.lists(levels(), min_size=(1 << len(at.lambdas)) - 1, max_size=(1 << len(at.lambdas)) - 1))
    return Tensor(at.lambdas, (Fraction(1), *entries))


CLAIM = Claim(
    id="kairouz/eq-22",
    place="Eq. 22, Appendix A.2",
    title="the half-spaces whose intersection is the hull",
    domain=Domain(
        description="k <= 2, lambdas in {1, 2, 3}, entries in {1/2, 1, 2, 3}; random: k <= 2, lambda_i >= 1",
        grid=grid,
        order=lambda at: (len(at.lambdas), numbers_order(at.lambdas), numbers_order(at.entries)),
        strategy=tensors,
        examples=40,
        degenerate=lambda instance: 1 in instance.lambdas,
        corner="some lambda_i = 1",
    ),
    truth=Quantity(
        kind="hull-tensor",
        name="in the hull",
        describe=lambda instance: {"lambdas": texts(instance.lambdas), "tensor": texts(instance.entries)},
        certify=lambda instance: hull_certificate(instance.lambdas, instance.entries),
        holds=lambda _, fact: fact.value is True,
    ),
    asserts=decides,
    printed=Form(as_printed, "T(0..0) = 1 and (−1)^k Π a_j Σ_x T_x Π (−λ_i)^(a_i x_i) ≥ 0 for all a in {−1, 1}^k"),
    corrected=Form(corrected, "the same over the parties with λ_i > 1, and T does not depend on x_i where λ_i = 1"),
    proof=proof,
)
