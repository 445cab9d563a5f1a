"""Certificates at the edge: each is accepted as it is, and refused with the least change that makes it prove too much.

A fault in a comparison, a sum or a margin shows in one of the two. They are written down by hand, number for number, so
that nothing of the library decides where the edge is.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from tests.fuzz.files import delivery, proof, stream

Document = dict[str, Any]
Edge = tuple[Document, list[Document]]


def edges() -> list[Edge]:
    """True certificates, each with false ones beside it."""
    return [
        *_covers(),
        *_packings(),
        *_costs(),
        *_moduli(),
        *_noise(),
        *_integers(),
        *_ranges(),
        *_definitions(),
        *_proofs(),
        *_splits(),
        *_rows(),
    ]


def _document(kind: str, instance: Document, evidence: Document) -> Document:
    return {"format": 1, "kind": kind, "instance": instance, "evidence": evidence}


def _changed(document: Document, *changes: dict[str, Any]) -> list[Document]:
    """Copies with other values at places such as "instance.rhs.0"; None as a place's value for a list drops it."""
    made = []
    for change in changes:
        other = copy.deepcopy(document)
        for place, value in change.items():
            *path, last = [int(step) if step.isdigit() else step for step in place.split(".")]
            holder: Any = other
            for step in path:
                holder = holder[step]
            if value is DROPPED:
                del holder[last]
            else:
                holder[last] = value
        made.append(other)
    return made


DROPPED = object()
BUDGETS = (  # epsilon, delta, digits after the point, a variance that suffices; two units of the last digit less do not
    ("1", "1/10", 45, 1179130520938060636391329024592589140592146087),
    ("8", "1/1000000000000", 30, 832203709387498403404157142781),
    ("30", "1/1000", 20, 3502775315770358096),
    ("1/1000", "1/5000", 20, 49941155307671055783427451),
)
REQUIRED, MORE, LESS = (
    "1.179130521",
    "1.17913406",
    "1.17912698",
)  # the least variance for (1, 1/10), and 3 parts in 10^6 beside it


def _allocation(required: list[int], threshold: int, active: list[int], runs: list[Any], **more: Any) -> Document:
    instance = {"denominator": 1, "required": required, "threshold": threshold, "active": active}
    total = sum(int(a) * int(b) for a, b in zip(runs[::2], runs[1::2], strict=True))
    packing = {"bound": 0, "unit": 1, "horizon": 0, **more}
    evidence = {"variances": {"denominator": 1, "runs": runs}, "total": total, **packing}
    return _document("tpmdp-allocation", instance, evidence)


def _covers() -> Iterator[Edge]:
    """Variances that just suffice against the worst coalition: of a light party, a heavy one, the heaviest, of two."""
    light = _allocation([5, 1], 1, [0, 2], [5, 1, 1, 1])
    yield light, _changed(light, {"instance.required.0": 6}, {"instance.required.1": 2}, {"instance.threshold": 2})
    pressed = _allocation([0, 4, 1], 2, [0, 1], [5, 1, 4, 1, 1, 1])
    yield pressed, _changed(pressed, {"instance.required.1": 5}, {"instance.required.2": 2})
    three = _allocation([5, 1, 1], 2, [0, 3], [5, 1, 1, 2])
    yield three, _changed(three, {"instance.required.0": 6}, {"instance.required.2": 2}, {"instance.required.2": 3})
    halves = _allocation([5, 1], 1, [0, 2], [10, 1, 2, 1])
    halves["instance"]["denominator"], halves["evidence"]["variances"]["denominator"] = 3, 6
    halves["evidence"]["total"] = 2
    yield halves, _changed(halves, {"instance.required.0": 6}, {"instance.required.1": 2}, {"evidence.total": 3})
    nobody = _allocation([1, 2], 0, [0, 2], [5, 2])
    runs: list[Any] = [[5, 2, 5], [5, "1/2", 5, "3/2"], [5, 2, 5, 0]]
    less = {"evidence.variances.runs": [5, 1], "evidence.total": 5}
    yield (
        nobody,
        _changed(nobody, *({"evidence.variances.runs": one} for one in runs), less, {"instance.active": [1, 1]}),
    )
    four = _allocation([0] * 4, 1, [0, 1], [0, 4])
    lists = ([0, 2, 1, 2], [0, 2, 1, 4, 2, 4], [0], [0, 5], [2, 1])
    yield four, _changed(four, *({"instance.active": one} for one in lists))


def _packings() -> Iterator[Edge]:
    """Schedules that prove a least total; with somebody on two tracks, absent, or always active they prove too much."""
    leaders = {"start": 0, "parties": [0, 1], "durations": [1, 2]}
    two = {"machines": 1, "runs": [0, 2], "last": 1}
    proved = _allocation([3, 3, 0], 1, [0, 3], [3, 2, 0, 1], bound=3, unit=1, horizon=1)
    proved["evidence"] |= {"tracks": [{**two, "runs": [0, 1]}, {**two, "runs": [1, 2]}]}
    proved["evidence"] |= {"leaders": {"start": 0, "parties": [0], "durations": [1, 1]}}
    longer: dict[str, Any] = {"evidence.bound": 6, "evidence.horizon": 2, "evidence.leaders": leaders}
    yield (
        proved,
        _changed(
            proved,
            {**longer, "evidence.tracks": [two, {**two, "runs": [0, 1, 2, 3]}]},
            {**longer, "evidence.tracks": [{**two, "machines": 2}]},
            {**longer, "evidence.tracks": [two]},
            {"evidence.leaders": DROPPED, "evidence.bound": 0},
            {"evidence.tracks": DROPPED, "evidence.bound": 0},
            {"evidence.bound": 4},
            {"evidence.total": 7},
            {"evidence.leaders.parties": [2]},
            {"evidence.leaders.parties": [0, 1], "evidence.leaders.durations": [1, 2]},
            {"evidence.leaders": DROPPED},
            {"evidence.tracks": DROPPED},
            {"evidence.tracks": DROPPED, "evidence.leaders": DROPPED, "evidence.bound": 0},
            {"evidence.horizon": 0, "evidence.bound": 0},
            {"evidence.tracks.0.runs": [], "evidence.tracks.0.last": 0},
            {"evidence.tracks.0.last": 2},
            {"evidence.leaders.durations": [1]},
            {"evidence.leaders.durations": [1, "3/2"]},
        ),
    )
    alone = _allocation([1, 4], 1, [1, 2], [1, 1, 4, 1], bound=1, unit=1, horizon=1)
    alone["evidence"] |= {
        "tracks": [{**two, "runs": [0, 1]}],
        "leaders": {**leaders, "parties": [0], "durations": [1, 1]},
    }
    both = {"evidence.tracks": [two], "evidence.leaders": leaders, "evidence.bound": 5, "evidence.horizon": 2}
    yield alone, _changed(alone, both)


def _costs() -> Iterator[Edge]:
    """Covers with caps and listed coalitions, the conditions on loads one by one; a schedule that the total bounds."""
    instance = {"required": [2, 1, 3], "costs": [1, 2, 1], "caps": [None, 5, 4]}
    listed = _document(
        "coalition-cover",
        {**instance, "family": {"coalitions": [[0], [1, 2]]}},
        {"status": "optimal", "value": 5, "primal": [2, 0, 3]},
    )
    listed["evidence"]["dual"] = [
        {"coalition": [0], "party": 2, "weight": 1},
        {"coalition": [1, 2], "party": 0, "weight": 1},
    ]
    pair = "evidence.dual.1"
    yield (
        listed,
        _changed(
            listed,
            {"evidence.primal.2": "5/2", "evidence.value": "9/2"},
            {"evidence.value": 6},
            {f"{pair}.party": 1},
            {f"{pair}.party": 3},
            {f"{pair}.coalition": [1, 1, 2]},
            {f"{pair}.coalition": [1, 3]},
            {"instance.caps.2": 2},
            {"instance.caps": [None, 5]},
            {"instance.family.coalitions.1": [1, 1, 2]},
            {"instance.family.coalitions.1": [1, 2, 3]},
        ),
    )
    short = _document(
        "coalition-cover",
        {**instance, "caps": [1, 1, 1], "family": {"coalitions": [[0], [1, 2]]}},
        {"status": "infeasible", "dual": [{"coalition": [0], "party": 2, "weight": 1}]},
    )
    yield short, _changed(short, {"instance.caps.1": 2}, {"instance.required.2": 2}, {"instance.caps.1": 9})
    cheap = _document(
        "coalition-cover",
        {"required": [3, 0], "costs": [3, 1], "caps": [None, 1], "family": {"coalitions": [[]]}},
        {"status": "optimal", "value": 7, "primal": [2, 1], "dual": [{"coalition": [], "party": 0, "weight": 3}]},
    )
    yield cheap, _changed(cheap, {"instance.costs.1": 2}, {"evidence.dual.0.weight": 4})
    family = {"threshold": 1, "active": [0, 1, 2]}
    loads = _document(
        "coalition-cover",
        {"required": [3, 3, 3], "costs": [1, 1, 1], "caps": [None] * 3, "family": family},
        {"status": "optimal", "value": "9/2", "primal": ["3/2"] * 3, "weights": ["1/2"] * 3, "loads": [1] * 3},
    )
    yield (
        loads,
        _changed(
            loads,
            {"evidence.weights": [1, "1/2", "1/2"]},
            {"evidence.weights": ["1/2"] * 2},
            {"evidence.loads": [1] * 2},
            {"instance.family": {"coalitions": [[0], [1], [2]]}},
            {"instance.family.active": [0, 0, 1]},
            {"instance.family.active": [0, 3]},
        ),
    )
    point = {"evidence.primal": [3, 3, 0], "evidence.value": 6, "instance.caps": [3, 3, 3]}
    always = {**point, "evidence.weights": [1, 1, 0], "evidence.loads": [2, 2, 0], "instance.costs": [1, 1, 9]}
    yield loads, _changed(loads, {**always, "instance.family.active": [0, 1]}, {**always, "evidence.loads": [2, 2, 2]})
    losses = _document(
        "adpml-optimal-schedule",
        {"amplitudes": [1, 2], "total": 9, "sensitivity": 1, "lower": 0, "upper": 3},
        {"losses": [3, 3], "scale": None},
    )
    yield losses, _changed(losses, {"instance.total": 5}, {"instance.lower": 4})
    level = _document(
        "adpml-optimal-schedule",
        {"amplitudes": [1, 2], "total": 9, "sensitivity": 1, "lower": 0, "upper": 6},
        {"losses": [3, 6], "scale": 3},
    )
    yield level, _changed(level, {"instance.upper": 5}, {"instance.lower": 4}, {"instance.upper": 2})


def _modulus(variance: int, size: int, modulus: int, releases: int = 1, dimension: int = 1) -> Document:
    instance = {"names": ["a"], "epsilon": [1], "delta": ["1/10"], "sensitivity": [size], "active": []}
    instance |= {"threshold": 0, "dropouts": 0, "releases": releases, "dimension": dimension}
    return _document(
        "noise-plan",
        instance,
        {"grid": 1, "smoothing": 1, "required": [0], "variances": [variance], "modulus": modulus},
    )


def _moduli() -> Iterator[Edge]:
    """(modulus - window)^2 log2(e) / (8 V) is to be at least 64 and the bits of twice the draws."""
    yield _modulus(1000, 1, 606), [_modulus(1000, 1, 605), _modulus(1001, 1, 606), _modulus(1000, 2, 606)]
    yield _modulus(1000, 1, 768, 2 * 10**12), [_modulus(1000, 1, 766, 2 * 10**12)]
    yield _modulus(1000, 1, 1792, 2**20, 2**20), [_modulus(1000, 1, 1732, 2**20, 2**20)]
    yield _modulus(1000, 1, 613, 1, 2), [_modulus(1000, 1, 612, 1, 2), _modulus(1000, 1, 618, 1, 5)]
    yield _modulus(1, 1000, 1020), [_modulus(1, 1000, 1002), _modulus(1, 1000, 2), _modulus(10**6, 1, 6801)]
    both = _modulus(1000, 1, 606)
    named = {"instance.names": ["a", "a"], "instance.epsilon": [1, 1], "instance.sensitivity": [0, 0]}
    lists = {"evidence.required": [0, 0], "evidence.variances": [10, 10], "instance.delta": ["1/10", "1/10"]}
    wrong = ({"instance.delta": [1]}, {"instance.delta": ["3/2"]}, {"evidence.earlier": [1001]}, {**named, **lists})
    yield both, _changed(both, *wrong, {"instance.threshold": 1}, {"instance.dropouts": 1})
    apart = {**named, **lists, "instance.names": ["a", "b"], "instance.sensitivity": [1, 1], "evidence.modulus": 606}
    unseen, alone = _changed(
        both, {**apart, "instance.threshold": 1}, {**apart, "instance.dropouts": 1, "instance.active": [0, 2]}
    )
    yield unseen, _changed(unseen, {"instance.active": [0, 2]})
    yield alone, _changed(alone, {"instance.dropouts": 2})


def _plan(share: int, epsilon: str, delta: str, **more: Any) -> Document:
    """Two parties, each of which sees the sums: outside either there is the other's share."""
    instance = {"names": ["a", "b"], "epsilon": [epsilon] * 2, "delta": [delta] * 2, "sensitivity": [1] * 2}
    instance |= {"active": [0, 2], "threshold": 1, "dropouts": 0, "releases": 1, "dimension": 1}
    evidence = {"grid": 1, "smoothing": 3, "required": [share - 3] * 2, "variances": [share] * 2}
    return _document("noise-plan", {**instance, **more}, evidence)


def _noise() -> Iterator[Edge]:
    """A required variance and the smoothing add up to the share; what integers cost, at the last epsilon that bears it.

    Four draws, the smallest of variance 1 or 2, cost 2^-10 or 2^-24; smoothing by 3 costs nothing beside that.
    """
    easy = _plan(100, "1", "1/10")
    yield (
        easy,
        _changed(
            easy,
            {"evidence.required": [98, 98]},
            {"evidence.required": [0, 0]},
            {"instance.threshold": 2},
            {"instance.dropouts": 1},
            {"evidence.variances": [0, 0], "evidence.required": [0, 0]},
            {"evidence.earlier": [99, 101]},
            {"evidence.smoothing": "1/100"},
        ),
    )
    for least, power in ((1, 10), (2, 24)):
        costly = _plan(100, f"1/{1 << power - 1}", "1/2", releases=1)
        costly["evidence"] |= {"variances": [10**4 + least] * 2, "earlier": [10**4] * 2, "required": [10**4 - 2] * 2}
        yield costly, _changed(costly, {"instance.epsilon": [f"1/{(1 << power - 1) + 1}"] * 2})
    many = _plan(10**7, f"15/{1 << 9}", "1/2", releases=3, dimension=5)
    many["evidence"] |= {"variances": [10**7 + 1] * 2, "earlier": [10**7] * 2, "required": [10**7 - 2] * 2}
    yield many, _changed(many, {"instance.epsilon": [f"14/{1 << 9}"] * 2})
    nothing = _plan(10**6, "0", "1/100")
    nothing["evidence"] |= {"variances": [10**6 + 1] * 2, "earlier": [10**6] * 2, "required": [10**6 - 2] * 2}
    yield nothing, _changed(nothing, {"instance.delta": ["1/256"] * 2}, {"instance.delta": ["1/1000"] * 2})


def _integers() -> Iterator[Edge]:
    """Splits, gaps, grids and cuts of programs in one or two columns."""
    whole = {"sense": "minimise", "columns": ["x", "y"], "costs": [1, 0], "lower": [0, 0], "upper": [9, 9]}
    rows = {"rows": ["r"], "relations": [">="], "rhs": [5], "terms": [[[0, 2], [1, 0]]], "integers": [0], "gaps": []}
    split = {"status": "optimal", "value": 3, "primal": [3, 0]}
    split["proof"] = ["column 0 2 3", "leaf 1 1", "leaf 0 1"]
    least = _document("integer-program", {**whole, **rows}, split)
    yield (
        least,
        _changed(
            least,
            {"evidence.primal": ["5/2", 0], "evidence.value": "5/2"},
            {"evidence.proof.0": "column 0 2 4"},
            {"evidence.proof.0": "column 0 3/2 5/2"},
            {"evidence.proof.0": "column 1 2 3"},
            {"evidence.proof.0": "column 2 2 3"},
            {"evidence.proof.0": "column -1 2 3"},
            {"evidence.proof.0": "column 0 2"},
            {"evidence.proof.0": "columns 0 2 3"},
            {"instance.integers": []},
            {"instance.integers": [2]},
            {"evidence.proof": split["proof"][:2]},  # type: ignore[index]
            {"evidence.proof": [*split["proof"], "leaf 0 1"]},  # type: ignore[misc]
            {"evidence.proof.1": "leaf"},
            {"evidence.proof.1": "leaf 1 -1"},
            {"evidence.proof.1": "leaf 2 1"},
            {"evidence.proof.1": "leaf -1 1"},
            {"evidence.proof.1": "leaf 0 1"},
            {"evidence.proof.1": "leaf 1 0"},
            {"instance.rhs.0": 4},
        ),
    )
    open_end, halves = _changed(least, {"instance.upper.0": None}, {"evidence.proof.0": "column 0 5/2 5/2"})
    crossed = ["row 5 5 0 1", "leaf 2 1", "leaf 2 1"]  # the box says x >= 6 and x <= 2
    nested = ["column 0 2 3", "column 0 5 6", "leaf 1 1", *crossed, "leaf 0 1"]
    again = _changed(least, {"evidence.proof": nested})[0]
    yield from ((true, _changed(true, {"instance.rhs.0": 4})) for true in (open_end, halves, again))
    yield again, _changed(again, {"evidence.proof.1": "column 0 1 2"}, {"evidence.proof.3": "row 1 1 0 1"})
    empty = {**whole, **rows, "lower": [5, 0], "upper": ["9/2", 0]}
    none = _document("integer-program", empty, {"status": "infeasible", "proof": ["row -4 -4 0 -1", *crossed[1:]]})
    yield none, _changed(none, {"instance.upper.0": 5}, {"evidence.proof.0": "row -5 -5 0 -1"})
    real = {**whole, **rows, "integers": [], "rhs": [1]}
    strict = {"status": "bounds", "bound": "1/2", "proof": ["leaf 0 2 1 1"]}
    line = _document("integer-program", real, strict)
    half = {"instance.gaps": [[0, "1/2", "3/2"]], "instance.rhs.0": "1/2", "evidence.bound": 1}
    walk = ["column 0 1/2 3/2", "leaf 1 1", "leaf 0 1"]
    yield line, _changed(line, {"evidence.bound": 1}, {"evidence.bound": "2/3"}, {**half, "evidence.proof": walk})
    gap = {**whole, **rows, "integers": [], "gaps": [[0, 1, 3]], "rhs": [4]}
    semi = _document("integer-program", gap, {**split, "proof": copy.deepcopy(split["proof"])})
    semi["evidence"]["proof"][0] = "column 0 1 3"
    inside = {"evidence.primal": [2, 0], "evidence.value": 2}
    yield semi, _changed(semi, {"evidence.proof.0": "column 0 0 3"}, {"evidence.proof.0": "column 0 1 4"}, inside)
    grid = {**whole, **rows, "costs": ["2/3", "1/2"], "integers": [0, 1], "lower": [0, 1], "terms": [[[0, 1], [1, 1]]]}
    steps = {"status": "bounds", "bound": "19/6", "proof": ["leaf 0 2 1 6"]}
    yield (
        _document("integer-program", {**grid, "rhs": [6]}, {**steps, "bound": "3"}),
        [_document("integer-program", {**grid, "rhs": [6]}, {**steps, "bound": "25/6"})],
    )
    most = {
        **whole,
        **rows,
        "sense": "maximise",
        "relations": ["<="],
        "costs": [2, 3],
        "lower": [0, 4],
        "upper": [9, 4],
    }
    below = _document("integer-program", most, {"status": "bounds", "bound": 16, "proof": ["leaf 0 1 1 1"]})
    yield below, _changed(below, {"evidence.bound": "31/2"}, {"evidence.bound": 15})
    fixed = {**whole, **rows, "costs": [2, "1/3"], "lower": [0, 4], "upper": [9, 4], "rhs": [5]}
    next_value = {"status": "bounds", "bound": "22/3", "proof": ["leaf 0 1 1 3"]}
    yield (
        _document("integer-program", fixed, next_value),
        _changed(_document("integer-program", fixed, next_value), {"evidence.bound": "23/3"}, {"instance.upper.1": 5}),
    )
    yield from _cuts()


def _cuts() -> Iterator[Edge]:
    """x + y >= 3/2 in integers, by rounding; with a continuous column by mixed-integer rounding."""
    base = {"sense": "minimise", "columns": ["x", "y", "z"], "costs": [1, 1, 0], "lower": [0, 0, 0], "upper": [9, 9, 9]}
    rows = {"rows": ["r"], "relations": [">="], "rhs": [3], "terms": [[[0, 2], [1, 2]]], "integers": [0, 1], "gaps": []}
    steps = ["row 1 2 0 1 1 1", "leaf 1 1 2 2", "leaf 0 1 2 1"]
    pure = _document("integer-program", {**base, **rows}, {"status": "bounds", "bound": 2, "proof": steps})
    yield (
        pure,
        _changed(
            pure,
            {"evidence.bound": 3},
            {"instance.integers": [0]},
            {"evidence.proof.0": "row 1 2 0 1 0 1 1 1"},
            {"evidence.proof.0": "row 1 2 0 1 2 1"},
            {"evidence.proof.0": "row 1 2 0 1 3 1"},
            {"evidence.proof.0": "row 1 2 0 1 1 1/2"},
            {"evidence.proof.0": "row 1 2 0 1 1"},
            {"evidence.proof.0": "row 1 3 0 1 1 1"},
            {"evidence.proof.0": "row 2 3 0 1 1 1", "evidence.bound": 3},
            {"evidence.proof.0": "row 1/2 3/2 0 1 1 1"},
            {"evidence.proof.1": "leaf 1 1 2 1"},
            {"instance.rhs.0": 2},
            {"instance.rhs.0": 4, "evidence.bound": 3},
        ),
    )
    weak = ["row 2 2 0 1 1 1", "leaf 1 1 2 2", "leaf 0 1 2 1"]  # x + y < 2 is not excluded by 2 x + 2 y >= 3
    yield pure, _changed(pure, {"evidence.proof": weak})
    tight = _changed(pure, {"evidence.proof": weak, "instance.rhs.0": 4})[0]
    yield tight, _changed(tight, {"evidence.bound": 3}, {"instance.rhs.0": 3}, {"evidence.proof.0": "row 2 3 0 1 1 1"})
    mixed = {**base, **rows, "terms": [[[0, 2], [1, 2], [2, 2]]], "costs": [1, 1, 2]}
    rounding = ["row 2 2 0 1 1 1 2 2", "row 1 2 0 1 1 1", "leaf 1 1 2 1 3 1", "leaf 2 1 3 1", "leaf 0 1 2 1"]
    continuous = _document("integer-program", mixed, {"status": "bounds", "bound": 2, "proof": rounding})
    yield (
        continuous,
        _changed(
            continuous,
            {"evidence.bound": "9/4"},
            {"instance.costs.2": 1},
            {"instance.lower.2": -1},
            {"evidence.proof.0": "row 1 2 0 1 1 1 2 2"},
            {"evidence.proof.3": "leaf 2 1"},
        ),
    )


def _ranges() -> Iterator[Edge]:
    """Intervals that end where they must, finite and infinite, of costs and of right sides."""
    one = {"sense": "minimise", "columns": ["x"], "costs": [1], "lower": [0], "upper": [9]}
    row = {"rows": ["r"], "relations": [">="], "rhs": [1], "terms": [[[0, 1]]]}
    pair = {"primal": [1], "dual": [1], "cost_ranges": [[0, 0, None, [[0, 1]]]], "side_ranges": [[0, 0, 9, [[0, 1]]]]}
    made = _document("linear-program-ranging", {**one, **row}, pair)
    side, cost = "evidence.side_ranges.0", "evidence.cost_ranges.0"
    yield (
        made,
        _changed(
            made,
            {f"{side}.2": 10},
            {f"{side}.2": None},
            {f"{side}.1": -1},
            {f"{side}.1": None},
            {f"{cost}.1": -1},
            {f"{cost}.1": None},
            {f"{cost}.1": 2},
            {f"{cost}.2": 0},
            {f"{cost}.3": []},
            {f"{side}.3": []},
            {"evidence.dual": [1, 0]},
            {"evidence.dual": [2]},
            {"evidence.dual": [0]},
            {"evidence.primal": [2]},
        ),
    )
    free = _changed(made, {"instance.upper.0": None, f"{side}.2": None}, {"instance.lower.0": None, f"{side}.1": None})
    yield free[0], _changed(free[0], {"instance.upper.0": 100}, {"instance.columns": ["x", "x"]})
    yield free[1], _changed(free[1], {"instance.lower.0": -100})
    most = _changed(
        made,
        {"instance.sense": "maximise", "instance.relations": ["<="], f"{side}.1": 0, f"{side}.2": 9, f"{cost}.2": None},
    )[0]
    yield most, _changed(most, {"instance.relations": [">="]}, {"evidence.dual": [-1]})
    names = {"columns": ["x", "x"], "costs": [1, 0], "lower": [0, 0], "upper": [9, 9]}
    none: dict[str, Any] = {"cost_ranges": [], "side_ranges": []}
    double = _document("linear-program-ranging", {**one, **row, **names}, {**pair, **none, "primal": [1, 0]})
    yield _changed(double, {"instance.columns.1": "y"})[0], [double]
    yield from _bounds(one, row)
    ray = _document(
        "linear-program",
        {**one, "upper": [None], "costs": [-1], **row},
        {"status": "unbounded", "primal": [1], "ray": [1]},
    )
    yield (
        ray,
        _changed(ray, {"evidence.ray": [1, 0]}, {"evidence.ray": []}, {"evidence.ray": [-1]}, {"instance.upper": [5]}),
    )
    system = _document(
        "irreducible-infeasible-subsystem",
        {**one, "upper": [None], **row, "rhs": [-1], "relations": ["<="]},
        {"members": [["row", 0, -1], ["lower", 0, 1]], "points": [[[0, 0]], [[0, -1]]]},
    )
    member = ["lower", 0, 1]
    yield (
        system,
        _changed(
            system,
            {"evidence.members": [["row", 0, -1], member, member], "evidence.points": [[[0, 0]], [[0, -1]], [[0, -1]]]},
            {"evidence.points": [[[0, 0]]]},
            {"evidence.members.1": ["upper", 0, 1]},
            {"evidence.members.1": ["lower", 1, 1]},
            {"instance.rhs": [0]},
        ),
    )


def _bounds(one: Document, row: Document) -> Iterator[Edge]:
    """1/3 <= x <= 4/3 and 2 x / 3 >= 1/3; lists that are too short; a slope that pulls to the other end."""
    program = {**one, "lower": ["1/3"], "upper": ["4/3"], "costs": [0], **row, "rhs": ["1/3"], "terms": [[[0, "2/3"]]]}
    for value in ("1/2", "3/4", "4/3", "1", "11/9"):
        made = _document("linear-program", program, {"status": "optimal", "value": 0, "primal": [value], "dual": [0]})
        points = ["1/3", "49/100", "3/10", "7/5", "0", "2", "17/12"]
        names = ("columns", "costs", "lower", "upper", "rows", "relations", "rhs", "terms")
        lists: list[dict[str, Any]] = [{f"instance.{name}": []} for name in names]
        lists += [{"evidence.dual": []}, {"evidence.dual": [0, 0]}, {"evidence.primal": ["1/2", 0]}]
        lists += [{"evidence": {"status": "infeasible", "column": column}} for column in (0, 1)]
        yield made, _changed(made, *({"evidence.primal": [point]} for point in points), *lists)
    slope = {**one, "costs": ["-1/2"], "upper": [1], **row, "rhs": [0]}
    pair = {"primal": [1], "dual": [0], "cost_ranges": [], "side_ranges": []}
    made = _document("linear-program-ranging", slope, pair)
    yield made, _changed(made, {"evidence.primal": [0]})
    falls = {**one, "sense": "maximise", **row, "rhs": [-1], "terms": [[[0, -1]]]}
    ends = {"primal": [1], "dual": [-1], "cost_ranges": [], "side_ranges": [[0, -9, 0, [[0, -1]]]]}
    made, side = _document("linear-program-ranging", falls, ends), "evidence.side_ranges.0"
    wrong: list[dict[str, Any]] = [{f"{side}.1": None}, {f"{side}.2": None}, {f"{side}.1": -10}, {f"{side}.2": 1}]
    twice: list[dict[str, Any]] = [
        {"evidence.side_ranges": [[0, -9, 0, [[0, -1]]]] * 2},
        {f"{side}.3": [[0, -1], [0, -1]]},
    ]
    yield made, _changed(made, *wrong, *twice)
    two = {
        **one,
        "lower": [None],
        "rows": ["r", "s"],
        "relations": [">=", "<="],
        "rhs": [2, 1],
        "terms": [[[0, 1]]] * 2,
    }
    members = {"members": [["row", 0, 1], ["row", 1, -1]], "points": [[[0, 1]], [[0, 2]]]}
    made = _document("irreducible-infeasible-subsystem", {**two, "upper": [None]}, members)
    yield (
        made,
        _changed(made, {"evidence.members.1.1": 2}, {"evidence.points.0": [[0, 1], [0, 1]]}, {"instance.rhs.1": 2}),
    )


_REFUSED = (  # texts that are no definitions: names with two meanings, and what the language does not have
    "def claimed(p):\n    B = 1\n    return [p.n, p.word]\nB = 2\n",
    "B = 1\nB = 2\ndef claimed(p):\n    return [p.n, p.word]\n",
    "def claimed(p, B=1):\n    return [p.n, p.word]\nB = 2\n",
    "def claimed(p):\n    max = 1\n    return [p.n, p.word]\n",
    "def claimed(p, *more):\n    return [p.n, p.word]\n",
    "def claimed(p, *, more=1):\n    return [p.n, p.word]\n",
    "def claimed(p):\n    x: int = 1\n    return [p.n, p.word]\n",
    "def claimed(p):\n    return [p.n & 3, p.word]\n",
    "def claimed(p):\n    return [math.prod([p.n]), p.word]\n",
    "def claimed(p):\n    a__b = 1\n    return [p.n, p.word]\n",
    "def claimed(p):\n    p.n = 3\n    return [p.n, p.word]\n",
    "def claimed(p, /):\n    return [p.n, p.word]\n",
    "def claimed(p, **more):\n    return [p.n, p.word]\n",
    "def claimed(p):\n    while False:\n        pass\n    else:\n        pass\n    return [p.n, p.word]\n",
    "def claimed(p):\n    x = 1.5\n    return [p.n, p.word]\n",
    "def claimed(p):\n    assert p.n\n    return [p.n, p.word]\n",
    "def claimed(p):\n    return [p.n, \\\n        p.word]\n",
    "def claimed(p):\n    return [p.n, p.word]\nfor B in ():\n    pass\n",
    "def claimed(p):\n    return [p.n, p.word]\nlen(())\n",
    "@abs\ndef claimed(p):\n    return [p.n, p.word]\n",
    "def claimed(p):\n    return [p.n, p.word] if p.n is 3 else 0\n",
    "def claimed(p):\n    return [p.n, p.word][" + "(" * 61 + "0" + ")" * 61 + ":]\n",
    "def claimed(p):\n    return [p.n, p.word]\n" + "#" * 40_000,
    "def claimed(p):\n    return [3if p.n else 2, p.word]\n",
    "def claimed(p):\n    x = 3\n    def f():\n        y = x\n        x = 2\n        return y\n    return f(), 1\n",
    *(
        f"def f(a, b=1):\n    return a\ndef claimed(p):\n    return [f({given}), p.word]\n"
        for given in ("", "p.n, 2, 3", "p.n, a=3", "p.n, c=3", "b=3")
    ),
)


def _definitions() -> Iterator[Edge]:
    """Values of one shape and kind; names and depths; a variance at the fortieth digit, and a long tail."""
    sides = {side: f"def {side}(p):\n    return [p.n, p.word]\n" for side in ("claimed", "true")}
    same = _document("evaluation", {"instance": {"n": 3, "word": "red"}, **sides, "relation": "equals"}, {})
    texts = ["[p.n]", "[p.n, p.word, 1]", "[p.n, p.word, []]", "(p.n, None)", "[p.n, p.missing]", "3"]
    deep: Any = 1
    for _ in range(60):
        deep = [deep]
    changes: list[dict[str, Any]] = [{"instance.claimed": f"def claimed(p):\n    return {text}\n"} for text in texts]
    nothing = {f"instance.{side}": f"def {side}(p):\n    return [p.n][1:]\n" for side in ("claimed", "true")}
    changes += [nothing, {"instance.relation": "less"}, {"instance.instance.1a": 1}, {"instance.instance.a b": 1}]
    changes += [{"instance.instance.deep": deep}, {"instance.instance.record": {"_a": 1}}]
    changes += [{"instance.claimed": text} for text in _REFUSED]
    yield same, _changed(same, *changes)
    other = _changed(same, {"instance.true": "def true(p):\n    return [p.n == 3, p.n]\n"})[0]
    yield other, _changed(other, {"instance.relation": "at most"})
    record = _changed(same, {"instance.instance.n": {"half": "1/2", "row": [1, {"last": "2/3"}]}})[0]
    yield record, _changed(record, {"instance.relation": "at most"})
    for epsilon, delta, digits, variance in BUDGETS:
        most, less = f"{variance}/{10**digits}", f"{variance - 2}/{10**digits}"
        made = _document(
            "gaussian-variance",
            {"epsilon": epsilon, "delta": delta, "sensitivity": 1},
            {"variance": most, "insufficient": less},
        )
        certain = {"instance.delta": 1, "evidence.insufficient": DROPPED}
        yield made, _changed(made, {"evidence.variance": less}, {"evidence.insufficient": most}, certain)


def _proofs() -> Iterator[Edge]:
    """VIPR: an equation, a strict end, assumptions that stay, and a number that is too long."""
    one = "VER 1.0 VAR 1 x INT 1 0 OBJ min 1 0 1 CON 2 0 L G {} 1 0 1 U L 5/2 1 0 1 RTP range {} inf SOL 0 DER 1 {}"
    good = proof(one.format("1/2", "1", "D G 1 OBJ { rnd 1 0 1 } -1"))
    steps = ["D G 2 OBJ { rnd 1 0 1 } -1", "D G 1 OBJ { lin 1 0 1 } -1", "D E 1 OBJ { rnd 1 0 1 } -1"]
    longest = one.format("0." + "1" * 100_001, "1", "D G 1 OBJ { rnd 1 0 1 } -1")
    steps += ["D L 1 OBJ { rnd 1 0 1 } -1", "D G 1 1 0 1/2 { rnd 1 0 1/2 } -1"]
    continuous = one.format("1/2", "1", "D G 1 OBJ { rnd 1 0 1 } -1").replace("INT 1 0", "INT 0")
    yield good, [*(proof(one.format("1/2", "1", step)) for step in steps), proof(longest), proof(continuous)]
    better = one.replace("SOL 0 DER 1", "SOL 1 p 1 0 2 DER 2").replace("range {}", "range 2")
    known = proof(better.format("3/2", "S L 1 OBJ { sol } -1 D G 1/2 0 { lin 2 0 1 2 -1 } -1"))
    assumed = ("S L 0 OBJ { sol } -1", "S G 1 OBJ { sol } -1", "S L 1 1 0 2 { sol } -1", "S E 1 OBJ { sol } -1")
    rest = " D G 2 0 { lin 2 0 1 2 -1 } -1"
    yield known, [proof(better.format("3/2", step + rest)) for step in assumed]
    empty = one.replace("range {}", "infeas").replace(" inf SOL", " SOL").replace("5/2", "1/4")
    absurd = proof(empty.format("1/2", "D G 1/4 0 { lin 2 0 1 1 -1 } -1"))
    nothing = ["D L 2 0 { lin 2 1 1 0 -1 } -1", "D G -2 0 { lin 2 0 1 1 -1 } -1", "D E 0 0 { lin 0 } -1"]
    yield absurd, [proof(empty.replace("1/4", "5/2").format("1/2", step)) for step in nothing]


def _splits() -> Iterator[Edge]:
    """VIPR: both sides of a split, what they discharge, and what a file may say of solutions, ranges and indices."""
    head = "VER 1.0 VAR 2 x y INT 1 0 OBJ min 2 0 1 1 1 CON 4 0 A G 1/2 1 0 1 B L 5/2 1 0 1 C G 0 1 1 1 D L 9 1 1 1 "
    sides = "P L 0 1 0 1 { asm } 7 Q G 1 1 0 1 { asm } 7 R G 1/2 0 { lin 2 0 1 4 -1 } 7 "
    goal = "S G 1 1 0 1 { uns 6 4 5 5 } 8 T G 1 OBJ { lin 2 7 1 2 1 } -1"
    true = f"{head}RTP range 1 3 SOL 2 p 2 0 2 1 1 q 1 0 1 DER 5 {sides}{goal}"
    false = (
        ("Q G 1 1 0 1", "Q G 2 1 0 1"),
        ("P L 0 1 0 1 { asm } 7 Q G 1", "P L 1/2 1 0 1 { asm } 7 Q G 3/2"),
        ("Q G 1 1 0 1", "Q G 1 1 1 1"),
        ("Q G 1 1 0 1", "Q E 1 1 0 1"),
        ("INT 1 0", "INT 1 1"),
        ("INT 1 0", "INT 1 -1"),
        ("INT 1 0", "INT 1 2"),
        ("INT 1 0", "INT 2 0 -1"),
        ("INT 1 0", "INT 2 0 2"),
        ("uns 6 4 5 5", "uns 6 5 5 4"),
        ("uns 6 4 5 5", "uns 6 4 5 4"),
        ("uns 6 4 5 5", "uns 5 4 5 5"),
        ("uns 6 4 5 5", "uns 6 4 6 5"),
        ("uns 6 4 5 5", "uns 9 4 5 5"),
        ("uns 6 4 5 5", "uns -1 4 5 5"),
        ("S G 1 1 0 1", "S G 2 1 0 1"),
        ("S G 1 1 0 1", "S E 1 1 0 1"),
        ("lin 2 0 1 4 -1", "lin 2 0 1 4 1"),
        ("lin 2 0 1 4 -1", "lin 2 0 1 4 0"),
        ("lin 2 0 1 4 -1", "lin 2 0 1 0 -1"),
        ("lin 2 0 1 4 -1", "lin 3 0 1/2 0 1/2 4 -1"),
        ("lin 2 0 1 4 -1", "lin 2 0 1 6 -1"),
        ("{ asm } 7 Q", "{ asm } 6 Q"),
        ("{ asm } 7 R", "{ asm } 6 R"),
        ("4 -1 } 7 S", "4 -1 } 6 S"),
        ("5 5 } 8 T", "5 5 } 7 T"),
        ("T G 1 OBJ { lin 2 7 1 2 1 }", "T G 1 OBJ { asm }"),
        ("T G 1 OBJ", "T G 1/2 OBJ"),
        ("T G 1 OBJ", "T L 1 OBJ"),
        ("range 1 3", "range 1 1/2"),
        ("range 1 3", "range 3/2 3"),
        ("range 1 3", "range 3 1"),
        ("range 1 3", "infeas"),
        ("q 1 0 1", "q 1 0 0"),
        ("q 1 0 1", "q 1 0 3"),
        ("q 1 0 1", "q 1 0 3/2"),
        ("q 1 0 1", "q 2 0 1 1 10"),
        ("q 1 0 1", "q 2 0 1 0 1"),
        ("q 1 0 1", "q 1 2 1"),
        ("q 1 0 1", "q -1"),
        ("DER 5", "DER 4"),
        ("DER 5", "DER 6"),
        ("VER 1.0", "VER 1"),
        ("OBJ min", "OBJ least"),
        ("A G 1/2", "A GE 1/2"),
        ("lin 2 0 1 4", "line 2 0 1 4"),
        ("lin 2 0 1 4", "[ lin 2 0 1 4"),
        ("4 -1 } 7", "4 -1 ] 7"),
        ("lin 2 0 1 4 -1", "lin weak { 0 } 2 0 1 4 -1"),
        ("lin 2 0 1 4 -1", "lin incomplete 0 4"),
    )
    yield proof(true), [proof(true.replace(*change)) for change in false]
    dearest = (
        true.replace("min", "max").replace("range 1 3", "range 3 11").replace(goal, "T L 23/2 OBJ { lin 2 1 1 3 1 } -1")
    )
    most = dearest.replace("DER 5", "DER 4").replace("range 3 11", "range 3 23/2")
    below = (("range 3 23/2", "range 7/2 23/2"), ("range 3 23/2", "range 3 11"), ("T L 23/2", "T G 23/2"))
    yield proof(most), [proof(most.replace(*change)) for change in below]
    known = f"{head}RTP range 1 1 SOL 1 q 1 0 1 DER 2 S L 1 OBJ {{ sol }} -1 T G 1 1 0 1 {{ rnd 1 0 1 }} -1 "
    proved = known.replace("DER 2", "DER 3") + "V G 1 OBJ { lin 2 5 1 2 1 } -1"
    beyond = proved.replace("range 1 1", "range 2 2").replace("q 1 0 1", "q 1 0 2")
    strict = ("S L 0 OBJ", "S G 1 OBJ", "S L 1 1 0 1")
    yield proof(proved), [proof(beyond), *(proof(proved.replace("S L 1 OBJ", step)) for step in strict)]
    one = "VER 1.0 VAR 1 x INT 1 0 OBJ min 1 0 1 CON 2 0 A G 3/2 1 0 1 B L 5/2 1 0 1 "
    goal = "RTP range 2 2 SOL 1 q 1 0 2 DER 2 S L 1 OBJ { sol } -1 D G 1/2 0 { lin 2 0 1 2 -1 } -1"
    yield proof(one + goal), [proof(one + goal.replace("range 2 2", end)) for end in ("range 5 inf", "infeas")]
    mirrored = goal.replace("S L 1", "S G 3").replace("lin 2 0 1 2 -1", "lin 2 2 1 1 -1")
    most = one.replace("min", "max")
    ends = ("range -inf 1", "infeas")
    yield proof(most + mirrored), [proof(most + mirrored.replace("range 2 2", end)) for end in ends]
    for gap, signs in (("-1", "1 1 -1"), ("1", "-1 1 1")):
        same = "VER 1.0 VAR 1 x INT 0 OBJ min 0 CON 2 0 A E 1 1 0 1 B E {} 1 0 1 RTP infeas SOL 0 DER 1 "
        same += f"D E {gap} 0 {{{{ lin 2 0 {signs} }}}} -1"
        yield proof(same.format(2)), [proof(same.format(1))]
    yield _branched("1/4", "3/4", "1", "1/4"), [_branched("1/2", "3/2", "1/2", "1/2")]
    yield _branched("1/8", "3/8", "2", "1/4"), [_branched("1/8", "5/8", "2", "1/4")]


def _branched(low: str, high: str, factor: str, gap: str) -> Document:
    """No integer lies between the ends: either factor x <= 0 or factor x >= 1, if the factor is an integer."""
    back = {"1": "1", "2": "1/2", "1/2": "2"}[factor]
    return proof(
        f"VER 1.0 VAR 1 x INT 1 0 OBJ min 1 0 1 CON 2 0 A G {low} 1 0 1 B L {high} 1 0 1 RTP infeas SOL 0 DER 5 "
        f"P L 0 1 0 {factor} {{ asm }} -1 Q G 1 1 0 {factor} {{ asm }} -1 R G {low} 0 {{ lin 2 0 1 2 -{back} }} -1 "
        f"T G {gap} 0 {{ lin 2 1 -1 3 {back} }} -1 U G 1/8 0 {{ uns 4 2 5 3 }} -1"
    )


def _rows() -> Iterator[Edge]:
    """A stream at the edge of its rest, and a delivery in which every cell is held against the plan."""
    budget = ["1", "1/10", "1/8"]
    rows = [[f"p{j}", "yes" if j < 2 else "no", *budget, str(share)] for j, share in enumerate((20, 20, 30))]
    sizes = {"parties": 3, "active": 2, "threshold": 1, "dropouts": 0}
    made = stream([rows], sizes, (20, 3, 37), [["p1", "1", "1/10", "1/8"]])
    table = "instance.tables.0"
    plan = "instance.plan"
    yield (
        made,
        _changed(
            made,
            {f"{plan}.evidence.rest": 38},
            {f"{plan}.instance.dropouts": 1},
            {f"{plan}.instance.dropouts": 2},
            {f"{plan}.instance.threshold": 3},
            {f"{plan}.instance.parties": 2},
            {f"{plan}.instance.parties": 4},
            {f"{plan}.instance.active": 3},
            {f"{plan}.instance.threshold": 0},
            {f"{plan}.kind": "noise"},
            {f"{table}.1.0": ""},
            {f"{table}.1.0": "p" * 1001},
            {f"{table}.1.1": "maybe"},
            {f"{table}.1.5": "11"},
            {f"{table}.2": ["p1", "yes", *budget]},
            {f"{table}.0": ["name", "active", "epsilon", "delta", "sensitivity", "name"]},
            {f"{table}.0.5": "variance"},
            {f"{table}.0": [*made["instance"]["tables"][0][0], "town"], f"{table}.1": [*rows[0], "x"]},
            {"instance.asked": [["p1", "99/100", "1/10", "1/8"]]},
            {"instance.asked": [["p1", "1", "1/11", "1/8"]]},
            {"instance.asked": [["p1", "1", "1/10", "1/7"]]},
            {"instance.asked": [["p7", "1", "1/10", None]]},
            {f"{table}.1.0": "p1"},
            {f"{table}.1.0": "'p1"},
        ),
    )
    yield made, [stream([rows], sizes, (20, 3, 1))]
    heavy = [[*row[:5], share] for row, share in zip(rows, ("60", "70", "80"), strict=True)]
    everybody = [{**sizes, "threshold": 3}, {**sizes, "threshold": 2, "dropouts": 1}]
    yield stream([heavy], sizes, (80, 0, 130)), [stream([heavy], more, (0, 0, 0)) for more in everybody]
    certain, wide = (
        [[*row[:place], cell, *row[place + 1 :]] for row in heavy]
        for place, cell in ((3, "1"), (2, "1" + " " * 70_000))
    )
    yield stream([heavy], sizes, (80, 0, 130)), [stream([table], sizes, (80, 0, 130)) for table in (certain, wide)]
    faint = [
        [*row[:2], "1/10", "1/1000000", "1/8", "12"] for row in rows
    ]  # nobody may collude: nothing is promised, and nothing needed
    yield stream([faint], {**sizes, "threshold": 0}, (12, 0, 24)), [stream([faint], sizes, (12, 0, 24))]
    told = _changed(made, *(_told(rows, noise) for noise in ("5/16", "4/16", "6/16")))
    yield told[0], told[1:]
    header = made["instance"]["tables"][0][0]
    yield (
        made,
        _changed(
            made,
            {"instance.tables.0": [[*header, header[5]], *([*row, row[5]] for row in rows)]},
            {
                "instance.tables.0": [
                    [name for name in header if name != "active"],
                    *([row[0], *row[2:]] for row in rows),
                ]
            },
        ),
    )
    falling = [[*row[:5], share] for row, share in zip(rows, ("60", "12", "12"), strict=True)]
    yield (
        stream([falling], sizes, (12, 0, 24)),
        [stream([falling], sizes, (12, 0, 2)), stream([falling], sizes, (12, 0, 25))],
    )
    yield from _cells()


def _told(rows: list[list[str]], noise: str) -> dict[str, Any]:
    """The rows of a stream with a variance for people; the first two have the same."""
    header = ["name", "active", "epsilon", "delta", "sensitivity", "grid_variance", "noise_variance"]
    cells = (noise, noise, "30/64")
    return {"instance.tables.0": [header, *([*row, cell] for row, cell in zip(rows, cells, strict=True))]}


def _cells() -> Iterator[Edge]:
    header = ["name", "active", "epsilon", "delta", "sensitivity", "grid"]
    header += ["grid_variance", "noise_variance", "noise_sigma", "required_variance"]
    plan = _plan(100, "1", "1/10")
    rows = [[name, "yes", "1", "1/10", "1", "1", "100", "100", "10.000001"] for name in ("a", "'b")]
    made = delivery(plan, [[header, *([*row, REQUIRED] for row in rows)]], [["a", "1", "1/10", "1"]])
    row = "instance.tables.0.1"
    names = {"instance.plan.instance.names": ["a", "'b"]}
    yield (
        made,
        _changed(
            made,
            {f"{row}.1": "no"},
            {f"{row}.2": "2"},
            {f"{row}.3": "1/11"},
            {f"{row}.4": "2"},
            {f"{row}.5": "1/2"},
            {f"{row}.7": "99.9999"},
            {f"{row}.7": "100.001"},
            {f"{row}.8": "9.99999"},
            {f"{row}.8": "10.001"},
            {f"{row}.9": "0"},
            {f"{row}.9": MORE},
            {f"{row}.9": LESS},
            {f"{row}.6": "99"},
            {f"{row}.6": "101", f"{row}.7": "101", f"{row}.8": "10.049876"},
            {f"{row}.0": "b"},
            {f"{row}.0": "c"},
            {"instance.tables.0": [header]},
            {"instance.tables.0": [*made["instance"]["tables"][0], ["c", *made["instance"]["tables"][0][1][1:]]]},
            {"instance.tables.0": [*made["instance"]["tables"][0], made["instance"]["tables"][0][1]]},
            {"instance.tables.0": made["instance"]["tables"][0][:2]},
            {"instance.asked": [["b", "1/2", "1/10", None]]},
            {"instance.plan.kind": "noise-stream"},
        ),
    )
    silent = _changed(made, {"instance.tables.0.2.9": "0", **names})[0]
    silent["instance"]["plan"]["instance"]["sensitivity"] = [1, 0]
    silent["instance"]["tables"][0][2][4] = "0"
    yield silent, _changed(silent, {"instance.tables.0.2.9": "1"}, {f"{row}.9": "0"})
