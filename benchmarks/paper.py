"""Figures fit for a paper: column widths, typeset symbols, and the same bytes on every run."""

from __future__ import annotations

import re
from pathlib import Path

import matplotlib as mpl
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


def save(figure: Figure, stem: Path) -> list[Path]:
    """Write PNG, SVG and PDF at the width of a column, or of two; a single panel also at two, for a page's width."""
    panels = max(1, round(figure.get_figwidth() / DRAWN))
    _shrink(figure)
    _resize(figure, ONE_COLUMN if panels == 1 else TWO_COLUMNS)
    paths = [stem.with_name(f"{stem.name}{ending}") for ending in (".png", ".svg", ".pdf")]
    with mpl.rc_context(STYLE):
        figure.savefig(paths[0], dpi=300, metadata={"Software": ""})
        figure.savefig(paths[1], metadata={"Date": None, "Creator": None})
        figure.savefig(paths[2], metadata={"CreationDate": None})
        if panels == 1:
            _resize(figure, TWO_COLUMNS, flatter=0.62)
            paths.append(stem.with_name(f"{stem.name}-wide.pdf"))
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
