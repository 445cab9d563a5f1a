"""Formulas as MathML: well formed, escaped, and the same as what is evaluated."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck.audit.registry import load, sources
from optcheck.audit.typeset import typeset_expression, typeset_form, typeset_text
from optcheck.audit.typeset.notation import parts
from optcheck.audit.typeset.tokens import Token, tokens
from optcheck.claims import Claim, Form
from optcheck.claims.expressions import compare
from optcheck.claims.functions import exp, largest, log, smallest, sqrt

FUNCTIONS = {"sqrt": sqrt, "log": log, "exp": exp, "max": largest, "min": smallest, "abs": abs}
FIELDS = {  # what the papers' symbols are called in the instances
    "ε": "epsilon", "δ": "delta", "Δ": "sensitivity", "λ": "lambda_", "n": "n", "t": "t", "c": "c", "s": "sigma2_min",
    "d": "d", "ρ": "rho", "σ": "sigma", "α": "alpha", "r": "covariance", "k": "k", "C": "clip", "p": "probability",
    "K": "users", "N": "slices", "D_i": "records", "y": "y",
}  # fmt: skip
ELSEWHERE = {"cordp/cor-1", "cordp/cor-2", "cordp/cor-3"}  # the factor of the bound stands in the claim's `means`
BOUND = 25  # at least so many texts say nothing but a formula in these symbols


@pytest.fixture(scope="module")
def claims() -> list[Claim[Any]]:
    return [load(source) for source in sources("proofs_numeric")]


def forms(claims: list[Claim[Any]]) -> Iterator[tuple[Claim[Any], Form[Any]]]:
    for claim in claims:
        yield from ((claim, form) for form in (claim.printed, claim.corrected) if form is not None)


def well_formed(html: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<p>{html.replace('<wbr>', '<wbr/>')}</p>")


def test_every_form_is_typeset_well_formed(claims: list[Claim[Any]]) -> None:
    typeset = 0
    for _, form in forms(claims):
        well_formed(typeset_text(form.text))
        lines = typeset_form(form.evaluate)
        typeset += lines is not None
        for line in lines or ():
            well_formed(line)
    assert 2 * typeset > len(list(forms(claims)))  # most forms are formulas; the rest are algorithms and constants


@given(st.text(alphabet="ab<>&'\"(){}[]|√Σσ_²⁻¹+−·/^,=≤ 12", max_size=40))
def test_any_text_is_typeset_without_markup_of_its_own(text: str) -> None:
    shown = well_formed(typeset_text(text))
    assert {element.tag for element in shown.iter()} <= {
        "p", "wbr", "math", "mrow", "mi", "mn", "mo", "mtext", "mfrac", "msqrt", "msup", "msub", "msubsup", "munder",
        "mspace",
    }  # fmt: skip


@settings(max_examples=40)
@given(st.text(max_size=30))
def test_any_expression_is_typeset_or_left(text: str) -> None:
    shown = typeset_expression(text)
    assert shown is None or well_formed(shown) is not None


@pytest.mark.parametrize(
    ("text", "python"),
    [
        ("ρ + 2 √(ρ ln(1/δ))", "ρ + 2 * sqrt(ρ * log(1 / δ))"),
        ("d(σ²)/dσ² = −s²(n−2)", "d * σ ** 2 / (d * σ ** 2) == -(s ** 2 * (n - 2))"),
        ("16 (d/n²) ln(1.25/δ)/min{ε, ε²}", "16 * (d / n ** 2) * log(1.25 / δ) / min(ε, ε ** 2)"),
        ("|D_i| ω_i / |D|", "abs(D_i) * ω_i / abs(D)"),
        ("t <= p n", "t <= p * n"),
        ("mu_x nu", "mu_x * nu"),
        ("(1 + x)⁻¹", "(1 + x) ** (-1)"),
    ],
)
def test_texts_are_read_as_people_read_them(text: str, python: str) -> None:
    (formula,) = [part for part in parts(text) if not isinstance(part, str)]
    assert ast.unparse(ast.fix_missing_locations(formula)) == python


@pytest.mark.parametrize(
    "text",
    ["Alg. 3's variances", "DP for us", "(1) holds", "21-24 % of it", "CIFAR-10", "than 1 record"],
)
def test_words_stay_words(text: str) -> None:
    assert "<math" not in typeset_text(text)


def test_texts_that_are_formulas_say_what_is_evaluated(claims: list[Claim[Any]]) -> None:
    compared = 0
    for claim, form in forms(claims):
        formula = None if claim.id in ELSEWHERE else _closed(form.text)
        instances = list(islice(claim.domain.grid(), 0, 40, 8))
        if formula is None or not _symbols(formula) <= _known(instances[0]).keys() | FUNCTIONS.keys():
            continue
        compared += 1
        for instance in instances:
            said = _evaluated(formula, _known(instance))
            assert said is None or compare(said, form.evaluate(instance)) in (0, None), (claim.id, instance)
    assert compared >= BOUND


def _closed(text: str) -> ast.expr | None:
    """The one formula that a text consists of: what stands right of its relation; names after a comma are put in."""
    found = list(parts(text))
    formulas = [part for part in found if not isinstance(part, str)]
    if not formulas or any(part.strip(" ,;") for part in found if isinstance(part, str)):
        return None
    meant = {}
    for item in formulas[1:]:
        if not (isinstance(item, ast.Compare) and isinstance(item.left, ast.Name) and len(item.ops) == 1):
            return None
        meant[item.left.id] = item.comparators[0]
    first = formulas[0]
    if isinstance(first, ast.Compare):
        if len(first.ops) != 1:
            return None
        first = first.comparators[0]
    return _Meant(meant).visit(copy.deepcopy(first))  # type: ignore[no-any-return]


class _Meant(ast.NodeTransformer):
    """Names replaced by what they stand for."""

    def __init__(self, meant: dict[str, ast.expr]) -> None:
        self.meant = meant

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return copy.deepcopy(self.meant.get(node.id, node))


class _Exact(ast.NodeTransformer):
    """Decimals as the fractions that they stand for."""

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        text = ast.Constant(str(getattr(node, "shown", node.value)))
        return ast.Call(ast.Name("Fraction", ast.Load()), [text], [])


def _symbols(formula: ast.expr) -> set[str]:
    return {node.id for node in ast.walk(formula) if isinstance(node, ast.Name)}


def _known(instance: Any) -> dict[str, Any]:
    values = {symbol: getattr(instance, name, None) for symbol, name in FIELDS.items()}
    return {symbol: Fraction(value) for symbol, value in values.items() if isinstance(value, int | Fraction)}


def _evaluated(formula: ast.expr, values: dict[str, Any]) -> Any:
    tree = ast.fix_missing_locations(ast.Expression(_Exact().visit(copy.deepcopy(formula))))
    try:
        return eval(compile(tree, "text", "eval"), {**FUNCTIONS, **values, "Fraction": Fraction})
    except ZeroDivisionError:
        return None  # a corner that the form treats by itself


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("δ̂_2", "<msub><mi>δ̂</mi><mn>2</mn></msub>"),
        ("sigma_t", "<msub><mi>σ</mi><mi>t</mi></msub>"),
        ("max_k x", '<msub><mi mathvariant="normal">max</mi><mi>k</mi></msub>'),
        ("c > 1 a second root", "<mn>1</mn></math> a second root"),
        ("x has y's values", "<mi>y</mi></math>'s values"),
    ],
)
def test_names_keep_their_marks(text: str, shown: str) -> None:
    assert shown in typeset_text(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("e^eps", "<mrow><mi>e</mi></mrow><mrow><mi>ε</mi></mrow></msup>"),
        ("Delta^2/2", "<mi>Δ</mi>"),
        ("C^acc + α_k C^pri", '<msup><mi>C</mi><mi mathvariant="normal">pri</mi></msup>'),
        ("δ_i^{1:T}", "<msubsup><mi>δ</mi><mi>i</mi><mrow><mn>1</mn><mo>:</mo><mi>T</mi></mrow></msubsup>"),
        ("e^{ε_i}", "<mrow><mi>e</mi></mrow><mrow><msub><mi>ε</mi><mi>i</mi></msub></mrow></msup>"),
        ("sigma*^2", "<msup><mi>σ</mi><mo>∗</mo></msup>"),
        ("x^max(a, b)", '<mi mathvariant="normal">max</mi><mo>&#x2061;</mo>'),
    ],
)
def test_no_caret_is_left(text: str, shown: str) -> None:
    typeset = typeset_text(text)
    assert shown in typeset
    assert "^" not in typeset


def test_names_of_claims_and_abbreviations_are_words() -> None:
    text = "as in cordp/thm-1-eq-10, i.e., Eq. 10"
    assert typeset_text(text) == text
    assert "<mfrac>" in typeset_text("sigma/n-1")
    text = "fig_2.csv, by compute_stdv (optcheck.chained_dp.threshold)"
    assert typeset_text(text) == text


def test_ordinals_are_words() -> None:
    assert "-th largest" in typeset_text("the q-th largest is the ((q − 1)L + 1)-th largest")
    assert typeset_text("the q-th largest").count("<math>") == 1


@pytest.mark.parametrize("text", ["sqrt(6)/K^2", "sqrt(1/(K(K - 2)))", "√(6)/K²", "√(1/(K(K - 2)))"])
def test_roots_are_drawn_however_they_are_written(text: str) -> None:
    assert "<msqrt>" in typeset_text(text)
    assert "sqrt(" not in typeset_text(text)


BRACKETED = [
    "max required / (n - 1), for everybody",
    "variance times (n + 1)",
    "mean(Ŝ − S)",
    "mean(a)² and mean(x y) z",
    "required / (n - 1) / 2",
    "required / (n k) m",
]


def _compact(text: str) -> str:
    """What a reader sees, without spaces and the signs that nobody sees."""
    return "".join(c for c in text if not c.isspace() and c not in "\u2061\u2062")


def _is_numerator(found: list[Token], place: int) -> bool:
    """Whether a fraction bar makes the brackets that open here needless: they stand apart, before a slash."""
    depth = 0
    for end in range(place, len(found)):
        depth += {"(": 1, ")": -1}.get(found[end].text, 0)
        if not depth:
            divided = end + 1 < len(found) and found[end + 1].kind == "over"
            return divided and found[place].spaced and found[place - 1].kind != "over"
    return False


def test_brackets_after_a_word_or_its_slash_are_kept(claims: list[Claim[Any]]) -> None:
    compared = 0
    for text in BRACKETED + [form.text for _, form in forms(claims)]:
        shown = _compact("".join(well_formed(typeset_text(text)).itertext()))
        found = tokens(text)
        for place, token in enumerate(found):
            before = "".join(f"{item.kind} " for item in found[max(0, place - 2) : place])
            if token.text == "(" and before.endswith(("word ", "word over ")) and not _is_numerator(found, place):
                start = place - 2 if before.endswith("over ") else place - 1
                compared += 1
                assert "".join(item.text for item in found[start : place + 1]) in shown, text
    assert compared > len(BRACKETED)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("n! / (n - k)!", "n!(n−k)!"),  # a fraction: its bar stands for the slash
        ("x = (n - 1) times three", "x=(n−1)timesthree"),
        ("n != k", "n!=k"),
        ("2 / (n - 1)", "2n−1"),
        ("√(n - 1)", "n−1"),
    ],
)
def test_only_bars_make_brackets_needless(text: str, shown: str) -> None:
    assert _compact("".join(well_formed(typeset_text(text)).itertext())) == shown
