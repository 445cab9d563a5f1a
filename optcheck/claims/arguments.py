"""Arguments that the code executes: every step is checked when it is stated, and says in words what it shows.

A proof is handed an empty :class:`Argument` and the form, which it must evaluate. Where words must join steps they are
a step of their own kind. Its author chose what the steps compare, so a statement with such a proof is argued at most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from optcheck.claims.algebra import Symbolic
from optcheck.errors import OptcheckError

__all__ = ["Argument", "Step", "StepFailed"]

Root = tuple[Symbolic, Symbolic]  # (w, D): w stands for sqrt(D)
Where = Mapping[Symbolic, Symbolic]  # substitutions


class StepFailed(OptcheckError):
    """A step of a proof is not true."""


@dataclass(frozen=True, slots=True)
class Step:
    """What a step shows, and how that was checked; ``sides`` are the expressions that it compared by ``sign``."""

    kind: str
    words: str
    sides: tuple[Symbolic, ...] = field(default=(), compare=False)
    sign: str = "=="

    def formula(self) -> str:
        """What was executed, in Python's notation; empty where that is not a comparison of expressions."""
        return f" {self.sign} ".join(_text(side) for side in self.sides)


@dataclass(slots=True)
class Argument:
    """The steps of a proof, each checked before it is recorded."""

    steps: list[Step] = field(default_factory=list)

    def identity(self, words: str, left: Symbolic, right: Symbolic, root: Root | None = None) -> None:
        """Two expressions are the same function; ``root`` = (w, D) says that w stands for sqrt(D)."""
        pairs = _pairs(left, right)
        self._require("identity", words, bool(pairs) and all(_vanishes(one - other, root) for one, other in pairs))
        self._record("identity", words, left, right)

    def not_negative(self, words: str, expression: Symbolic, where: Where | None = None) -> None:
        """An expression is not negative for symbols that are not: no coefficient of it is, over a positive one."""
        self._require("not negative", words, _signs(expression, where or {}).not_negative)
        self._record("inequality", words, _symbolic(expression).subs(where or {}), 0, sign=">=")

    def positive(self, words: str, expression: Symbolic, where: Where | None = None) -> None:
        """The same, and not 0 either: some term has only symbols that are positive."""
        self._require("positive", words, _signs(expression, where or {}).positive)
        self._record("inequality", words, _symbolic(expression).subs(where or {}), 0, sign=">")

    def square(self, words: str, expression: Symbolic, base: Symbolic, factor: Symbolic) -> None:
        """An expression is not negative: the square of something real times a factor that is not."""
        self._require("square", words, _is_real(base) and _vanishes(expression - base**2 * factor, None))
        self._require("square", words, _signs(factor, {}).not_negative)
        self._record("inequality", words, expression, base**2 * factor)

    def truth(self, words: str, value: object) -> None:
        """A fact that was decided exactly: a comparison of numbers or enclosures."""
        self._require("fact", words, _is_true(value))
        self._record("fact", words)

    def cases(self, words: str, cases: Iterable[object]) -> None:
        """Every one of finitely many cases is true; the words say why these are all."""
        found = list(cases)
        self._require("cases", words, bool(found) and all(map(_is_true, found)))
        self._record("cases", f"{words} ({len(found)} cases)")

    def order(self, one: Symbolic, other: Symbolic) -> Iterator[dict[Symbolic, Symbolic]]:
        """Both ways in which two numbers can stand: one < other, then one >= other, as substitutions for a symbol.

        Every branch must make a step of its own; together they are complete.
        """
        import sympy

        more, rest = sympy.Dummy("more", positive=True), sympy.Dummy("rest", nonnegative=True)  # nobody else's
        below, above = f"{_text(one)} < {_text(other)}", f"{_text(one)} >= {_text(other)}"
        for words, replacing in ((below, {other: one + more}), (above, {one: other + rest})):
            before = len(self.steps)
            yield replacing
            self._require("case", f"nothing is shown for {words}", len(self.steps) > before)
        self._record("complete split", f"{below} or {above}")

    def induction(
        self,
        words: str,
        formula: Callable[[Symbolic], Symbolic],
        start: int,
        first: Symbolic,
        step: Callable[[Symbolic, Symbolic], Symbolic],
    ) -> None:
        """formula(n) is the sequence with the given first value and next value step(formula(n), n)."""
        import sympy

        sign = {"positive": True} if start > 0 else {"nonnegative": True} if start == 0 else {}
        n = sympy.Dummy("n", integer=True, **sign)  # not an n of the formula's own
        self._require("base", words, _vanishes(formula(sympy.Integer(start)) - first, None))
        self._require("step", words, _vanishes(formula(n + 1) - step(formula(n), n), None))
        self._record("induction", words, formula(n + 1), step(formula(n), n))

    def words(self, words: str) -> None:
        """A step that only words make: nothing is executed."""
        self._record("words", words)

    def _require(self, kind: str, words: str, holds: bool) -> None:
        if not holds:
            raise StepFailed(f"step {len(self.steps) + 1} ({kind}) fails: {words}")

    def _record(self, kind: str, words: str, *sides: Symbolic, sign: str = "==") -> None:
        self.steps.append(Step(kind, words, sides, sign))


def _text(side: Symbolic) -> str:
    """An expression, or a row of them, as Python writes it."""
    if isinstance(side, list | tuple):
        return f"({', '.join(map(_text, side))},)"
    import sympy

    expression = _symbolic(side)
    dummies = expression.atoms(sympy.Dummy)
    return str(expression.xreplace({one: sympy.Symbol(one.name, **one.assumptions0) for one in dummies}))


def _pairs(left: Symbolic, right: Symbolic) -> list[tuple[Symbolic, Symbolic]]:
    if isinstance(left, list | tuple):
        if not isinstance(right, list | tuple) or len(left) != len(right):
            raise StepFailed(f"rows of different length: {left} and {right}")
        return [pair for one, other in zip(left, right, strict=True) for pair in _pairs(one, other)]
    return [(_symbolic(left), _symbolic(right))]


def _symbolic(value: Symbolic) -> Symbolic:
    import sympy

    if type(value).__name__ == "Fraction":
        return sympy.Rational(value.numerator, value.denominator)
    found = value.sympy() if hasattr(value, "sympy") else sympy.sympify(value)
    if found.has(sympy.Float):
        raise StepFailed(f"floats prove nothing, got {found}")
    return found


def _is_true(value: object) -> bool:
    import sympy

    if not isinstance(value, bool | sympy.logic.boolalg.BooleanAtom):
        raise StepFailed(f"a fact is True or False, got the {type(value).__name__} {value!r}")
    return bool(value)


def _is_real(base: Symbolic) -> bool:
    """Whether it is real where its symbols are: the square of a root of something negative is negative."""
    import sympy

    wanted = _symbolic(base)
    return bool(wanted.xreplace({x: sympy.Dummy(real=True) for x in wanted.free_symbols if x.is_real is None}).is_real)


def _vanishes(expression: Symbolic, root: Root | None) -> bool:
    return _is_zero(_symbolic(expression), root)


@lru_cache(maxsize=1000)  # planted errors leave most steps of a proof as they are
def _is_zero(wanted: Symbolic, root: Root | None) -> bool:
    import sympy

    if root is None and _differs_somewhere(wanted):
        return False
    rest = sympy.fraction(sympy.together(wanted))[0]
    if root is not None:
        square = sympy.Poly(root[0] ** 2 - root[1], root[0])
        rest = sympy.fraction(sympy.together(sympy.rem(sympy.Poly(sympy.expand(rest), root[0]), square).as_expr()))[0]
    rest = sympy.expand(rest)
    return bool(rest == 0 or (not _differs_somewhere(rest) and sympy.simplify(rest) == 0))


def _differs_somewhere(expression: Symbolic) -> bool:
    """Whether it is a number other than 0 at one of a few points: no identity then, and quicker than to simplify."""
    import sympy

    symbols = sorted(expression.free_symbols, key=str)
    primes = [sympy.Integer(sympy.prime(place)) for place in range(3, 3 + len(symbols))]
    small = [prime if symbol.is_integer else 1 / prime for symbol, prime in zip(symbols, primes, strict=True)]
    points = [dict(zip(symbols, row, strict=True)) for row in (primes, primes[::-1], small)]
    values = (expression.xreplace(point) for point in points if all(map(_fits, point, point.values())))
    return any(map(_is_other_than_zero, values))


def _is_other_than_zero(number: Symbolic) -> bool:
    """Whether it is a + b sqrt(q) other than 0; sympy leaves no root of a square."""
    import sympy

    powers = number.atoms(sympy.Pow)
    is_plain = all(power.exp == sympy.Rational(1, 2) and power.base.is_Integer for power in powers)
    if len(powers) > 1 or not is_plain or number.atoms(sympy.Function):
        return False
    parts = sympy.Poly(number, *powers).coeffs() if powers else [number]
    return all(part.is_Rational for part in parts) and any(part != 0 for part in parts)


def _fits(symbol: Symbolic, number: Symbolic) -> bool:
    """Whether a number is what the symbol is assumed to be."""
    return all(getattr(number, f"is_{name}") == value for name, value in symbol.assumptions0.items())


@dataclass(frozen=True, slots=True)
class _Signs:
    """What the coefficients of a fraction of polynomials say of its sign, where no symbol is negative."""

    not_negative: bool
    positive: bool


def _signs(expression: Symbolic, where: Where) -> _Signs:
    import sympy

    put = _symbolic(expression).subs(where)
    put = put.replace(sympy.Max, lambda *parts: sympy.Max(*map(sympy.factor, parts)))  # often one of them is then seen
    top, bottom = (_terms(part) for part in sympy.fraction(sympy.cancel(sympy.together(put))))
    not_negative = all(c >= 0 for c, _ in top) and all(c > 0 for c, _ in bottom)
    return _Signs(not_negative, not_negative and any(c > 0 and sure for c, sure in top))


def _terms(polynomial: Symbolic) -> list[tuple[Symbolic, bool]]:
    """Its coefficients, each with whether all symbols of the term are positive."""
    import sympy

    symbols = sorted(polynomial.free_symbols, key=str)
    if not all(symbol.is_nonnegative for symbol in symbols):
        raise StepFailed(f"signs of coefficients need symbols that are not negative, got {symbols}")
    if not symbols:
        return [(polynomial, True)]
    found = sympy.Poly(polynomial, *symbols).terms()
    return [(c, all(x.is_positive for x, power in zip(symbols, powers, strict=True) if power)) for powers, c in found]
