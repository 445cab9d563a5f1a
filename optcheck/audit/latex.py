"""Markdown of the documents here (headings, items, paragraphs, code) as LaTeX that any engine sets."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

_HEAD = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{amsmath,amssymb,textcomp}
\begin{document}
\sloppy
"""
_ASCII = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\ensuremath{<}", ">": r"\ensuremath{>}",
    "|": r"\textbar{}",
}  # fmt: skip
_SIGNS = {
    "·": "\\cdot", "×": "\\times", "‖": "\\|", "←": "\\leftarrow", "→": "\\rightarrow", "⇒": "\\Rightarrow",
    "⇔": "\\Leftrightarrow", "∀": "\\forall", "∃": "\\exists", "∅": "\\emptyset", "∈": "\\in", "∉": "\\notin",
    "−": "-", "√": "\\surd", "∞": "\\infty", "∩": "\\cap", "∪": "\\cup", "≈": "\\approx", "≠": "\\neq", "≤": "\\leq",
    "≥": "\\geq", "⊂": "\\subset", "⊆": "\\subseteq", "⊗": "\\otimes", "⌊": "\\lfloor", "⌋": "\\rfloor",
    "⌈": "\\lceil", "⌉": "\\rceil", "∑": "\\sum", "∏": "\\prod", "∂": "\\partial", "±": "\\pm", "ϵ": "\\epsilon",
}  # fmt: skip
_QUOTES = {"“": "``", "”": "''", "‘": "`", "’": "'", "…": r"\ldots{}", "–": "--", "—": "---", "\u00a0": "~"}
_ACCENTS = {"\u0302": "\\hat", "\u0303": "\\tilde", "\u0304": "\\bar"}
_GREEK = {"omicron": "o", "final sigma": "\\varsigma"}
_CODE = re.compile(r"`([^`]*)`")


def as_latex(markdown: str) -> str:
    """The whole document."""
    return _HEAD + "\n".join([*_lines(markdown.splitlines()), "\\end{document}"]) + "\n"


def _lines(lines: list[str]) -> Iterator[str]:
    in_code = False
    for place, line in enumerate(lines):
        if line.startswith("```"):
            in_code = not in_code
            yield "\\begin{verbatim}" if in_code else "\\end{verbatim}"
        elif in_code:
            yield line
        else:
            before, after = (lines[at] if 0 <= at < len(lines) else "" for at in (place - 1, place + 1))
            is_item = line.startswith("- ")
            yield from ["\\begin{itemize}"] if is_item and not before.startswith("- ") else []
            yield _line(line)
            yield from ["\\end{itemize}"] if is_item and not after.startswith("- ") else []


def _line(line: str) -> str:
    for mark, command in (("### ", "subsection*"), ("## ", "section*"), ("# ", "section*")):
        if line.startswith(mark):
            return f"\\{command}{{{escaped(line.removeprefix(mark))}}}"
    return f"\\item {_text(line.removeprefix('- '))}" if line.startswith("- ") else _text(line)


def _text(line: str) -> str:
    parts = _CODE.split(line)  # code at every second place
    return "".join(f"\\texttt{{{escaped(part)}}}" if place % 2 else escaped(part) for place, part in enumerate(parts))


def escaped(text: str) -> str:
    r"""A text as LaTeX shows it; what LaTeX has no name for is named.

    >>> escaped("σ² ≤ 50 %")
    '\\ensuremath{\\sigma}\\ensuremath{^{2}} \\ensuremath{\\leq} 50 \\%'
    """
    return re.sub(r"(.)([\u0302-\u0304])|(.)", _matched, text, flags=re.DOTALL)


def _matched(found: re.Match[str]) -> str:
    base, accent, alone = found.groups()
    return f"\\ensuremath{{{_ACCENTS[accent]}{{{_character(base)}}}}}" if accent else _character(alone)


def _character(character: str) -> str:
    if ord(character) < 128:
        return _ASCII.get(character, character)
    if character in _QUOTES:
        return _QUOTES[character]
    return _formula(character) or _letter(character)


def _formula(character: str) -> str | None:
    """What stands in a formula: a sign, a Greek letter, an exponent, an index."""
    words = unicodedata.name(character, "").lower()
    kind, _, base = unicodedata.decomposition(character).partition(" ")
    if character in _SIGNS:
        inner = _SIGNS[character]
    elif words.startswith("greek ") and " letter " in words:
        inner = _greek(*words.removeprefix("greek ").split(" letter "))
    elif kind in ("<super>", "<sub>"):
        inner = f"{'^' if kind == '<super>' else '_'}{{{_plain(chr(int(base, 16)))}}}"
    else:
        return None
    return f"\\ensuremath{{{inner}}}"


def _plain(character: str) -> str:
    return _SIGNS.get(character, character) if character.isascii() or character in _SIGNS else escaped(character)


def _greek(size: str, name: str) -> str:
    """Capitals that look Latin are Latin letters in LaTeX."""
    name = name.replace("lamda", "lambda")
    if size == "small":
        return _GREEK.get(name, f"\\{name}")
    has_own = name in ("gamma", "delta", "theta", "lambda", "xi", "pi", "sigma", "upsilon", "phi", "psi", "omega")
    return f"\\{name.capitalize()}" if has_own else name[:1].upper()


def _letter(character: str) -> str:
    """Latin letters as they are; anything else by its name."""
    if unicodedata.name(character, "").startswith("LATIN "):
        return character
    fraction = unicodedata.normalize("NFKC", character).replace("\u2044", "/")
    if fraction.isascii():
        return escaped(fraction)
    return f"[{unicodedata.name(character, 'unnamed character').lower()}]"
