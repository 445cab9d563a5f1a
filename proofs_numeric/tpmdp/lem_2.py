"""Statement: with one active party, variance 0 for it and, for the others, an optimum of the problem (n - 1, t - 1)
with all of them active is optimal for Eq. 6 when t >= 2; when t = 1 each of the others adds 1/(n - 1) of their
largest requirement.

Model: the headline, like its theorem, takes the others' optimum from Alg. 2. The print speaks of any optimum; the
reading does so too: one row of Eq. 6 is compared with the least noise that optima of the smaller problem leave there
(an explicit program, whose points are all of these optima), and the two least totals with each other.

Corners: n = 2 with t = 1, t = n - 1, the active party's own requirement the largest (it never counts: every coalition
of Eq. 6 contains that party), ties, zeros.

Readings: an optimum from Alg. 2, or any.
"""

from lp_models.tpmdp import optimal_face
from optcheck.claims import *
from optcheck.exact.numbers import Exact
from optcheck.lp.program import LinearProgram
from optcheck.tpmdp.instance import Instance as Allocation
from proofs_numeric.tpmdp._parties import ONE_ACTIVE, SMALL, Parties, eq6, optimal_for


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


class Against(Parties):
    """One row of Eq. 6: a coalition of t parties, one of them the active one, and the strictest party outside."""

    active: tuple[int, ...] = subset("n", least=1, most=1, symbol="U⁺ (from 0)")
    coalition: tuple[int, ...] = subset("n", least="t", most="t", symbol="A (from 0)")
    conditions = ("t >= 2", "active[0] in coalition")


def strictest(at: Against) -> Value:
    return max(at.required[j] for j in range(at.n) if j not in at.coalition), 0


def outside(at: Against) -> LinearProgram:
    """The least noise outside the coalition, over all optima of the problem (t - 1, n - 1) of the others."""
    others = at.inactive
    smaller = Allocation(tuple(at.required[j] for j in others), at.t - 1, tuple(range(at.n - 1)))
    return optimal_face(smaller, "minimise", {i: 1 for i, j in enumerate(others) if j not in at.coalition})


def least_of_others(at: Against) -> LinearProgram:
    """The problem (t - 1, n - 1) of the others, all active."""
    others = tuple(at.required[j] for j in at.inactive)
    return eq6(Parties(at.n - 1, at.t - 1, tuple(range(at.n - 1)), others))


CLAIM = Statement(
    "tpmdp/lem-2",
    place="Lemma 2",
    title="optimal variances when a single party sees the output, the others' optimum being that of Alg. 2",
    domain=ONE_ACTIVE,
    truth=optimal_for,
    asserts=optimal,
    printed=Form(
        as_printed,
        "σ_1⁺² = 0;  t ≥ 2: σ⁻ of Alg. 2 for (t−1, n−1, E⁻), all active;  t = 1: σ_i² = σ_Γ(1⁻)²/(n−1) on U⁻",
    ),
    impact=Impact.SAFETY,
    effort=SMALL,
    readings=(
        Reading(
            name="any optimum of the smaller problem",
            domain=Against,
            truth=Combination(
                parts=(minimum(outside), minimum(eq6), minimum(least_of_others)),
                value=lambda least, own, others: (least, own - others),
            ),
            asserts=at_least,
            printed=Form(
                strictest, "t ≥ 2, σ⁻ optimal for (t−1, n−1, E⁻): Σ_{i∉A} σ_i² ≥ max_{j∉A} σ_Γj², least total"
            ),
            argument="Each coalition of Eq. 6 is the active party with t - 1 others, so the rows of Eq. 6 are those of "
            "the smaller problem, and the active party is in none of them: it adds nothing at an optimum, and what is "
            "optimal for the others is optimal with it.",
            effort=Effort(instances=40, drawn=10, largest={"n": 5}),
        ),
    ),
)
