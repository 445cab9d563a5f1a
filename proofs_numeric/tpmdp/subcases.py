"""Section IV-C, Case 2: four subcases that exclude each other and cover everything.

Statement: for 1 <= t <= n - 1 and 1 <= |U+| <= n, exactly one of these applies: (1) |U+| >= n - t + 1; (2) |U+| =
1; (3) 2 <= |U+| <= n - t and n - t |U+| <= 0; (4) 2 <= |U+| <= n - t and n - t |U+| > 0.

Model: the four conditions as printed, evaluated on (n, t, |U+|). Relation: identity (the number of subcases that
apply is 1, and it is the one that the library follows). Corners: t = n - 1 with one active party (where (1) and
(2) would meet at t = n), n = t |U+|, everyone active. Expected: holds, for all n: the pairs are contradictory by
Farkas multipliers of exact linear programs, in which t |U+| is replaced by a free number.

A remark: in (4) the bound |U+| <= n - t says nothing new, since t |U+| < n implies it (n - t |U+| > 0 and
|U+| >= n - t + 1 would give (t - 1)(n - t) < 0).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import astuple, dataclass
from itertools import combinations

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from optcheck import Model, solve
from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.tpmdp.instance import subcase_of
from proofs_numeric.tpmdp._algebra import Argument
from proofs_numeric.tpmdp._common import comparison

Bounds = list[tuple[dict[str, int], int]]  # each entry: a linear form of n, t, u, p, and what it is at least


@dataclass(frozen=True, slots=True, order=True)
class Sizes:
    """Parties, threshold, active parties."""

    n: int
    t: int
    active: int


def as_printed(sizes: Sizes) -> list[int]:
    """The subcases that apply."""
    n, t, u = sizes.n, sizes.t, sizes.active
    conditions = {
        1: u >= n - t + 1,
        2: u == 1,
        3: 2 <= u <= n - t and n - t * u <= 0,
        4: 2 <= u <= n - t and n - t * u > 0,
    }
    return [number for number, applies in conditions.items() if applies]


def compare(form: Callable[[Sizes], list[int]], sizes: Sizes) -> Discrepancy | None:
    """Exactly one subcase applies, the one that the library follows."""
    found, followed = form(sizes), int(subcase_of(sizes.n, sizes.t, sizes.active).value)
    if found == [followed]:
        return None
    wrong = next((number for number in found if number != followed), 0)
    return Discrepancy(
        claimed=[followed],
        true=found,
        gap=len({*found} ^ {followed}),
        impact=Impact.TEXT,
        certificate=comparison(wrong, "!=", followed, f"a subcase (0 for none) at n, t, |U+| = {astuple(sizes)}"),
        explanation=f"At n, t, |U+| = {astuple(sizes)} the subcases {found} apply, not {followed} alone.",
    )


RANGE: Bounds = [({"t": 1}, 1), ({"n": 1, "t": -1}, 1), ({"u": 1}, 1), ({"n": 1, "u": -1}, 0)]
SUBCASES: dict[int, Bounds] = {
    1: [({"u": 1, "n": -1, "t": 1}, 1)],
    2: [({"u": -1}, -1)],
    3: [({"u": 1}, 2), ({"n": 1, "t": -1, "u": -1}, 0), ({"p": 1, "n": -1}, 0)],
    4: [({"u": 1}, 2), ({"n": 1, "t": -1, "u": -1}, 0), ({"n": 1, "p": -1}, 1)],
}
NEGATIONS: dict[int, list[Bounds]] = {  # outside each subcase, as alternatives over the integers
    1: [[({"n": 1, "t": -1, "u": -1}, 0)]],
    2: [[({"u": 1}, 2)]],
    3: [[({"u": -1}, -1)], [({"u": 1, "n": -1, "t": 1}, 1)], [({"n": 1, "p": -1}, 1)]],
    4: [[({"u": -1}, -1)], [({"u": 1, "n": -1, "t": 1}, 1)], [({"p": 1, "n": -1}, 0)]],
}


def is_contradictory(bounds: Bounds) -> bool:
    """Whether no real n, t, u, p satisfy the bounds: an exact certificate of infeasibility."""
    model = Model("minimise")
    for name in "ntup":
        model.variable(name, lower=None)
    for number, (terms, least) in enumerate(bounds):
        model.row(f"bound[{number}]", terms, ">=", least)
    return solve(model.build()).status == "infeasible"


def proof() -> Proof:
    """Two subcases at once, or none of the four, contradict the range of n, t and u; p stands for t u."""
    argument = Argument()
    for first, second in combinations(SUBCASES, 2):
        together = [*RANGE, *SUBCASES[first], *SUBCASES[second]]
        argument.case(f"subcases {first} and {second} exclude each other", is_contradictory(together))
    for third in NEGATIONS[3]:
        for fourth in NEGATIONS[4]:
            none = [*RANGE, *NEGATIONS[1][0], *NEGATIONS[2][0], *third, *fourth]
            argument.case("one of the four applies", is_contradictory(none))
    return argument.proof(
        "six pairs of subcases, and the nine ways to be outside all four, are infeasible even over the reals "
        "(Farkas multipliers, with t |U+| replaced by a free number)"
    )


def domain_grid() -> Iterator[Sizes]:
    """All sizes up to twenty parties."""
    return (Sizes(n, t, u) for n in range(2, 21) for t in range(1, n) for u in range(1, n + 1))


@st.composite
def _sizes(draw: st.DrawFn) -> Sizes:
    n = draw(st.integers(21, 10**6))
    return Sizes(n, draw(st.integers(1, n - 1)), draw(st.integers(1, n)))


def strategy() -> SearchStrategy[Sizes]:
    """Sizes up to a million parties."""
    return _sizes()


CLAIM = Claim(
    id="tpmdp/subcases",
    place="Section IV-C, Case 2",
    title="the four subcases exclude each other and cover everything",
    relation=Relation.IDENTITY,
    domain=Domain(
        description="n <= 20, every t and |U+|; random sizes with n up to 10^6",
        grid=domain_grid,
        strategy=strategy,
        order=astuple,
        examples=200,
    ),
    printed=Form(
        "1: |U⁺| ≥ n−t+1;  2: |U⁺| = 1;  3: 2 ≤ |U⁺| ≤ n−t, n−t|U⁺| ≤ 0;  4: 2 ≤ |U⁺| ≤ n−t, n−t|U⁺| > 0", as_printed
    ),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
