"""The language of definitions means what Python means, refuses everything else, and ends."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck.checker import work
from optcheck.checker.core import Verified, check_document
from optcheck.checker.intervals import Interval
from optcheck.checker.language import MOST_CHARACTERS, call, parse
from optcheck.checker.quadratic import Quadratic
from optcheck.checker.reals import compare
from optcheck.checker.values import BUILT_IN, Named, Table
from optcheck.errors import CertificateRejected

LIMIT = 2  # seconds' worth of steps
numbers = st.fractions(min_value=-9, max_value=9, max_denominator=6)


def value(text: str, *arguments: object, limit: float = LIMIT) -> object:
    """What the function f of a text gives, within the limit."""
    with work.budget(limit):
        return call(parse(text), "f", *arguments)


def plain(found: object) -> object:
    """A value of the language as Python's."""
    if isinstance(found, tuple | list):
        return type(found)(map(plain, found))
    if isinstance(found, Table):
        pairs = {plain(name): plain(item) for name, item in found.entries.values()}
        return set(pairs) if found.is_set else pairs
    return found


def in_python(text: str, *arguments: object) -> object:
    """What Python makes of the same text; of fractions alone, so that no quotient is a float."""
    names: dict[str, object] = {"Fraction": Fraction}
    exec("from math import *\nfrom itertools import *\n" + text, names)  # our own texts
    function = names["f"]
    assert callable(function)
    return function(*arguments)


# --- the same as Python ---------------------------------------------------------------------------------------------

leaves = st.one_of(st.sampled_from("abc"), st.integers(-5, 5).map(lambda n: f"Fraction({n})"))


def _grow(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    two = st.tuples(inner, inner)
    return st.one_of(
        st.tuples(st.sampled_from(("+", "-", "*", "/", "//", "%")), two).map(lambda p: f"({p[1][0]} {p[0]} {p[1][1]})"),
        st.tuples(inner, st.integers(-3, 4)).map(lambda p: f"({p[0]}) ** {p[1]}"),
        st.tuples(st.sampled_from(("<", "<=", "==", "!=", ">", ">=")), two, two).map(
            lambda p: f"({p[1][0]} if {p[2][0]} {p[0]} {p[2][1]} {p[0]} {p[1][0]} else {p[1][1]})"
        ),
        st.tuples(st.sampled_from(("max", "min")), inner, two).map(lambda p: f"{p[0]}({p[1]}, {p[2][0]}, {p[2][1]})"),
        st.tuples(st.sampled_from(("-", "+", "not ")), inner).map(lambda p: f"Fraction({p[0]}({p[1]}))"),
        st.tuples(st.sampled_from(("and", "or")), two).map(lambda p: f"({p[1][0]} {p[0]} {p[1][1]})"),
        st.tuples(inner, inner).map(lambda p: f"sum(x * {p[0]} for x in (a, b, c) if x < {p[1]})"),
        st.tuples(inner, inner).map(lambda p: f"(lambda x, y=a: x - y)({p[0]}) + abs({p[1]})"),
        st.tuples(inner, inner).map(lambda p: f"[y for x in (a, b) for y in (x, {p[0]})][{p[1]} > 0]"),
    )


@given(st.recursive(leaves, _grow, max_leaves=12), numbers, numbers, numbers)
def test_expressions_mean_what_python_means(expression: str, a: Fraction, b: Fraction, c: Fraction) -> None:
    text = f"def f(a, b, c):\n    return {expression}\n"
    try:
        wanted = in_python(text, a, b, c)
    except ZeroDivisionError:
        with pytest.raises(CertificateRejected):
            value(text, a, b, c)
        return
    found = value(text, a, b, c)
    assert found == wanted
    assert isinstance(found, bool) == isinstance(wanted, bool)


statements = st.sampled_from(
    [
        "x += y",
        "x, y = y, x",
        "x = y * z - 1",
        "rows.append(x)",
        "rows[0] -= y",
        "rows = rows[::-1]",
        "rows += [z, *rows[:1]]",
        "table[x] = y",
        "table |= {z: x}",
        "first, *rest = (x, y, z)\n    z = rest[-1]",
        "if x < y <= z:\n        x = z\n    elif x == y:\n        y += 1\n    else:\n        z = x",
        "for i, item in enumerate(rows):\n        if item == z:\n            continue\n        z += i * item\n"
        "        if i > 2:\n            break",
        "n = 0\n    while n < 3:\n        n += 1\n        y -= n",
        "def shifted(item, by=x):\n        return item + by + z\n    y = shifted(y)",
        "x = [later(z) for later in [lambda item: item + y]][0]",
        "z = {x, y, z, x} == {z, y, x} and 1 or 2",
        "z = len({item for item in rows} | {x}) + (x in table)",
    ]
)


@given(st.lists(statements, max_size=12), numbers, numbers, numbers)
def test_statements_mean_what_python_means(body: list[str], a: Fraction, b: Fraction, c: Fraction) -> None:
    lines = ["x, y, z = a, b, c", "rows = [a, b]", "table = {a: b}", *body]
    text = "def f(a, b, c):\n" + "".join(f"    {line}\n" for line in lines) + "    return x, y, z, rows, table\n"
    assert plain(value(text, a, b, c)) == in_python(text, a, b, c)


COLLECTED = """
def f(row, other, n):
    pairs = list(zip(row, other))
    ranked = sorted(pairs, key=lambda pair: (pair[1], -pair[0]), reverse=True)
    places = {item: place for place, item in enumerate(row)}
    once = zip(row, other)
    return [
        ranked, max(row, default=0), min(row, key=abs, default=0), sum(row[1:]), prod(other), list(accumulate(row)),
        list(product(row[:2], repeat=2)), list(combinations(other[:4], 2)), list(permutations(row[:3])),
        list(pairwise(row)), list(chain(row, other)), places,
        [next(once, None), list(once), list(once)], set(row) == set(other), set(row) | {n},
        tuple(reversed(row)), list(map(lambda a, b: a * b, row, other)), n // 7, n % 7,
        all(item > 0 for item in row), any(item > 3 for item in row), int(sum(row)), comb(9, abs(n) % 9),
        factorial(abs(n) % 7), floor(sum(other)), ceil(sum(other)), bool(row), row * 2 + other,
        row < other, row == other, [row, n] < [other, n], row[-1:] + other[:1], list(range(n % 5, 9, 2)), len(places),
        next((item for item in row if 1 / item > 0), 9) if 0 not in row else 8, sorted(places.items()), n is None,
        places.get(n, 7), list(places.values()), sum(1 for _ in other), not row,
    ]
"""


@given(st.lists(numbers, max_size=5), st.lists(numbers, max_size=5), st.integers(-40, 40))
def test_built_in_functions_mean_what_pythons_do(row: list[Fraction], other: list[Fraction], n: int) -> None:
    assert plain(value(COLLECTED, row, other, n)) == in_python(COLLECTED, row, other, n)


def test_of_equal_ranks_the_first_is_chosen_and_rows_of_two_types_differ() -> None:
    text = """
def f(row):
    ends = max(row, key=abs), min(row, key=abs), sorted(row, key=abs), sorted(row, key=abs, reverse=True)
    return [*ends, (1, 2) == [1, 2], [(1, 2)] == [(1, 2)], 1 == True, '1' == 1, None == 0, {1} == {1: 1}, {1} == {True}]
"""
    for row in ([2, -2, 1, -1], [-2, 2, -1, 1]):
        assert plain(value(text, row)) == in_python(text, row)


@given(
    st.fractions(0, 50, max_denominator=9),
    st.fractions(0, 50, max_denominator=9),
    st.fractions(0, 20, max_denominator=5),
)
def test_numbers_of_two_fields_compare_as_their_digits_do(a: Fraction, b: Fraction, c: Fraction) -> None:
    found = value("def f(a, b, c):\n    return (sqrt(a) + sqrt(b) > c, sqrt(a) * sqrt(b) == sqrt(a * b))\n", a, b, c)
    with localcontext() as context:
        context.prec = 80
        roots = (
            sum((Decimal(x.numerator) / x.denominator).sqrt() for x in (a, b)) - Decimal(c.numerator) / c.denominator
        )
    assert isinstance(found, tuple)
    if abs(roots) > Decimal(10) ** -60:
        assert found[0] == (roots > 0)
    assert found[1] is True


@given(st.fractions(Fraction(1, 9), 20, max_denominator=9), st.fractions(0, 20, max_denominator=9))
def test_exponentials_and_logarithms_compare_as_their_digits_do(a: Fraction, b: Fraction) -> None:
    found = value("def f(a, b):\n    return exp(-a) < b, log(a) < b, floor(exp(a)), erfc(b) <= 1\n", a, b)
    with localcontext() as context:
        context.prec = 80
        x, y = Decimal(a.numerator) / a.denominator, Decimal(b.numerator) / b.denominator
        wanted = ((-x).exp() < y, x.ln() < y, int(x.exp()), True)
    assert found == wanted


@given(st.integers(1, 40), st.integers(1, 40), st.integers(1, 40))
def test_roots_of_a_field_stay_in_it(p: int, q: int, d: int) -> None:
    text = (
        "def f(p, q, d):\n    x = p + q * sqrt(d)\n    return sqrt(x * x) == x, x ** 3 == x * x * x, x ** -1 * x == 1\n"
    )
    assert value(text, p, q, d) == (True, True, True)


def test_equal_expressions_are_equal_and_others_are_left_open() -> None:
    assert value("def f():\n    return log(2) + exp(3) == log(2) + exp(3)\n") is True
    with pytest.raises(CertificateRejected):
        value("def f():\n    return log(4) == 2 * log(2)\n")


@given(numbers, numbers)
def test_powers_are_roots_of_powers(a: Fraction, b: Fraction) -> None:
    found = value("def f(a):\n    return power(a * a, Fraction(1, 2)), root(a * a * a * a, 4), a ** 2\n", a)
    assert found == (abs(a), abs(a), a * a)
    with pytest.raises(CertificateRejected, match="negative"):
        value("def f(a):\n    return sqrt(a)\n", -1 - abs(b))


def test_records_have_fields_and_nothing_else() -> None:
    given_record = Named(n=3, inner=Named(row=(1, Fraction(1, 2))))
    text = "def f(p):\n    return p.n + p.inner.row[1], replace(p, n=4).n, record(a=1).a, p.n.numerator\n"
    assert value(text, given_record) == (Fraction(7, 2), 4, 1, 3)
    for attribute in ("missing", "fields", "inner.n"):
        with pytest.raises(CertificateRejected):
            value(f"def f(p):\n    return p.{attribute}\n", given_record)


def test_local_names_and_closures_are_pythons() -> None:
    text = """
BASE = Fraction(1, 3)

def f(n):
    found = [lambda: n + k for k in range(3)]
    total_ = sum(g() for g in found) + BASE

    def inner(m):
        n = m * 2
        return n + total_

    return inner(5), n, total_
"""
    assert value(text, 1) == (Fraction(58, 3), 1, Fraction(28, 3))


# --- what is refused ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "construct"),
    [
        ("import os", "Import"),
        ("from math import pi", "ImportFrom"),
        ("return 0.5", "Constant 0.5"),
        ("return b''", "Constant b''"),
        ("return 1j", "Constant 1j"),
        ("return f'{x}'", "JoinedStr"),
        ("return x.__class__", "Attribute '__class__'"),
        ("return x._hidden", "Attribute '_hidden'"),
        ("__builtins__ = 1", "Name '__builtins__'"),
        ("sum = 1", "Name 'sum'"),
        ("g = 1", "Name 'g'"),
        ("def g(): return 1", "FunctionDef 'g'"),
        ("x.n = 1", "Attribute 'n'"),
        ("del x", "Delete"),
        ("raise x", "Raise"),
        ("assert x", "Assert"),
        ("global x", "Global"),
        ("class A: pass", "ClassDef"),
        ("return (y := 1)", "NamedExpr"),
        ("yield x", "Yield"),
        ("return [*x for x in x]", ""),
        ("return f(**x)", "keyword"),
        ("return {**x}", "Dict"),
        ("return x is 1", "Compare"),
        ("with x: pass", "With"),
        ("try: pass\n    except x: pass", "Try"),
        ("for i in x: pass\n    else: pass", "For"),
        ("lambda sum: 1", "arg 'sum'"),
        ("def h(a, /): pass", "arguments"),
        ("def h(**a): pass", "arguments"),
        ("def h(*a): pass", "arguments"),
        ("def h(*, a): pass", "arguments"),
        ("y: int = 1", "AnnAssign"),
        ("return x << 1", "LShift"),
        ("return x & 1", "BitAnd"),
        ("return ~x", "Invert"),
        ("return {1} - {x}", ""),
        ("return {1} <= {x}", ""),
        ("return math.comb(2, 1)", "math has no value"),
        ("return divmod(x, 1)", "divmod has no value"),
        ("return x @ x", "MatMult"),
        ("match x:\n        case 1: pass", "Match"),
        ("async def h(): pass", "AsyncFunctionDef"),
        ("print(x)", "print"),
        ("open('x')", "open"),
        ("return getattr(x, 'n')", "getattr"),
        ("return 'a' + 'b'", ""),
        ("return 'a' * 9", ""),
        ("return 'a' % 9", ""),
        ("return 'a'[0]", ""),
        ("return 'a' in 'ab'", ""),
        ("return x(1)", ""),
        ("return (1).bit_length()", ""),
        ("return [].sort()", ""),
        ("return sum", ""),
    ],
)
def test_everything_else_is_refused_with_its_line(line: str, construct: str) -> None:
    text = f"def g(x):\n    return 1\n\ndef f(x):\n    {line}\n"
    with pytest.raises(CertificateRejected) as refused:
        judged(text, "def true(p):\n    return p.n\n") if "return sum" in line else value(text, 1)
    assert construct in str(refused.value)
    if construct and construct[0].isupper():
        assert "line 5" in str(refused.value) or "line 6" in str(refused.value)


@pytest.mark.parametrize(
    "text",
    [
        "x = f()\n",
        "print(1)\n",
        "for i in (1,): pass\n",
        "x = 1\nx = 2\n",
        "def f(): return 1\ndef f(): return 2\n",
        "return 1\n",
        "x.y = 1\n",
        "x, y = 1, 2\n",
        "if 1: x = 2\n",
        "é = 1\n",
        "x = 'a\\x41'\n",
        "def f(:\n",
        "x = " + "9" * 5000 + "\n",
        "x = 1 " + " " * MOST_CHARACTERS,
        "",
    ],
)
def test_texts_that_are_no_definitions_are_refused(text: str) -> None:
    with pytest.raises(CertificateRejected):
        value(text)


NESTED = [
    "(",
    "[",
    "{",
    "-",
    "not ",
    "lambda: ",
    "f(",
    "x[",
    "{1: ",
    "(x for x in ",
    "f(a=",
    "f(*",
    "1 if 1 else ",
    "1 + ",
]


@pytest.mark.parametrize("opening", NESTED)
@pytest.mark.parametrize("depth", [25, 55, 90, 2000])
def test_deep_nesting_is_refused_or_evaluated(opening: str, depth: int) -> None:
    closing = {"(": ")", "[": "]", "{": "}"}.get(next((c for c in opening if c in "([{"), ""), "")
    for body in (f"{opening * depth}1{closing * depth}", f"{opening * depth}1 2{closing * depth}", opening * depth):
        with work.budget(LIMIT):
            try:
                call(parse(f"def f():\n    return {body}\n"), "f")
            except CertificateRejected:
                continue


HOSTILE = {
    "a tower of powers": "return 10 ** 10 ** 10",
    "a power of a fraction": "return Fraction(2, 3) ** 10 ** 12",
    "a shift": "return 1 << 10 ** 12",
    "shifts that are kept": "return [1 << 10 ** 9 for i in range(100)]",
    "squares of squares": "x = 3\n    for i in range(60):\n        x = x * x\n    return x",
    "squares of roots": "x = 1 + sqrt(2)\n    for i in range(60):\n        x = x * x\n    return x",
    "fractions that grow": "x = Fraction(1, 3)\n    for i in range(60):\n        x = x * x + 1\n    return x",
    "a long range": "return sum(range(10 ** 12))",
    "a longer range": "return len(range(10 ** 30))",
    "a list of a range": "return list(range(10 ** 10))",
    "an endless loop": "while 1:\n        pass",
    "an endless loop of continues": "while True:\n        continue",
    "a list that grows as it is read": "x = [1]\n    for i in x:\n        x.append(i)",
    "recursion": "return f()",
    "recursion of lambdas": "g = lambda h: h(h)\n    return g(g)",
    "branching recursion": "g = lambda h, n: h(h, n - 1) + h(h, n - 1) if n else 1\n    return g(g, 40)",
    "many choices": "return sum(1 for x in product((0, 1), repeat=60))",
    "a product of many factors": "return product((0,), repeat=10 ** 12)",
    "many subsets": "return len(list(combinations(range(60), 30)))",
    "a wide subset": "return list(combinations((1,), 10 ** 12))",
    "many orders": "return sum(1 for x in permutations(range(14)))",
    "a long row": "return [0] * 10 ** 12",
    "a row that doubles": "x = [1]\n    for i in range(60):\n        x = x + x",
    "a row that extends itself": "x = [1]\n    for i in range(60):\n        x += x",
    "a tree of shared rows": "x = y = (1,)\n    for i in range(60):\n        x, y = (x, x), (y, y)\n    return x == y",
    "a key of shared rows": "x = (1,)\n    for i in range(60):\n        x = (x, x)\n    return {x}",
    "a factorial": "return factorial(10 ** 9)",
    "a binomial": "return comb(10 ** 9, 10 ** 8)",
    "nested loops": "return sum(1 for a in range(999) for b in range(999) for c in range(999) for d in range(999))",
    "a sum of expressions": "x = 0\n    for i in range(1, 10 ** 6):\n        x += log(i)\n    return x > 0",
    "products of expressions": "x = exp(1)\n    for i in range(60):\n        x = x * x\n    return x > 1",
    "an expression of many levels": "x = exp(1)\n    for i in range(1000):\n        x = log(x + 1)\n    return x > 0",
    "a large exponential": "return exp(10 ** 9) > 1",
    "a root of a long number": "return sqrt(2 ** 10 ** 6 + 1) > 1",
    "a root of high degree": "return root(2, 10 ** 9) > 1",
    "an undefined number": "return log(0 - 1) > 0",
    "a quotient by what cannot be told from zero": "return 1 / (log(4) - 2 * log(2)) > 0",
    "nested iterators": "x = range(9)\n    for i in range(10**6):\n        x = map(lambda a: a, x)\n    return list(x)",
    "nested generators": "x = range(9)\n    for i in range(10 ** 6):\n        x = (a for a in x)\n    return list(x)",
    "nested functions": "g = abs\n    for i in range(999):\n        g = (lambda h: lambda a: h(a))(g)\n    return g(1)",
    "sorting": "return sorted(range(10 ** 6), key=lambda a: a * 7919 % 1000003)",
}


@pytest.mark.parametrize("body", HOSTILE.values(), ids=HOSTILE)
def test_hostile_texts_end_with_a_rejection(body: str) -> None:
    with pytest.raises(CertificateRejected):
        value(f"def f():\n    {body}\n", limit=1 / 4)


def test_keys_cannot_be_chosen_to_collide() -> None:
    """Integers that are multiples of 2^61 - 1 have one hash in Python: a set of them would take a second and more."""
    text = "def f(n):\n    return len({k * (2 ** 61 - 1) for k in range(n)}), len({k: 1 for k in range(n)})\n"
    with work.budget(20):
        assert call(parse(text), "f", 20_000) == (20_000, 20_000)
    mixed = "def f():\n    return len({1, True, Fraction(2, 2), (1,), '1', None, (None,), ((1,),), '(1)'})\n"
    assert value(mixed) == 7


@pytest.mark.parametrize(
    "expression",
    [
        "sorted({1, 2, 3} | {2, True})",
        "sorted({True, 2} | {1, 3})",
        "[*set([1, True])]",
        "[*({1: 5} | {True: 6})]",
        "[*{True: 1, 1: 2}.items()]",
    ],
)
def test_of_equal_keys_the_first_stays_as_in_python(expression: str) -> None:
    assert repr(plain(value(f"def f():\n    return {expression}\n"))) == repr(eval(expression))


def test_an_entry_that_is_set_again_keeps_its_key() -> None:
    text = "def f():\n    x = {1: 2}\n    x[True] = 3\n    x |= {True: 4}\n    return [*x.items()]\n"
    assert repr(plain(value(text))) == "[(1, 4)]"


def test_every_step_is_paid_for() -> None:
    """Twice the turns cost about twice the steps."""
    costs = []
    for turns in (1000, 2000, 4000):
        with work.budget(LIMIT) as left:
            start = left[0]
            call(parse("def f(n):\n    return sum(i * i for i in range(n))\n"), "f", turns)
            costs.append(start - left[0])
    assert costs[0] >= 1000
    assert costs[0] < costs[1] <= 2 * costs[0]
    assert costs[1] < costs[2] <= 2 * costs[1]


def test_no_built_in_gives_more_than_the_language_has() -> None:
    for name in BUILT_IN:
        with pytest.raises(CertificateRejected):
            value(f"def f():\n    return {name}.__self__\n")


# --- the kind -------------------------------------------------------------------------------------------------------


def judged(claimed: str, true: str, relation: str = "equals", instance: Mapping[str, object] | None = None) -> Verified:
    sides = {
        "instance": {"n": 3, "row": ["1/2", 2]} if instance is None else instance,
        "claimed": claimed.replace("def f(", "def claimed("),
        "true": true.replace("def f(", "def true("),
        "relation": relation,
    }
    return check_document({"format": 1, "kind": "evaluation", "instance": sides, "evidence": {}}, LIMIT)


def f(expression: str) -> str:
    return f"def f(p):\n    return {expression}\n"


def test_both_sides_are_evaluated_at_the_instance() -> None:
    found = judged(f("sum(p.row)"), f("p.n"))
    texts = [str(fact) for fact in found.facts]
    assert texts == [
        "that the true value equals the claimed one is False",
        "claimed = 5/2",
        "true = 3",
        "claimed - true < 0",
    ]
    assert found.statement == (
        "two definitions evaluated at n = 3, row = (1/2, 2): claimed = 5/2; true = 3; claimed - true < 0; "
        "that the true value equals the claimed one is false"
    )


SIGNS = {"equals": "=", "at most": "<=", "at least": ">=", "less": "<", "greater": ">"}


@given(numbers, numbers, st.sampled_from(sorted(SIGNS)))
def test_a_relation_holds_where_it_does(claimed: Fraction, true: Fraction, relation: str) -> None:
    instance = {"claimed": str(claimed), "true": str(true)}
    found = judged(f("p.claimed"), f("p.true"), relation, instance)
    stands = {
        "=": true == claimed,
        "<=": true <= claimed,
        ">=": true >= claimed,
        "<": true < claimed,
        ">": true > claimed,
    }
    assert found.facts[0].value is stands[SIGNS[relation]]
    sign = "<" if claimed < true else ">" if claimed > true else "="
    assert (found.facts[3].quantity, found.facts[3].relation) == ("claimed - true", sign)


@given(st.lists(numbers, min_size=1, max_size=6), st.data())
def test_the_first_entry_that_differs_is_named(row: list[Fraction], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(row) - 1))
    other = [x + 1 if i >= place else x for i, x in enumerate(row)]
    instance = {"row": list(map(str, row)), "other": list(map(str, other))}
    found = judged(f("p.row"), f("list(p.other)"), "equals", instance)
    assert found.facts[0].value is False
    assert found.facts[1].quantity == f"claimed[{place}]"
    assert found.facts[1].value == row[place]
    assert judged(f("p.row"), f("p.row"), "equals", instance).facts[0].value is True


def test_irrational_values_are_exact_in_a_field_and_enclosed_elsewhere() -> None:
    found = judged(f("sqrt(p.n)"), f("exp(p.n - 2)"))
    assert found.facts[1].value == Quadratic(0, 1, 3)
    assert isinstance(found.facts[2].value, Interval)
    assert found.facts[3].relation == "<"


def test_truth_values_and_words_are_equal_or_not() -> None:
    assert judged(f("p.n > 2"), f("p.n > 1")).facts[0].value is True
    assert judged(f("p.n > 3"), f("p.n > 1")).facts[0].value is False
    assert judged(f("'infinite' if p.n else 0"), f("p.n")).facts[0].value is False
    with pytest.raises(CertificateRejected):
        judged(f("p.n > 1"), f("p.n > 1"), "at most")


@pytest.mark.parametrize(
    ("claimed", "true"),
    [
        (f("p.row"), f("p.n")),
        (f("p.row"), f("p.row[:1]")),
        (f("p.row[:0]"), f("p.row[:0]")),
        (f("None if p.n else 1"), f("None if p.n else 1")),
        (f("zip(p.row)"), f("p.row")),
        (f("{p.n}"), f("{p.n}")),
        (f("[lambda: 1, p.n][0]"), f("p.n")),
        (f("undefined()"), f("p.n")),
        ("x = 1\n", f("p.n")),
        ("def other(p):\n    return p.n\n", f("p.n")),
        ("def f(p, q):\n    return p.n\n", f("p.n")),
        (f("log(p.n + 1)"), f("2 * log(p.n - 1)")),
        (f("1 / (p.n - 3)"), f("p.n")),
    ],
)
def test_what_has_no_comparable_values_is_refused(claimed: str, true: str) -> None:
    with pytest.raises(CertificateRejected):
        judged(claimed, true)


@pytest.mark.parametrize("bare", ["3", "sum((1, 2))", "sqrt(2)", "True", "[p, 3][1]", "3 if True else p.n"])
def test_a_side_that_needs_nothing_of_the_instance_is_refused(bare: str) -> None:
    for claimed, true in ((bare, "p.n"), ("p.n", bare), (bare, bare)):
        with pytest.raises(CertificateRejected, match="one that uses the instance"):
            judged(f(claimed), f(true))


@pytest.mark.parametrize(
    "instance",
    [
        {"n": 0.5},
        {"n": "1.5"},
        {"_n": 1},
        {"n": "é"},
        {"n": "1/0"},
        {"": 1},
        {"a b": 1},
        {"n": {"__class__": 1}},
        {"n": ""},
    ],
)
def test_instances_are_read_strictly(instance: Mapping[str, object]) -> None:
    with pytest.raises(CertificateRejected):
        judged(f("p.n"), f("p.n"), "equals", instance)


def test_instances_hold_rows_records_words_and_field_numbers() -> None:
    instance = {"a": [[1, "1/2"], []], "b": {"c": {"d": None}}, "e": "a word", "g": True, "h": "1/2 - 3*sqrt(5)"}
    text = f(
        "p.a[0][1] == Fraction(1, 2) and p.b.c.d is None and p.e == 'a word' and p.g and p.h + 3 * sqrt(5) == 1 / 2"
    )
    assert judged(text, f("p.g"), "equals", instance).facts[0].value is True


def test_deep_instances_are_refused() -> None:
    deep: object = 1
    for _ in range(500):
        deep = [deep]
    with pytest.raises(CertificateRejected):
        judged(f("p.n[0] is None"), f("p.n[0] is None"), "equals", {"n": deep})


@settings(max_examples=30)
@given(st.lists(numbers, min_size=1, max_size=5))
def test_comparisons_are_antisymmetric(row: list[Fraction]) -> None:
    for a in row:
        for b in row:
            assert compare(a, b) == -compare(b, a)
