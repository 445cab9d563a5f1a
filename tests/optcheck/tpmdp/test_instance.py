from __future__ import annotations

from fractions import Fraction

import pytest

from optcheck.errors import InvalidInput
from optcheck.tpmdp import Instance, Subcase
from optcheck.tpmdp.instance import subcase_of


def test_fields_are_exact_and_sorted() -> None:
    instance = Instance.of([0.5, "1/3", 2], 1, [2, 0])
    assert instance == Instance((Fraction(1, 2), Fraction(1, 3), 2), 1, (0, 2))
    assert (instance.n, instance.outside, instance.inactive) == (3, 2, (1,))


@pytest.mark.parametrize(
    ("required", "threshold", "active", "message"),
    [
        ([1, 2], 2, None, r"threshold must be between 0 and n-1 = 1, got 2"),
        ([1, 2], -1, None, r"threshold must be between 0 and n-1 = 1, got -1"),
        ([1, 2], True, None, r"threshold must be a whole number, got True"),
        ([1, 2], 1.0, None, r"threshold must be a whole number, got 1.0"),
        ([], 0, None, r"at least one party"),
        ([1, -2], 1, None, r"required\[1\] must not be negative, got -2"),
        ([1, float("nan")], 1, None, r"required\[1\] must be a finite number"),
        ([1, 2], 1, [2], r"an active party must be between 0 and n-1 = 1, got 2"),
        ([1, 2], 1, [True], r"an active party must be a whole number, got True"),
    ],
)
def test_bad_input_names_value_and_rule(
    required: list[object], threshold: int, active: list[int], message: str
) -> None:
    with pytest.raises(InvalidInput, match=message):
        Instance.of(required, threshold, active)


def test_subcases_follow_their_definitions_everywhere() -> None:
    for n in range(1, 15):
        for t in range(n):
            for a in range(n + 1):
                conditions = {
                    Subcase.NO_NOISE: t == 0 or a == 0,
                    Subcase.MANY_ACTIVE: t > 0 and a >= n - t + 1,
                    Subcase.ONE_ACTIVE: t > 0 and a == 1,
                    Subcase.SOME_ACTIVE: t > 0 and 2 <= a <= n - t and n - t * a <= 0,
                    Subcase.FEW_ACTIVE: t > 0 and 2 <= a <= n - t and n - t * a > 0,
                }
                assert [case for case, holds in conditions.items() if holds] == [subcase_of(n, t, a)]
