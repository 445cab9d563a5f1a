"""Statement: in Subcase 4 and under Convention 6, each optimum has (1) sigma_1-^2 + sum over E equal to
sigma_Gamma_1-^2; (2) a rank 1 <= xi <= t from which on the non-active variances are equal, with tight rows before
it; (3) xi = 1 if sigma_1+^2 > 0, and xi <= 2 if sigma_1+^2 = 0.

Model: the form decides the conditions at a point, the checker whether the point is an optimum. xi is the first rank
from which the variances are equal (with ties other values also satisfy condition 2, and condition 3 would be empty
words).

Corners: t = 1, n = t |U+| + 1, |U+| = n - t, ties, zeros.

Readings: for t = 1, which Subcase 4 contains, the conditions are false: the largest requirement may be split over 1+
and U- in many ways then. With three parties, t = 1, two active ones that require 1 and 0, a third that requires 0:
variances 0, 0, 1 are optimal, and condition 1 asks the third for 0. For t >= 2 they hold (an optimum that meets
Convention 6 is sorted, as in Lemma 12). Lemma 3 is not harmed: it treats t = 1 apart.
"""

from dataclasses import replace

from optcheck.claims import Argument, Claim, Form, Formula, Impact, Value
from optcheck.claims.relations import implied_by, provided
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._eq6 import OPTIMAL, Point
from proofs_numeric.tpmdp._points import FEW_ACTIVE_OPTIMA, shared
from proofs_numeric.tpmdp._steps import FEW_ACTIVE, eta, n, shift_between_groups, t

CONDITIONS = (
    "σ_1⁻² + Σ_E σ_i² = σ_Γ1⁻²;  ∃ ξ ≤ t: σ_ξ⁻² = … = σ_(n−η−1)⁻², rows j < ξ tight;  ξ = 1 if σ_1⁺² > 0, else ξ ≤ 2"
)


def as_printed(point: Point) -> bool:
    x, required, t = point.variances, point.instance.required, point.instance.threshold
    u, rest = len(point.instance.active), shared(point)
    xi = next(rank for rank in range(1, len(x) - u + 1) if len(set(x[u + rank - 1 :])) == 1)
    tight = all(x[u + j - 1] + rest == required[u + j - 1] for j in range(1, xi))
    return x[u] + rest == required[u] and xi <= t and tight and xi <= (1 if x[0] > 0 else 2)


def corrected(point: Point) -> Value:
    return point.instance.threshold >= 2, as_printed(point)


def proof(argument: Argument, form: Formula[Point]) -> None:
    found = []
    for x, holds in (
        ((0, 0, 2, 1, 1), True),
        ((1, 0, 2, 1, 1), False),
        ((1, 0, 1, 1, 1), True),
        ((0, 0, 2, 2, 1), False),
    ):
        required = tuple(own + x[1] + x[4] if i > 1 else 0 for i, own in enumerate(x))
        found += [form(Point(Instance(required, 2, (0, 1)), x))[1] is holds]
        found += [form(Point(Instance((*required[:2], required[2] + 1, *required[3:]), 2, (0, 1)), x))[1] is False]
    argument.cases("the form asks for the three conditions, with five parties", found)
    shift_between_groups(argument)
    m = n - eta - t
    argument.identity("(1) m gamma from U- to 1+, gamma from each: the total changes", m - (n - eta - 1), -(t - 1))
    raised, lowered = n - eta - 2, m - 1
    argument.positive("(3) xi = 2 and sigma_1+ > 0: the total can fall", (lowered + m - raised).subs(FEW_ACTIVE))
    raised, lowered = n - eta - 3, 2 * (m - 1)
    argument.positive("(3) xi = 3: the total can fall", (lowered - raised).subs(FEW_ACTIVE))
    argument.not_negative("(3) and more so for each rank more: m-1 lowered, one raised less", m.subs(FEW_ACTIVE))
    argument.words(
        "sigma_2+ = 0 and U- is level from t- on (Lemmas 12, 13). Were row 1- slack, Lemma 12 makes all of U- equal, "
        "and less noise there with m times as much on 1+ is cheaper; (2) is Lemma 12; were xi >= 2 with sigma_1+ > 0, "
        "or xi >= 3, raising ranks xi and later by a unit while ranks before give up m-1 (and 1+ gives up m) keeps Eq. "
        "12."
    )


CLAIM = Claim(
    id="tpmdp/lem-14",
    place="Lemma 14",
    title="necessary conditions of an optimum in Subcase 4",
    domain=replace(FEW_ACTIVE_OPTIMA, degenerate=lambda point: point.instance.threshold == 1, corner="t = 1"),
    truth=OPTIMAL,
    asserts=implied_by,
    printed=Form(as_printed, CONDITIONS),
    corrected=Form(corrected, f"for t ≥ 2: {CONDITIONS}", asserts=provided(implied_by)),
    impact=Impact.TEXT,
    proof=proof,
    rests_on=("tpmdp/cor-1", "tpmdp/lem-12", "tpmdp/lem-13-2"),
)
