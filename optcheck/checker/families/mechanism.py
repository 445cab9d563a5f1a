"""Facts about mechanisms that publish a randomised version of one bit. Standard library only.

A mechanism is two rows of probabilities over its outputs, for bit 0 and bit 1. A test rejects bit 0 on a set of
outputs; its errors are (missed detection, false alarm) = (chance of not rejecting on bit 1, of rejecting on bit 0).
The region of a mechanism is the convex hull of the errors of all tests.
"""

from __future__ import annotations

from fractions import Fraction

from optcheck.checker import work
from optcheck.checker.core import Exact, Fact, Finding, Kind, number_text, require, shown, whole
from optcheck.checker.reading import (
    Nothing,
    Reader,
    Record,
    either,
    integer,
    needed,
    number,
    row,
    same_length,
    sequence,
)

Mechanism = tuple[list[Exact], list[Exact]]
_CHANCES = sequence(number(least=0, most=1), least=1)
_LINE = row(number(), number(), number())
MOST_ROWS = 12  # that a sentence shows


def mechanism(value: object, where: str) -> Mechanism:
    """Read two rows of probabilities over the same outputs."""
    found = row(_CHANCES, _CHANCES)(value, where)
    require(len(found[0]) == len(found[1]), where, "two rows of one length", [len(found[0]), len(found[1])])
    for chances in found:
        total = work.total(chances)
        require(total == 1, where, "probabilities with total 1", number_text(total))
    return found


class _Two(Record):
    strong = weak = needed(mechanism)


class _Kernel(Record):
    kernel = needed(sequence(_CHANCES))


class _Separation(Record):
    test = needed(sequence(integer(0, 1)))
    line = needed(_LINE)


def check_post_processing(instance: _Two, evidence: _Kernel | _Separation) -> Finding:
    """A kernel turns the first mechanism into the second, or a test shows that none does."""
    words = f"the mechanism {_shown(instance.weak)} is {{}} {_shown(instance.strong)}"
    if isinstance(evidence, _Kernel):
        _check_kernel(instance.strong, instance.weak, evidence.kernel)
        found = Fact("weak", "is", "a post-processing of strong")
        return Finding(words.format("a post-processing of"), facts=(found,))
    _check_separated(instance.strong, instance.weak, evidence.test, evidence.line)
    outside = Fact("region of weak", "is", "not inside the region of strong")
    facts = (Fact("weak", "is", "not a post-processing of strong"), outside)
    return Finding(words.format("not a post-processing of"), facts=facts)


def _shown(mechanism: Mechanism) -> str:
    return f"[{shown(tuple(mechanism[0]))}, {shown(tuple(mechanism[1]))}]"


def _check_kernel(strong: Mechanism, weak: Mechanism, kernel: list[list[Exact]]) -> None:
    same_length("kernel", kernel, len(strong[0]))
    for chances in kernel:
        same_length("kernel", chances, len(weak[0]))
        total = work.total(chances)
        require(total == 1, "kernel", "rows with total 1", number_text(total))
    for bit in (0, 1):
        made = [work.dot(strong[bit], column) for column in zip(*kernel, strict=True)]
        require(made == weak[bit], f"processed row {bit}", shown(tuple(weak[bit])), shown(tuple(made)))


def _check_separated(strong: Mechanism, weak: Mechanism, test: list[int], line: tuple[Exact, Exact, Exact]) -> None:
    """A test of the weak mechanism has errors below a line that all tests of the strong one respect.

    a * missed + b * alarm is a sum over outputs, so the least of all tests takes the smaller share of each output.
    """
    same_length("test", test, len(weak[0]))
    a, b, c = line
    shares = [(a * q, b * p) for p, q in zip(*strong, strict=True)]
    least = work.total(min(share) for share in shares)
    require(least >= c, "errors of every test", f">= {number_text(c)}", number_text(least))
    low = work.total(b * p if mark else a * q for p, q, mark in zip(*weak, test, strict=True))
    require(low < c, "errors of the separated test", f"< {number_text(c)}", number_text(low))


class _One(Record):
    mechanism = needed(mechanism)


def check_privacy(instance: _One, evidence: Nothing) -> Finding:
    """The least lambda for which the mechanism is lambda-private: the largest ratio of an output's two chances."""
    pairs = [pair for pair in zip(*instance.mechanism, strict=True) if any(pair)]
    for pair in pairs:
        work.pay(*pair)
    if any(0 in pair for pair in pairs):
        facts = (Fact("least lambda", "is", "infinite"),)
        return Finding(f"the mechanism {_shown(instance.mechanism)} is private for no lambda", facts=facts)
    least = whole(max(Fraction(max(pair)) / min(pair) for pair in pairs))
    text = f"the mechanism {_shown(instance.mechanism)} is lambda-private from lambda = {shown(least)} on"
    return Finding(text, least, (Fact("least lambda", "=", least),))


class _Point(_One):
    errors = needed(row(number(), number()))


class _Test(Record):
    test = needed(sequence(number(least=0, most=1)))


class _Line(Record):
    line = needed(_LINE)


def check_point(instance: _Point, evidence: _Test | _Line) -> Finding:
    """A test of the mechanism has exactly these errors, or a line keeps all tests from them."""
    zero, one = instance.mechanism
    missed, alarm = instance.errors
    inside = isinstance(evidence, _Test)
    if isinstance(evidence, _Test):
        same_length("test", evidence.test, len(zero))
        found = (
            work.total(q * (1 - r) for q, r in zip(one, evidence.test, strict=True)),
            work.dot(zero, evidence.test),
        )
        require(found == (missed, alarm), "errors of the test", shown((missed, alarm)), shown(found))
    else:
        a, b, c = evidence.line
        least = work.total(min(a * q, b * p) for p, q in zip(zero, one, strict=True))
        require(least >= c, "errors of every test", f">= {number_text(c)}", number_text(least))
        low = a * missed + b * alarm
        require(low < c, "the given errors", f"< {number_text(c)}", number_text(low))
    where = f"the errors {shown((missed, alarm))} are {'' if inside else 'not '}in the region of"
    return Finding(f"{where} {_shown(instance.mechanism)}", facts=(Fact("in the region", "is", inside),))


class _Rows(Record):
    level = needed(number(least=1))
    rows = needed(sequence(sequence(number(), least=1), least=1))
    neighbours = needed(sequence(row(integer(0), integer(0))))


def check_neighbours(instance: _Rows, evidence: Nothing) -> Finding:
    """Rows of chances, some of which are neighbours: no output may be more than lambda times as likely in one."""
    rows, pairs = instance.rows, instance.neighbours
    for chances in rows:
        same_length("rows", chances, len(rows[0]))
    for one, other in pairs:
        require(max(one, other) < len(rows), "neighbours", f"0..{len(rows) - 1}", [one, other])
    word = "private" if _keeps(rows, pairs, instance.level) else "not private"
    if not all(min(chances) >= 0 and work.total(chances) == 1 for chances in rows):
        word = "no distribution"
    facts = (Fact("mechanism", "is", word),)
    more = f", ... {len(rows)} in all," if len(rows) > MOST_ROWS else ""
    shape = ", ".join(shown(tuple(chances)) for chances in rows[:MOST_ROWS]) + more
    return Finding(f"the mechanism with rows {shape} at lambda {shown(instance.level)} is {word}", facts=facts)


def _keeps(rows: list[list[Exact]], pairs: list[tuple[int, int]], level: Exact) -> bool:
    for one, other in pairs:
        work.pay_each(rows[one], times=2)
        work.pay_each(rows[other], times=2)
        for p, q in zip(rows[one], rows[other], strict=True):
            if p > level * q or q > level * p:
                return False
    return True


_PROCESSED: Reader[_Kernel | _Separation] = either(_Kernel, _Separation)
_LOCATED: Reader[_Test | _Line] = either(_Test, _Line)
KINDS = {
    "bit-privacy": Kind(_One, Nothing, check_privacy),
    "post-processing": Kind(_Two, _PROCESSED, check_post_processing),
    "region-point": Kind(_Point, _LOCATED, check_point),
    "neighbour-privacy": Kind(_Rows, Nothing, check_neighbours),
}
