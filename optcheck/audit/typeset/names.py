"""How names are typeset: the papers' symbols in italics with subscripts, words upright."""

from __future__ import annotations

import re
from html import escape

GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "Delta": "Δ", "epsilon": "ε", "eps": "ε", "eta": "η",
    "theta": "θ", "lam": "λ", "lambda": "λ", "lambda_": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "rho": "ρ",
    "sigma": "σ", "tau": "τ", "phi": "φ", "omega": "ω", "pi": "π", "lambdas": "λ", "Gamma": "Γ",
}  # fmt: skip
INDEXED = ("max", "min", "argmax", "argmin", "log")  # words that may carry a subscript
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+−")
SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_PARTS = re.compile(
    r"(?P<base>[^\W\d_][\u0302\u0303]?|[^\W\d_]{2,})(?P<star>\*?)(?P<prime>['’]*)"
    r"(?:_(?P<sub>\{[^}]*\}|.+?)|(?P<low>[₀-₉]+))?(?P<sign>[⁺⁻]?)(?:\^(?P<above>.+))?"
)


def name(text: str) -> str:
    """A name as MathML.

    >>> name("epsilon"), name("σ_i")
    ('<mi>ε</mi>', '<msub><mi>σ</mi><mi>i</mi></msub>')
    """
    if text == "sigma2_min":
        return f"<msubsup><mi>σ</mi>{word('min')}<mn>2</mn></msubsup>"
    known = GREEK.get(text, text)
    if not known.strip("_"):
        return "<mo>·</mo>"  # something that is not used
    parts = _PARTS.fullmatch(known)
    shown = "" if parts is None else GREEK.get(parts["base"], parts["base"])
    if parts is None or (shown.isalpha() and len(shown) > 1 and parts["sub"] and shown not in INDEXED):
        return word(known)
    base = letter(shown)
    top = (parts["star"].replace("*", "∗") + "′" * len(parts["prime"])) or ""
    below = (parts["sub"] or parts["low"] or "").translate(SUBSCRIPTS)
    if below and parts["sign"]:
        below, sign = below + parts["sign"], ""
    else:
        sign = parts["sign"]
    marks = "".join(f"<mo>{escape(mark)}</mo>" for mark in top + _plain(sign))
    return _scripts(base, _index(below), marks + _index(parts["above"] or ""))


def letter(text: str) -> str:
    """One letter in italics, several upright."""
    return word(text) if text.isalpha() and len(text) > 1 else f"<mi>{escape(text)}</mi>"


def word(text: str) -> str:
    """A word of the code: upright, with spaces for underscores."""
    return f'<mi mathvariant="normal">{escape(text.strip("_").replace("_", " "))}</mi>'


def _plain(signs: str) -> str:
    return signs.translate(SUPERSCRIPTS)


def _index(text: str) -> str:
    """What stands in a subscript: letters, digits, signs of groups."""
    text = text[1:-1] if text.startswith("{") and text.endswith("}") else text
    found = re.findall(r"[⁺⁻]|\d+|[A-Za-z]{3,}|[^\W\d_][\u0302\u0303]?|\S", text)
    drawn = [_raised(item) if item in "⁺⁻" else _atom(item) for item in found]
    return "".join(drawn)


def _raised(sign: str) -> str:
    return f"<msup><mrow></mrow><mo>{escape(_plain(sign))}</mo></msup>"


def _atom(item: str) -> str:
    item = GREEK.get(item, item)
    if len(item) > 2 and item.isalpha():
        return word(item)
    if item in "()[]":
        return f'<mo stretchy="false">{item}</mo>'
    kind = "mn" if item.isdigit() else "mi" if item[0].isalpha() else "mo"
    return f"<{kind}>{escape(item)}</{kind}>"


def _scripts(base: str, below: str, above: str) -> str:
    low, high = (text if text.count("</") == 1 else f"<mrow>{text}</mrow>" for text in (below, above))
    if below and above:
        return f"<msubsup>{base}{low}{high}</msubsup>"
    if below:
        return f"<msub>{base}{low}</msub>"
    return f"<msup>{base}{high}</msup>" if above else base
