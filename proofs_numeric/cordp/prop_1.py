"""Statement: the best linear decoder of Eq. 10 weights all honest responders' reports alike, by 1/(1 + (d/|U|) sigma^2
(1 + rho(|F|-1))), F the responders, U the honest ones among them.

Model: least squares over all weights for the worst vectors; the checker derives the best weight. Eqs. 2, 5 and 10
define the error with the whole noise Z_i of the reports; their sum over U has |U|-1 where |F|-1 is printed.

Corners: no colluder responds or r = 0, where both agree; one honest responder; everyone responds.

Readings: the proof (Eq. 37) computes with the variance sigma^2 + r |F n C|: the server has removed the terms that the
responding colluders share with the honest users, which it knows. Then the formula holds, and all later results rest
on it. If the server also removed what colluders who do not respond know, the error would be smaller still.
"""

from collections.abc import Iterator
from dataclasses import astuple, dataclass
from fractions import Fraction
from itertools import product

import sympy as sp

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Impact, Mark, Reading, Value
from optcheck.claims.claim import amounts, texts
from optcheck.claims.relations import equals
from optcheck.claims.truths import Document, Quantity
from proofs_numeric.cordp._enumeration import triples

h, j, v, r, d = sp.symbols("h j v r d")


@dataclass(frozen=True, slots=True)
class Decoding:
    """n users of whom ``responders`` answer, ``told`` of these colluding; noise and dimension."""

    n: int
    responders: int
    told: int
    variance: Fraction
    covariance: Fraction
    d: int


def as_printed(case: Decoding) -> Value:
    honest, rho = case.responders - case.told, case.covariance / case.variance
    return 1 / (1 + case.d * case.variance / honest * (1 + rho * (case.responders - 1)))


def corrected(case: Decoding) -> Value:
    honest, rho = case.responders - case.told, case.covariance / case.variance
    return 1 / (1 + case.d * case.variance / honest * (1 + rho * (honest - 1)))


def decoder(name: str, removed: bool) -> Quantity[Decoding]:
    """A fact about the best decoder, with the whole noise or with the responding colluders' terms removed."""

    def describe(case: Decoding) -> Document:
        sizes = {"n": case.n, "responders": case.responders, "told": case.told, "d": case.d}
        return {**sizes, "removed": removed, "pair": texts((case.variance, case.covariance))}

    return Quantity(kind="cordp-decoder", name=name, describe=describe)


def best(argument: Argument, weight: Value, diagonal: Value) -> None:
    """The weight solves the normal equations for honest reports with this variance each."""
    a, mean, spread, u = sp.symbols("a mean spread u")
    argument.identity("normal equations", weight * (h + d * (diagonal + (h - 1) * r)), h)
    quadratic = a * (spread + u * mean**2) + r * (u * mean) ** 2  # sum of squares = spread + u mean²
    argument.identity("unequal weights cost a times their spread", quadratic, a * spread + u * mean**2 * (a + u * r))
    argument.words(
        "The error is (mean weight - 1)² + (d/|U|²) w'Xw, X = a I + r 11' with a >= 0; equal unit vectors are the "
        "worst for equal weights, because a mean of unit-ball vectors has length at most 1."
    )


def proof(argument: Argument, form: Formula[Decoding]) -> None:
    best(argument, form(Decoding(h + j, h + j, j, v, r, d)), v)


def proof_removed(argument: Argument, form: Formula[Decoding]) -> None:
    best(argument, form(Decoding(h + j, h + j, j, v, r, d)), v + j * r)


def grid() -> Iterator[Decoding]:
    for n, responders, told in triples(5):
        for share, size in product(amounts("0 1/2 9/10"), (1, 3)):
            yield Decoding(n, responders, told, Fraction(2), -share * 2 / (n - 1), size)


DECODINGS: Domain[Decoding] = Domain(
    "2 <= n <= 5, every number of responders and of colluders among them, σ² = 2, three covariances, d in {1, 3}",
    grid,
    astuple,
)
CLAIM = Claim(
    id="cordp/prop-1",
    place="Proposition 1, Eq. 11",
    title="the optimum decoder",
    domain=DECODINGS,
    truth=decoder("best weight", removed=False),
    asserts=equals,
    printed=Form(as_printed, "α* = 1 / (1 + (dσ²/|U|)(1 + ρ(|F|−1)))"),
    corrected=Form(corrected, "α* = 1 / (1 + (dσ²/|U|)(1 + ρ(|U|−1)))"),
    impact=Impact.OPTIMALITY,
    proof=proof,
    readings=(
        Reading(
            name="the responding colluders' terms are removed first, Eq. 37",
            truth=decoder("best weight", removed=True),
            proof=proof_removed,
            mark=Mark.AS_ITS_PROOF_USES_IT,
        ),
    ),
)
