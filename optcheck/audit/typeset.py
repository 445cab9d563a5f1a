"""Formulas as MathML, from code: a form's function or a step's expression becomes LaTeX, and LaTeX becomes MathML.

Both translations are libraries' (latexify, latex2mathml). Here the syntax tree is first rewritten to what mathematics
has a notation for: fields of the instance to plain names, ``Fraction(a, b)`` to a quotient, guards to cases. Code
without a notation (a loop, a keyword, a slice) is not typeset; it can be shown as it is.
"""

from __future__ import annotations

import ast
import copy
import inspect
import linecache
import re
import textwrap
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import islice
from types import CodeType, FunctionType, MappingProxyType
from typing import TypeVar

from optcheck.audit.registry import nodes_of
from optcheck.audit.trial import Bench, Undefined
from optcheck.audit.wording import greek_letter
from optcheck.claims import expressions
from optcheck.claims.claim import Form
from optcheck.claims.domain import Declaration
from optcheck.claims.expressions import Expr, NoNumber, Value, compare
from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Quadratic
from optcheck.formal import MODELS

MOST_DEFINITIONS = 8  # the form and the helpers that are shown with it
LONGEST_CODE = 3000  # characters
ALIASES = {
    "Max": "max", "Min": "min", "largest": "max", "smallest": "min", "surd": "sqrt", "total": "sum", "count": "abs",
    "len": "abs", "binomial": "comb", "Rational": "Fraction", "list": "tuple",
}  # fmt: skip
COMMANDS = (
    "alpha", "beta", "gamma", "delta", "epsilon", "eta", "theta", "lambda", "mu", "nu", "xi", "pi", "rho", "sigma",
    "tau", "phi", "omega", "Delta", "max", "min",
)  # fmt: skip
SYMBOLS = {"": r"\cdot", "lam": r"\lambda", **{name: f"\\{name}" for name in COMMANDS}}
_NAME = re.compile(r"([^\W\d_]+)(?:(\d+)|_(\w+))")
_WORDS = re.compile(r"[\w ,.-]*")


@dataclass(frozen=True, slots=True)
class Definition:
    """A function of a form: its value and then its local names as MathML, or no lines; and its code."""

    lines: tuple[str, ...]
    code: str


def typeset_form(function: Callable[..., object], symbols: Mapping[str, str]) -> tuple[Definition, ...]:
    """The form's function, then the first functions of the claims that it calls; fields have their symbols."""
    root, instance = _root(function.__module__), _instance(function)
    called = islice(_called(function, lambda module: _root(module) == root), MOST_DEFINITIONS)
    return tuple(
        _definition(one, symbols if _instance(one) == instance else {}, named=one is not function) for one in called
    )


def _instance(function: Callable[..., object]) -> object:
    """How the first parameter is annotated: by the class of instances, in a form."""
    return next(iter(inspect.get_annotations(function).values()), None)


def code_of(function: Callable[..., object]) -> tuple[str, ...]:
    """The code of a function, then of all functions of the claims and models that it calls."""
    ours = (_root(function.__module__), MODELS)
    called = _called(function, lambda module: _root(module) in ours)
    sources = [(one.__module__, _source(one)[1] or _shared_line(one)) for one in called]
    return tuple(code if module == function.__module__ else f"# {module}\n{code}" for module, code in sources if code)


def _root(module: str | None) -> str:
    """The package of a module; what is typed in at a prompt has none."""
    return (module or "").partition(".")[0]


def _called(function: Callable[..., object], is_ours: Callable[[str | None], bool]) -> Iterator[FunctionType]:
    """The function and those of the modules in question that it calls, each once."""
    seen: set[FunctionType] = set()
    queue: list[object] = [function]
    while queue:
        one = inspect.unwrap(queue.pop(0))  # type: ignore[arg-type] # anything else unwraps to itself
        if isinstance(one, FunctionType) and is_ours(one.__module__) and one not in seen:
            seen.add(one)
            yield one
            queue += [one.__globals__.get(name) for name in _mentioned(one.__code__)]
            queue += [cell.cell_contents for cell in one.__closure__ or ()]


def _mentioned(code: CodeType) -> Iterator[str]:
    """The names in the code, in comprehensions and lambdas as well."""
    yield from code.co_names
    yield from (name for part in code.co_consts if isinstance(part, CodeType) for name in _mentioned(part))


def _definition(function: FunctionType, symbols: Mapping[str, str], *, named: bool) -> Definition:
    node, code = _source(function)
    if node is None:
        return Definition((), "")
    try:
        return Definition(tuple(map(_mathml, _lines(copy.deepcopy(node), symbols, named))), code)
    except Exception:  # whatever the libraries make of it, the code itself can be shown
        return Definition((), code)


def _source(function: FunctionType) -> tuple[ast.FunctionDef | ast.Lambda | None, str]:
    """The syntax tree and the text; neither where it was typed in at a prompt, or two stand on a line."""
    nodes = nodes_of(function)
    if len(nodes) != 1:
        return None, ""
    source = "".join(linecache.getlines(function.__code__.co_filename))
    return nodes[0], textwrap.dedent(ast.get_source_segment(source, nodes[0], padded=True) or "")[:LONGEST_CODE]


def _shared_line(function: FunctionType) -> str:
    """The line of a lambda that shares it with others; nothing where there is no file."""
    return linecache.getline(function.__code__.co_filename, function.__code__.co_firstlineno).strip()


def _lines(node: ast.FunctionDef | ast.Lambda, symbols: Mapping[str, str], named: bool) -> Iterator[str]:
    """LaTeX for the value of a function, then for each of its local names."""
    parameters = [argument.arg for argument in node.args.args]
    assigned, value = ([], node.body) if isinstance(node, ast.Lambda) else _body(node.body)
    rewriting = _Rewriting(parameters[0] if parameters else "", node, symbols)
    local = [(_identifier(name), _latex(meant)) for name, meant in rewriting.shown(assigned)]
    result = _latex(rewriting.visit(value))
    signature = f"({', '.join(map(_identifier, parameters))})"
    yield f"{_identifier(node.name)}{signature} = {result}" if named and isinstance(node, ast.FunctionDef) else result
    yield from (f"{name} = {meant}" for name, meant in local if name != meant)


def _body(statements: Sequence[ast.stmt]) -> tuple[list[tuple[str, ast.expr]], ast.expr]:
    """Local names with their values, and the value that is returned; guards become cases."""
    match statements:
        case [ast.Expr(value=ast.Constant()), *rest]:
            return _body(rest)
        case [ast.Assign(targets=[ast.Name(id=name)], value=value), *rest]:
            local, result = _body(rest)
            return [(name, value), *local], result
        case [ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)), *rest]:
            return _body([*(ast.Assign([one], value) for one, value in zip(names, values, strict=True)), *rest])
        case [ast.If(test=test, body=[ast.Return(value=ast.expr() as value)], orelse=[]), *rest]:
            local, result = _body(rest)
            return local, ast.IfExp(test, value, result)
        case [ast.Return(value=ast.expr() as value)]:
            return [], value
    raise ValueError("a step of an algorithm")


class _Rewriting(ast.NodeTransformer):
    """From code to what has a notation. A local name that is also a field's is replaced by its value.

    A field gets its symbol where that is a name, and no other thing in the function is called so.
    """

    def __init__(
        self, instance: str = "", function: ast.AST | None = None, symbols: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        nodes = list(ast.walk(function)) if function is not None else []
        self.instance, self.replaced = instance, dict[str, ast.expr]()
        self.fields = {node.attr for node in nodes if isinstance(node, ast.Attribute) and self._is_field(node)}
        names = {node.id for node in nodes if isinstance(node, ast.Name)} | self.fields
        taken = {shown for name in names for shown in (name, greek_letter(name)) if symbols.get(name) != shown}
        self.symbols = {name: one for name, one in symbols.items() if one.isidentifier() and one not in taken}

    def _is_field(self, node: ast.Attribute) -> bool:
        return isinstance(node.value, ast.Name) and node.value.id == self.instance

    def shown(self, assigned: Sequence[tuple[str, ast.expr]]) -> Iterator[tuple[str, ast.expr]]:
        """The local names, rewritten, without those that are replaced."""
        if len({name for name, _ in assigned}) < len(assigned):
            raise ValueError("one name for two values")
        for name, value in assigned:
            meant = self.visit(value)
            if name in self.fields and not (isinstance(meant, ast.Name) and meant.id == name):
                self.replaced[name] = meant
            else:
                yield name, meant

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if self._is_field(node):
            return ast.Name(self.symbols.get(node.attr, node.attr))
        return ast.Attribute(self.visit(node.value), node.attr)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.replaced.get(node.id, node)

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if isinstance(node.value, str) and not _WORDS.fullmatch(node.value):
            raise ValueError("a text with signs in it")
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        if any(isinstance(one, ast.Name) and one.id in self.fields for one in ast.walk(node.target)):
            raise ValueError("one name for two values")
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """Membership in a tuple is membership in a set: (a, b) would read as an interval."""
        for index, (sign, side) in enumerate(zip(node.ops, node.comparators, strict=True)):
            if isinstance(sign, ast.In | ast.NotIn) and isinstance(side, ast.Tuple):
                node.comparators[index] = ast.Set(side.elts)
        return self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        left, right = self.visit(node.left), self.visit(node.right)
        if isinstance(node.op, ast.LShift):
            power = ast.BinOp(ast.Constant(2), ast.Pow(), right)
            return power if ast.unparse(left) == "1" else ast.BinOp(left, ast.Mult(), power)
        if any(isinstance(side, ast.List | ast.Tuple | ast.ListComp) for side in (left, right)):
            raise ValueError("rows that are joined or repeated")
        return ast.BinOp(left, node.op, right)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if not isinstance(node.func, ast.Name) or any(keyword.arg != "strict" for keyword in node.keywords):
            raise ValueError("a method or a keyword")
        name, arguments = ALIASES.get(node.func.id, node.func.id), [self.visit(one) for one in node.args]
        match name, arguments:
            case (("Fraction" | "bool"), [ast.expr() as value]):
                return value
            case "Fraction", [above, below]:
                return ast.BinOp(above, ast.Div(), below)
            case "power", [base, exponent]:
                return ast.BinOp(base, ast.Pow(), exponent)
            case "pi", []:
                return ast.Name("pi")
            case (("sum" | "prod"), [_, ast.Constant(value=0)]):
                arguments = arguments[:1]
            case (("sum" | "prod"), [_, _]):
                raise ValueError("a sum with a start")
            case "tuple", [ast.GeneratorExp(elt=item, generators=loops)]:
                return ast.ListComp(item, loops)
            case (("max" | "min" | "all" | "any" | "set"), [ast.GeneratorExp(elt=item, generators=loops)]):
                arguments = [ast.SetComp(item, loops)]
        return ast.Call(ast.Name(name), arguments, [])


@cache
def _printer() -> ast.NodeVisitor:
    """The library's printer, with the papers' symbols for names. Imported when it is needed: few commands typeset."""
    from latexify.codegen import ExpressionCodegen

    class Printer(ExpressionCodegen):  # type: ignore[misc]
        def visit_Name(self, node: ast.Name) -> str:
            return _identifier(node.id)

        def visit_Call(self, node: ast.Call) -> str:
            if isinstance(node.func, ast.Name) and node.func.id == "comb":
                return rf"\binom{{{self.visit(node.args[0])}}}{{{self.visit(node.args[1])}}}"
            if isinstance(node.func, ast.Name) and node.func.id in ("exp", "log") and len(node.args) == 1:
                return rf"\{node.func.id} \mathopen{{}}\left( {self.visit(node.args[0])} \mathclose{{}}\right)"
            return str(super().visit_Call(node))

    return Printer(use_math_symbols=True)


def _latex(node: ast.expr) -> str:
    for parent in ast.walk(node):
        is_operation = isinstance(parent, ast.BinOp | ast.BoolOp | ast.Compare | ast.UnaryOp | ast.Subscript)
        if is_operation and any(isinstance(child, ast.IfExp) for child in ast.iter_child_nodes(parent)):
            raise ValueError("cases inside an operation")
    return str(_printer().visit(node))


def _identifier(name: str) -> str:
    r"""A name as LaTeX: symbols with subscripts, words upright.

    >>> _identifier("sigma_min"), _identifier("lambda_"), _identifier("h0"), _identifier("rounds_to_cap")
    ('\\sigma_{\\min}', '\\lambda', 'h_{0}', '\\mathrm{rounds~to~cap}')
    """
    name = name.strip("_")
    if len(name) == 1 or name.isdigit() or name in SYMBOLS:
        return SYMBOLS.get(name, name)
    parts = _NAME.fullmatch(name)
    if parts is None or not (len(parts[1]) == 1 or parts[1] in SYMBOLS):
        return rf"\mathrm{{{name.replace('_', '~')}}}"
    below = ",".join(_identifier(part) for part in parts.groups()[1:] if part)
    return f"{_identifier(parts[1])}_{{{below}}}"


def _mathml(latex: str) -> str:
    """LaTeX as MathML; words become one text each, and what the library adds for TeX's spacing goes."""
    from latex2mathml.converter import convert

    latex = re.sub(r"\\math(?:open|close)\{\}|\^\{\}", "", latex).replace(r"\_", "~")
    latex = re.sub(r"(?<=[\d)]) (?=\\mathrm)", r"\\,", latex)
    latex = re.sub(r"(?<=\d) (?=\\frac)", r" \\cdot ", latex)  # not two and a half
    latex = re.sub(r"\\mathrm\{([^{}]*)\}", lambda word: rf"\text{{{word[1].replace('~', ' ')}}}", latex)
    return re.sub(r"<math [^>]*>", "<math>", str(convert(latex, display="block")), count=1)


# --- The text of a form against its code: where the text is a formula of the fields, both must give the same numbers.
#
# Read are arithmetic, powers, roots, logarithms and products without a sign: "n (n − 1) / 2", "σ = Δ √(2 ln(5/δ))". A
# text that is anything else, or that can be read in two ways ("1 / 2n"), is words: nothing is compared, and the verdict
# says so. The formula that a reader can rely on is always the one that is typeset from the code.


I = TypeVar("I")  # noqa: E741 - the instance
UNDEFINED = (ArithmeticError, LookupError, ValueError, NoNumber)
_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_WORD = rf"(?:(?![{_RAISED}\d])\w(?:(?![{_RAISED}])\w)*)"
_DEFINED = re.compile(rf"({_WORD})(?:\([\w, ]*\))?[*²]?\s*=(?!=)")  # the name of what is defined
_TOKEN = re.compile(rf"\s*(?:(\d+(?:\.\d+)?)|({_WORD})|(⁻?[{_RAISED}]+)|(\*\*|\S))")
_OPERATORS = ("+", "-", "*", "/", "^", "**", ",")
_ASCII_SIGNS = str.maketrans({"−": "-", "–": "-", "·": "*", "×": "*", "÷": "/", "[": "(", "]": ")"})
_FUNCTIONS = {"sqrt": "sqrt", "ln": "log", "log": "log", "exp": "exp", "max": "max", "min": "min", "erfc": "erfc"}
_MEANING: dict[str, object] = {
    **{name: getattr(expressions, name) for name in ("sqrt", "log", "exp", "erfc", "power")},
    "max": expressions.largest, "min": expressions.smallest, "pi": expressions.pi(), "Fraction": Fraction,
    "__builtins__": {},
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
    head = _DEFINED.match(text)
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
    names = {name: name for name in domain.fields}
    for name, kind in domain.fields.items():
        for other in (kind.symbol, greek_letter(name)):
            if other and names.setdefault(other, name) != name:
                names[other] = ""  # of two fields: it stands for neither
    return names


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
    for number, name, raised, mark in _TOKEN.findall(unicodedata.normalize("NFC", text).translate(_ASCII_SIGNS)):
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
