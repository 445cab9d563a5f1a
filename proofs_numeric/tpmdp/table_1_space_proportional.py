"""Table I, row 2, space: the explicit program for a threshold proportional to n.

Statement: written out for a generic solver, Eq. 6 with t = p n takes O(n^1.5 2^(H(p) n)) space, H the entropy.

Reading: space is the number of nonzeros of Eq. 6 as printed. H is the entropy in bits, as the caption calls it;
the formula the caption gives for it has the wrong sign (tpmdp/table-1-entropy), and read with that formula the
row would bound a growing number by a vanishing one. For p = t/n, 2^(nH) is the rational n^n/(t^t (n-t)^(n-t)), so
the squares can be compared exactly: nonzeros^2 <= (1-p)^3/(6p) times (n^1.5 2^(nH))^2, where the constant depends
on p alone. The order is exact, too: at least 6 (1-p)^3/(55p) times it; the comparison demands both sides.

Model: counted up to seven parties, n C(n-1, t) (n - t) beyond. Relation: order, with explicit constants. Corners:
t = 1, t = n - 1, n up to 500. Expected: holds, for all n and t.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from optcheck.audit import Claim, Discrepancy, Expected, Form, Proof, Relation
from optcheck.exact.numbers import Exact
from proofs_numeric.tpmdp._algebra import Argument
from proofs_numeric.tpmdp._sizes import (
    PROPORTIONAL_THRESHOLD,
    STIRLING,
    Sizes,
    binomial_is_near_its_entropy,
    entropy_power,
    nonzeros,
)
from proofs_numeric.tpmdp._windows import inside


def as_printed(sizes: Sizes) -> Exact:
    """The square of n^1.5 2^(H(p) n)."""
    return sizes.n**3 * entropy_power(sizes) ** 2


def compare(form: Callable[[Sizes], Exact], sizes: Sizes) -> Discrepancy | None:
    """The square of the count lies between two multiples of the square of the bound that depend on p alone."""
    shape = (1 - sizes.p) ** 3 / sizes.p
    return inside(form(sizes), nonzeros(sizes) ** 2, least=Fraction(6, 55) * shape, most=Fraction(1, 6) * shape)


def proof() -> Proof:
    """Stirling, with constants."""
    argument = Argument()
    binomial_is_near_its_entropy(argument)
    argument.case("e^4 < 55", Fraction(2719, 1000) ** 4 < 55)
    return argument.proof(
        f"with f(n) <= f(t), and {STIRLING}: nonzeros = (n-t)^2 C(n,t) <= (n-t)^2 2^(nH) "
        f"sqrt(n/(t(n-t)))/sqrt(6), whose square is "
        "(1-p)^3/(6p) n^3 4^(nH); with f(n) >= sqrt(6) and f(t), f(n-t) <= e < 2.719 it is at least 6/55 "
        "(1-p)^3/p n^3 4^(nH)"
    )


CLAIM = Claim(
    id="tpmdp/table-1-space-proportional",
    place="Table I, row 2",
    title="the explicit program for t = p n has of the order of n^1.5 2^(nH(p)) nonzeros",
    relation=Relation.ORDER,
    domain=PROPORTIONAL_THRESHOLD,
    printed=Form(
        "space = O(n^1.5·2^(H(p)n)); squared, with constants: 6(1−p)³/(55p) ≤ nnz²/(n³·4^(nH)) ≤ (1−p)³/(6p)",
        as_printed,
    ),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
