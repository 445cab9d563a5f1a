"""Texts as Markdown: every sign that would mean something there is taken by its letter."""

import re
from collections.abc import Iterable, Sequence
from html import unescape

from optcheck.audit.typeset import typeset_text

_SIGNS = re.compile(r"([\\`*_{}\[\]<>#|$~^&])")
_LIST = re.compile(r"^(\d*)([-+=:.)])")  # what would begin a list
_SYMBOLS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "eta": "η", "theta": "θ", "lambda": "λ",
    "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "omega": "ω",
    "Gamma": "Γ", "Delta": "Δ", "Phi": "Φ", "<=": "≤", ">=": "≥", "!=": "≠", "^2": "²",
}  # fmt: skip
_WORDS = re.compile(
    r"(?<![^\W_])(?:" + "|".join(name for name in _SYMBOLS if name.isalpha()) + r")(?![^\W\d_])|[<>!]=|\^2\b"
)


def plain(text: object) -> str:
    r"""A text in which nothing is markup.

    >>> plain("a_i < |D|")
    'a\\_i \\< \\|D\\|'
    """
    escaped = _SIGNS.sub(r"\\\1", " ".join(str(text).split()))
    return _LIST.sub(r"\1\\\2", escaped)


def symbols(text: str) -> str:
    """A text of the code's comments with the papers' letters and signs.

    >>> symbols("rho_min <= sigma^2")
    'ρ_min ≤ σ²'
    """
    return _WORDS.sub(lambda match: _SYMBOLS[match[0]], text)


def formulas(text: str) -> str:
    """A text of the code's comments with its formulas as MathML; nothing else in it is markup."""
    parts = re.split("(<[^>]*>)", typeset_text(symbols(" ".join(text.split()))))
    written = "".join(part if part.startswith("<") else _SIGNS.sub(r"\\\1", unescape(part)) for part in parts)
    return _LIST.sub(r"\1\\\2", written)


def code(text: str) -> str:
    """A text as it is typed."""
    return f"`{text}`"


def fenced(text: str, language: str = "") -> str:
    """Lines as they are typed."""
    return f"```{language}\n{text}\n```"


def raw(html: str, indent: str = "") -> str:
    """HTML as it is."""
    return "\n".join(f"{indent}{line}" for line in ("```{raw} html", html, "```"))


def bullets(items: Iterable[str]) -> str:
    """A list."""
    return "\n".join(f"- {item}" for item in items)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; the cells are Markdown already."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
