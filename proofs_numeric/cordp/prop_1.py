"""Proposition 1, Eq. 11: the optimum decoder.

The best linear decoder weights all honest responders' reports alike, by 1/(1 + (d/|U|) sigma² (1 + rho(|F|-1))).
Modelled as least squares: for worst-case vectors (all equal, of length 1) the normal equations over all weight vectors
are solved exactly, with the covariance added up from the noise sources. Relation: optimal.

Ambiguous: Eq. 10 writes the full noise Z_i of the reports, whose sum over U has |U|-1 in place of |F|-1. The proof
(Eq. 37) uses the variance sigma² + r |F n C|, that is, the server has removed the terms that the responding colluders
share with the honest users, which it knows; this reading is judged, because all later results rest on it. By the
letter of Eq. 10 the formula is right only when no colluder responds or r = 0: for n = 2, F = {1, 2}, C = {1} the weight
would be 1/(1 + d sigma²), not 1/(1 + d(sigma² + r)); the proof below executes this difference too. If the server also
removed what colluders who do not respond know, the error would be smaller still. "Any rho" is read as any that the
protocol can make: for rho > 0 there are no pairwise terms to remove, and with colluders responding only |U| is right.
Corners: no colluder, one honest responder, r = 0, everyone responds. Expected: holds (in the proof's reading).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import astuple, dataclass
from fractions import Fraction

import sympy as sp

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.cordp.enumeration import covariance_matrix, solve
from proofs_numeric.cordp._algebra import Argument
from proofs_numeric.cordp._common import unequal


@dataclass(frozen=True, slots=True)
class Decoding:
    """n users of whom ``responders`` answer, ``told`` of these colluding; noise and dimension."""

    n: int
    responders: int
    told: int
    variance: Fraction
    covariance: Fraction
    d: int


def as_printed(case: Decoding) -> Fraction:
    honest, rho = case.responders - case.told, case.covariance / case.variance
    return 1 / (1 + case.d * case.variance / honest * (1 + rho * (case.responders - 1)))


def compare(form: Callable[[Decoding], Fraction], case: Decoding) -> Discrepancy | None:
    claimed, best = form(case), best_weights(case)
    wrong = [weight for weight in best if weight != claimed]
    explanation = "least squares over all decoders gives another weight"
    return unequal(claimed, wrong[0], explanation, Impact.OPTIMALITY) if wrong else None


def best_weights(case: Decoding) -> list[Fraction]:
    """Minimise (mean of weights - 1)² + (d/|U|²) weights' covariance weights: (11' + d covariance) weights = |U| 1."""
    users = range(case.told, case.responders)
    matrix = covariance_matrix(case.n, users, range(case.told), case.variance, case.covariance)
    return solve([[1 + case.d * entry for entry in row] for row in matrix], [Fraction(len(users))] * len(users))


def grid() -> Iterator[Decoding]:
    for n in range(2, 6):
        for responders in range(1, n + 1):
            for told in range(responders):
                for share in (Fraction(0), Fraction(1, 2), Fraction(9, 10)):
                    for d in (1, 3):
                        yield Decoding(n, responders, told, Fraction(2), -share * 2 / (n - 1), d)


def prove() -> Proof:
    argument = Argument()
    v, r, f, j, d, a, mean, spread, u = sp.symbols("v r f j d a mean spread u")
    honest = f - j
    diagonal, off = v + r * j, r
    weight = 1 / (1 + d / honest * (v + r * (f - 1)))
    argument.identical("normal equations", weight * (honest + d * (diagonal + (honest - 1) * off)), honest)
    quadratic = a * (spread + u * mean**2) + r * (u * mean) ** 2  # sum of squares = spread + u mean²
    argument.identical("unequal weights cost a times their spread", quadratic, a * spread + u * mean**2 * (a + u * r))
    argument.identical("the covariance is a I + r 11' with a =", diagonal - off, v + r * (j - 1))
    literal = 1 / (1 + d / honest * (v + r * (honest - 1)))
    argument.different(
        "by the letter of Eq. 10, with colluders responding", weight.subs({f: 2, j: 1}), literal.subs({f: 2, j: 1})
    )
    argument.identical("by the letter of Eq. 10, without", weight.subs(j, 0), literal.subs(j, 0))
    return argument.proof(
        "For equal unit vectors the error is (mean weight - 1)² + (d/|U|²) w'Xw, X = a I + r 11' with "
        "a >= 0, so unequal weights "
        "only add a times their spread, and the best equal weight solves the normal equation, "
        "identically Eq. 11; for equal weights "
        "equal unit vectors are the worst ones because a mean of unit-ball vectors has length at most "
        "1. Reading: the server removes "
        "the terms of responding colluders, as Eq. 37 does; by the letter of Eq. 10 |F| would have to "
        "be |U| (n = 2, F = {1,2}, C = {1})."
    )


CLAIM = Claim(
    id="cordp/prop-1",
    place="Proposition 1, Eq. 11",
    title="the optimum decoder (responding colluders' terms removed, as in its proof)",
    relation=Relation.OPTIMAL,
    domain=Domain(
        description="2 <= n <= 5, every number of responders and of colluders among them, σ² = 2, three "
        "covariances, d in {1, 3}",
        grid=grid,
        order=astuple,
    ),
    printed=Form("α* = 1 / (1 + (dσ²/|U|)(1 + ρ(|F|−1)))", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=prove,
)
