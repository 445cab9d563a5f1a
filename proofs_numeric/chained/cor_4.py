"""Corollary 4: sorted equal splits have the least error bound, and only those.

Statement: a split into Q parts of equal size has the least bound (the sum of the parts' m max beta) if and only if,
for any two users j and k of different parts, beta_j < beta_k implies that all of j's part is below all of k's part.

Model: the least sum over all equal splits, by dynamic programming over subsets; every split is judged. "The other
part" is read as the part of the other user; read as all other users, the condition could not hold for three parts.

Relation: optimal. Corners: one part, single users, ties within and across parts, all equal.

Expected: corrected, by ties only. For pairwise different preferences the statement is right (sorting puts the L
largest into one part; any other split raises some part's maximum). With ties "only if" fails: with preferences (1, 2,
2, 3) the sorted split {1,2},{2,3}, which the paper recommends, is best but does not fulfil the condition, and the
unsorted {1,3},{2,2} is as good. In general a split is best if and only if its q-th largest maximum is the
((q-1)L+1)-th largest preference, for all q. The paper assumes in a footnote on BAS that ties have probability 0; who
reads that into the corollary may call it right. Counterexamples without ties inside a part, where BAS can run on every
part, are shown first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, permutations, product
from typing import Any

from hypothesis import strategies as st

from lp_models.chain_protocols import equal_splits, least_split_noise
from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Relation
from optcheck.exact.certificate import Certificate
from proofs_numeric.chained._common import Preferences, height, texts

Split = tuple[tuple[int, ...], ...]

MOST_USERS = 6


@dataclass(frozen=True, slots=True)
class EqualSplit:
    """The users' preferences, and parts of equal size."""

    preferences: Preferences
    split: Split


def as_printed(instance: EqualSplit) -> bool:
    parts = [[instance.preferences[user] for user in part] for part in instance.split]
    return all(
        max(low) < min(high)
        for low, high in permutations(parts, 2)
        if any(own < other for own in low for other in high)
    )


def corrected(instance: EqualSplit) -> bool:
    tops = sorted((max(instance.preferences[user] for user in part) for part in instance.split), reverse=True)
    return tops == sorted(instance.preferences, reverse=True)[:: len(instance.split[0])]


@lru_cache(maxsize=4096)
def least_noise(preferences: Preferences, parts: int) -> Fraction:
    """The least sum of maxima, remembered: every split of a row asks for it."""
    return least_split_noise(preferences, parts)


def compare(form: Any, instance: EqualSplit) -> Discrepancy | None:
    claimed = form(instance)
    noise = sum((max(instance.preferences[user] for user in part) for part in instance.split), Fraction(0))
    least = least_noise(instance.preferences, len(instance.split))
    if claimed == (noise == least):
        return None
    return Discrepancy(
        claimed="best" if claimed else "not best",
        true="best" if noise == least else "not best",
        gap=noise - least,
        impact=Impact.TEXT if noise == least else Impact.OPTIMALITY,
        certificate=Certificate(
            "chain-split",
            {
                "preferences": texts(instance.preferences),
                "split": [list(part) for part in instance.split],
            },
            {},
        ),
        explanation=f"The split's noise is {noise} m, the least possible {least} m.",
    )


def grid() -> Iterator[EqualSplit]:
    for users in range(1, MOST_USERS + 1):
        for steps in product((0, 1), repeat=users - 1):
            preferences = tuple(map(Fraction, accumulate(steps, initial=1)))
            for parts in (parts for parts in range(1, users + 1) if users % parts == 0):
                yield from (EqualSplit(preferences, split) for split in equal_splits(users, parts))


@st.composite
def random_splits(draw: st.DrawFn) -> EqualSplit:
    """Eight users with few different preferences, split into 2 or 4 parts at random."""
    preferences = draw(st.tuples(*(st.integers(1, 8).map(Fraction) for _ in range(8))))
    size = draw(st.sampled_from((2, 4)))
    users = draw(st.permutations(range(8)))
    return EqualSplit(preferences, tuple(tuple(sorted(users[i : i + size])) for i in range(0, 8, size)))


def ties_inside(instance: EqualSplit) -> int:
    """How many preferences occur again in the same part."""
    parts = ([instance.preferences[user] for user in part] for part in instance.split)
    return sum(len(part) - len(set(part)) for part in parts)


def order(instance: EqualSplit) -> tuple[object, ...]:
    row = instance.preferences
    return (len(row), ties_inside(instance), *height(row), len(instance.split), instance.split)


CLAIM = Claim(
    id="chained/cor-4",
    place="Corollary 4",
    title="sorted equal splits are the optimal ones, and only those",
    relation=Relation.OPTIMAL,
    domain=Domain(
        description="up to 6 users in every weak order of preferences (ties in all places), every equal split",
        grid=grid,
        strategy=random_splits,
        order=order,
        examples=150,
    ),
    printed=Form("best ⇔ for parts P ≠ P': some β_j < β_k (j ∈ P, k ∈ P') implies max P < min P'", as_printed),
    corrected=Form("best ⇔ the q-th largest part maximum is the ((q−1)L+1)-th largest preference, all q", corrected),
    compare=compare,
    expected=Expected.CORRECTED,
)
