"""Statement: for each a in {-1, +1}^k the half-space (-1)^k prod(a_j) sum over x of T_x prod (-l_i)^(a_i x_i) >= 0; the
hull is their intersection with T(0...0) = 1. (In the product form below it the paper drops the index of lambda.)

Model: any tensor; it is in the hull where the least distance from a mixture of the extremal columns is 0, a linear
program. With lambda_i = 1 (allowed by Theorem 3.1) the functionals vanish on everything that party i does not tell
apart, and the intersection is unbounded for k >= 2.

Corners: lambda_i = 1 for one party or both.
"""

from lp_models.kairouz import hull_program
from optcheck.claims import *


class Tensor(Instance):
    """A tensor with an entry for each input; the parties in a set have lambdas above 1, the others 1."""

    k: int = integer(1)
    free: tuple[int, ...] = subset("k", symbol="parties with λ > 1 (from 0)")
    above: tuple[Fraction, ...] = row(rational(above=1), "len(free)", symbol="their λ")
    entries: tuple[Fraction, ...] = row(rational(), "2**k", symbol="T")

    @property
    def lambdas(self) -> list[Fraction]:
        """That of every party."""
        return [self.above[self.free.index(i)] if i in self.free else Fraction(1) for i in range(self.k)]


def as_printed(at: Tensor) -> Value:
    return at.entries[0] == 1 and in_half_spaces(at.lambdas, at.entries)


def in_half_spaces(lambdas: Value, entries: Value) -> bool:
    """Whether the inequality holds for all signs a; sign word a has the bit 1 for +1."""
    k, inside = len(lambdas), True
    for a in range(2**k):
        total, sign = Fraction(0), 1
        for party in range(k):
            sign *= -1 if a // 2**party % 2 == 1 else 1  # -a_party
        for x in range(2**k):
            term = entries[x]
            for party in range(k):
                if x // 2 ** (k - 1 - party) % 2 == 1:
                    term *= -lambdas[party] if a // 2**party % 2 == 1 else -1 / lambdas[party]
            total += term
        inside = inside and sign * total >= 0
    return inside


def corrected(at: Tensor) -> Value:
    kept = []
    for x in range(2**at.k):
        rest = sum(2 ** (at.k - 1 - party) for party in at.free if x // 2 ** (at.k - 1 - party) % 2 == 1)
        if at.entries[x] != at.entries[rest]:
            return False
        if x == rest:
            kept += [at.entries[x]]
    return at.entries[0] == 1 and in_half_spaces(at.above, kept)


CLAIM = Statement(
    "kairouz/eq-22",
    place="Eq. 22, Appendix A.2",
    title="the half-spaces whose intersection is the hull",
    domain=Tensor,
    truth=Combination(
        parts=(minimum(lambda at: hull_program(at.lambdas, at.entries)),), value=lambda distance: distance == 0
    ),
    asserts=decides,
    printed=Form(as_printed, "T(0..0) = 1 and (−1)^k Π a_j Σ_x T_x Π (−λ_i)^(a_i x_i) ≥ 0 for all a in {−1, 1}^k"),
    corrected=Form(corrected, "the same over the parties with λ_i > 1, and T does not depend on x_i where λ_i = 1"),
    argument=(
        "At [1, t_1] ⊗ ... ⊗ [1, t_k] the left side is the product over the parties of -a_i (1 - l_i^a_i t_i). At the "
        "corner of the signs b it is 0 unless b = a, and positive there: the 2^k functionals are dual to the 2^k "
        "independent corners up to positive factors, so they are barycentric coordinates, all nonnegative exactly on "
        "the hull. A party with l_i = 1 adds the condition that T does not depend on x_i, since both ends are [1, 1]."
    ),
    corner="len(free) < k",
    effort=Effort(instances=300, drawn=10, largest={"k": 2}),
)
