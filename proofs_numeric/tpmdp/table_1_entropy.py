"""Statement: H(p) = p log p + (1-p) log(1-p) is the entropy for p < 1.

Model: the entropy counts: among the sequences of length N with p N ones there are 2^(N H(p)) up to a factor N + 1. So
for p = a/d and k blocks of d the number v = 2^(d H(p)), which is rational, has v^k / (kd + 1) <= C(kd, ka) <= v^k, for
every k. That pins v down and knows nothing of logarithms; the form gives v. Logarithms are to base 2, as the table uses
2^(H(p) n).

Corners: p = 1/2, p near 0 and 1.

Readings: none. The minus sign is missing, in the conference version too: at p = 1/2 the formula gives -1, the entropy
is 1 (so with d = 2 the number v is 1/4 where it should be 4, which is at least the number 2 of sequences with a single
one). Read literally, row 2 of the table would say that the program's size vanishes as n grows.
"""

from math import comb

from optcheck.claims import *


class Share(Instance):
    """p = a/d, and how many blocks of d."""

    d: int = integer(2, symbol="d (p = a/d)")
    a: int = integer(1, "d - 1")
    k: int = integer(1, symbol="N/d")


def as_printed(share: Share) -> Value:
    a, d = share.a, share.d
    p = Fraction(a, d)
    return p**a * (1 - p) ** (d - a)


def corrected(share: Share) -> Value:
    a, d = share.a, share.d
    p = Fraction(a, d)
    return 1 / (p**a * (1 - p) ** (d - a))


def bounds(share: Share, power: Value) -> Value:
    """What 2^(d H(p)) says about the number of sequences: v^k/(kd + 1) and v^k."""
    return power**share.k / (share.k * share.d + 1), power**share.k


def sequences(share: Share) -> Value:
    """How many sequences of length k d have k a ones."""
    return comb(share.k * share.d, share.k * share.a)


CLAIM = Statement(
    "tpmdp/table-1-entropy",
    place="Table I, caption",
    title="the formula printed for the entropy H(p)",
    domain=Share,
    truth=definition(sequences),
    means=bounds,
    asserts=between(),
    printed=Form(as_printed, "H(p) = p·log p + (1−p)·log(1−p), which is −1 at p = 1/2"),
    corrected=Form(corrected, "H(p) = −p·log₂ p − (1−p)·log₂(1−p), which is 1 at p = 1/2"),
    impact=Impact.TEXT,
    argument="With N = k d the term of (p + (1-p))^N at N p ones is C(N, Np)/v^k. Terms rise exactly while ones + 1 "
    "<= (N + 1) p, so this one is the largest of N + 1 that add up to 1: it lies between 1/(N + 1) and 1.",
    effort=Effort(largest={"d": 12, "k": 12}),
)
