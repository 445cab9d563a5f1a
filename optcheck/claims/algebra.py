"""When an expression is 0 for all values of its symbols: a test that never says so wrongly.

Everything that is not rational (roots, exponentials, logarithms, powers with a symbol in the exponent) becomes a
generator after the laws that always hold have been applied; the expression is a quotient of polynomials in these, and
it is 0 if its numerator is the polynomial 0. Nothing heuristic is asked. That the answer is "not shown" says nothing.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

Symbolic = Any  # sympy carries no type information
LARGEST = 10**18  # rationals up to this are factored inside a logarithm
MOST_OPERATIONS = 5000


@lru_cache(maxsize=2000)
def vanishes(expression: Symbolic) -> bool:
    """Whether it is shown to be 0 wherever it is defined."""
    return bool(normal(expression) == 0)


def normal(expression: Symbolic) -> Symbolic:
    """The numerator as an expanded polynomial in its generators; 0 only for an expression that is 0."""
    import sympy

    if expression == 0 or sympy.count_ops(expression) > MOST_OPERATIONS:
        return expression
    laws = _with_laws(expression)
    numerator = sympy.fraction(sympy.together(laws))[0]
    for _ in range(4):  # expanding may show new powers of roots
        expanded = sympy.expand(_with_laws(sympy.expand(numerator)))
        if expanded == numerator:
            break
        numerator = expanded
        if expanded.is_Add or expanded.is_Mul:
            numerator = sympy.expand(sympy.fraction(sympy.together(expanded))[0])
    return numerator


def _with_laws(expression: Symbolic) -> Symbolic:
    """Products of exponentials as one each, logarithms of products as sums where all factors are positive."""
    import sympy

    done = expression.replace(lambda part: isinstance(part, sympy.erfc | sympy.floor), _argument)
    done = done.replace(lambda part: isinstance(part, sympy.log), _logarithm)
    done = done.replace(lambda part: isinstance(part, sympy.exp), _exponential)
    return sympy.expand(done, deep=True, power_exp=True, power_base=False, log=False, multinomial=False, mul=False)


def _argument(part: Symbolic) -> Symbolic:
    """A function of an argument that is written in one way only, as far as that is known."""
    import sympy

    return part.func(sympy.expand(sympy.radsimp(sympy.together(part.args[0]))))


def _exponential(power: Symbolic) -> Symbolic:
    """exp(a + b) as exp(a) exp(b), exp(c log x) as x^c."""
    import sympy

    exponent = sympy.expand(power.args[0])
    result = sympy.Integer(1)
    for term in sympy.Add.make_args(exponent):
        logs = [part for part in sympy.Mul.make_args(term) if isinstance(part, sympy.log)]
        if len(logs) == 1:
            result *= logs[0].args[0] ** (term / logs[0])
        else:
            result *= sympy.exp(term)
    return result


def _logarithm(logarithm: Symbolic) -> Symbolic:
    import sympy

    argument = sympy.factor(logarithm.args[0]) if logarithm.args[0].free_symbols else logarithm.args[0]
    total, rest = sympy.Integer(0), sympy.Integer(1)
    for part in sympy.Mul.make_args(argument):
        base, exponent = part.as_base_exp()
        if base.is_Rational and base > 0 and exponent.is_rational:
            total += exponent * _of_rational(base)
        elif base.is_positive and exponent.is_real:
            total += exponent * (base.args[0] if isinstance(base, sympy.exp) else sympy.log(base))
        elif isinstance(part, sympy.exp):
            total += part.args[0]
        else:
            rest *= part
    return total if rest == 1 else total + sympy.log(rest)


def _of_rational(base: Symbolic) -> Symbolic:
    import sympy

    if max(base.p, base.q) > LARGEST:
        return sympy.log(base.p) - sympy.log(base.q)
    primes = {**sympy.factorint(base.p), **{prime: -power for prime, power in sympy.factorint(base.q).items()}}
    return sum((power * sympy.log(prime) for prime, power in primes.items()), sympy.Integer(0))
