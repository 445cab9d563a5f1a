"""After Corollary 3.10: the small-epsilon expansion of the XOR accuracy.

Statement: the optimal average accuracy of k-party XOR is 1/2 + 2^-(k+1) eps^k + O(eps^(k+1)) as eps falls to 0.

Model: the coefficients of eps^0 .. eps^k, exactly. The oracle expands the accuracy of randomised response: for k <= 4
from the piecewise rational function of lambda that is found without the closed form, beyond from the closed form of
Corollary 3.10. Corners: k = 1. Expected: holds, proved for all k (the next term is even O(eps^(k+2))).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.exact.certificate import Certificate
from optcheck.randomized_response.closed_forms import keep_expansion, xor_expansion
from optcheck.randomized_response.piecewise import LARGEST_K, accuracy_function
from proofs_numeric.kairouz._arguments import demand


@dataclass(frozen=True, slots=True)
class Expansion:
    """The number of parties."""

    k: int


def as_printed(instance: Expansion) -> list[Fraction]:
    """Coefficients of eps^0 .. eps^k."""
    coefficients = [Fraction(1, 2)] + [Fraction(0)] * instance.k
    coefficients[instance.k] += Fraction(1, 2 ** (instance.k + 1))
    return coefficients


def compare(form: Any, instance: Expansion) -> Discrepancy | None:
    """Coefficient by coefficient."""
    k = instance.k
    true = list(xor_expansion(k, k))
    if k <= LARGEST_K and true != list(accuracy_function(lambda x: sum(x) % 2, k).expansion(k)):
        raise AssertionError("the closed form and the piecewise function must have one expansion")
    claimed = form(instance)
    for power, (left, right) in enumerate(zip(claimed, true, strict=True)):
        if left != right:
            evidence = taylor(xor_expression(k), power)
            why = f"the coefficient of eps^{power} is wrong"
            return Discrepancy(left, right, abs(left - right), Impact.VALUE, evidence, why)
    return None


def xor_expression(k: int) -> list[Any]:
    """(1 + ((e^eps - 1)/(e^eps + 1))^k) / 2."""
    e = ["exp", "eps"]
    return ["/", ["+", 1, ["^", ["/", ["-", e, 1], ["+", e, 1]], k]], 2]


def taylor(expression: object, power: int) -> Certificate:
    """Evidence for one coefficient."""
    return Certificate("taylor-coefficient", {"expression": expression, "power": power}, {})


def proof() -> Proof:
    """The lowest term of a power of a series."""
    bias = [2 * c for c in keep_expansion(2)]
    steps = demand(bias[0] == 1, "2 keep - 1 vanishes at eps = 0")
    steps += demand(bias[1] == Fraction(1, 2), "its first coefficient is 1/2")
    steps += demand(bias[2] == 0, "its second coefficient is 0")
    return Proof(
        "By Corollary 3.10 the accuracy is (1 + b^k)/2 with b = (l-1)/(l+1) = 2 l/(1+l) - 1 = eps/2 + 0 eps^2 + ... "
        "(exact coefficients). The lowest term of b^k is (eps/2)^k and the next one has degree k + 2 at least.",
        steps,
    )


def grid() -> Iterator[Expansion]:
    """Up to twenty parties."""
    return (Expansion(k) for k in range(1, 21))


def order(instance: Expansion) -> int:
    """The number of parties."""
    return instance.k


CLAIM = Claim(
    id="kairouz/xor-small-epsilon",
    place="after Corollary 3.10",
    title="the XOR accuracy is 1/2 + 2^-(k+1) eps^k + O(eps^(k+1)) for small epsilon",
    relation=Relation.ORDER,
    domain=Domain(description="k = 1..20, exact Taylor coefficients up to eps^k", grid=grid, order=order),
    printed=Form("1/2 + 2^-(k+1) eps^k + O(eps^(k+1))", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
