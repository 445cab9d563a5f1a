"""Why a budget is enough for Gaussian noise: the steps that the proofs of safe budgets share."""

from __future__ import annotations

from typing import Any

import sympy

from optcheck.claims import Argument

size, noise, epsilon, weight = sympy.symbols("size noise epsilon weight", positive=True)
DELTA = sympy.exp(-(weight**2) / 2)  # every delta up to 1 has this shape, with weight = sqrt(2 log(1/delta))


def enough(argument: Argument, budget: Any, shift: Any) -> None:
    """A budget at which the normalised distance budget/shift - shift/2 is the weight fails with at most DELTA."""
    settled = {sympy.log(1 / DELTA): weight**2 / 2}
    found = sympy.expand_log(sympy.sympify(budget), force=True).subs(settled)
    argument.identity(
        "the privacy loss, normal with mean shift^2/2 and deviation shift, exceeds the budget by weight deviations",
        sympy.simplify(found / shift - shift / 2),
        weight,
    )
    argument.words("delta(budget) is at most the chance of that, the mass of a normal beyond weight deviations.")
    argument.words(
        "E exp(weight Z) = exp(weight^2/2), so by Markov's inequality that mass is at most exp(-weight^2/2)."
    )
