"""Theorem 1, Eq. 5: checking coalitions of exactly t parties is enough.

Statement: if the variances satisfy Eq. 5, which asks only for coalitions of exactly t parties with an active member,
then every group of at most t parties learns no more about an outsider j than j's requirement allows.

Model: a group A with an active member sees the output with the noise of the parties outside A, so j outside A is safe
when the variances outside A sum to at least j's requirement; a group without an active member sees nothing. Given
that the secure computation itself is t-private (the theorem's premise), the statement is about sums only: for each
group A of 1..t parties with an active member, the least sum outside A over all variances that satisfy Eq. 5 is
computed by an exact linear program and compared with the largest requirement outside A.

Relation: at most (the requirement is at most the least sum). Corners: t = 1, t = n - 1, one active party, everyone
active, ties, zero requirements. Expected: holds, for all n: a smaller group grows to size t without taking j in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from hypothesis.strategies import SearchStrategy

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._algebra import Argument, a, b, n, t
from proofs_numeric.tpmdp._common import grid, instances, order
from proofs_numeric.tpmdp._faces import Row, optimise, tally


def as_printed(instance: Instance) -> list[Row]:
    """Eq. 5: for each party j and each coalition of exactly t parties without j and with an active member."""
    everyone = range(instance.n)
    return [
        Row(
            tally(*(i for i in everyone if i not in coalition)),
            ">=",
            instance.required[j],
            f"party[{j}], coalition{list(coalition)}",
        )
        for coalition in combinations(everyone, instance.threshold)
        for j in everyone
        if j not in coalition and not set(coalition).isdisjoint(instance.active)
    ]


def groups(instance: Instance) -> Iterator[tuple[int, ...]]:
    """Every group of at most t parties with an active member."""
    for size in range(1, instance.threshold + 1):
        for group in combinations(range(instance.n), size):
            if set(group) & set(instance.active):
                yield group


def compare(form: Callable[[Instance], Sequence[Row]], instance: Instance) -> Discrepancy | None:
    """Look for a group that could learn too much although the checked coalitions are satisfied."""
    rows = form(instance)
    for group in groups(instance):
        outside = [j for j in range(instance.n) if j not in group]
        needed = max(instance.required[j] for j in outside)
        answer = optimise(instance, "minimise", tally(*outside), rows)
        if answer.value is None or answer.value < needed:
            return Discrepancy(
                claimed=needed,
                true=answer.value if answer.value is not None else answer.status,
                gap=needed - (answer.value or 0),
                impact=Impact.SAFETY,
                certificate=answer.certificate,
                explanation=f"Variances that pass the check leave only {answer.value} outside the group {group}.",
            )
    return None


def proof() -> Proof:
    """A group A without j, of size s <= t, grows to size t: there are enough other parties outside."""
    argument = Argument()
    argument.at_least_zero(
        "the n - 1 - s parties outside A other than j are at least the t - s that are missing (n = t + 1 + a, t = "
        "s + b)",
        (n - 1 - (t - b)) - (t - (t - b)),
        {n: t + 1 + a},
    )
    return argument.proof(
        "the grown coalition has exactly t parties, still an active one, and still not j, so Eq. 5 has a row for "
        "it; fewer parties are outside it than outside A and variances are not negative, so the sum outside A is "
        "no smaller"
    )


def domain_grid() -> Iterator[Instance]:
    """All instances up to four parties."""
    return grid(range(2, 5), 2)


def strategy() -> SearchStrategy[Instance]:
    """Larger instances."""
    return instances(range(4, 6))


CLAIM = Claim(
    id="tpmdp/thm-1",
    place="Theorem 1, Eq. 5",
    title="coalitions of exactly t parties decide the safety against all smaller groups",
    relation=Relation.AT_MOST,
    domain=Domain(
        description="n <= 4, every t and active set, requirements 0..2; random rational ones with n = 4, 5",
        grid=domain_grid,
        strategy=strategy,
        order=order,
        examples=40,
    ),
    printed=Form("Σ_{i ∉ A} σ_i² ≥ σ_Γj²  for all j ∉ A, |A| = t, A ∩ U⁺ ≠ ∅", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
