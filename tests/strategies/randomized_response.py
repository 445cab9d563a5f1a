"""Accuracy problems of single bits: few parties, rational lambdas with 1 among them, weights of any sign."""

from __future__ import annotations

from fractions import Fraction

import hypothesis.strategies as st

from lp_models.kairouz import column_label, face_program, signature_columns
from optcheck.exact.files import Certificate
from optcheck.exact.numbers import Exact, to_text, whole
from optcheck.lp.solve import solve
from optcheck.randomized_response import Problem
from optcheck.randomized_response.problem import Criterion
from proofs_numeric.kairouz._mechanisms import Mechanism
from proofs_numeric.kairouz._optimal_face import edge_middles

__all__ = ["distributions", "lambdas", "mechanisms", "other_optimum", "problems"]

CRITERIA: tuple[Criterion, ...] = ("average", "worst")
lambdas: st.SearchStrategy[Exact] = st.one_of(
    st.just(1),
    st.fractions(1, 20, max_denominator=8).map(whole),
    st.sampled_from([2, 10**6, Fraction(10**9 + 1, 10**9)]),
)
weights: st.SearchStrategy[Exact] = st.fractions(-5, 5, max_denominator=4).map(whole)


@st.composite
def problems(draw: st.DrawFn, most: int = 3, criterion: Criterion | None = None, central: bool = False) -> Problem:
    """Any function with up to three values, any weights, any reader."""
    k = draw(st.integers(1, most))
    truths, decisions = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    table = draw(st.lists(st.integers(0, truths - 1), min_size=1 << k, max_size=1 << k))
    rows = [draw(st.lists(weights, min_size=decisions, max_size=decisions)) for _ in range(truths)]
    observer = None if central else draw(st.sampled_from([None, *range(k)]))
    return Problem(
        tuple(draw(st.lists(lambdas, min_size=k, max_size=k))),
        tuple(table),
        tuple(map(tuple, rows)),
        draw(st.sampled_from(CRITERIA)) if criterion is None else criterion,
        observer,
    )


@st.composite
def distributions(draw: st.DrawFn, outputs: int) -> tuple[Exact, ...]:
    """Rational chances, zeros included."""
    shares = draw(st.lists(st.integers(0, 5), min_size=outputs, max_size=outputs).filter(any))
    return tuple(Fraction(share, sum(shares)) for share in shares)


@st.composite
def mechanisms(draw: st.DrawFn, most: int = 4) -> Mechanism:
    """Mechanisms of one bit."""
    outputs = draw(st.integers(1, most))
    return Mechanism(draw(distributions(outputs)), draw(distributions(outputs)))


def other_optimum(problem: Problem) -> Certificate:
    """An optimal protocol with as much mass as possible on signatures that are not extremal, by its transcripts."""
    middles = edge_middles(tuple(map(Fraction, problem.lambdas)))
    point = solve(face_program(problem, middles)).point
    used = [(s, d, point[column_label(d, s)]) for d, s in signature_columns(problem, middles)]
    evidence = {
        "columns": [[list(map(to_text, s)), list(d), to_text(mass)] for s, d, mass in used if mass],
        **{name: [to_text(point[f"{name}[{x}]"]) for x in range(1 << problem.k)] for name in ("mu", "nu")},
    }
    return Certificate("signature-protocol", problem.document(), evidence)
