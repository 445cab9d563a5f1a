"""Statement: H(p) = p log p + (1-p) log(1-p) is the entropy for p < 1.

Model: the entropy counts: among the sequences of length N with p N ones there are 2^(N H(p)) up to a factor N + 1. So
for p = a/d and k blocks of d the number v = 2^(d H(p)), which is rational, has v^k / (kd + 1) <= C(kd, ka) <= v^k. That
pins v down and knows nothing of logarithms; the form gives v. Logarithms are to base 2, as the table uses 2^(H(p) n).

Corners: p = 1/2, p near 0 and 1.

Readings: none. The minus sign is missing: at p = 1/2 the formula gives -1, the entropy is 1. Read literally, row 2 of
the table would say that the program's size vanishes as n grows.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import comb, gcd

import sympy

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Value
from optcheck.claims.relations import between

BLOCKS = 8


def as_printed(p: Fraction) -> Value:
    a, d = p.numerator, p.denominator
    return p**a * (1 - p) ** (d - a)


def corrected(p: Fraction) -> Value:
    a, d = p.numerator, p.denominator
    return p**-a * (1 - p) ** (a - d)


def proof(argument: Argument, form: Formula[Fraction]) -> None:
    length, ones, p = sympy.symbols("length ones p")
    for q in grid():
        weight = q**q.numerator * (1 - q) ** (q.denominator - q.numerator)
        argument.identity("the term of (p + (1-p))^N at N p is C(N, Np) / v^k", form(q), 1 / weight)
    argument.identity(
        "terms rise exactly while ones + 1 <= (N+1) p, so the one at N p is the largest of N + 1 that add up to 1",
        (length - ones) * p - (ones + 1) * (1 - p),
        (length + 1) * p - (ones + 1),
    )
    argument.words("So it lies between 1/(N+1) and 1, for every p = a/d.")


def grid() -> Iterator[Fraction]:
    return (Fraction(a, d) for d in range(2, 9) for a in range(1, d) if gcd(a, d) == 1)


CLAIM = Claim(
    id="tpmdp/table-1-entropy",
    place="Table I, caption",
    title="the formula printed for the entropy H(p)",
    domain=Domain(description="all p = a/d with d <= 8", grid=grid, order=lambda p: (p.denominator, p.numerator)),
    truth=Definition(lambda p: comb(BLOCKS * p.denominator, BLOCKS * p.numerator)),
    means=lambda p, power: (power**BLOCKS / (BLOCKS * p.denominator + 1), power**BLOCKS),
    asserts=between(),
    printed=Form(as_printed, "H(p) = p·log p + (1−p)·log(1−p)"),
    corrected=Form(corrected, "H(p) = −p·log₂ p − (1−p)·log₂(1−p)"),
    impact=Impact.TEXT,
    proof=proof,
)
