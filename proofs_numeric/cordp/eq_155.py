"""Statement: h is the derivative of phi = sqrt(A), A(y) = ((n-2)(y-1) - yc)^2 + 4(n-c-1)y(y-1). Eq. 153 is right; Eqs.
154-155 end with phi(y) in the denominator where phi(y)^3 belongs.

Model: phi'' from the exact first and second differences of the quadratic A: phi'' = (A''/2 - A'^2/(4A))/phi.

Corners: 1 < c < n (case 1 of the paper's proof), y >= 1; c = n-1 (both zero), y = 1 (phi = c). The sign is right.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Value
from optcheck.claims.claim import amounts
from optcheck.claims.functions import surd
from optcheck.claims.relations import equals
from proofs_numeric.cordp import _steps as steps
from proofs_numeric.cordp._cases import size_order
from proofs_numeric.cordp._enumeration import triples


@dataclass(frozen=True, slots=True)
class Ratio:
    """A case and the ratio y = sigma^2/s."""

    n: int
    t: int
    c: int
    y: Fraction


def as_printed(at: Ratio) -> Value:
    n, c = at.n, at.c
    return 4 * (c - 1) * (n - c - 1) * (n - 1) / surd(inner(at, at.y))


def corrected(at: Ratio) -> Value:
    n, c = at.n, at.c
    return 4 * (c - 1) * (n - c - 1) * (n - 1) / (surd(inner(at, at.y)) * inner(at, at.y))


def inner(at: Ratio, y: Value) -> Value:
    """A(y), Eq. 148."""
    n, c = at.n, at.c
    return ((n - 2) * (y - 1) - y * c) ** 2 + 4 * (n - c - 1) * y * (y - 1)


def second_derivative(at: Ratio) -> Value:
    """phi'' with A' and A'' from differences, which are exact for a quadratic."""
    below, here, above = (inner(at, at.y + step) for step in (-1, 0, 1))
    first, second = (above - below) / 2, above - 2 * here + below
    return (second / 2 - first**2 / (4 * here)) / surd(here)


def proof(argument: Argument, form: Formula[Ratio]) -> None:
    n, c, y, phi = steps.n, steps.c, sp.Symbol("y"), steps.w
    square = ((n - 2) * (y - 1) - y * c) ** 2 + 4 * (n - c - 1) * y * (y - 1)
    value = form(Ratio(n, steps.t, c, y)).subs(sp.sqrt(square), phi)
    argument.truth("it has no other root than phi", value.is_rational_function(n, c, y, phi))
    cubed = sp.diff(square, y, 2) * square / 2 - sp.diff(square, y) ** 2 / 4
    argument.identity("times phi³ it is phi'' phi³ = A A''/2 - A'²/4", value * phi**3, cubed, (phi, square))


def grid() -> Iterator[Ratio]:
    return (Ratio(*sizes, y) for sizes in triples(7) if sizes[2] > 1 for y in amounts("1 3/2 10"))


CLAIM = Claim(
    id="cordp/eq-155",
    place="Eq. 155",
    title="the printed derivative of h",
    domain=Domain(description="3 <= n <= 7, 1 < c < t <= n, y in {1, 3/2, 10}", grid=grid, order=size_order),
    truth=Definition(second_derivative),
    asserts=equals,
    printed=Form(as_printed, "h'(y) = 4(c−1)(n−c−1)(n−1) / φ(y)"),
    corrected=Form(corrected, "h'(y) = 4(c−1)(n−c−1)(n−1) / φ(y)³"),
    impact=Impact.TEXT,
    proof=proof,
)
