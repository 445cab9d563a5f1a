"""Appendix A.1: the printed identities for the two expectations in the proof of Corollary 3.10.

Statement, in four parts, with R and C the expected accuracy of deciding the XOR of the responses and its complement:
"right" R = sum over even i of C(k, i) l^(k-i) / (1+l)^k; "wrong" C = the same over odd i; "difference"
R - C = (l-1)^k / (1+l)^k; "second" R + C = 1 together with R + C = (l-1)^k / (1+l)^k.

Model: R and C by brute force from Eq. 9 for a fixed response. The form gives, for a part, the sign with which C is
added to R (or no R or C at all) and the value claimed. For "second" the printed form has a plus sign.

Correction: in the second line the difference R - C equals (l-1)^k / (1+l)^k; the sum is 1. Read as printed it says
1 = ((l-1)/(l+1))^k, false for every lambda. The conclusion there, 1/2 + 2^-(k+1) eps^k, uses the difference and is
right. OCR doubt: a minus sign may have been lost in the scan. Also P(X, response) there is the conditional chance, not
the joint one (which has a factor 2^-k).

Corners: lambda = 1, k = 1. Expected: corrected, proved for all k by the argument of Corollary 3.10.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Relation
from optcheck.exact.numbers import Exact
from proofs_numeric.kairouz._common import LAMBDAS, compared, differ, levels, number_order, response_chance
from proofs_numeric.kairouz.cor_3_10_average import proof

PARTS = ("right", "wrong", "difference", "second")


@dataclass(frozen=True, slots=True)
class Identity:
    """One of the printed identities."""

    part: str
    k: int
    lambda_: Exact


Combination = tuple[int, int, Fraction]  # so many times R, so many times C, and what it is said to be


def as_printed(instance: Identity) -> Combination:
    """The left side as a combination of R and C, and the right side."""
    k, level = instance.k, Fraction(instance.lambda_)
    ratio = (level - 1) ** k / (1 + level) ** k
    even = sum(comb(k, i) * level ** (k - i) for i in range(0, k + 1, 2)) / (1 + level) ** k
    odd = sum(comb(k, i) * level ** (k - i) for i in range(1, k + 1, 2)) / (1 + level) ** k
    sides = {"right": (1, 0, even), "wrong": (0, 1, odd), "difference": (1, -1, ratio), "second": (1, 1, ratio)}
    return sides[instance.part]


def corrected(instance: Identity) -> Combination:
    """The second line with a minus sign."""
    k, level = instance.k, Fraction(instance.lambda_)
    ratio = (level - 1) ** k / (1 + level) ** k
    even = sum(comb(k, i) * level ** (k - i) for i in range(0, k + 1, 2)) / (1 + level) ** k
    odd = sum(comb(k, i) * level ** (k - i) for i in range(1, k + 1, 2)) / (1 + level) ** k
    sides = {"right": (1, 0, even), "wrong": (0, 1, odd), "difference": (1, -1, ratio), "second": (1, -1, ratio)}
    return sides[instance.part]


def compare(form: Any, instance: Identity) -> Discrepancy | None:
    """The combination, from brute-force expectations, against the claimed value."""
    times_right, times_wrong, claimed = form(instance)
    levels_of = (instance.lambda_,) * instance.k
    right, wrong = Fraction(0), Fraction(0)
    for x in range(1 << instance.k):
        chance = response_chance(levels_of, x, 0)
        right, wrong = (right + chance, wrong) if x.bit_count() % 2 == 0 else (right, wrong + chance)
    true = times_right * right + times_wrong * wrong
    if (instance.part, times_right, times_wrong) == ("second", 1, 1) and claimed != true:
        ratio = ["^", ["/", ["-", "l", 1], ["+", "l", 1]], instance.k]
        evidence = compared({"l": instance.lambda_}, ratio, "!=", 1, "printed value of R + C against R + C = 1")
        why = "R + C is 1; it is R - C that equals ((l-1)/(l+1))^k"
        return Discrepancy(claimed, true, abs(claimed - true), Impact.TEXT, evidence, why)
    return differ(claimed, true, Impact.VALUE, f"the identity {instance.part!r} is wrong") or _combination(
        instance, times_right, times_wrong
    )


def _combination(instance: Identity, times_right: int, times_wrong: int) -> Discrepancy | None:
    """Each part must speak about the expectations that it names."""
    named = {"right": (1, 0), "wrong": (0, 1), "difference": (1, -1), "second": (1, -1)}[instance.part]
    meant = int((times_right, times_wrong) == named)
    return differ(meant, 1, Impact.TEXT, "another combination of the expectations than the one in question")


def grid() -> Iterator[Identity]:
    """Up to five parties."""
    return (Identity(part, k, level) for k, level, part in product(range(1, 6), LAMBDAS, PARTS))


def strategy() -> SearchStrategy[Identity]:
    """Up to seven parties."""
    return st.builds(Identity, st.sampled_from(PARTS), st.integers(1, 7), levels())


def order(instance: Identity) -> Any:
    """k, then lambda, then the part."""
    return instance.k, number_order(instance.lambda_), PARTS.index(instance.part)


CLAIM = Claim(
    id="kairouz/a1-difference",
    place="Appendix A.1",
    title="the printed identities for the two expectations",
    relation=Relation.IDENTITY,
    domain=Domain(
        description="four identities, k <= 5, lambda in {1, 2, 3, 3/2, 7/5, 10}; random: k <= 7",
        grid=grid,
        order=order,
        strategy=strategy,
        examples=80,
    ),
    printed=Form(
        "R = even sum, C = odd sum, R - C = ((l-1)/(l+1))^k, and R + C = 1, R + C = ((l-1)/(l+1))^k", as_printed
    ),
    corrected=Form("the same with R - C = ((l-1)/(l+1))^k in the last place", corrected),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=proof,
)
