"""Statement: a split into Q parts of equal size has the least bound (the sum of the parts' m max beta) if and only if,
for any user j of a part and any user k of the others, beta_j < beta_k implies that all of j's part is below all the
others (beta^{-i}: everybody but part i, as in the paper's other notation).

Model: the checker compares a split with all equal splits.

Corners: one part, single users, ties within and across parts, all equal.

Readings: by the letter no split into three parts of different users fulfils the condition: the middle part is below
one other part and above another. Read as the part of user k it is right without ties, which a footnote on BAS
excludes. With ties "only if" fails also then: for preferences (1, 2, 2, 3) the sorted split {1,2},{2,3}, which the
paper recommends, is best but does not fulfil the condition, and the unsorted {1,3},{2,2} is as good.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, permutations, product

import sympy
from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Impact, Quantity, Reading, Value, says
from optcheck.claims.claim import simplicity, texts
from optcheck.claims.relations import decides
from proofs_numeric.chained._game import Preferences
from proofs_numeric.chained._splits import equal_splits

Split = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class EqualSplit:
    """The users' preferences, and parts of equal size."""

    preferences: Preferences
    split: Split


def as_printed(row: EqualSplit) -> bool:
    pairs = [(part, [user for other in row.split if other != part for user in other]) for part in row.split]
    return all(is_below(row, part, rest) for part, rest in pairs if rest)


def corrected(row: EqualSplit) -> bool:
    tops = sorted((max(row.preferences[user] for user in part) for part in row.split), reverse=True)
    return tops == sorted(row.preferences, reverse=True)[:: len(row.split[0])]


def pair_by_pair(row: EqualSplit) -> bool:
    return all(is_below(row, low, high) for low, high in permutations(row.split, 2))


def is_below(row: EqualSplit, low: Sequence[int], high: Sequence[int]) -> bool:
    """If one user of the first group is below one of the second, all are."""
    some, others = ([row.preferences[user] for user in group] for group in (low, high))
    return min(some) >= max(others) or max(some) < min(others)


def is_least(row: EqualSplit) -> bool:
    """Whether the parts' maxima add up to those of the sorted split."""
    size = len(row.split[0])
    tops = [max(row.preferences[user] for user in part) for part in row.split]
    return sum(tops) == sum(sorted(row.preferences)[size - 1 :: size])


def proof(argument: Argument, form: Formula[EqualSplit]) -> None:
    held, size = sympy.symbols("q L", positive=True)
    largest = held * size + 1
    argument.positive(
        "q parts cannot hold the q L + 1 largest users, who reach into q + 1 parts", largest - held * size
    )
    argument.cases(
        "so part maxima, ranked, are at least those of the sorted split; the form accepts the splits with equality",
        (form(row) == is_least(row) for row in grid() if len(row.preferences) <= 4),
    )
    argument.words("The sum is least exactly if every ranked part maximum is; sorting attains all of them.")


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


def order(row: EqualSplit) -> tuple[object, ...]:
    """Few users, then few ties, above all inside a part: there BAS can run on every part."""
    parts = ([row.preferences[user] for user in part] for part in row.split)
    ties = sum(len(part) - len(set(part)) for part in parts)
    same = len(row.preferences) - len(set(row.preferences))
    return (len(row.preferences), same, ties, *simplicity(row.preferences), len(row.split), row.split)


CLAIM = Claim(
    id="chained/cor-4",
    place="Corollary 4",
    title="sorted equal splits are the optimal ones, and only those",
    domain=Domain(
        description="up to 6 users in every weak order of preferences (ties in all places), every equal split",
        grid=grid,
        order=order,
        strategy=strategy,
        examples=60,
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
    printed=Form(as_printed, "best ⇔ for every part P: some β_j < β_k (j ∈ P, k ∉ P) implies max P < min of the rest"),
    corrected=Form(corrected, "best ⇔ the q-th largest part maximum is the ((q−1)L+1)-th largest preference, all q"),
    impact=impact,
    proof=proof,
    readings=(
        Reading(
            name="part by part: β^{-i} is the part of the other user",
            printed=Form(pair_by_pair, "best ⇔ for all P ≠ P': some β_j < β_k (j ∈ P, k ∈ P') implies max P < min P'"),
            corrected=Form(corrected, "the same correction"),
        ),
    ),
)
