"""Small pictures for the report, drawn as SVG text that follows the colours of the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape
from itertools import groupby

from optcheck.audit.showing.readable import as_fraction

WIDTH, BAR, GAP = 400, 14, 6
LABEL = 96
MOST_PAIRS = 24
MARKS = {".": "right", "x": "wrong", "!": "undefined"}
SMALLEST_DIFFERENCE = Fraction(1, 100)  # below one part in a hundred two bars look the same


def share_bar(counts: Mapping[str, int]) -> str:
    """One bar, split in proportion to the counts."""
    total = sum(counts.values())
    parts, start = [], Fraction(0)
    for name, count in counts.items():
        if count:
            width = Fraction(count * 100, total)
            parts.append(
                f'<rect class="fill-{name}" x="{float(start):.2f}" y="0" width="{float(width):.2f}" height="8">'
                f"<title>{escape(name)}: {count}</title></rect>"
            )
            start += width
    label = ", ".join(f"{count} {name}" for name, count in counts.items() if count)
    shape = 'viewBox="0 0 100 8" preserveAspectRatio="none"'
    return f'<svg class="share" {shape} role="img" aria-label="{escape(label)}">{"".join(parts)}</svg>'


def claimed_and_true(claimed: object, true: object) -> str | None:
    """Bars for what is claimed and what is true, where both are several numbers that visibly differ."""
    pairs = _pairs(claimed, true)
    if not 2 <= len(pairs) <= MOST_PAIRS or not any(_visibly_differ(*pair) for _, *pair in pairs):
        return None
    return _bars(pairs)


def _pairs(claimed: object, true: object) -> list[tuple[str, Fraction, Fraction]]:
    if isinstance(claimed, list) and isinstance(true, list) and len(claimed) == len(true):
        named = [(str(index + 1), left, right) for index, (left, right) in enumerate(zip(claimed, true, strict=True))]
    elif isinstance(claimed, dict) and isinstance(true, dict) and claimed.keys() == true.keys():
        named = [(str(name), claimed[name], true[name]) for name in claimed]
    else:
        return []
    pairs = []
    for name, left, right in named:
        first, second = as_fraction(left), as_fraction(right)
        if first is None or second is None:
            return []
        pairs.append((name, first, second))
    return pairs


def strip(survey: str) -> str:
    """Where on the grid a form is wrong: one stripe an instance, in the declared order."""
    runs = [(mark, len(list(group))) for mark, group in groupby(survey)]
    parts, start = [], 0
    for mark, length in runs:
        parts.append(f'<rect class="mark-{MARKS[mark]}" x="{start}" y="0" width="{length}" height="1"/>')
        start += length
    shape = f'viewBox="0 0 {len(survey)} 1" preserveAspectRatio="none"'
    return f'<svg class="strip" {shape} role="img" aria-label="where the printed form is wrong">{"".join(parts)}</svg>'


def _visibly_differ(left: Fraction, right: Fraction) -> bool:
    return abs(left - right) > SMALLEST_DIFFERENCE * max(abs(left), abs(right))


def _bars(pairs: Sequence[tuple[str, Fraction, Fraction]]) -> str:
    low = min(Fraction(0), *(min(left, right) for _, left, right in pairs))
    high = max(Fraction(0), *(max(left, right) for _, left, right in pairs))
    span = high - low
    rows = [
        (f"{name} {word}".strip(), value, word)
        for name, left, right in pairs
        for word, value in (("claimed", left), ("true", right))
    ]
    zero = LABEL - low * (WIDTH - LABEL) / span
    drawn = [_bar(index, row, zero, span) for index, row in enumerate(rows)]
    height = len(rows) * (BAR + GAP)
    axis = f'<line class="axis" x1="{float(zero):.1f}" x2="{float(zero):.1f}" y1="0" y2="{height}"/>'
    return (
        f'<svg class="bars" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="claimed and true values">'
        f"{''.join(drawn)}{axis}</svg>"
    )


def _bar(index: int, row: tuple[str, Fraction, str], zero: Fraction, span: Fraction) -> str:
    label, value, word = row
    top = index * (BAR + GAP)
    length = abs(value) * (WIDTH - LABEL) / span
    left = zero if value >= 0 else zero - length
    width = max(float(length), 0.5)
    return (
        f'<text x="{LABEL - 8}" y="{top + BAR - 3}" text-anchor="end">{escape(label)}</text>'
        f'<rect class="bar-{word}" x="{float(left):.1f}" y="{top}" width="{width:.1f}" height="{BAR}"/>'
    )
