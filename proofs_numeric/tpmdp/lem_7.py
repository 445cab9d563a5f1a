"""Statement: with everyone active and everything sorted there is an optimum, and a rank xi <= min(floor((2n - t)/(n -
t)), t + 1), such that the variances from rank xi on are equal and the constraint of Lemma 5 is tight for each j <=
xi.

Model: for given xi the equations leave one point: R/(n-t) from rank xi on, R the xi-th requirement, and before it what
makes the rows tight. The form gives these points for all admissible xi; one of them must be optimal, and the checker
decides that for the one with the least total among those that are feasible.

Corners: t = 1, t = n - 1, ties, zeros, all requirements equal, n divisible by n - t.
"""

from fractions import Fraction

import sympy

from optcheck.claims import Argument, Claim, Form, Formula, Impact, Value
from optcheck.claims.relations import satisfies
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._eq6 import EVERYONE, is_feasible, optimal_variances
from proofs_numeric.tpmdp._steps import n, t
from proofs_numeric.tpmdp.alg_2 import as_printed as algorithm_2


def as_printed(instance: Instance) -> Value:
    parties, threshold = instance.n, instance.threshold
    highest = min((2 * parties - threshold) // (parties - threshold), threshold + 1)
    return tuple(variances(instance, xi) for xi in range(1, highest + 1))


def variances(instance: Instance, xi: int) -> tuple[Fraction, ...]:
    """The solution of the lemma's equations, in the order of the parties (equal requirements have equal variances)."""
    outside = instance.n - instance.threshold
    ranked = sorted(instance.required, reverse=True)
    level = Fraction(ranked[xi - 1], outside)
    by_rank = [own - (outside - 1) * level if i + 1 < xi else level for i, own in enumerate(ranked)]
    return tuple(by_rank[ranked.index(own)] for own in instance.required)


def best(instance: Instance, said: Value) -> Value:
    """The cheapest of the points that are feasible; any one if none is."""
    fitting = [x for x in said if len(x) == instance.n and is_feasible(instance, x)]
    return min(fitting or said, key=sum)


def proof(argument: Argument, form: Formula[Instance]) -> None:
    found = [form(instance)[-1] == algorithm_2(instance) for instance in EVERYONE.grid()]
    argument.cases("with the largest admissible xi the equations give Alg. 2's variances, up to four parties", found)
    own, level = sympy.symbols("own level")
    argument.identity("rows j < xi are tight", (own - (n - t - 1) * level) + (n - t - 1) * level, own)
    argument.identity("row xi is tight", level + (n - t - 1) * level, (n - t) * level)
    argument.words("So Alg. 2's variances are such an optimum for every n, with xi the bound itself.")


CLAIM = Claim(
    id="tpmdp/lem-7",
    place="Lemma 7",
    title="some optimum is constant from rank xi on, with tight constraints up to it",
    domain=EVERYONE,
    truth=optimal_variances(lambda instance: instance, best),
    asserts=satisfies("an optimum among them"),
    printed=Form(
        as_printed,
        "∃ optimal σ, ξ ≤ min(⌊(2n−t)/(n−t)⌋, t+1): σ_ξ² = … = σ_n² and σ_j² + Σ_{i≥t+2} σ_i² = σ_Γj² for j ≤ ξ",
    ),
    impact=Impact.TEXT,
    proof=proof,
    rests_on=("tpmdp/alg-2",),
)
