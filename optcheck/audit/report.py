"""The report of an audit: one HTML file, no network, readable on a phone and on paper.

The page lists every statement; the details of a card lie in a template and are built when the card is opened. Formulas
are typeset from the code of the forms; all other text is shown as it is. The same audit gives the same bytes.
"""

from __future__ import annotations

import ast
import base64
import copy
import hashlib
import inspect
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from html import escape
from importlib import resources
from importlib.metadata import PackageNotFoundError, version
from itertools import groupby, islice
from pathlib import Path
from types import FunctionType, MappingProxyType
from typing import TypeVar

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from optcheck.audit import verdict as words
from optcheck.audit.goal import defining
from optcheck.audit.registry import ListedStatement, Source, functions_called, git, load, root_of, source_text
from optcheck.audit.verdict import Record, Verdict, evidence_counts, greek_letter
from optcheck.checker.core import counted
from optcheck.claims.claim import Claim, Impact, Mark, Strength, Substance
from optcheck.exact.files import write_atomically

I = TypeVar("I")  # noqa: E741 - the instance


# --- Formulas as MathML, from code: a form's function becomes LaTeX, and LaTeX becomes MathML.
#
# Both translations are libraries' (latexify, latex2mathml). Here the syntax tree is first rewritten to what mathematics
# has a notation for: fields of the instance to plain names, ``Fraction(a, b)`` to a quotient, guards to cases. Code
# without a notation (a loop, a keyword, a slice) is not typeset; it can be shown as it is.


MOST_DEFINITIONS = 8  # the form and the helpers that are shown with it
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
    root, instance = root_of(function.__module__), _instance(function)
    called = islice(functions_called(function, lambda module: root_of(module) == root), MOST_DEFINITIONS)
    return tuple(
        _definition(one, symbols if _instance(one) == instance else {}, named=one is not function) for one in called
    )


def _instance(function: Callable[..., object]) -> object:
    """How the first parameter is annotated: by the class of instances, in a form."""
    return next(iter(inspect.get_annotations(function).values()), None)


def _definition(function: FunctionType, symbols: Mapping[str, str], *, named: bool) -> Definition:
    node, code = source_text(function)
    if node is None:
        return Definition((), "")
    try:
        return Definition(tuple(map(_mathml, _lines(copy.deepcopy(node), symbols, named))), code)
    except Exception:  # whatever the libraries make of it, the code itself can be shown
        return Definition((), code)


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


@dataclass(frozen=True, slots=True)
class Formulas:
    """The code of both forms and of the truth; ``conversion`` is applied to a form's value before it is compared."""

    printed: tuple[Definition, ...] = ()
    corrected: tuple[Definition, ...] = ()
    conversion: tuple[Definition, ...] = ()
    truth: tuple[Definition, ...] = ()


def formulas(sources: Iterable[Source]) -> dict[str, Formulas]:
    """The formulas of claims by id; a claim that cannot be loaded has none (its verdict says why)."""
    result = {}
    for source in sources:
        try:
            result[source.id] = formulas_of(load(source))
        except Exception:
            result[source.id] = Formulas()
    return result


def formulas_of(claim: Claim[I]) -> Formulas:
    """The formulas of one claim; a helper that several functions call is shown once."""
    symbols = claim.domain.declared.symbols
    printed = typeset_form(claim.printed.evaluate, symbols)

    def others(function: Callable[..., object] | None) -> tuple[Definition, ...]:
        return (
            () if function is None else tuple(one for one in typeset_form(function, symbols) if one not in printed[1:])
        )

    return Formulas(
        printed,
        corrected=others(None if claim.corrected is None else claim.corrected.evaluate),
        conversion=others(claim.means),
        truth=others(defining(claim.truth)),
    )


# Pictures as SVG in the page's colours


STRIPES = {".": "right", "x": "wrong", "!": "undefined"}


def share_bar(counts: Mapping[str, int]) -> str:
    """One bar, split in proportion to the counts."""
    total = sum(counts.values())
    parts, start = [], Fraction(0)
    for name, count in counts.items():
        if count:
            width = Fraction(count * 100, total)
            kind = name.replace(" ", "-")
            parts.append(
                f'<rect class="fill-{kind}" x="{float(start):.2f}" y="0" width="{float(width):.2f}" height="8">'
                f"<title>{escape(name)}: {count}</title></rect>"
            )
            start += width
    label = ", ".join(f"{count} {name}" for name, count in counts.items() if count)
    shape = 'viewBox="0 0 100 8" preserveAspectRatio="none"'
    return f'<svg class="share" {shape} role="img" aria-label="{escape(label)}">{"".join(parts)}</svg>'


def strip(survey: str) -> str:
    """Where on the grid a form is wrong: one stripe an instance, in the declared order."""
    runs = [(mark, len(list(group))) for mark, group in groupby(survey)]
    parts, start = [], 0
    for mark, length in runs:
        parts.append(f'<rect class="mark-{STRIPES[mark]}" x="{start}" y="0" width="{length}" height="1"/>')
        start += length
    shape = f'viewBox="0 0 {len(survey)} 1" preserveAspectRatio="none"'
    return f'<svg class="strip" {shape} role="img" aria-label="where the printed form is wrong">{"".join(parts)}</svg>'


# The stamp: version, and in a checkout the commit with its date; no clock


ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Stamp:
    """The version that made the report; commit and date are empty outside a checkout."""

    version: str = ""
    commit: str = ""
    date: str = ""


def stamp() -> Stamp:
    """The stamp of this installation."""
    shown = git(ROOT, "log", "-1", "--format=%h %cs") if (ROOT / ".git").exists() else ""
    commit, _, date = shown.partition(" ")
    changed = bool(commit and git(ROOT, "status", "--porcelain", "--untracked-files=no"))
    return Stamp(_version(), f"{commit} with changes" if changed else commit, date)


def _version() -> str:
    try:
        return version("optcheck")
    except PackageNotFoundError:  # run from a folder of files
        return ""


# Cards, in the papers' order


@dataclass(frozen=True, slots=True)
class Audit:
    """Everything that the report shows. ``titles`` names the papers, ``known`` lists the printed statements."""

    verdicts: Sequence[Verdict]
    known: Sequence[ListedStatement]
    titles: Mapping[str, str]
    missing: Sequence[str]
    seed: int
    formulas: Mapping[str, Formulas] = field(default_factory=dict)
    stamp: Stamp = field(default_factory=Stamp)


def cards(audit: Audit) -> list[Verdict]:
    """The verdicts by paper and then in the order of the statements; a statement without a claim is "missing"."""
    known = {item.id: item for item in audit.known}
    absent = [Verdict(id=name, verdict=words.MISSING) for name in audit.missing]
    shown = [_placed(verdict, known.get(verdict.id)) for verdict in (*audit.verdicts, *absent)]
    rank = {name: position for position, name in enumerate(known)}
    return sorted(shown, key=lambda card: (card.paper, rank.get(card.id, len(rank)), natural(card.place), card.id))


def _placed(verdict: Verdict, known: ListedStatement | None) -> Verdict:
    """A verdict that has no place and title, with those of the list."""
    if known is None:
        return verdict
    return replace(verdict, place=verdict.place or known.place, title=verdict.title or known.gist)


def natural(place: str) -> tuple[tuple[int, str | int], ...]:
    """A key that sorts Eq. 9 before Eq. 10."""
    pieces = filter(None, re.split(r"(\d+)", place))
    return tuple((0, int(piece)) if piece.isdecimal() else (1, piece) for piece in pieces)


def papers(audit: Audit, shown: Sequence[Verdict]) -> list[dict[str, object]]:
    """The papers with their counts and cards."""
    names = sorted({card.paper for card in shown})
    chosen = {name: [card for card in shown if card.paper == name] for name in names}
    return [
        {
            "name": name,
            "title": audit.titles.get(name, name),
            "counts": counts(chosen[name]),
            "bar": Markup(share_bar(counts(chosen[name]))),
            "checked": sum(card.checked + card.correction_checked for card in chosen[name]),
            "cards": chosen[name],
        }
        for name in names
    ]


def counts(shown: Sequence[Verdict]) -> dict[str, int]:
    """How many cards have which result, those with none left out."""
    totals = Counter(card.result for card in shown)
    return {name: totals[name] for name in words.RESULTS if totals[name]}


# The page


def write_report(path: Path, audit: Audit) -> None:
    """Write the report of an audit to ``path``."""
    write_atomically(path, render(audit))


def render(audit: Audit) -> str:
    """The report as text."""
    shown = cards(audit)
    template = _environment().get_template("template.html")
    return template.render(
        cards=shown,
        papers=papers(audit, shown),
        verdicts=[name for name in words.OUTCOMES if any(card.verdict == name for card in shown)],
        totals=counts(shown),
        impacts=Impact.meanings(),
        meanings=words.OUTCOMES | Substance.meanings(),
        by_impact=Counter(card.counterexample.impact for card in shown if card.counterexample is not None),
        bases=evidence_counts(shown),
        strengths=[name.value for name in Strength if any(card.strength == name for card in shown)],
        legend={
            "Verdict": words.OUTCOMES,
            "Strength": Strength.meanings(),
            "Impact": Impact.meanings(),
            "Evidence": words.Basis.meanings(),
            "Mark": Mark.meanings(),
            "How much is wrong": Substance.meanings(),
        },
        unexpected=[card for card in shown if not card.agrees],
        typeset={card.id: audit.formulas.get(card.id, Formulas()) for card in shown},
        seed=audit.seed,
        stamp=audit.stamp,
        style=_file("style.css"),
        script=_file("script.js"),
    )


_FILTERS = (
    "approximation", "as_table", "in_symbols", "named", "paragraphs", "readable", "spelled", "stated", "true_label",
)  # fmt: skip
_GLOBALS = ("BELIEVED", "decision", "planted_words", "steps", "written")


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("optcheck.audit", "assets"),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {name: getattr(words, name) for name in _FILTERS}
    environment.filters |= {"download": _download, "sentence": _sentence, "source_hash": _source_hash, "strip": _strip}
    environment.globals |= {name: getattr(words, name) for name in _GLOBALS} | {"counted": counted}
    return environment


def _sentence(text: str) -> str:
    """The checker's words as a sentence, each part once."""
    parts = "; ".join(dict.fromkeys(text.split("; ")))
    return f"{parts[:1].upper()}{parts[1:]}."


def _strip(survey: str) -> Markup:
    return Markup(strip(survey))


def _download(document: Record) -> str:
    """A certificate as an address that holds the file itself."""
    text = json.dumps(document, separators=(",", ":")) + "\n"
    return "data:application/json;base64," + base64.b64encode(text.encode()).decode()


def _source_hash(content: str) -> Markup:
    """The name of a script or style in the page's policy, which allows these two texts and nothing else."""
    return Markup(f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}'")


def _file(name: str) -> Markup:
    return Markup(resources.files("optcheck.audit").joinpath("assets", name).read_text(encoding="utf-8"))
