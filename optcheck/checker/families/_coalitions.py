"""Who may collude: coalitions of exactly t parties with an active member. Standard library only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from optcheck.checker import work
from optcheck.checker.core import Exact, number_text, require


def check_threshold(threshold: int, n: int) -> None:
    """The threshold is between 0 and n - 1."""
    require(0 <= threshold <= n - 1, "threshold", f"0..{n - 1}", threshold)


def run_members(ends: list[int], where: str, n: int) -> Iterator[int]:
    """Party indices written as start, stop, start, stop, ... (stop excluded); no more of them than parties."""
    require(len(ends) % 2 == 0, f"length of {where!r}", "even", len(ends))
    runs = list(zip(ends[::2], ends[1::2], strict=True))
    for start, stop in runs:
        require(0 <= start < stop <= n, f"run in {where!r}", f"0 <= start < stop <= {n}", f"{start}, {stop}")
    require(sum(stop - start for start, stop in runs) <= n, f"runs in {where!r}", f"at most {n} parties", "more")
    return (party for start, stop in runs for party in range(start, stop))


def active_parties(ends: list[int], n: int) -> bytearray:
    """A mark for each active party; the runs come in order."""
    active = bytearray(n)
    for party in run_members(ends, "active", n):
        active[party] = 1
    require(all(stop <= start for stop, start in zip(ends[1::2], ends[2::2], strict=False)), "active", "runs in order")
    return active


def check_threshold_cover(
    required: Sequence[Exact], variances: Sequence[Exact], threshold: int, active: Sequence[bool | int]
) -> None:
    """Whatever coalition of ``threshold`` parties with an active member a party j faces, the rest covers j.

    The heaviest coalition against j holds the heaviest active party other than j (exchange any active member for
    it) and then the t - 1 heaviest of the others except j. So one sort answers for all coalitions: with u the
    heaviest active party and s_k the weight of the k heaviest others, the coalition against j != u weighs
    x_u + min(s_(t-1), s_t - x_j). Against u itself the second heaviest active party takes u's place.
    """
    viewers = [j for j, flag in enumerate(active) if flag]
    if threshold == 0 or not viewers:
        return
    widest = max(map(work.size, (*required, *variances)))
    work.spend(len(variances) * 40 * (1 + widest * widest))  # sorting
    total = work.total(variances)
    viewers.sort(key=lambda j: variances[j], reverse=True)
    first = viewers[0]
    others = sorted((x for j, x in enumerate(variances) if j != first), reverse=True)
    before = work.total(others[: threshold - 1])
    spared = total - variances[first] - before
    pressed = spared - others[threshold - 1]
    for j, (need, own) in enumerate(zip(required, variances, strict=True)):
        if j != first and need > spared and need > pressed + own:
            _reject(j, need, max(spared, pressed + own))
    if len(viewers) > 1:
        second = variances[viewers[1]]
        others.remove(second)
        left = total - second - work.total(others[: threshold - 1])
        if required[first] > left:
            _reject(first, required[first], left)


def _reject(party: int, need: Exact, have: Exact) -> None:
    gap = number_text(need - have)
    require(False, f"party {party + 1} against its worst coalition", f">= {number_text(need)}", number_text(have), gap)
