"""What programs from other packages have in common: bounds that may be infinite, integer variables.

What exactness means for them: a package that keeps its data in doubles hands over those doubles, and each is taken as
the binary fraction that it is: 0.1 arrives as 3602879701896397/36028797018963968. The answer is then exact for the
program that the package holds, the one that its own solver sees; for decimals as typed, read a file or use
:class:`optcheck.Model`. scipy's arguments and PuLP's numbers may be ints or Fractions: they stay what they are.
"""

from __future__ import annotations

import numpy as np

from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Exact, exact

__all__ = ["lower_bound", "refuse_integers", "upper_bound"]


def lower_bound(value: object, name: str) -> Exact | None:
    """A lower bound, None where there is none."""
    return _bound(value, f"lower bound of {name}", -np.inf)


def upper_bound(value: object, name: str) -> Exact | None:
    """An upper bound, None where there is none."""
    return _bound(value, f"upper bound of {name}", np.inf)


def _bound(value: object, name: str, infinite: float) -> Exact | None:
    return None if value is None or (isinstance(value, float) and value == infinite) else exact(value, name)


def refuse_integers(names: list[str], relax: bool) -> None:
    """Integer columns are refused unless the caller asks for the relaxation."""
    if names and not relax:
        raise InvalidInput(f"problem has {len(names)} integer variables, {names[0]} among them: pass relax=True")
