"""Arguments for all n and t at once: polynomial identities and signs, checked symbolically.

A sign is shown by a substitution that maps the whole domain onto non-negative numbers (for example n = t + 1 + a) and
leaves a fraction whose numerator and denominator have no negative coefficient. A step that fails raises.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import sympy

from optcheck.audit import Proof

n, t, eta, xi, a, b, c = sympy.symbols("n t eta xi a b c")


class StepFailed(ArithmeticError):
    """A step of an argument is false."""


@dataclass(slots=True)
class Argument:
    """The steps of an argument, each checked when it is stated."""

    steps: list[str] = field(default_factory=list)
    cases: int = 0

    def identity(self, text: str, left: Any, right: Any) -> None:
        """Two rational functions are the same."""
        difference = sympy.cancel(sympy.together(left - right))
        if difference != 0:
            raise StepFailed(f"{text}: the two sides differ by {difference}")
        self.steps.append(text)

    def case(self, text: str, truth: bool) -> None:
        """One case of a finite list: counted, and named only when it fails."""
        if not truth:
            raise StepFailed(text)
        self.cases += 1

    def at_least_zero(self, text: str, expression: Any, where: Mapping[Any, Any]) -> None:
        """An expression is not negative, after a substitution by numbers that are not negative."""
        top, bottom = _coefficients(expression, where)
        if min(top, default=0) < 0 or min(bottom) < 0:
            raise StepFailed(f"{text}: {expression} has a negative coefficient under {dict(where)}")
        self.steps.append(text)

    def above_zero(self, text: str, expression: Any, where: Mapping[Any, Any]) -> None:
        """An expression is positive: not negative, and with a positive constant term."""
        numerator = sympy.fraction(sympy.cancel(sympy.together(sympy.sympify(expression).subs(where))))[0]
        if numerator.subs(dict.fromkeys(numerator.free_symbols, 0)) <= 0:
            raise StepFailed(f"{text}: {expression} may vanish or be negative under {dict(where)}")
        self.at_least_zero(text, expression, where)

    def proof(self, conclusion: str, patterns_up_to: int | None = None) -> Proof:
        """The finished argument; ``patterns_up_to`` says up to which n rows and sets were listed, if not for all."""
        listed = [f"{self.cases} cases enumerated"] if self.cases else []
        if patterns_up_to is not None:
            listed.append(f"rows and sets listed up to n = {patterns_up_to}, beyond which the pattern is only argued")
        text = "; ".join([*self.steps, *listed, conclusion]) + "."
        return Proof(text, len(self.steps) + self.cases, complete=patterns_up_to is None)


def _coefficients(expression: Any, where: Mapping[Any, Any]) -> tuple[list[Any], list[Any]]:
    reduced = sympy.cancel(sympy.together(sympy.sympify(expression).subs(where)))
    numerator, denominator = sympy.fraction(reduced)
    return _of(numerator), _of(denominator)


def _of(polynomial: Any) -> list[Any]:
    symbols = sorted(polynomial.free_symbols, key=str)
    return list(sympy.Poly(polynomial, *symbols).coeffs()) if symbols else [polynomial]
