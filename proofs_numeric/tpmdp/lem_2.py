"""Statement: with one active party, variance 0 for it and, for the others, an optimum of the problem (n - 1, t - 1)
with all of them active is optimal for Eq. 6 when t >= 2; when t = 1 each of the others adds 1/(n - 1) of their
largest requirement.

Model: the others' optimum is taken from Alg. 2 (its optimality is tpmdp/alg-2). Any other optimum of the smaller
problem has the same rows and the same total, so it is optimal too.

Corners: n = 2 with t = 1, t = n - 1, the active party's own requirement the largest (it never counts: every coalition
of Eq. 6 contains that party), ties, zeros.
"""

from optcheck.claims import *
from optcheck.exact.numbers import Exact
from proofs_numeric.tpmdp._parties import ONE_ACTIVE, SMALL, Parties, optimal_for


def as_printed(parties: Parties) -> Value:
    n, t = parties.n, parties.t
    others = sorted((parties.required[j] for j in parties.inactive), reverse=True)
    if t == 1:
        return tuple(0 if j in parties.active else Fraction(1, n - 1) * others[0] for j in range(n))
    xi = min((2 * (n - 1) - (t - 1)) // (n - t), t)
    return tuple(
        0 if j in parties.active else share(own, others[xi - 1], n - t) for j, own in enumerate(parties.required)
    )


def share(own: Exact, middle: Exact, outside: int) -> Exact:
    """Line 5 of Alg. 2."""
    if own <= middle:
        return Fraction(1, outside) * middle
    return own - Fraction(outside - 1, outside) * middle


CLAIM = Statement(
    "tpmdp/lem-2",
    place="Lemma 2",
    title="the optimal variances when a single party sees the output",
    domain=ONE_ACTIVE,
    truth=optimal_for,
    asserts=optimal,
    printed=Form(
        as_printed, "σ_1⁺² = 0;  t ≥ 2: σ⁻ optimal for (t−1, n−1, E⁻), all active;  t = 1: σ_i² = σ_Γ(1⁻)²/(n−1) on U⁻"
    ),
    impact=Impact.SAFETY,
    effort=SMALL,
)
