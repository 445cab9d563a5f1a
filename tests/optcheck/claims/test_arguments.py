"""Steps of proofs are checked when they are stated."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import sympy

from optcheck.claims import Argument, StepFailed
from optcheck.claims.functions import largest, row, total
from optcheck.errors import OptcheckError

x, y = sympy.symbols("x y", nonnegative=True)


def test_identities() -> None:
    argument = Argument()
    argument.identity("binomial", (x + y) ** 2, x**2 + 2 * x * y + y**2)
    argument.identity("of rows", (x, [y]), (x, [y]))
    w = sympy.Symbol("w")
    argument.identity("with a root", (w + 1) * (w - 1), x - 1, root=(w, x))
    with pytest.raises(StepFailed, match=r"step 4 .* fails: wrong"):
        argument.identity("wrong", x, y)
    assert len(argument.steps) == 3


def test_signs_need_symbols_that_are_not_negative() -> None:
    argument = Argument()
    argument.not_negative("a sum", x + y)
    argument.positive("a quotient", (1 + x) / (2 + y))
    argument.square("a square", (x - y) ** 2 * (1 + x), x - y, 1 + x)
    with pytest.raises(StepFailed):
        argument.not_negative("a difference", x - y)
    with pytest.raises(StepFailed, match="not negative"):
        argument.not_negative("any sign", sympy.Symbol("z"))


def test_a_split_needs_a_step_in_each_branch() -> None:
    argument = Argument()
    for case in argument.order(x, y):
        argument.not_negative("the larger one", largest(x.subs(case), y.subs(case)) - x.subs(case))
    assert argument.steps[-1].kind == "complete split"
    cases = argument.order(x, y)
    next(cases)
    argument.truth("only in the first case", True)
    next(cases)
    with pytest.raises(StepFailed, match="nothing is shown for x >= y"):
        next(cases)


def test_induction() -> None:
    argument = Argument()
    argument.induction("sum of the first n", lambda n: n * (n + 1) / 2, 1, 1, lambda before, n: before + n + 1)
    with pytest.raises(StepFailed):
        argument.induction("wrong", lambda n: n**2, 1, 1, lambda before, n: before + n + 1)


def test_a_form_sees_only_what_is_known_of_a_row() -> None:
    known = row("beta", largest=x, total=y)
    assert (largest(known), total(known)) == (x, y)
    for use in (len, list, lambda it: it[0], lambda it: it[1:], lambda it: it.smallest()):
        with pytest.raises(OptcheckError, match=r"proof"):
            use(known)


@pytest.mark.parametrize("rest", ["Max(n, 2) - n", "sqrt(n) - 1", "exp(n) - 1", "2**m - m", "(-1)**m - 1"])
def test_no_identity_at_one_point_is_none_at_all(rest: str) -> None:
    names = {"n": sympy.Symbol("n", positive=True), "m": sympy.Symbol("m", integer=True, positive=True)}
    with pytest.raises(StepFailed):
        Argument().identity("not so", sympy.sympify(rest, names), 0)


def test_identities_that_need_assumptions_are_kept() -> None:
    n, even = sympy.Symbol("n", positive=True), sympy.Symbol("k", even=True)
    argument = Argument()
    argument.identity("a number that is not negative", sympy.Max(n, 0), n)
    argument.identity("an even power", (-1) ** even, 1)
    argument.identity("only to simplify shows it", sympy.sin(n) ** 2 + sympy.cos(n) ** 2, 1)
    assert len(argument.steps) == 3


def test_facts_are_true_or_false() -> None:
    """A forgotten all(...) leaves something that Python takes for true."""
    argument = Argument()
    argument.truth("decided by sympy", sympy.true)
    for loose in ((c >= 0 for c in (-1,)), [False], "no", x >= 1, 1):
        with pytest.raises(StepFailed, match="a fact is True or False, got the"):
            argument.truth("not decided", loose)
        with pytest.raises(StepFailed, match="a fact is True or False, got the"):
            argument.cases("not decided", [True, loose])


def _branches(argument: Argument, one: sympy.Symbol, other: sympy.Symbol) -> Iterator[dict[sympy.Symbol, sympy.Expr]]:
    for case in argument.order(one, other):
        argument.truth("a step", True)
        yield case


def test_nested_splits_have_symbols_of_their_own() -> None:
    a, b = sympy.symbols("a b", nonnegative=True)
    rest = sympy.Symbol("rest", nonnegative=True)
    argument = Argument()
    one, two = list(_branches(argument, x, y))[1], list(_branches(argument, a, b))[1]
    for other in (a.subs(two) - b, rest):
        with pytest.raises(StepFailed, match="the excesses are equal"):
            argument.identity("the excesses are equal", x.subs(one) - y, other)


def test_induction_is_over_a_number_of_its_own_and_from_its_start() -> None:
    n = sympy.Symbol("n", integer=True, positive=True)
    argument = Argument()
    with pytest.raises(StepFailed, match="only where both are the same"):
        argument.induction(
            "only where both are the same", lambda t: n * t + (t - 1) * (t - n) * (t - n - 1), 1, n, lambda b, _: b + n
        )
    with pytest.raises(StepFailed, match="the first step too"):
        argument.induction("the first step too", lambda t: t + 1 - sympy.Integer(0) ** t, 0, 0, lambda b, _: b + 1)
    argument.induction("a multiple", lambda t: n * t, 0, 0, lambda b, _: b + n)
    assert "_n" not in argument.steps[-1].formula()


def test_what_may_be_zero_is_not_positive() -> None:
    p = sympy.Symbol("p", positive=True)
    argument = Argument()
    argument.positive("a term without others", p + x * y)
    with pytest.raises(StepFailed):
        argument.positive("0 where x is 0", x + x * y)


def test_floats_prove_nothing() -> None:
    argument = Argument()
    with pytest.raises(StepFailed, match="floats prove nothing"):
        argument.identity("a tenth", x / 10, 0.1 * x)
    with pytest.raises(StepFailed, match="floats prove nothing"):
        argument.not_negative("a tenth", 0.1 * x)


def test_squares_are_of_real_numbers_and_rows_have_entries() -> None:
    argument = Argument()
    with pytest.raises(StepFailed):
        argument.square("the root of what may be negative", x - y, sympy.sqrt(x - y), 1)
    with pytest.raises(StepFailed):
        argument.identity("of nothing", (), ())
