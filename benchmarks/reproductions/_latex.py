"""A table as LaTeX, with booktabs: it can be put into a paper as it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from benchmarks.paper import typeset

SPECIAL = {"&": r"\&", "%": r"\%", "#": r"\#", "_": r"\_", "Õ": r"$\tilde{O}$"}


def save_latex(path: Path, header: Sequence[str], rows: Sequence[Sequence[object]], remark: str = "") -> Path:
    """Write the table; symbols are typeset, numbers have three digits, a remark is a comment above it."""
    lines = [f"% {remark}"] if remark else []
    lines += [f"\\begin{{tabular}}{{{'l' * len(header)}}}", r"\toprule", _line(header), r"\midrule"]
    lines += [_line(row) for row in rows] + [r"\bottomrule", r"\end{tabular}", ""]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def _line(row: Sequence[object]) -> str:
    return " & ".join(_cell(value) for value in row) + r" \\"


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"${value:.3g}$" if abs(value) < 1e4 and (abs(value) >= 1e-3 or value == 0) else _scientific(value)
    return _text(str(value))


def _scientific(value: float) -> str:
    digits, _, exponent = f"{value:.2e}".partition("e")
    return f"${digits} \\cdot 10^{{{int(exponent)}}}$"


def _text(text: str) -> str:
    """Words with their symbols typeset; what LaTeX reads as a command is escaped outside formulas."""
    parts = typeset(text).split("$")
    parts[::2] = ["".join(SPECIAL.get(letter, letter) for letter in part) for part in parts[::2]]
    return re.sub(r"√(\w+)", r"$\\sqrt{\\mathrm{\1}}$", "$".join(parts))
