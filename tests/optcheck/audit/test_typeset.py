"""Formulas from code: right where they are typeset, code where there is no notation, never markup of their own."""

from __future__ import annotations

import ast
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optcheck.audit.registry import BUILT_IN, code_of, find, load, sources
from optcheck.audit.report import _latex, _mathml, _Rewriting, typeset_form
from optcheck.claims.claim import Claim


def typeset_expression(text: str) -> str | None:
    """An expression in Python's notation as MathML; None where it has no notation."""
    try:
        return _mathml(_latex(_Rewriting().visit(ast.parse(text, mode="eval").body)))
    except Exception:
        return None


def content(mathml: str) -> str:
    """The MathML as one line: its text, with the names of the tags that carry meaning."""
    return _content(ElementTree.fromstring(mathml)).replace("\xa0", " ")


def _content(node: ElementTree.Element) -> str:
    inside = (node.text or "") + "".join(map(_content, node))
    return inside if node.tag in ("math", "mrow", "mi", "mn", "mo", "mtext", "mspace") else f"{node.tag}[{inside}]"


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("2 * 2 ** (k - 1)", "2·msup[2k−1]"),
        ("Fraction(1, 2)", "mfrac[12]"),
        ("2 * Fraction(1, 2)", "2·mfrac[12]"),  # not two and a half
        ("sqrt(x) / 2", "mfrac[msqrt[x]2]"),
        ("surd(x)", "msqrt[x]"),
        ("exp(epsilon) * log(x)", "exp(ϵ)·log(x)"),
        ("power(x, Fraction(3, 2))", "msup[xmfrac[32]]"),
        ("a - (b - c)", "a−(b−c)"),
        ("(a + b) * c", "(a+b)c"),
        ("(-x) ** 2", "msup[(−x)2]"),
        ("-x ** 2", "−msup[x2]"),
        ("sum(x_i * i for i in range(1, n + 1))", "munderover[∑i=1n](msub[xi]i)"),
        ("sum(v for v in rows)", "munder[∑v∈rows](v)"),
        ("sum((v for v in rows), Fraction(0))", "munder[∑v∈rows](v)"),
        ("largest(a, 0)", "max(a,0)"),
        ("max(v for v in rows)", "max({v∣v∈rows})"),
        ("count(rows) ** 2", "msup[|rows|2]"),
        ("1 << k", "msup[2k]"),
        ("3 << k", "3·msup[2k]"),
        ("x in (1 / v, v)", "x∈{mfrac[1v],v}"),  # a tuple would read as an interval
        ("(1, v) == (w, 2)", "(1,v)=(w,2)"),
        ("a <= b and not c", "a≤b∧¬c"),
        ("a // b", "⌊mfrac[ab]⌋"),
        ("2 * clip_bound", "2clip bound"),
        ("Δ_i + rest >= 0", "msub[Δi]+rest≥0"),
        ("pi() * lambda_", "πλ"),
    ],
)
def test_notation(code: str, shown: str) -> None:
    mathml = typeset_expression(code)
    assert mathml is not None
    assert content(mathml) == shown


@pytest.mark.parametrize(
    "code",
    [
        "max(rows, key=f)", "x.index(y)", "rows[1:]", "[0] * n", "lambda x: x", "sum(rows, 5)", "'<b>'",
        "(1 if a else 2) + 3", "a +", "", "f(*rows)", "{1: 2}", "f'{x}'",
    ],
)  # fmt: skip
def test_code_without_a_notation_is_not_typeset(code: str) -> None:
    assert typeset_expression(code) is None


class Sizes(NamedTuple):
    n: int
    rho: Fraction
    lambda_: Fraction


def by_cases(sizes: Sizes) -> Fraction:
    """A docstring is no part of the formula."""
    n = sizes.n
    if n == 1:
        return Fraction(0)
    half, l = Fraction(n, 2), sizes.lambda_  # noqa: E741
    return half * helper(l)


def helper(x: Fraction) -> Fraction:
    return x**2


def clashing(sizes: Sizes) -> Fraction:
    rho = sizes.n**2 * sizes.rho
    return rho + 1


def algorithm(sizes: Sizes) -> int:
    total = 0
    for index in range(sizes.n):
        total += index
    return total


def test_a_form_has_its_value_its_names_and_its_helpers() -> None:
    form, called = typeset_form(by_cases, {})
    value, *names = map(content, form.lines)
    assert value == "{mtable[mtr[mtd[0,]mtd[if n=1]]mtr[mtd[half·helper(l),]mtd[otherwise]]]"
    assert names == ["half=mfrac[n2]", "l=λ"]
    assert [content(line) for line in called.lines] == ["helper(x)=msup[x2]"]


def generated(sizes: Sizes) -> Fraction:
    return sum((by_cases(sizes) + cached(x) for x in range(sizes.n)), Fraction(0))


@cache
def cached(x: int) -> int:
    return x


def test_all_code_that_is_called_is_shown() -> None:
    assert [code.partition("(")[0] for code in code_of(generated)] == [
        "def generated",
        "def by_cases",
        "def cached",
        "def helper",
    ]
    algorithm_3 = code_of(find("tpmdp/alg-3", BUILT_IN).printed.evaluate)
    assert any(code.startswith("# proofs_numeric.tpmdp.alg_2\ndef as_printed(") for code in algorithm_3)


def test_a_local_name_that_is_also_a_field_is_replaced_by_its_value() -> None:
    (form,) = typeset_form(clashing, {})
    assert [content(line) for line in form.lines] == ["msup[n2]ρ+1"]


def test_an_algorithm_is_shown_as_code() -> None:
    (form,) = typeset_form(algorithm, {})
    assert form.lines == ()
    assert form.code.startswith("def algorithm(sizes: Sizes) -> int:\n    total = 0\n    for index")


def test_a_lambda_is_typeset_where_it_is_alone_on_its_line() -> None:
    (form,) = typeset_form(lambda sizes: sizes.n + 1, {})
    assert [content(line) for line in form.lines] == ["n+1"]
    one, other = (lambda x: x), (lambda x: x + 1)
    assert typeset_form(one, {}) == typeset_form(other, {})
    assert typeset_form(one, {})[0].lines == ()


@given(st.text(alphabet="abxn012 +-*/()<>=&'\"\\{}^_,.", max_size=20))
def test_any_text_is_typeset_well_formed_or_left(text: str) -> None:
    mathml = typeset_expression(text)
    if mathml is not None:
        assert {node.tag for node in ElementTree.fromstring(mathml).iter()} & {"script", "a", "maction"} == set()


NAMES = st.sampled_from(["a", "x_1", "rho", "clip"]).map(ast.Name)
OPERATORS = st.sampled_from([ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow])
EXPRESSIONS: st.SearchStrategy[Any] = st.recursive(
    NAMES | st.integers(0, 30).map(ast.Constant),
    lambda inner: st.builds(lambda left, kind, right: ast.BinOp(left, kind(), right), inner, OPERATORS, inner),
    max_leaves=6,
)


@given(EXPRESSIONS)
def test_every_arithmetic_expression_is_typeset_and_no_digits_run_together(expression: ast.expr) -> None:
    mathml = typeset_expression(ast.unparse(expression))
    assert mathml is not None
    for parent in ElementTree.fromstring(mathml).iter():
        if parent.tag == "mrow":  # neighbours in a fraction or a power do not stand side by side
            tags = [child.tag for child in parent]
            starts = [_first_tag(child) for child in parent]
            assert not any(one == "mn" and other == "mn" for one, other in zip(tags, starts[1:], strict=False))


def _first_tag(node: ElementTree.Element) -> str:
    while node.tag in ("msup", "msub", "mrow") and len(node):
        node = node[0]
    return node.tag


@pytest.fixture(scope="module")
def claims() -> list[Claim[Any]]:
    return [load(source) for source in sources("proofs_numeric")]


def test_most_forms_are_typeset_and_the_rest_have_their_code(claims: list[Claim[Any]]) -> None:
    forms = [form for claim in claims for form in (claim.printed, claim.corrected) if form is not None]
    shown = [typeset_form(form.evaluate, {})[0] for form in forms]
    assert all(one.lines or one.code for one in shown)
    assert 4 * sum(bool(one.lines) for one in shown) >= 3 * len(shown)
    for line in (line for one in shown for line in one.lines):
        ElementTree.fromstring(line)
