"""Who may collude: coalitions of exactly t parties with an active member. Standard library only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from optcheck.checker.core import Document, Exact, field, number_text, require


def read_threshold(instance: Document, n: int) -> int:
    """The threshold, between 0 and n - 1."""
    threshold: int = field(instance, "threshold", int)
    require(n >= 1 and 0 <= threshold <= n - 1, "threshold", f"0..{n - 1}", threshold)
    return threshold


def read_runs(document: Document, name: str, n: int) -> Iterator[int]:
    """Party indices written as start, stop, start, stop, ... (stop excluded)."""
    ends = field(document, name, list)
    require(len(ends) % 2 == 0, f"length of {name!r}", "even", len(ends))
    for start, stop in zip(ends[::2], ends[1::2], strict=True):
        sound = type(start) is int and type(stop) is int and 0 <= start < stop <= n
        require(sound, f"run in {name!r}", f"0 <= start < stop <= {n}", f"{start}, {stop}")
        yield from range(start, stop)


def check_threshold_cover(
    required: Sequence[Exact], variances: Sequence[Exact], threshold: int, active: Sequence[bool | int]
) -> None:
    """Whatever coalition of ``threshold`` parties with an active member a party j faces, the rest covers j.

    The heaviest coalition against j holds the heaviest active party other than j (exchange any active member for
    it) and then the t - 1 heaviest of the others except j. So one sort answers for all coalitions: with u the
    heaviest active party and s_k the weight of the k heaviest others, the coalition against j != u weighs
    x_u + min(s_(t-1), s_t - x_j). Against u itself the second heaviest active party takes u's place.
    """
    seers = [j for j, flag in enumerate(active) if flag]
    if threshold == 0 or not seers:
        return
    total = sum(variances)
    seers.sort(key=lambda j: variances[j], reverse=True)
    first = seers[0]
    others = sorted((x for j, x in enumerate(variances) if j != first), reverse=True)
    before = sum(others[: threshold - 1])
    spared = total - variances[first] - before
    pressed = spared - others[threshold - 1]
    for j, (need, own) in enumerate(zip(required, variances, strict=True)):
        if j != first and need > spared and need > pressed + own:
            _reject(j, need, max(spared, pressed + own))
    if len(seers) > 1:
        second = variances[seers[1]]
        others.remove(second)
        left = total - second - sum(others[: threshold - 1])
        if required[first] > left:
            _reject(first, required[first], left)


def _reject(party: int, need: Exact, have: Exact) -> None:
    gap = number_text(need - have)
    require(False, f"party {party} against its worst coalition", f">= {number_text(need)}", number_text(have), gap)
