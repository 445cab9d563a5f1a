"""Symbolic arguments that the code executes: identities of rational functions with one square root, and signs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from optcheck.audit import Proof
from optcheck.errors import OptcheckError


class ProofFailed(OptcheckError):
    """A step of a symbolic argument is not true."""


@dataclass(slots=True)
class Argument:
    """Counts the steps of an argument as they are carried out; a step that fails raises ProofFailed."""

    steps: int = 0

    def identical(self, name: str, left: Any, right: Any, root: tuple[Any, Any] | None = None) -> None:
        """Two rational functions are equal; ``root`` = (w, D) says that w stands for sqrt(D)."""
        rest = sp.fraction(sp.together(sp.sympify(left) - right))[0]
        if root is not None:
            square = sp.Poly(root[0] ** 2 - root[1], root[0])
            rest = sp.fraction(sp.together(sp.rem(sp.Poly(sp.expand(rest), root[0]), square).as_expr()))[0]
        self.truth(name, sp.expand(rest) == 0)

    def different(self, name: str, left: Any, right: Any) -> None:
        """Two rational functions are not the same function."""
        self.truth(name, sp.expand(sp.fraction(sp.together(sp.sympify(left) - right))[0]) != 0)

    def positive(self, name: str, expression: Any, *symbols: Any) -> None:
        """A polynomial is positive for non-negative values of the symbols: no negative coefficient, constant > 0."""
        self.not_negative(name, expression, *symbols)
        self.truth(name, sp.Poly(sp.expand(expression), *symbols).eval(dict.fromkeys(symbols, 0)) > 0)

    def not_negative(self, name: str, expression: Any, *symbols: Any) -> None:
        """A polynomial is not negative for non-negative values of the symbols: it has no negative coefficient."""
        self.truth(name, all(value >= 0 for value in sp.Poly(sp.expand(expression), *symbols).coeffs()))

    def truth(self, name: str, value: object) -> None:
        """Count a step that has been decided."""
        if not bool(value):
            raise ProofFailed(f"step {self.steps + 1} fails: {name}")
        self.steps += 1

    def proof(self, text: str) -> Proof:
        """The finished argument."""
        return Proof(text, self.steps)
