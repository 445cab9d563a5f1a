"""The paths through the conditions of a goal: what is known on each, and what follows from it by algebra.

Sound; far from complete. A condition that the facts do not decide splits the path, and all paths are gone through.

A fact says that an expression is not negative (or positive). Something follows if it is a combination, with
coefficients that are not negative, of products of facts: Handelman's way, found by a linear program and then expanded
and compared. Roots, exponentials, logarithms and other functions are generators with what is always true of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations

import numpy as np
import sympy
from flint import fmpq, fmpq_mat

from optcheck.claims.expressions import Symbolic, vanishes
from optcheck.errors import OptcheckError, SolverFailed
from optcheck.lp.backends import HighsSession
from optcheck.lp.program import Basis, FloatProgram, Status

Expression = Symbolic
Polynomial = Symbolic  # a sympy.Poly
MOST_PATHS = 96
MOST_PRODUCTS = 700
MOST_TERMS = 400
MOST_SQUARES = 4  # symbols whose differences' squares are tried as well
MOST_DEGREE = 6
MOST_WEIGHT = 10**6  # of all products together, where the positive ones are to weigh much


class NotReadable(OptcheckError):
    """Code that has no meaning here, or that may be undefined; the message says what."""


class Outside(Exception):
    """The path lies outside the domain: its conditions fail."""


@dataclass(slots=True)
class Facts:
    """Expressions that are not negative, those that are positive, and symbols that are known to equal others."""

    not_negative: list[Expression] = field(default_factory=list)
    positive: list[Expression] = field(default_factory=list)
    not_zero: list[Expression] = field(default_factory=list)
    equal: list[tuple[Expression, Expression]] = field(default_factory=list)  # symbol, what stands for it

    def copy(self) -> Facts:
        """The same facts, to which others may be added."""
        return Facts([*self.not_negative], [*self.positive], [*self.not_zero], [*self.equal])

    def substitute(self, expression: Expression) -> Expression:
        """The expression with everything that is known to be equal substituted."""
        for symbol, value in self.equal:
            expression = expression.subs(symbol, value)
        return expression

    def know(self, expression: Expression, *, strict: bool) -> None:
        """The expression is not negative; with ``strict`` it is positive."""
        if strict and _is_whole(expression):
            self.not_negative.append(expression - 1)
        elif strict:
            self.positive.append(expression)
        else:
            self.not_negative.append(expression)

    def know_zero(self, expression: Expression) -> None:
        """The expression is 0: a symbol that stands alone in it is replaced from now on."""
        target = sympy.expand(self.substitute(expression))
        for symbol in sorted(target.free_symbols, key=str):
            poly = target.as_poly(symbol)
            if poly is not None and poly.degree() == 1 and poly.LC().is_number:
                self.equal.append((symbol, sympy.expand(-poly.nth(0) / poly.LC())))
                return
        self.not_negative += [target, -target]

    def is_zero(self, expression: Expression) -> bool:
        """Whether it is 0 on this path."""
        return vanishes(sympy.sympify(self.substitute(expression)))

    def is_not_zero(self, expression: Expression) -> bool:
        """Whether it is never 0 on this path."""
        target = sympy.sympify(self.substitute(expression))
        if any(vanishes(target - self.substitute(known)) for known in self.not_zero):
            return True
        return all(
            self._signed(factor) or any(vanishes(factor - self.substitute(known)) for known in self.not_zero)
            for factor in _factors(target)
        )

    def _signed(self, factor: Expression) -> bool:
        if isinstance(factor, sympy.Pow) and factor.exp.is_Rational and self.is_positive(factor.base):
            return True  # a root, or a power of one, of something positive
        return self.is_positive(factor) or self.is_positive(-factor)

    def is_positive(self, expression: Expression, *, strict: bool = True) -> bool:
        """Whether it is positive (not negative, without ``strict``) on this path."""
        target = sympy.sympify(self.substitute(expression))
        if target.is_number:
            known = target.is_positive if strict else target.is_nonnegative
            return bool(known) or (not strict and vanishes(target))
        if (target.is_positive if strict else target.is_nonnegative) and not _has_doubtful(target):
            return True
        sign, rest = self._without_known_signs(target, strict)
        if rest is None:
            return False
        if rest.is_number:
            value = sign * rest
            return bool(value.is_positive if strict else value.is_nonnegative)
        return self._follows(sympy.expand(sign * rest), strict)

    def _without_known_signs(self, target: Expression, strict: bool) -> tuple[int, Expression | None]:
        """The sign of the factors whose sign is known, and the product of the others above the line.

        None for the latter where the sign of what stands below the line is not known.
        """
        joined = sympy.together(target)
        top, bottom = sympy.fraction(sympy.cancel(joined) if _is_rational(target) else joined)
        sign, rest = 1, sympy.Integer(1)
        for base, power in _powers(top):
            known = self._simple_sign(base)
            if known or (power % 2 == 0 and (not strict or self.is_not_zero(base))):
                sign *= known ** (power % 2)
            else:
                rest *= base**power
        for base, power in _powers(bottom):
            known = self._sign(base) if power % 2 else 1  # nothing is divided by 0: see the reading of divisions
            if not known:
                return 1, None
            sign *= known
        return sign, rest

    def _sign(self, base: Expression) -> int:
        """1 or -1 where the expression is shown to be positive or negative, else 0."""
        known = self._simple_sign(base)
        if known:
            return known
        return 1 if self._follows(sympy.expand(base), True) else -1 if self._follows(sympy.expand(-base), True) else 0

    def _simple_sign(self, base: Expression) -> int:
        """1 or -1 where the sign is plain: a number, a positive symbol, a fact."""
        if base.is_number:
            return 1 if base.is_positive else -1 if base.is_negative else 0
        if isinstance(base, sympy.exp) or (base.is_Symbol and base.is_positive):
            return 1
        for known in self.positive:
            if vanishes(base - self.substitute(known)):
                return 1
            if vanishes(base + self.substitute(known)):
                return -1
        return 0

    def _follows(self, target: Expression, strict: bool) -> bool:
        """Whether the expression is a combination of products of facts."""
        if target == 0:
            return not strict
        problem = _Combination.of(target, self)
        if problem is None:
            return False
        if problem.by_signs(strict):
            return True
        degree = problem.degree
        return any(problem.solved(most, strict) for most in dict.fromkeys((degree, degree + 1)) if most <= MOST_DEGREE)

    def is_contradictory(self) -> bool:
        """Whether no instance can meet these facts, as far as algebra shows."""
        return self._follows(sympy.Integer(-1), False)


@dataclass(slots=True)
class Path:
    """One way through all conditions: what was decided so far, and the facts that follow."""

    prescribed: list[bool]
    facts: Facts = field(default_factory=Facts)
    decisions: list[bool] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    bound: set[Expression] = field(
        default_factory=set
    )  # symbols that run through a row or a range: nothing splits on them
    steps: int = 0

    def decide(self, comparison: Comparison) -> bool:
        """Whether it holds on this path; splits it where the facts do not say."""
        known = comparison.known(self.facts)
        if known is not None:
            return known
        if self.bound & comparison.difference.free_symbols:
            raise NotReadable(f"a condition on each entry: {comparison}")
        answer = self.choose()
        taken = comparison if answer else comparison.negated()
        taken.assume(self.facts)
        self.words.append(str(taken))
        return answer

    def choose(self) -> bool:
        """One of two ways: as prescribed, else the first, and the other one on a path of its own."""
        index = len(self.decisions)
        self.decisions.append(self.prescribed[index] if index < len(self.prescribed) else True)
        return self.decisions[-1]


_NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}


@dataclass(frozen=True, slots=True)
class Comparison:
    """A difference and how it compares with 0."""

    difference: Expression
    sign: str

    def __str__(self) -> str:
        return f"{self.difference} {self.sign} 0"

    def negated(self) -> Comparison:
        return replace(self, sign=_NEGATED[self.sign])

    def known(self, facts: Facts) -> bool | None:
        """True or False where the facts say so."""
        if self.sign in ("<", "<="):
            return Comparison(-self.difference, ">" if self.sign == "<" else ">=").known(facts)
        if self.sign == "!=":
            same = Comparison(self.difference, "==").known(facts)
            return None if same is None else not same
        if self.sign == "==":
            if facts.is_zero(self.difference):
                return True
            return False if facts.is_not_zero(self.difference) else None
        strict = self.sign == ">"
        if facts.is_positive(self.difference, strict=strict):
            return True
        return False if facts.is_positive(-self.difference, strict=not strict) else None

    def assume(self, facts: Facts) -> None:
        match self.sign:
            case ">" | ">=":
                facts.know(self.difference, strict=self.sign == ">")
            case "<" | "<=":
                facts.know(-self.difference, strict=self.sign == "<")
            case "==":
                facts.know_zero(self.difference)
            case "!=":
                facts.not_zero.append(self.difference)
                for one in (self.difference, -self.difference):
                    if facts.is_positive(one, strict=False):  # not negative and not 0
                        facts.know(one, strict=True)


def paths(run: Callable[[Path], Expression]) -> Iterator[tuple[Path, Expression]]:
    """Repeat a reading for every way through its conditions; ways outside the domain are left out."""
    waiting: list[list[bool]] = [[]]
    count = 0
    while waiting:
        count += 1
        if count > MOST_PATHS:
            raise NotReadable(f"more than {MOST_PATHS} cases")
        path = Path(waiting.pop())
        try:
            result, inside = run(path), True
        except Outside:
            result, inside = None, False
        fresh = range(len(path.prescribed), len(path.decisions))
        waiting += [[*path.decisions[:index], not path.decisions[index]] for index in fresh]
        if inside:
            yield path, result


def _is_whole(expression: Expression) -> bool:
    """Whether its value is a whole number whenever those of its symbols are what they are assumed to be."""
    expanded = sympy.expand(expression)
    if not expanded.free_symbols or not all(symbol.is_integer for symbol in expanded.free_symbols):
        return False
    poly = expanded.as_poly(*sorted(expanded.free_symbols, key=str))
    return poly is not None and all(c.is_Integer for c in poly.coeffs())


def _has_doubtful(expression: Expression) -> bool:
    """Whether sympy's own opinion on the sign is about more than sums and products of symbols."""
    kinds = sympy.Symbol | sympy.Rational | sympy.Add | sympy.Mul | sympy.Pow
    return any(not isinstance(part, kinds) for part in sympy.preorder_traversal(expression))


def _is_rational(expression: Expression) -> bool:
    return bool(expression.is_rational_function(*expression.free_symbols))


def _factors(expression: Expression) -> Iterator[Expression]:
    top, bottom = sympy.fraction(sympy.together(expression))
    for part in (top, bottom):
        yield from (base for base, _ in _powers(part))


def _powers(part: Expression) -> Iterator[tuple[Expression, int]]:
    factored = sympy.factor(part) if _is_rational(part) else part
    for one in sympy.Mul.make_args(factored):
        base, power = one.as_base_exp()
        if power.is_Integer and power > 0:
            yield base, int(power)
        else:
            yield one, 1


@dataclass(slots=True)
class _Combination:
    """A polynomial in symbols and generators, and the facts about these as polynomials."""

    target: Polynomial
    facts: list[tuple[Polynomial, bool]]  # polynomial, whether it is positive
    symbols: tuple[Expression, ...]

    @classmethod
    def of(cls, target: Expression, facts: Facts) -> _Combination | None:
        known = [(facts.substitute(one), False) for one in facts.not_negative] + [
            (facts.substitute(one), True) for one in facts.positive
        ]
        names: dict[Expression, Expression] = {}
        plain = _named(sympy.expand(target), names)
        listed = [(_cleared(one, facts), strict) for one, strict in known]
        listed = [(_named(sympy.expand(one), names), strict) for one, strict in listed if one is not None]
        listed += list(_about_generators(names))
        listed += [(symbol, bool(symbol.is_positive)) for symbol in _symbols(plain, listed) if symbol.is_nonnegative]
        symbols = tuple(sorted(_symbols(plain, listed), key=str))
        if len(symbols) <= MOST_SQUARES:
            listed += [((one - other) ** 2, False) for one, other in combinations(symbols, 2)]
        squares = dict(_squares(names))
        poly = _poly(plain, symbols, squares)
        if poly is None or len(poly.terms()) > MOST_TERMS:
            return None
        polynomials: list[tuple[Polynomial, bool]] = []
        for one, strict in listed:
            fact = _poly(one, symbols, squares)
            if fact is not None and fact.total_degree() > 0 and not any(fact == other for other, _ in polynomials):
                polynomials.append((fact, strict))
        return cls(poly, polynomials, symbols)

    @property
    def degree(self) -> int:
        return max(1, int(self.target.total_degree()))

    def by_signs(self, strict: bool) -> bool:
        """After each symbol is counted from its lower bound, no coefficient is negative."""
        bounds: dict[Expression, tuple[Expression, bool]] = {}
        for fact, is_strict in self.facts:
            low = _lower_bound(fact)
            if low is not None and (low[0] not in bounds or (low[1], is_strict) > bounds[low[0]]):
                bounds[low[0]] = (low[1], is_strict)
        moved = self.target.as_expr().subs({x: x + low for x, (low, _) in bounds.items()}, simultaneous=True)
        shifted = sympy.Poly(moved, *self.symbols)
        fine, positive = set(bounds), {x for x, (_, is_strict) in bounds.items() if is_strict}
        terms = shifted.terms()
        if any(c < 0 for _, c in terms) or not all(_only(powers, self.symbols) <= fine for powers, _ in terms):
            return False
        return not strict or any(c > 0 and _only(powers, self.symbols) <= positive for powers, c in terms)

    def solved(self, most: int, strict: bool) -> bool:
        """Whether a linear program finds the combination; what it finds is expanded and compared."""
        products = self._products(most)
        if products is None:
            return False
        weights = _weights(self.target, products, strict)
        if weights is None:
            return False
        total = sum(
            (weight * poly.as_expr() for weight, (poly, _) in zip(weights, products, strict=True)), sympy.Integer(0)
        )
        sure = any(weight > 0 and is_positive for weight, (_, is_positive) in zip(weights, products, strict=True))
        return (
            sympy.expand(total - self.target.as_expr()) == 0 and all(w >= 0 for w in weights) and (sure or not strict)
        )

    def _products(self, most: int) -> list[tuple[Polynomial, bool]] | None:
        one = sympy.Poly(1, *self.symbols) if self.symbols else None
        if one is None:
            return None
        products: list[tuple[Polynomial, bool]] = [(one, True)]
        seen = {one}
        layer = [(one, True, 0)]
        while layer:
            following = []
            for poly, is_positive, start in layer:
                for index in range(start, len(self.facts)):
                    fact, strict = self.facts[index]
                    if poly.total_degree() + fact.total_degree() > most:
                        continue
                    product = poly * fact
                    if product not in seen:
                        seen.add(product)
                        following.append((product, is_positive and strict, index))
                        products.append((product, is_positive and strict))
                        if len(products) > MOST_PRODUCTS:
                            return products
            layer = following
        return products


def _only(powers: tuple[int, ...], symbols: tuple[Expression, ...]) -> set[Expression]:
    return {symbol for symbol, power in zip(symbols, powers, strict=True) if power}


def _lower_bound(fact: Polynomial) -> tuple[Expression, Expression] | None:
    """The symbol and the number for a fact that says symbol >= number."""
    expression = fact.as_expr()
    free = expression.free_symbols
    if len(free) != 1 or fact.total_degree() != 1:
        return None
    (symbol,) = free
    slope = expression.coeff(symbol)
    return (symbol, -expression.subs(symbol, 0) / slope) if slope > 0 else None


_Row = dict[int, Expression]  # by column, 0 left out


def _weights(target: Polynomial, products: list[tuple[Polynomial, bool]], strict: bool) -> list[Expression] | None:
    """Coefficients of the products that should sum to the polynomial, with as much as there may be of what is positive.

    A solver says which products take part, and their coefficients are solved for exactly; that these are not negative
    and that the sum is right is for the caller to see. None where there are none.
    """
    columns, sides = [dict(poly.terms()) for poly, _ in products], dict(target.terms())
    rows: dict[tuple[int, ...], _Row] = {}
    for j, column in enumerate(columns):
        for powers, coefficient in column.items():
            rows.setdefault(powers, {})[j] = coefficient
    if not sides.keys() <= rows.keys():
        return None
    matrix, wanted = list(rows.values()), [sides.get(powers, sympy.Integer(0)) for powers in rows]
    costs = [float(positive) if strict else float(poly.total_degree()) for poly, positive in products]
    try:
        answer = HighsSession(_program(matrix, wanted, costs, strict), {"time_limit": 60.0}).run()
        if answer.status is not Status.OPTIMAL or answer.basis is None:
            return None
        return _solved(matrix, wanted, answer.basis, len(columns))
    except (SolverFailed, OverflowError, ZeroDivisionError):
        return None


def _program(matrix: list[_Row], sides: list[Expression], costs: list[float], strict: bool) -> FloatProgram:
    """The weights' rows in doubles; where their sum is to be large, it is bounded."""
    rows = [*matrix, *([dict.fromkeys(range(len(costs)), sympy.Integer(1))] if strict else [])]
    ends = [float(side) for side in sides]
    return FloatProgram(
        maximise=strict,
        costs=np.array(costs),
        lower=np.zeros(len(costs)),
        upper=np.full(len(costs), np.inf),
        row_lower=np.array([*ends, *([-np.inf] if strict else [])]),
        row_upper=np.array([*ends, *([MOST_WEIGHT] if strict else [])]),
        starts=np.cumsum([0, *map(len, rows)]),
        columns=np.array([j for row in rows for j in row], dtype=np.int32),
        values=np.array([float(value) for row in rows for value in row.values()]),
    )


def _solved(matrix: list[_Row], sides: list[Expression], basis: Basis, count: int) -> list[Expression] | None:
    """The weights of the products in a solver's basis, the rows at their ends; ZeroDivisionError for a bad basis."""
    everything = dict.fromkeys(range(count), sympy.Integer(1))
    rows, ends = [*matrix, everything], [*sides, sympy.Integer(MOST_WEIGHT)]
    basic, size = basis.basic_columns, len(basis.basic_columns)
    if not size or size != len(basis.tight_rows):
        return None
    entries = [_fmpq(rows[i].get(j, sympy.Integer(0))) for i in basis.tight_rows for j in basic]
    right = fmpq_mat(size, 1, [_fmpq(ends[i]) for i in basis.tight_rows])
    solution = fmpq_mat(size, size, entries).solve(right).entries()
    weights = {j: sympy.Rational(int(one.p), int(one.q)) for j, one in zip(basic, solution, strict=True)}
    return [weights.get(j, sympy.Integer(0)) for j in range(count)]


def _fmpq(number: Expression) -> fmpq:
    return fmpq(int(number.p), int(number.q))


def _symbols(plain: Expression, listed: list[tuple[Expression, bool]]) -> set[Expression]:
    return set(plain.free_symbols).union(*(one.free_symbols for one, _ in listed))


def _cleared(fact: Expression, facts: Facts) -> Expression | None:
    """A fact without denominators, where these are positive powers of positive symbols and numbers."""
    top, bottom = sympy.fraction(sympy.together(fact))
    if bottom.is_number:
        return fact
    for base, power in _powers(bottom):
        sign = facts._simple_sign(base)
        if not sign:
            return None
        top = top * sign ** (power % 2)
    return top


def _named(expression: Expression, names: dict[Expression, Expression]) -> Expression:
    """The expression with symbols for what is no polynomial in it."""

    def is_generator(part: Expression) -> bool:
        if isinstance(part, sympy.Function | sympy.exp):
            return True
        return isinstance(part, sympy.Pow) and not (part.exp.is_Integer and part.exp > 0)

    def name(part: Expression) -> Expression:
        if part not in names:
            names[part] = sympy.Dummy(f"g{len(names)}", real=True, positive=True if _is_surely_positive(part) else None)
        return names[part]

    if is_generator(expression):
        return name(expression)
    if not expression.args:
        return expression
    return expression.func(*(_named(part, names) for part in expression.args))


def _is_surely_positive(part: Expression) -> bool:
    if isinstance(part, sympy.exp):
        return True
    return isinstance(part, sympy.Pow) and bool(part.base.is_positive) and part.base.is_Atom


def _about_generators(names: dict[Expression, Expression]) -> Iterator[tuple[Expression, bool]]:
    """What is always true: roots are not negative, exp(u) >= 1 + u, log(v) <= v - 1, floor(u) <= u < floor(u) + 1."""
    for part, name in list(names.items()):
        match part:
            case sympy.exp():
                tangent = _named(sympy.expand(name - 1 - part.args[0]), names)
                yield tangent, False
            case sympy.log():
                yield _named(sympy.expand(part.args[0] - 1 - name), names), False
            case sympy.floor():
                inner = _named(sympy.expand(part.args[0]), names)
                yield inner - name, False
                yield name + 1 - inner, True
            case sympy.Pow() if part.exp.is_Rational and part.exp > 0:
                yield name, False


def _squares(names: dict[Expression, Expression]) -> Iterator[tuple[Expression, Expression]]:
    """For the square root w of D what w^2 is."""
    for part, name in names.items():
        if isinstance(part, sympy.Pow) and part.exp == sympy.Rational(1, 2):
            yield name, part.base


def _poly(expression: Expression, symbols: tuple[Expression, ...], squares: dict[Expression, Expression]) -> Polynomial:
    """The polynomial, with squares of roots worked out; None where it is none with rational coefficients."""
    if not symbols:
        return None
    for name, inside in squares.items():
        if not set(inside.free_symbols) <= set(symbols):
            continue
        poly = sympy.Poly(expression, name) if expression.is_polynomial(name) else None
        if poly is None:
            return None
        expression = sympy.expand(sum(c * inside ** (p // 2) * name ** (p % 2) for (p,), c in poly.terms()))
    try:
        polynomial = sympy.Poly(expression, *symbols)
    except sympy.PolynomialError:
        return None
    return polynomial if all(c.is_Rational for c in polynomial.coeffs()) else None
