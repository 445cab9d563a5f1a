"""Lemma 7: some optimum is constant from a rank xi on, with tight constraints up to it.

Statement: with everyone active and everything sorted there is an optimum, and a rank xi <= min(floor((2n - t)/(n
- t)), t + 1), such that the variances from rank xi on are equal and the constraint of Lemma 5 is tight for each j
<= xi.

Model: for each xi up to the bound, the equations are added to the face of sorted optima; the statement holds at
an instance when one of these programs is feasible (exact). Convention 1 is taken to the letter here: parties with
equal requirements have equal variances, which asks more of an existence. Relation: identity (existence). Corners:
t = 1, t = n - 1, ties, zeros, all requirements equal, n divisible by n - t. Expected: holds, for all n: Alg. 2's
variances are such an optimum.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from optcheck.audit import Claim, Discrepancy, Expected, Form, Impact, Proof, Relation
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._algebra import Argument
from proofs_numeric.tpmdp._arguments import all_active_optimum
from proofs_numeric.tpmdp._domains import EVERYONE_SORTED
from proofs_numeric.tpmdp._faces import Row, face_rows, optimise, sorted_rows, tally


def as_printed(instance: Instance) -> list[list[Row]]:
    """For each admissible xi the equations that the lemma asks of an optimum."""
    n, t = instance.n, instance.threshold
    highest = min((2 * n - t) // (n - t), t + 1)
    return [
        [
            *(Row({xi - 1: 1, i - 1: -1}, "=", 0, f"rank {i} equals rank {xi}") for i in range(xi + 1, n + 1)),
            *(
                Row(tally(j - 1, *range(t + 1, n)), "=", instance.required[j - 1], f"row {j} is tight")
                for j in range(1, xi + 1)
            ),
        ]
        for xi in range(1, highest + 1)
    ]


def compare(form: Callable[[Instance], Sequence[Sequence[Row]]], instance: Instance) -> Discrepancy | None:
    """One of the admissible xi has an optimum with the stated equations."""
    face = face_rows(instance, [*sorted_rows(instance), *tie_rows(instance)])
    answers = [optimise(instance, "minimise", {}, [*face, *equations]) for equations in form(instance)]
    if any(answer.status == "optimal" for answer in answers):
        return None
    return Discrepancy(
        claimed="an optimum for some xi",
        true="none",
        gap=len(answers),
        impact=Impact.VALUE,
        certificate=answers[-1].certificate,
        explanation=f"None of the {len(answers)} admissible values of xi has such an optimum.",
    )


def tie_rows(instance: Instance) -> list[Row]:
    """Equal requirements, equal variances: Convention 1 to the letter, which an existence has to meet."""
    tied = [i for i, (own, later) in enumerate(pairwise(instance.required)) if own == later]
    return [Row({i: 1, i + 1: -1}, "=", 0, f"tie[{i}]") for i in tied]


def proof() -> Proof:
    """Alg. 2 with the largest admissible xi."""
    argument = Argument()
    all_active_optimum(argument)
    return argument.proof(
        "Alg. 2's variances are optimal, equal from rank xi on and for equal requirements, and tight for j <= xi, "
        "with xi the bound itself"
    )


CLAIM = Claim(
    id="tpmdp/lem-7",
    place="Lemma 7",
    title="some optimum is constant from rank xi on, with tight constraints up to it",
    relation=Relation.IDENTITY,
    domain=EVERYONE_SORTED,
    printed=Form(
        "∃ optimal σ, ξ ≤ min(⌊(2n−t)/(n−t)⌋, t+1): σ_ξ² = … = σ_n² and σ_j² + Σ_{i≥t+2} σ_i² = σ_Γj² for j ≤ ξ",
        as_printed,
    ),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
    also_true="With fewer equations or more admissible values of xi the existence is a weaker statement, and true.",
)
