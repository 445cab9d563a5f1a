"""Figures of a paper: sentences about them as reproductions judged them, and line drawings for the report.

Judgements are read from the CSV files that the reproductions wrote; drawings are self-contained SVG.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from html import escape
from importlib import resources

from optcheck.claims import Measurement


def judged(package: str, reason: str, *names: str) -> Measurement:
    """The sentences of one figure with verdict and measured ratios; verdicts are counted anew from the comparisons."""
    sentences: dict[str, list[dict[str, str]]] = {}
    for name in names:
        text = resources.files(package).joinpath(name).read_text(encoding="utf-8")
        for row in csv.DictReader(text.splitlines()):
            sentences.setdefault(f"{row['place']}: {row['statement']}", []).append(row)
    verdicts = {sentence: _verdict(sentence, rows) for sentence, rows in sentences.items()}
    counts = {word: list(verdicts.values()).count(word) for word in dict.fromkeys(verdicts.values())}
    measured: dict[str, object] = {
        sentence: {"verdict": verdicts[sentence], **{row["comparison"]: row["measured"] for row in rows}}
        for sentence, rows in sentences.items()
    }
    return Measurement(reason=reason, figures={"sentences": counts, **measured})


def _verdict(sentence: str, rows: list[dict[str, str]]) -> str:
    confirmed, total = (sum(int(row[name]) for row in rows) for name in ("held", "of"))
    if confirmed == total or ("most cases" in sentence and 2 * confirmed > total):
        return "reproduced"
    return "partly" if confirmed else "not reproduced"


WIDTH, HEIGHT, MARGIN = 420, 220, 34
STEPS = 120
BLUE, RED = "#0072B2", "#D55E00"

Curve = tuple[str, str, Callable[[float], float]]
Span = tuple[float, float]


def line_drawing(title: str, across: Span, up: Span, curves: Sequence[Curve], marks: Sequence[float]) -> str:
    """Curves (label, colour, function) over an interval, with ticks at the marks."""
    floor = HEIGHT - MARGIN

    def right(x: float) -> float:
        return MARGIN + (x - across[0]) / (across[1] - across[0]) * (WIDTH - 2 * MARGIN)

    def down(y: float) -> float:
        return floor - (y - up[0]) / (up[1] - up[0]) * (HEIGHT - 2 * MARGIN)

    parts = [_text(MARGIN, 14, title, "currentColor", "start"), _frame(floor)]
    for row, (label, colour, function) in enumerate(curves):
        xs = [across[0] + (across[1] - across[0]) * step / STEPS for step in range(STEPS + 1)]
        points = " ".join(f"{right(x):.1f},{down(function(x)):.1f}" for x in xs if function(x) <= up[1])
        parts.append(f'<polyline points="{points}" fill="none" stroke="{escape(colour)}" stroke-width="2"/>')
        parts.append(_text(WIDTH - MARGIN, 32 + 15 * row, label, colour, "end"))
    parts += [_text(right(mark), floor + 16, f"{mark:g}", "currentColor", "middle") for mark in marks]
    shape = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" font-size="12"'
    start = f'<svg xmlns="http://www.w3.org/2000/svg" {shape} role="img"><title>{escape(title)}</title>'
    return f"{start}{''.join(parts)}</svg>"


def _frame(floor: int) -> str:
    return f'<path d="M {MARGIN} {MARGIN} V {floor} H {WIDTH - MARGIN}" fill="none" stroke="currentColor"/>'


def _text(x: float, y: float, content: str, colour: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{escape(colour)}" text-anchor="{anchor}">{escape(content)}</text>'
