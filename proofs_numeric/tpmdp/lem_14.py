"""Lemma 14: necessary conditions in Subcase 4.

Statement: in Subcase 4 and under Convention 6, each optimum has (1) sigma_1-^2 + sum over E equal to
sigma_Gamma_1-^2; (2) a rank 1 <= xi <= t from which on the non-active variances are equal, with tight rows before
it; (3) xi = 1 if sigma_1+^2 > 0, and xi <= 2 if sigma_1+^2 = 0.

Reading: xi is the first rank from which the variances are equal (with ties other values of xi also satisfy
condition 2, and condition 3 would be empty words for them). For sorted variances the conditions are then: (2)
sigma_t- equals all later ranks, and the row of each j- above the last rank's variance is tight; (3) sigma_2- (for
t >= 2) equals the last rank, and so does sigma_1- wherever sigma_1+ is positive.

Model: the whole face of optima that meet the convention; every equation maximised and minimised over it by exact
linear programs. Relation: identity. Corners: t = 1, n = t |U+| + 1, |U+| = n - t, ties, zeros. Expected:
corrected. For t = 1, which Subcase 4 contains, all three conditions are false: the largest requirement may be split
over 1+ and U- in many ways then. Smallest failure: three parties, t = 1, two active ones that require 1 and 0, a
third that requires 0: variances 0, 0, 1 are optimal, and condition 1 asks the third for 0. For t >= 2 all three
conditions hold. For t = 1 what holds instead: 1+, 1- and E together have the larger of sigma_Gamma_1+^2 and
sigma_Gamma_1-^2, and condition 1 where the second is the larger. Lemma 3 is not harmed: it treats t = 1 apart.
"""

from __future__ import annotations

from optcheck.audit import Claim, Expected, Form, Proof, Relation
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._algebra import Argument, eta, n, t, xi
from proofs_numeric.tpmdp._arguments import FEW_ACTIVE, shift_between_groups
from proofs_numeric.tpmdp._domains import FEW_ACTIVE_SORTED
from proofs_numeric.tpmdp._faces import Condition, add, at_optima_under_convention_5, less, tally


def as_printed(instance: Instance) -> list[Condition]:
    """The three conditions; parties are numbered 1+, 2+, ..., 1-, 2-, ... from 0."""
    n, t, required = instance.n, instance.threshold, instance.required
    eta = len(instance.active) - 1
    last = n - eta - 1
    minus = {rank: eta + rank for rank in range(1, last + 1)}
    shared = tally(*range(1, eta + 1), *(minus[rank] for rank in range(t + 1, last + 1)))
    strictest = Condition(add({minus[1]: 1}, shared), required[minus[1]], "σ_1⁻² + Σ_E σ_i² = σ_Γ1⁻²")
    level = [Condition({minus[t]: 1, minus[k]: -1}, 0, f"σ_{t}⁻² − σ_{k}⁻² = 0") for k in range(t + 1, last + 1)]
    tight = [
        Condition(
            terms=add({minus[j]: 1}, shared),
            side=required[minus[j]],
            label=f"σ_{j}⁻² + Σ_E σ_i² = σ_Γ{j}⁻²",
            premise={minus[j]: 1, minus[last]: -1},
        )
        for j in range(1, t)
    ]
    second = [Condition(less({minus[2]: 1}, {minus[last]: 1}), 0, "ξ ≤ 2")] if t >= 2 else []
    first = Condition(less({minus[1]: 1}, {minus[last]: 1}), 0, "ξ = 1", premise={0: 1})
    return [strictest, *level, *tight, *second, first]


def corrected(instance: Instance) -> list[Condition]:
    """The same conditions for t >= 2; for t = 1 the total, and condition 1 where 1- is at least as strict as 1+."""
    if instance.threshold >= 2:
        return as_printed(instance)
    first, strictest = instance.required[0], instance.required[len(instance.active)]
    everyone = tally(*range(instance.n))
    total = Condition(everyone, max(first, strictest), "σ_1⁺² + σ_1⁻² + Σ_E σ_i² = max{σ_Γ1⁺², σ_Γ1⁻²}")
    row = Condition(less(everyone, {0: 1}), strictest, "σ_1⁻² + Σ_E σ_i² = σ_Γ1⁻²")
    return [total, row] if first <= strictest else [total]


def proof() -> Proof:
    """For t >= 2: sigma_2+ = 0 and U- is level from t- on (Lemmas 12 and 13); three moves do the rest. Then t = 1."""
    argument = Argument()
    shift_between_groups(argument)
    m = n - eta - t
    argument.identity("(1) noise from U- to 1+: the total changes by -(t-1)", m - (n - eta - 1), -(t - 1))
    raised, lowered = n - eta - 1 - (xi - 1), (xi - 1) * (m - 1)
    with_first = lowered + m - raised
    argument.above_zero("(3) xi = 2 and sigma_1+ > 0: the total can fall", with_first.subs(xi, 2), FEW_ACTIVE)
    argument.above_zero("(3) xi = 3: the total can fall", (lowered - raised).subs(xi, 3), FEW_ACTIVE)
    argument.at_least_zero("(3) and more so for larger xi", (lowered - raised).diff(xi), FEW_ACTIVE)
    argument.identity("t = 1: E with 1+ and 1- is everyone", (n - t - 1).subs(t, 1) + 2, n)
    return argument.proof(
        "t >= 2: were row 1- slack, Lemma 12 makes all of U- equal, and less noise there with m times as much on "
        "1+ is cheaper; (2) is Lemma 12; were xi >= 2 with sigma_1+ > 0, or xi >= 3, raising ranks xi and later by "
        "one unit while ranks before xi give up m-1 (and 1+ gives up m) keeps Eq. 12 and is cheaper; t = 1: the total "
        "is the largest requirement (Lemma 3), and row 1- bounds it without sigma_1+"
    )


CLAIM = Claim(
    id="tpmdp/lem-14",
    place="Lemma 14",
    title="necessary conditions of an optimum in Subcase 4",
    relation=Relation.IDENTITY,
    domain=FEW_ACTIVE_SORTED,
    printed=Form(
        "σ_1⁻² + Σ_E σ_i² = σ_Γ1⁻²;  ∃ ξ ≤ t: σ_ξ⁻² = … = σ_(n−η−1)⁻², rows j < ξ tight;  ξ = 1 if σ_1⁺² > 0, else "
        "ξ ≤ 2",
        as_printed,
    ),
    corrected=Form(
        "the same three conditions for t ≥ 2;  t = 1: σ_1⁺² + σ_1⁻² + Σ_E σ_i² = max{σ_Γ1⁺², σ_Γ1⁻²}, and σ_1⁻² + Σ_E "
        "σ_i² = σ_Γ1⁻² if σ_Γ1⁺ ≤ σ_Γ1⁻",
        corrected,
    ),
    compare=at_optima_under_convention_5,
    expected=Expected.CORRECTED,
    proof=proof,
    also_true="A condition that is left out, or asked under a premise that never holds, is a weaker statement, and "
    "true.",
)
