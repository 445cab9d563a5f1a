"""The arguments behind the closed forms, for all n and t: shared by the claims that rest on them.

Each function adds checked steps to an :class:`Argument`. Variances stand in the paper's order (Lemmas 4 and 8 allow
that), and ``m`` is what the paper writes as n - t (everyone active) or n - eta - t (2 <= |U+| <= n - t).
"""

from __future__ import annotations

from itertools import product
from typing import Any

import sympy

from proofs_numeric.tpmdp._algebra import Argument, a, b, c, eta, n, t, xi

FEW_ACTIVE = {n: (2 + b) * (2 + c) + 1 + a, t: 2 + b, eta: 1 + c}  # Subcase 4 with t >= 2: n > t (eta + 1)


def all_active_optimum(argument: Argument) -> None:
    """Alg. 2 is feasible, has the total of Theorem 2, and weights on the rows of Lemma 5 show that none is less."""
    own, middle = sympy.symbols("own middle")
    m, ratio = n - t, (2 * n - t) / (n - t)
    argument.identity("rows j < xi are tight", (own - (m - 1) / m * middle) + (m - 1) * middle / m, own)
    argument.identity("rows xi..t+1 reach the xi-th requirement", middle / m + (m - 1) * middle / m, middle)
    weight = -(xi - 1) * (m - 1) / m + (n - xi + 1) / m
    argument.identity("the variances sum to the printed total", weight, ratio - xi)
    argument.at_least_zero("(2n-t)/(n-t) <= t+2, so 0 <= (2n-t)/(n-t) - xi <= 1", t + 2 - ratio, {n: t + 1 + a})
    rest = (1 - (ratio - xi)) + (t + 1 - xi) - (ratio - 2) * (m - 1)
    argument.identity(
        "weight 1 on rows j < xi and (2n-t)/(n-t) - xi on row xi leave, for sorted variances, at least 0 times "
        "x[t+1] of the total",
        rest,
        0,
    )


def sorting_inside_groups(argument: Argument) -> None:
    """A party's least protection grows with its variance, inside its group: trade k for i in the set outside.

    S is a set outside a coalition with party k in it, and party i of k's group has no larger variance than k. Whether
    the trade works depends only on the group, on whether i is in S, and on whether S misses a third active party; five
    parties realise every combination of these, so the enumeration settles all n.
    """
    for n_active in range(1, 6):
        for members in product((False, True), repeat=5):
            outside = {party for party, inside in enumerate(members) if inside}
            _trade(argument, set(range(n_active)), outside)


def _trade(argument: Argument, active: set[int], outside: set[int]) -> None:
    if active <= outside:
        return
    for k in outside:
        for i in (j for j in range(5) if j != k and (j in active) == (k in active)):
            traded = outside if i in outside else outside - {k} | {i}
            allowed = i in traded and len(traded) == len(outside) and not active <= traded
            argument.case(f"active {sorted(active)}, outside {sorted(outside)}, {i} for {k}", allowed)


def shift_between_groups(argument: Argument) -> None:
    """Moving noise from U- to U+ keeps Eq. 10's rows, and changes the total by (n - t - t eta)/m a unit."""
    m = n - eta - t
    on_set = eta - (m - 1) * eta / m  # the change of the sum over E, a unit of gamma
    argument.identity("rows of U- do not change", -eta / m + on_set, 0)
    argument.identity("the row of 1+ does not change", 1 + on_set - 1 - eta / m, 0)
    argument.identity("the total changes by (n-t-t eta)/m", (eta + 1) - (n - eta - 1) * eta / m, (n - t - t * eta) / m)
    argument.identity("gamma = m/(n-t) d makes the two variances meet", m / (n - t) * (1 + eta / m), 1)


def some_active_optimum(argument: Argument) -> None:
    """Subcase 3 costs as much as everyone active: shift until sigma_2+ = sigma_t-, then Lemma 9 applies."""
    shift_between_groups(argument)
    argument.above_zero("t = 1 has no Subcase 3: n > |U+| there (n = |U+| + 1 + a)", n - eta - 1, {n: eta + 2 + a})


def few_active_optimum(argument: Argument) -> None:
    """Subcase 4: the largest requirement, plus (t-1)/m times the second largest, is the least total."""
    _few_active_variances(argument)
    m = n - eta - t
    extra = (t - 1) / m
    argument.at_least_zero("(t-1)/m <= 1", 1 - extra, FEW_ACTIVE)
    argument.at_least_zero("eta (t-1)/m <= 1", 1 - eta * extra, FEW_ACTIVE)
    argument.above_zero("everyone active has xi = 2 here", 3 - (2 * n - t) / (n - t), FEW_ACTIVE)
    argument.at_least_zero("everyone active costs more: t/(n-t) >= (t-1)/m", t / (n - t) - extra, FEW_ACTIVE)
    for leader, second in (("1+", "2+"), ("1+", "1-"), ("1-", "1+"), ("1-", "2-")):
        _leading_pair(argument, leader, second, extra)


def _few_active_variances(argument: Argument) -> None:
    alpha, beta, own = sympy.symbols("alpha beta own")
    m = n - eta - t
    argument.identity("a coalition leaves at least m non-active parties outside", n - t - eta, m)
    argument.identity("condition 1: their sum reaches alpha", m * (alpha / m), alpha)
    argument.identity("condition 1: 1+ adds what it lacks", alpha + (own - alpha), own)
    argument.identity("condition 2: row of 1-", alpha - (m - 1) / m * beta + (m - 1) * beta / m, alpha)
    argument.identity("condition 1: total", (n - eta - 1) * alpha / m, alpha + (t - 1) / m * alpha)
    total = alpha - (m - 1) / m * beta + (n - eta - 2) * beta / m
    argument.identity("condition 2: total", total, alpha + (t - 1) / m * beta)


def _leading_pair(argument: Argument, leader: str, second: str, extra: Any) -> None:
    """Weight 1 on the leader's row of Eq. 10 and (t-1)/m on the second's never exceed the total."""
    p1, p2, s1, s2, st, others, tail = sympy.symbols("p1 p2 s1 s2 st others tail")
    m, both = n - eta - t, others + tail
    rows = {"1+": p1 + both - p2 + st, "2+": st + both, "1-": s1 + both, "2-": s2 + both}
    total = p1 + s1 + s2 + (t - 2) * st + both
    left = sympy.expand(total - rows[leader] - extra * rows[second])
    text = f"leader {leader}, second {second}: "
    for symbol, sign in ((others, -1), (tail, -1), (p1, 1)):
        argument.at_least_zero(f"{text}sign of {symbol}", sign * left.coeff(symbol), FEW_ACTIVE)
    argument.at_least_zero(f"{text}sign of s1", left.coeff(s1), FEW_ACTIVE)
    argument.at_least_zero(f"{text}sign of s1 + s2", left.coeff(s1) + left.coeff(s2), FEW_ACTIVE)
    least = left.subs({others: eta * p2, tail: (m - 1) * st, p1: p2, s1: st, s2: st})
    argument.identity(f"{text}what is left is (1 - eta (t-1)/m) x[2+]", least, (1 - eta * extra) * p2)
