"""Functions for formulas."""

from __future__ import annotations

import pytest
import sympy

from optcheck.claims.functions import largest, row, total
from optcheck.errors import OptcheckError

x, y = sympy.symbols("x y", nonnegative=True)


def test_a_form_sees_only_what_is_known_of_a_row() -> None:
    known = row("beta", largest=x, total=y)
    assert (largest(known), total(known)) == (x, y)
    for use in (len, list, lambda it: it[0], lambda it: it[1:], lambda it: it.smallest()):
        with pytest.raises(OptcheckError, match=r"proof"):
            use(known)
