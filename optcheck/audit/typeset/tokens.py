"""Tokens of the texts beside forms: numbers, names with their subscripts, signs, words."""

from __future__ import annotations

import re
from dataclasses import dataclass

PROSE = frozenset(re.findall(r"\w+", "Eq an as at be am by do go he if in is it me my no of on or so to up us vs we"))
QUANTITIES = frozenset(["MSE", "PoA", "nnz"])
_GREEK = "alpha|beta|gamma|delta|Delta|epsilon|eps|eta|lambda|mu|nu|omega|phi|rho|sigma|tau|theta|xi"
_FUNCTION = "log|ln|exp|argmax|argmin|max|min|erfc|sign|Var|Cov"
_INDEX = r"[^\W_⁰-⁹¹²³₀-₉]"  # letters and digits, but no raised or lowered ones
_PATTERN = r"""(?P<space>\s+)
    |(?P<number>\d+(?:\.\d+)?(?:e-?\d+)?)
    |(?P<sum>[Σ∑](?:_\{[^}]*\}|_\w)?)
    |(?P<root>√|sqrt(?=\())
    |(?P<function>(?:FUNCTION)(?![A-Za-z])(?:_\{[^}]*\}|_\w+|₂)?)
    |(?P<power>[⁺⁻]?[⁰¹²³⁴-⁹]+)
    |(?P<word>['’]s\b|-(?:th|st|nd|rd)\b|i\.e\.|e\.g\.
        |(?!GREEK)[a-z]{3,}/[a-z]\w*(?:-\w+)+  # the name of a claim
        |(?!GREEK)[A-Za-z]{3,}\w*(?:_\w+(?:\.\w+)*|(?:\.[a-z]\w+)+)\b  # a name in a program, or of a file
        |(?!(?:GREEK)(?![A-Za-z]))[A-Za-z]{3,}(?:[-’'][A-Za-z]+)*
        |(?!(?:GREEK)\b)[A-Za-z]{2}(?![A-Za-z_]))
    |(?P<name>(?:GREEK|[^\W\d_])[\u0302\u0303]?(?:\*(?=[²^)\s,(])|['’](?!s\b))*
        (?:_(?:Γ(?:\([^()]*\)|INDEX*)|\{[^}]*\}|\([^()]*\)|INDEX+(?:,INDEX+)*|-i)[⁺⁻]?|[₀-₉]+|[⁺⁻](?![¹²³]))?
        (?:\*(?=[²^)\s,(]))?
        (?:\^(?:\{[^}]*:[^}]*\}|(?!GREEK|FUNCTION)[a-z]{3,}))?)  # an upper index is no exponent: ε^{1:T}, C^acc
    |(?P<relation><=|>=|[=≠<≤>≥∈∉])
    |(?P<sign>[+−\-])
    |(?P<times>·)
    |(?P<over>/)
    |(?P<caret>\^)
    |(?P<open>[(\[{⌊|])
    |(?P<close>[)\]}⌋])
    |(?P<comma>,)
    |(?P<other>.)"""
_TOKENS = re.compile(
    _PATTERN.replace("GREEK", _GREEK).replace("FUNCTION", _FUNCTION).replace("INDEX", _INDEX), re.VERBOSE
)


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the text, where it stands, and whether space comes before it."""

    kind: str
    text: str
    start: int
    end: int
    spaced: bool


def tokens(text: str) -> list[Token]:
    """The pieces of a text without its spaces."""
    found: list[Token] = []
    for match in _TOKENS.finditer(text):
        kind = str(match.lastgroup)
        if kind != "space":
            spaced = match.start() > 0 and text[match.start() - 1].isspace()
            found += _split(Token(kind, match.group(), match.start(), match.end(), spaced))
    return found


def _split(token: Token) -> list[Token]:
    """Two letters that are no word are a product; some words are quantities."""
    if token.text in QUANTITIES:
        return [Token("name", token.text, token.start, token.end, token.spaced)]
    if token.kind != "word" or len(token.text) > 2 or token.text in PROSE or not token.text[0].islower():
        return [token]
    middle = token.start + 1
    return [
        Token("name", token.text[0], token.start, middle, token.spaced),
        Token("name", token.text[1], middle, token.end, False),
    ]
