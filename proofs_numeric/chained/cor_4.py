"""Corollary 4: sorted equal splits have the least error bound, and only those.

Statement: a split into Q parts of equal size has the least bound (the sum of the parts' m max beta) if and only if,
for any two users j and k of different parts, beta_j < beta_k implies that all of j's part is below all of k's part.

Model: the checker compares a split with all equal splits.

Corners: one part, single users, ties within and across parts, all equal.

Readings: "the other part" is read as the part of the other user; read as all other users, the condition could not hold
for three parts. With ties "only if" fails: for preferences (1, 2, 2, 3) the sorted split {1,2},{2,3}, which the paper
recommends, is best but does not fulfil the condition, and the unsorted {1,3},{2,2} is as good. A footnote on BAS says
that ties have probability 0; without them the corollary is right.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, permutations, product
from typing import Any

from hypothesis import strategies as st

from lp_models.chain_protocols import equal_splits
from optcheck.claims import Claim, Domain, Form, Impact, Outcome, Quantity, Value, says
from optcheck.claims.grids import simplicity, texts
from optcheck.claims.relations import decides
from proofs_numeric.chained._game import Preferences

Split = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class EqualSplit:
    """The users' preferences, and parts of equal size."""

    preferences: Preferences
    split: Split


def as_printed(row: EqualSplit) -> bool:
    parts = [[row.preferences[user] for user in part] for part in row.split]
    pairs = permutations(parts, 2)
    return all(max(low) < min(high) for low, high in pairs if any(own < other for own in low for other in high))


def corrected(row: EqualSplit) -> bool:
    tops = sorted((max(row.preferences[user] for user in part) for part in row.split), reverse=True)
    return tops == sorted(row.preferences, reverse=True)[:: len(row.split[0])]


def impact(claimed: Value, true: Value) -> Impact:
    """A best split that is called bad costs nobody anything."""
    return Impact.TEXT if true else Impact.OPTIMALITY


def grid() -> Iterator[EqualSplit]:
    for users in range(1, 7):
        for steps in product((0, 1), repeat=users - 1):
            preferences = tuple(map(Fraction, accumulate(steps, initial=1)))
            for parts in (parts for parts in range(1, users + 1) if users % parts == 0):
                yield from (EqualSplit(preferences, split) for split in equal_splits(users, parts))


@st.composite
def strategy(draw: st.DrawFn) -> EqualSplit:
    different = st.permutations(range(1, 9))
    with_ties = st.lists(st.integers(1, 8), min_size=8, max_size=8)
    preferences = tuple(map(Fraction, draw(st.one_of(with_ties, different))))
    size = draw(st.sampled_from((2, 4)))
    users = draw(st.permutations(range(8)))
    return EqualSplit(preferences, tuple(tuple(sorted(users[i : i + size])) for i in range(0, 8, size)))


def order(row: EqualSplit) -> tuple[Any, ...]:
    """Few users, then few ties inside a part: there BAS can run on every part."""
    parts = ([row.preferences[user] for user in part] for part in row.split)
    ties = sum(len(part) - len(set(part)) for part in parts)
    return (len(row.preferences), ties, *simplicity(row.preferences), len(row.split), row.split)


CLAIM = Claim(
    id="chained/cor-4",
    place="Corollary 4",
    title="sorted equal splits are the optimal ones, and only those",
    domain=Domain(
        description="up to 6 users in every weak order of preferences (ties in all places), every equal split",
        grid=grid,
        order=order,
        strategy=strategy,
        examples=150,
        exhaustive="all weak orders of up to 6 users with all their equal splits",
        degenerate=lambda row: len(set(row.preferences)) < len(row.preferences),
        corner="ties",
    ),
    truth=Quantity(
        kind="chain-split",
        name="split",
        holds=says("a best split"),
        describe=lambda row: {"preferences": texts(row.preferences), "split": [list(part) for part in row.split]},
    ),
    asserts=decides,
    printed=Form(as_printed, "best ⇔ for parts P ≠ P': some β_j < β_k (j ∈ P, k ∈ P') implies max P < min P'"),
    corrected=Form(corrected, "best ⇔ the q-th largest part maximum is the ((q−1)L+1)-th largest preference, all q"),
    impact=impact,
    expected=Outcome.CORRECTED,
)
