"""The text of a form against its code: where the text is a formula of the fields, both must give the same numbers.

Read are arithmetic, powers, roots, logarithms and products without a sign: "n (n − 1) / 2", "σ = Δ √(2 ln(5/δ)) / ε". A
text that is anything else, or that can be read in two ways ("1 / 2n"), is words: nothing is compared, and the verdict
says so. The formula that a reader can rely on is always the one that is typeset from the code.
"""

from __future__ import annotations

import ast
import re
import unicodedata
from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import CodeType
from typing import TypeVar

from optcheck.audit.trial import Bench, Undefined
from optcheck.claims import functions
from optcheck.claims.claim import Form
from optcheck.claims.domain import Declaration
from optcheck.claims.expressions import Expr, NoNumber, Value, compare
from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Quadratic

I = TypeVar("I")  # noqa: E741 - the instance
UNDEFINED = (ArithmeticError, LookupError, ValueError, NoNumber)
_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_NAME = rf"(?:(?![{_RAISED}\d])\w(?:(?![{_RAISED}])\w)*)"
_HEAD = re.compile(rf"({_NAME})(?:\([\w, ]*\))?[*²]?\s*=(?!=)")  # the name of what is defined
_TOKEN = re.compile(rf"\s*(?:(\d+(?:\.\d+)?)|({_NAME})|(⁻?[{_RAISED}]+)|(\*\*|\S))")
_OPERATORS = ("+", "-", "*", "/", "^", "**", ",")
_SIGNS = str.maketrans({"−": "-", "–": "-", "·": "*", "×": "*", "÷": "/", "[": "(", "]": ")"})
_FUNCTIONS = {"sqrt": "sqrt", "ln": "log", "log": "log", "exp": "exp", "max": "max", "min": "min", "erfc": "erfc"}
_MEANING: dict[str, object] = {
    **{name: getattr(functions, name) for name in ("sqrt", "log", "exp", "erfc", "power")},
    "max": functions.largest, "min": functions.smallest, "pi": functions.pi(), "Fraction": Fraction, "__builtins__": {},
}  # fmt: skip


class _Words(Exception):
    """The text is no formula, or none that can be read in one way only."""


def compared_text(bench: Bench[I], form: Form[I]) -> int:
    """At how many instances the text was compared with the code, 0 for words; raises InvalidInput where they differ."""
    code = formula(form.text, bench.claim.domain.declared)
    return 0 if code is None else sum(_agrees(bench, form, code, one) for one in bench.instances)


def _agrees(bench: Bench[I], form: Form[I], code: CodeType, instance: I) -> bool:
    """Whether both have a number at the instance, which is then the same."""
    try:
        said, written = bench.value(form, instance), _value(code, instance)
    except (*UNDEFINED, Undefined):
        return False
    if isinstance(said, bool) or not isinstance(said, int | Fraction | Quadratic | Expr):
        return False
    if compare(said, written) not in (0, None):
        raise InvalidInput(
            f"{bench.claim.id}: the text {form.text!r} gives {written} at {instance!r}, and the code gives {said}"
        )
    return True


def _value(code: CodeType, instance: object) -> Value:
    known = {name: Fraction(part) for name, part in vars(instance).items() if isinstance(part, int | Fraction)}
    return eval(code, {**known, **_MEANING})  # of a text that has arithmetic only


def formula(text: str, domain: Declaration) -> CodeType | None:
    """The text as an expression of the fields; None for words."""
    try:
        names = _names(domain)
        python = "".join(_python(_without_head(text.strip(), names), names))
        tree = ast.parse(python, mode="eval")
    except (_Words, SyntaxError):
        return None
    if isinstance(tree.body, ast.Tuple):
        return None
    return compile(ast.fix_missing_locations(_Powers().visit(tree)), f"<{text}>", "eval", dont_inherit=True)


def _without_head(text: str, names: Mapping[str, str]) -> str:
    """The text without the name of what it defines; an equation of a field defines nothing."""
    head = _HEAD.match(text)
    if head is None:
        return text
    if head[1] in names:
        raise _Words
    return text[head.end() :]


class _Powers(ast.NodeTransformer):
    """Powers by the exact function: Python's own are floats where the exponent is no whole number."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        left, right = self.visit(node.left), self.visit(node.right)
        if isinstance(node.op, ast.Pow):
            return ast.Call(ast.Name("power", ast.Load()), [left, right], [])
        return ast.BinOp(left, node.op, right)


def _names(domain: Declaration) -> Mapping[str, str]:
    """What stands for a field: its name, its symbol, and the Greek letter that its name spells."""
    found = {name: name for name in domain.fields}
    for name, kind in domain.fields.items():
        for other in (kind.symbol, _letter(name)):
            if other and found.setdefault(other, name) != name:
                found[other] = ""  # of two fields: it stands for neither
    return found


def _letter(name: str) -> str:
    try:
        return unicodedata.lookup(f"greek small letter {name.strip('_')}".replace("lambda", "lamda"))
    except KeyError:
        return ""


def _python(text: str, names: Mapping[str, str]) -> Iterator[str]:
    """The text in Python's notation, with the signs of products written."""
    before, signs = "", [""]  # the kind of the token before, and the last sign at each depth of brackets
    for kind, token in _tokens(text, names):
        if before == "function" and kind != "(":
            raise _Words  # the root of what?
        if before in ("value", ")") and kind in ("number", "value", "function", "("):
            if kind == "number" or signs[-1] in ("/", "**"):
                raise _Words  # two numbers in a row, or 1 / 2n
            signs[-1] = "*"
            yield "*"
        yield token
        if kind == "(":
            signs.append("")
        elif kind == ")":
            signs = signs[:-1] or [""]
        elif kind == "sign":
            signs[-1] = token
        before = "value" if kind in ("number", "raised") else kind


def _tokens(text: str, names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Kind and Python of each token; raises for a name or sign that is not known."""
    for number, name, raised, mark in _TOKEN.findall(unicodedata.normalize("NFC", text).translate(_SIGNS)):
        if number:
            yield "number", f"Fraction('{number}')"
        elif names.get(name):
            yield "value", names[name]
        elif name == "π":
            yield "value", "pi"
        elif name in _FUNCTIONS or mark == "√":
            yield "function", _FUNCTIONS.get(name, "sqrt")
        elif raised:
            yield "raised", f"**({unicodedata.normalize('NFKC', raised).replace('−', '-')})"
        elif mark in ("(", ")"):
            yield mark, mark
        elif mark in _OPERATORS:
            yield "sign", "**" if mark == "^" else mark
        else:
            raise _Words
