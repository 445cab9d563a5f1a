"""Figures and tables fit for a paper: column widths, typeset symbols, colours everybody can tell apart, LaTeX.

All files have the same bytes on every run.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("Agg")

from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.text import Text

ONE_COLUMN, TWO_COLUMNS = 3.5, 7.16  # inches, as in the IEEE's and ACM's two-column layouts
DRAWN = 5.2  # inches of a panel as the figures are laid out, with text of 10 points
TEXT, LINES = 0.8, 0.75  # text of 8 points in print; lines and markers in proportion
LARGEST = 8.5  # points, titles included
STYLE = {
    "axes.grid": True,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "font.family": "STIXGeneral",
    "font.size": 10,
    "grid.alpha": 0.3,
    "mathtext.fontset": "stix",
    "pdf.fonttype": 42,
    "svg.fonttype": "none",
    "svg.hashsalt": "optcheck",
}
_RAISED = re.compile("[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+")  # which not every font has
_RAISED_SYMBOL = re.compile(rf"(?<![\w$])(\d+|[^\W\d_])({_RAISED.pattern})")
_PLAIN = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_POWER = r"\^(?:\([^()]*(?:\([^()]*\))?[^()]*\)|-?[\w.]+)"
_SYMBOL = re.compile(  # a letter by itself (but for the article, I, and s for seconds), or a number with an exponent
    r"(?<![^\W\d]|[_$\\'’.])(?P<base>[B-HJ-Zb-rt-zα-ωΔΣ]|\d+(?=\^))(?P<sub>_\w+)?"
    rf"(?P<power>{_POWER})?(?![\w$'’.])"
)


def typeset(text: str) -> str:
    r"""A label with its symbols in mathematical type.

    >>> typeset("parties n"), typeset("n^1.5 2^(0.72 n)"), typeset("1/K², 10⁻⁵, rank²"), typeset("ε_min")
    ('parties $n$', '$n^{1.5}$ $2^{0.72 n}$', '1/$K^{2}$, $10^{-5}$, rank$^{2}$', '$ε_{\\mathrm{min}}$')
    """
    if "$" in text:
        return text
    if panel := re.match(r"(?:\w+ )?\([a-z]\) ", text):  # the name of a panel is no symbol
        return panel[0] + typeset(text[panel.end() :])
    lowered = _RAISED_SYMBOL.sub(lambda match: f"{match[1]}^{match[2].translate(_PLAIN)}", text)
    return _RAISED.sub(_raised, _SYMBOL.sub(_symbol, lowered))


def _raised(match: re.Match[str]) -> str:
    return f"$^{{{match[0].translate(_PLAIN)}}}$"


def _symbol(match: re.Match[str]) -> str:
    power = (match["power"] or "")[1:]
    power = power[1:-1] if power.startswith("(") else power
    below = f"_{{{_index(match['sub'][1:])}}}" if match["sub"] else ""
    return f"${match['base']}{below}{f'^{{{power}}}' if power else ''}$"


def _index(text: str) -> str:
    """A word below a symbol is upright; letters and numbers are symbols themselves."""
    return f"\\mathrm{{{text}}}" if len(text) > 1 and text.isalpha() else text


def save_figure(figure: Figure, out: Path, name: str) -> list[Path]:
    """Write PNG, SVG and PDF at the width of a column, or of two; a single panel also at two, for a page's width."""
    panels = max(1, round(figure.get_figwidth() / DRAWN))
    _shrink(figure)
    _resize(figure, ONE_COLUMN if panels == 1 else TWO_COLUMNS)
    paths = [out / f"{name}{ending}" for ending in (".png", ".svg", ".pdf")]
    with mpl.rc_context(STYLE):
        figure.savefig(paths[0], dpi=300, metadata={"Software": ""})
        figure.savefig(paths[1], metadata={"Date": None, "Creator": None})
        figure.savefig(paths[2], metadata={"CreationDate": None})
        if panels == 1:
            _resize(figure, TWO_COLUMNS, flatter=0.62)
            paths.append(out / f"{name}-wide.pdf")
            figure.savefig(paths[3], metadata={"CreationDate": None})
    return paths


def _shrink(figure: Figure) -> None:
    for text in figure.findobj(Text):
        text.set_fontsize(min(LARGEST, text.get_fontsize() * TEXT))
        text.set_fontfamily(STYLE["font.family"])
        text.set_math_fontfamily("stix")
        text.set_text(typeset(text.get_text()))
    for line in figure.findobj(Line2D):
        line.set_linewidth(line.get_linewidth() * LINES)
        line.set_markersize(line.get_markersize() * LINES)


def _resize(figure: Figure, width: float, flatter: float = 1.0) -> None:
    height = figure.get_figheight() / figure.get_figwidth() * width
    figure.set_size_inches(width, height * flatter)


# Okabe and Ito (2008), distinguishable with every common kind of colour blindness.
BLUE, ORANGE, GREEN, RED, SKY, PURPLE, YELLOW, BLACK = (
    "#0072B2",
    "#E69F00",
    "#009E73",
    "#D55E00",
    "#56B4E9",
    "#CC79A7",
    "#F0E442",
    "#000000",
)


def new_figure(panels: int = 1, height: float = 3.6) -> tuple[Figure, list[Any]]:
    """A figure with panels side by side, and its axes."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(DRAWN * panels, height), layout="constrained")
        return figure, [figure.add_subplot(1, panels, place + 1) for place in range(panels)]


def new_grid(rows: int, columns: int, height: float) -> tuple[Figure, list[list[Any]]]:
    """A figure with rows of panels, and its axes row by row."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(DRAWN * columns, height), layout="constrained")
        grid = figure.subplots(rows, columns, squeeze=False)
        return figure, [list(row) for row in grid]


def add_legend(axes: Any) -> None:
    """A small legend without a frame, where it hides least."""
    axes.legend(frameon=False, fontsize=8, labelspacing=0.25, handlelength=1.6)


def save_table(out: Path, name: str, header: Sequence[str], rows: Iterable[Sequence[object]]) -> Path:
    """Write a CSV file; floats with twelve significant digits."""
    path = out / f"{name}.csv"
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(header)
        writer.writerows([_csv_text(value) for value in row] for row in rows)
    return path


@dataclass(frozen=True, slots=True)
class Remark:
    """A statement of the paper about its picture, and what the redrawn one shows."""

    statement: str
    measured: str
    follows: bool


def save_remarks(out: Path, name: str, remarks: Iterable[Remark]) -> Path:
    """Write what the paper says about its picture beside what the redrawn one shows."""
    lines = [(remark.statement, remark.measured, "yes" if remark.follows else "no") for remark in remarks]
    return save_table(out, f"{name}-remarks", ("the paper says", "the model gives", "follows"), lines)


def _csv_text(value: object) -> object:
    return f"{value:.12g}" if isinstance(value, float) else value


SPECIAL = {"&": r"\&", "%": r"\%", "#": r"\#", "_": r"\_", "Õ": r"$\tilde{O}$"}


def save_latex(path: Path, header: Sequence[str], rows: Sequence[Sequence[object]], remark: str = "") -> Path:
    """Write the table; symbols are typeset, numbers have three digits, a remark is a comment above it."""
    lines = [f"% {remark}"] if remark else []
    lines += [f"\\begin{{tabular}}{{{'l' * len(header)}}}", r"\toprule", _latex_line(header), r"\midrule"]
    lines += [_latex_line(row) for row in rows] + [r"\bottomrule", r"\end{tabular}", ""]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def _latex_line(row: Sequence[object]) -> str:
    return " & ".join(_latex_cell(value) for value in row) + r" \\"


def _latex_cell(value: object) -> str:
    if isinstance(value, float):
        return f"${value:.3g}$" if abs(value) < 1e4 and (abs(value) >= 1e-3 or value == 0) else _scientific(value)
    return _latex_text(str(value))


def _scientific(value: float) -> str:
    digits, _, exponent = f"{value:.2e}".partition("e")
    return f"${digits} \\cdot 10^{{{int(exponent)}}}$"


def _latex_text(text: str) -> str:
    """Words with their symbols typeset; what LaTeX reads as a command is escaped outside formulas."""
    parts = typeset(text).split("$")
    parts[::2] = ["".join(SPECIAL.get(letter, letter) for letter in part) for part in parts[::2]]
    return re.sub(r"√(\w+)", r"$\\sqrt{\\mathrm{\1}}$", "$".join(parts))
