"""Definitions that use every part of the language: rows of many numbers, so that each part is seen in some fact."""

from __future__ import annotations

from random import Random

CONTROL = """
def claimed(p):
    row = []
    for i in range(p.n + 5):
        if i % 2 == 1:
            continue
        elif i > 5:
            break
        row.append(i ** 2 - i // 3)
    k = 0
    while k * k < p.n:
        k += 1
        pass
    a, *b = (p.n, 2, 3, 4)
    *c, d = [1, 2, p.n]
    e, (f, g) = 1, (2, p.n)
    one = two = p.n + 1
    row.extend([k, a, sum(b), len(c), d, e + f * g, one - two])
    row[0] = -p.n
    row[1:3] = [7, 8, 9]
    row[-1] -= 2
    same = row
    same += [x * y for x in (1, 2) for y in range(x, 4) if (x + y) % 2 == 1]
    k *= 3
    k /= 2
    row += [first_beyond(row, 3), first_beyond(row, 10**9), counted(p.n)]
    return row + [k, row[2], -row[1], +row[3], sum(row[::2]), sum(row[1:-1]), row[p.n - 1]]
def first_beyond(row, most):
    for x in row:
        for y in (x, -x):
            if y > most:
                return y
    return 0
def counted(n):
    while True:
        n += 1
        if n > 5:
            return n
"""
TABLES = """
def claimed(p):
    small, even = {1, 2, p.n, 2}, set([2, 4, p.n + 1])
    squares = {x: x * x for x in (1, 2, p.n)}
    squares[7] = p.n
    squares[1] += 10
    both = squares | {8: 1, 1: 5}
    found = [sorted(small | even)]
    tests = [1 in small, 5 not in small, 7 in squares, 99 in squares, {2, 1} == {1, p.n - 1}]
    tests += [small == {p.n, 2, 1}, squares == both, {1: 2} == {1: p.n}, (1, 2) == (1, p.n)]
    tests += [[1] == [1, 2], (1,) == [1], (1, p.n) < (2, 0), (1, p.n) <= (1, 2), [p.n, 1] > [p.n], None == 0]
    alias = squares
    squares |= {30: p.n}
    tests += [30 in alias, len(alias)]
    items = sorted([a * 100 + b for a, b in both.items()])
    names, values = sorted(squares), sorted(squares.values())
    by_word = {"x": 1, ("x", p.n): 2, record(a=p.n): 3, Fraction(1, 2): 4}
    other = [by_word["x"], by_word[("x", p.n)], by_word[record(a=p.n)], by_word[Fraction(2, 4)]]
    kept = [x for x in dict([(1, p.n), (2, 3)]).values()]
    more = [squares.get(2, 0), squares.get(99, p.n), len(squares), len(small), sorted({x % 2 for x in small})]
    return found + tests + items + [names, values, other, kept, more]
"""
FUNCTIONS = """
BASE = 3
def claimed(p):
    def scaled(x, by=2, plus=0, minus=p.n):
        return x * by + plus - minus
    def depth(k):
        return 1 if k <= 0 else k * depth(k - 1)
    twice = lambda x, y=1: x * 2 + y
    made = [scaled(1), scaled(1, 5), scaled(1, 2, 3), scaled(1, plus=9), scaled(x=2, minus=0), scaled(*[1, 2, 3])]
    made += [depth(p.n), twice(4), twice(4, y=p.n), outer(p.n)(2), BASE * p.n]
    logic = [p.n and 5, 0 or p.n, not p.n, None is None, p.none is not None, 1 if p.n > 2 else 7, p.flag or p.n]
    order = [1 < p.n < 5, 1 < p.n <= 2, 0 != p.n >= 3, p.n == 3 == BASE, p.word == "red", p.word != "blue"]
    parts = [Fraction(6, 4).numerator, Fraction(6, 4).denominator, p.half.denominator, p.n.numerator]
    point = record(x=1, y=p.n)
    moved = replace(point, x=p.n)
    pair = [point.x, moved.x, moved.y, moved == point, point == record(x=1, y=p.n), p.inner.a, p.inner.b[1]]
    rows = [[1, 2] * 2, 2 * (p.n,), (1,) + (p.n,), [x for x in p.inner.b], (p.n, 1)[0]]
    return made + [int(bool(x)) for x in logic] + order + parts + pair + rows
def outer(k):
    def inner(x):
        return k * x
    return inner
"""
BUILT_IN = """
def claimed(p):
    row = [p.n, 1, 4, 1, 5]
    found = [abs(-p.n), abs(p.half), min(row), max(row), min(2, p.n), max(7, p.n), sum(row), sum(row, 10), len(row)]
    found += [max(row, key=lambda x: -x), min([], default=p.n), max((1, 2), (1, p.n)), smallest(row), largest(row)]
    found += [total(row), count(row), prod(row), prod([2, p.n], start=5)]
    found += [floor(p.half), ceil(p.half), int(-p.half), floor(-p.half), int(p.half * 7), -7 // p.n, -7 % p.n]
    found += [comb(6, p.n), factorial(p.n), power(2, p.n), 2 ** -p.n, p.half ** 3, p.half ** -2, root(27, 3)]
    found += [sorted(row), sorted(row, reverse=True), sorted(row, key=lambda x: (x % 3, -x)), list(reversed(row))]
    found += [all(x > 0 for x in row), any(x > 4 for x in row), all([]), any([]), next(x for x in row if x > 3)]
    found += [next(iterated(row)), next((x for x in row if x > 9), p.n), bool(p.n), bool(0), bool([]), tuple(row)]
    found += [any(1 / x > 0 for x in (1, 0)), all(1 / x < 0 for x in (p.n, 0)), next(1 / x for x in (p.n, 0))]
    found += [list(zip(row, range(3))), list(zip((1, 2), (3, p.n), strict=True)), list(enumerate(row, 1))[1]]
    found += [list(map(lambda x, y: x - y, row, (1, 2)))]
    found += [list(accumulate(row)), list(pairwise(row)), list(chain(row, (9, 9))), list(combinations(row, 2))]
    found += [list(range(1, 9, p.n))]
    found += [list(permutations((1, 2, p.n), 2)), len(list(permutations(row))), list(product((0, 1), repeat=2))]
    found += [list(product((1, p.n), (2,))), list(range(5, p.n, -1))]
    found += [sum(1 for x in product((0, 1), repeat=p.n) if sum(x) == 2), list(dict([(1, 2)]).items())]
    return found
def iterated(row):
    return (x + 1 for x in row)
"""
REALS = """
def claimed(p):
    x, y = sqrt(p.n), sqrt(p.n + 3)
    field = [x, 1 + x, x - 2, 2 * x, x / 3, 5 / x, -x, x * x, (1 + x) ** 3, (2 - x) ** -2]
    field += [(1 + x) / (2 - x), abs(1 - x)]
    field += [x + sqrt(4 * p.n), x * sqrt(9 * p.n), x * y, x / y, sqrt(p.n) - y, sqrt(4 + 2 * x), sqrt(7 + 4 * sqrt(3))]
    signs = [x > 1, x < Fraction(17, 10), 1 + x > y, x + y > 3, x - y < 0, max(x, y) > 2, 3 * x > 2 * y, x >= 2, x <= y]
    signs += [exp(x) > y, log(p.n) < 1, pi() > 3, erfc(p.half) > p.half, root(p.n, 3) < x, 2 ** p.half < x]
    reals = [exp(p.half), log(p.n), erfc(p.half), erfc(-2), erfc(40), erfc(-40), pi(), exp(-3000), exp(x) * log(y)]
    reals += [exp(1) - pi(), -exp(p.half), exp(p.half) ** 3, exp(p.half) ** -2]
    reals += [root(p.n, 3), power(p.n, Fraction(2, 3))]
    reals += [root(x, 3), root(exp(1), 4), surd(p.n), exp(1) / y, 1 / log(2)]
    reals += [log(1 + Fraction(1, 10 ** 20)), (pi() - 4) ** 3]
    reals += [(1 - exp(x)) * y, (1 - x) * (1 - pi()), (1 - pi()) / (x - 2), exp(x) + exp(y) + 1, exp(x) * 2 * exp(y)]
    whole = [floor(x), ceil(y), floor(-x), int(-y), floor(exp(3)), ceil(pi()), y // 1, x % 1, pi() // p.half]
    return field + signs + reals + whole + [sum([x, y, 1]), sorted([y, x, p.half])]
"""
ALIASES = """
def claimed(p):
    row, by_name, path = [p.n], {1: 2, p.n: 5}, [0]
    rows, kept = {1: row, 2: {p.n}}, by_name.values()
    found = [sum(kept) + sum(kept), len(kept), list(by_name.items()), list(by_name.items())]
    by_name[7] = p.n
    rows[1] += [2]
    held = rows[2]
    rows[2] |= {9}
    same = row
    same *= 2
    row.extend(row)
    seen(path, 1).append(len(seen(path, 2)))
    made = {first(path, 3): first(path, 4), first(path, 5): first(path, 6)}
    found += [bool(None), 1 if None else 2, not None]
    return found + [list(kept), row, rows[1], sorted(held), path, sorted(made), abs(p.n > 1), [9 in by_name.values()]]
def seen(path, x):
    path.append(x)
    return path
def first(path, x):
    path.append(x)
    return x
"""
INSTANCE = {"n": 3, "none": None, "flag": False, "word": "red", "half": "1/2", "inner": {"a": 5, "b": [1, "7/3"]}}
PROGRAMS = (CONTROL, TABLES, FUNCTIONS, BUILT_IN, REALS, ALIASES)


class _Writer:
    """Writes a text: numbers a, b, c, rows r and s, a dictionary d, in statements and expressions of any nesting."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def number(self, depth: int = 2) -> str:
        """An expression for a number."""
        if not depth or self.random.random() < 0.3:
            return self.random.choice(["a", "b", "c", "p.n", "0", "1", "2", "-3", "len(r)", "r[-1]", "s[0]", "d[1]"])
        x, y = self.number(depth - 1), self.number(depth - 1)
        return self.random.choice(_NUMBERS).format(x=x, y=y, test=self.test(depth - 1), row=self.row(depth - 1))

    def test(self, depth: int = 1) -> str:
        """An expression for a truth value."""
        x, y = self.number(depth), self.number(depth)
        sign, other = self.random.choices(["<", "<=", "==", "!=", ">", ">="], k=2)
        forms = [f"{x} {sign} {y}", f"1 {sign} {x} {other} {y}", f"{x} in r", f"{x} not in s", f"{x} in d", f"not {x}"]
        forms += [
            f"({x} {sign} {y} or {y} {other} 1)",
            f"({x} {sign} 1 and {y} {other} 2)",
            f"r {sign} s",
            "[a] == r[:1]",
        ]
        return self.random.choice(forms)

    def row(self, depth: int = 1) -> str:
        """An expression for a row of numbers."""
        x, y = self.number(depth), self.number(depth)
        return self.random.choice(_ROWS).format(x=x, y=y, test=self.test(0))

    def statement(self, depth: int, inside: str = "") -> list[str]:
        """Some lines."""
        x, y = self.number(1), self.number(1)
        if depth and self.random.random() < 0.4:
            body = self.statement(depth - 1, inside) + self.statement(depth - 1, inside)
            loop = self.statement(depth - 1, "loop") + self.statement(depth - 1, "loop")
            other = self.statement(depth - 1, inside)
            heads = [[f"if {self.test()}:", *_in(body)], [f"if {self.test()}:", *_in(body), "else:", *_in(other)]]
            heads += [
                [f"for c in ({self.row(0)})[:4]:", *_in(loop)],
                ["while len(r) < 6:", *_in(["r.append(a)", *loop])],
            ]
            return self.random.choice(heads)
        simple = [*_STATEMENTS, *(["if a > b:\n    break", "if c > 1:\n    continue"] if inside else [])]
        return self.random.choice(simple).format(x=x, y=y, row=self.row(0)).split("\n")


_NUMBERS = (
    "{x} + {y}", "({x} - {y})", "({x}) * ({y})", "({x}) // 2", "({x}) % 3", "-({x})", "({x}) / 2", "({x}) ** 2",
    "f({x}, {y})", "f(y={x}, x={y})", "({x} if {test} else {y})", "sum({row})", "len({row})", "max({row}, default={x})",
    "min({x}, {y})", "abs({x})", "d.get({x}, {y})", "next((v for v in {row} if v > 1), {x})",
)  # fmt: skip
_ROWS = (
    "r", "s", "[{x}, {y}]", "sorted(r)", "sorted(s, key=lambda v: -v)", "r[1:]", "s[::-1]", "s[-2:]", "r + s",
    "[{x}] * 2", "list(range(3))", "list(d.values())", "[v * 2 for v in r if v != {x}]",
    "[v + w for v in r[:2] for w in s[:2]]",
)  # fmt: skip
_STATEMENTS = (
    "a = {x}", "b = {y}", "a, b = b, {x}", "a += {x}", "b -= {y}", "b = f({x}, b)", "r = {row}", "s = r", "s *= 2",
    "r += {row}", "r.append({x})", "s.extend({row})", "r[0] = {y}", "s[-1] += {x}", "a, *s = {x}, {y}, 1",
    "d[{x}] = {y}", "d[1] += {x}", "d |= {{{x}: {y}}}", "d = dict(zip(r, s)) | {{1: a}}",
    "def g(v, w={x}):\n    return v + w",
)  # fmt: skip


def _in(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]


def random_program(random: Random) -> str:
    """A definition of some random statements; now and then it fails, in Python too."""
    writer = _Writer(random)
    lines = ["a, b, c, r, s, d = p.n, 2, 0, [p.n, 1], [3, 0, p.n], {1: 4, p.n: 6}"]
    for _ in range(random.randint(3, 7)):
        lines += writer.statement(2)
    lines.append("return [p.n, a, b, c, r, s, sorted(d), [d[k] for k in sorted(d)]]")
    return "\n".join(["def claimed(p):", *_in(lines), "def f(x, y=1):", "    return x * 2 - y", ""])
