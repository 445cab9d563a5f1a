"""Table I, caption: the formula printed for the entropy H(p).

Statement: H(p) = p log p + (1-p) log(1-p) is the entropy for p < 1.

Model: the entropy counts: among the sequences of length N with p N ones there are 2^(N H(p)) up to a factor N +
1. So for p = a/d and any k the d-block power v = 2^(d H(p)), which is rational, satisfies C(kd, ka) <= v^k <= (kd
+ 1) C(kd, ka). That pins v down and knows nothing of logarithms; the form gives v. Logarithms are to base 2,
since the table uses 2^(H(p) n).

Relation: equals. Corners: p = 1/2, p near 0 and 1. Expected: corrected; the printed formula lacks the minus sign.
At p = 1/2 it gives -1, the entropy is 1. Read literally, row 2 of the table would say that the program's size
vanishes as n grows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb, gcd

import sympy

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.exact.numbers import Exact
from proofs_numeric.tpmdp._algebra import Argument
from proofs_numeric.tpmdp._common import comparison

BLOCKS = (1, 8, 60)


def as_printed(p: Fraction) -> Exact:
    """2 to the power d (p log p + (1-p) log(1-p)), for p = a/d."""
    a, d = p.numerator, p.denominator
    return p**a * (1 - p) ** (d - a)


def corrected(p: Fraction) -> Exact:
    """2 to the power d (-p log p - (1-p) log(1-p)), for p = a/d."""
    a, d = p.numerator, p.denominator
    return p**-a * (1 - p) ** (a - d)


def compare(form: Callable[[Fraction], Exact], p: Fraction) -> Discrepancy | None:
    """Against the number of sequences of k blocks, for a few k."""
    claimed = form(p)
    a, d = p.numerator, p.denominator
    for blocks in BLOCKS:
        count = comb(blocks * d, blocks * a)
        if not count <= claimed**blocks <= (blocks * d + 1) * count:
            return _discrepancy(p, claimed, blocks, count)
    return None


def _discrepancy(p: Fraction, claimed: Exact, blocks: int, count: int) -> Discrepancy:
    d, true = p.denominator, corrected(p)
    relation, bound = ("<", count) if claimed**blocks < count else (">", (blocks * d + 1) * count)
    note = f"2^({blocks * d} H({p})) against the sequences of length {blocks * d} with a fraction {p} of ones"
    return Discrepancy(
        claimed=claimed,
        true=true,
        gap=abs(claimed - true),
        impact=Impact.TEXT,
        certificate=comparison(["^", "claimed", blocks], relation, "bound", note, claimed=claimed, bound=bound),
        explanation=f"At p = {p} the formula gives 2^({d} H) = {claimed}; the entropy gives {true}: the minus sign "
        f"is missing.",
    )


def proof() -> Proof:
    """One term of the binomial sum is at most 1, and the largest of N + 1 terms at least 1/(N + 1)."""
    argument = Argument()
    length, ones, p = sympy.symbols("length ones p")
    argument.identity(
        "terms of (p + (1-p))^N rise exactly while ones + 1 <= (N+1) p, so the term at ones = N p is the largest",
        (length - ones) * p - (ones + 1) * (1 - p),
        (length + 1) * p - (ones + 1),
    )
    return argument.proof(
        "so C(N, pN) p^(pN) (1-p)^((1-p)N) lies between 1/(N+1) and 1 for every N = kd, which is the pair of "
        "bounds on v = p^-a (1-p)^(a-d)"
    )


def domain_grid() -> Iterator[Fraction]:
    """All p = a/d with d <= 8."""
    return (Fraction(a, d) for d in range(2, 9) for a in range(1, d) if gcd(a, d) == 1)


CLAIM = Claim(
    id="tpmdp/table-1-entropy",
    place="Table I, caption",
    title="the formula printed for the entropy H(p)",
    relation=Relation.EQUALS,
    domain=Domain(
        description="all p = a/d with d <= 8, smallest denominator first",
        grid=domain_grid,
        order=lambda p: (p.denominator, p.numerator),
    ),
    printed=Form("H(p) = p·log p + (1−p)·log(1−p)", as_printed),
    corrected=Form("H(p) = −p·log₂ p − (1−p)·log₂(1−p)", corrected),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=proof,
)
