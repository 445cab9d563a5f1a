"""Statement: a split into Q parts of equal size has the least bound (the sum of the parts' m max beta) if and only if,
for any user j of a part and any user k of the others, beta_j < beta_k implies that all of j's part is below all the
others (beta^{-i}: everybody but part i, as in the paper's other notation).

Model: preferences are listed part after part, which is every split up to the users' names; a split is compared with all
equal splits.

Corners: one part, single users, ties within and across parts, all equal.

Readings: by the letter no split into three parts of different users fulfils the condition: the middle part is below
one other part and above another. Read as the part of user k it is right without ties, which a footnote on BAS
excludes. With ties "only if" fails also then: for preferences (1, 2, 2, 3) the sorted split {1,2},{2,3}, which the
paper recommends, is best but does not fulfil the condition, and the unsorted {1,3},{2,2} is as good.
"""

from collections.abc import Sequence
from itertools import combinations, permutations

from optcheck.claims import *


class EqualSplit(Instance):
    """Q parts of L users, and the users' preferences, part after part."""

    parts: int = integer(1, symbol="Q")
    size: int = integer(1, symbol="L")
    preferences: tuple[Fraction, ...] = row(rational(at_least=0), "parts * size", symbol="β")


def as_printed(users: EqualSplit) -> bool:
    split = groups(users)
    pairs = [(split[i], [one for j in range(len(split)) if j != i for one in split[j]]) for i in range(len(split))]
    return all(is_below(part, rest) for part, rest in pairs if len(rest) > 0)


def corrected(users: EqualSplit) -> bool:
    tops = sorted([max(part) for part in groups(users)], reverse=True)
    return tops == sorted(users.preferences, reverse=True)[:: users.size]


def pair_by_pair(users: EqualSplit) -> bool:
    return all(is_below(low, high) for low, high in permutations(groups(users), 2))


def is_below(some: Sequence[Fraction], others: Sequence[Fraction]) -> bool:
    """If one preference of the first group is below one of the second, all are."""
    return min(some) >= max(others) or max(some) < min(others)


def groups(users: EqualSplit) -> list[tuple[Fraction, ...]]:
    return [users.preferences[part * users.size : (part + 1) * users.size] for part in range(users.parts)]


def is_best(users: EqualSplit) -> bool:
    """Whether no split into equal parts has a smaller sum of the parts' maxima."""
    return bool(sum(max(part) for part in groups(users)) == min(bounds(users.preferences, users.size)))


def bounds(preferences: tuple[Fraction, ...], size: int) -> list[Value]:
    """The sums of the parts' maxima, for all splits into parts of this size."""
    if len(preferences) == 0:
        return [Fraction(0)]
    found = []
    for chosen in combinations(range(1, len(preferences)), size - 1):
        top = max([preferences[0]] + [preferences[user] for user in chosen])
        rest = tuple(preferences[user] for user in range(1, len(preferences)) if user not in chosen)
        found.extend([top + bound for bound in bounds(rest, size)])
    return found


def impact(claimed: Value, true: Value) -> Impact:
    """A best split that is called bad costs nobody anything."""
    return Impact.TEXT if true else Impact.OPTIMALITY


TIES = "any(sorted(preferences)[k] == sorted(preferences)[k + 1] for k in range(len(preferences) - 1))"
CLAIM = Statement(
    "chained/cor-4",
    place="Corollary 4",
    title="sorted equal splits are the optimal ones, and only those",
    domain=EqualSplit,
    truth=definition(is_best),
    asserts=decides,
    printed=Form(as_printed, "best ⇔ for every part P: some β_j < β_k (j ∈ P, k ∉ P) implies max P < min of the rest"),
    corrected=Form(corrected, "best ⇔ the q-th largest part maximum is the ((q−1)L+1)-th largest preference, all q"),
    impact=impact,
    argument=(
        "q parts cannot hold the qL + 1 largest users, who reach into q + 1 parts; so part maxima, ranked, are at "
        "least those of the sorted split. The sum is least exactly if every ranked part maximum is; sorting attains "
        "all of them."
    ),
    corner=TIES,
    effort=Effort(instances=300, drawn=60, largest={"parts": 4, "size": 3}),
    readings=(
        Reading(
            name="part by part: β^{-i} is the part of the other user",
            corner=TIES,
            printed=Form(pair_by_pair, "best ⇔ for all P ≠ P': some β_j < β_k (j ∈ P, k ∈ P') implies max P < min P'"),
            corrected=Form(corrected, "the same correction"),
            argument="As for the letter.",
        ),
    ),
)
