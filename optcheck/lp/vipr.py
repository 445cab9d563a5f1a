"""Export a linear program and its proof in the VIPR format, so that outside checkers can read it.

VIPR (Cheung, Gleixner and Steffy) states variables, constraints, what is to be proved, solutions, and derivations.
An optimum needs one derivation: a combination of the rows and bounds that gives the bound on the objective.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from optcheck.exact.numbers import Exact, to_text
from optcheck.lp.program import RELATIONS, Infeasible, LinearProgram, Optimal, Outcome, Unbounded

__all__ = ["to_vipr"]

_SENSE = {"<=": "L", "=": "E", ">=": "G"}
Bounds = Sequence[tuple[int, str, Exact]]  # column, sense, side


def to_vipr(program: LinearProgram, outcome: Outcome) -> str:
    """The program and the proof of its optimum or infeasibility, as VIPR text.

    VIPR has no form for an unbounded program: the text then proves what VIPR can say, that the point is feasible and
    the optimum at least as good as its value.

    >>> from optcheck.lp.program import Model
    >>> model = Model("minimise")
    >>> x = model.variable("x", cost=1)
    >>> model.row("floor", {x: 1}, ">=", 2)
    >>> to_vipr(model.build(), Optimal(2, (2,), {0: 1})).splitlines()[0]
    'VER 1.0'
    """
    bounds = _bounds(program)
    sides = [f"B{k} {sense} {to_text(side)} 1 {j} 1" for k, (j, sense, side) in enumerate(bounds)]
    constraints = [*_rows(program), *sides] or ["C0 G 0 0"]  # 0 >= 0: viprchk refuses a program without constraints
    lines = [
        "VER 1.0",
        f"VAR {len(program.costs)}",
        *(f"x{j}" for j in range(len(program.costs))),
        "INT 0",
        "OBJ " + ("min" if program.sense == "minimise" else "max"),
        _terms((j, cost) for j, cost in enumerate(program.costs) if cost),
        f"CON {len(constraints)} {len(bounds)}",
        *constraints,
    ]
    return "\n".join([*lines, *_proof(program, bounds, outcome)]) + "\n"


def _proof(program: LinearProgram, bounds: Bounds, outcome: Outcome) -> list[str]:
    match outcome:
        case Optimal(value, primal, _):
            goal = f"RTP range {to_text(value)} {to_text(value)}"
            return [goal, *_solution("optimum", primal), "DER 1", _derivation(program, bounds, outcome)]
        case Infeasible():
            return ["RTP infeas", "SOL 0", "DER 1", _derivation(program, bounds, outcome)]
        case Unbounded(primal, _):
            reached = to_text(sum((c * x for c, x in zip(program.costs, primal, strict=True)), start=Fraction(0)))
            goal = f"RTP range -inf {reached}" if program.sense == "minimise" else f"RTP range {reached} inf"
            return [goal, *_solution("feasible", primal), "DER 0"]


def _bounds(program: LinearProgram) -> Bounds:
    lower = [(j, "G", low) for j, low in enumerate(program.lower) if low is not None]
    return lower + [(j, "L", high) for j, high in enumerate(program.upper) if high is not None]


def _rows(program: LinearProgram) -> list[str]:
    return [
        f"C{i} {_SENSE[RELATIONS[int(program.relations[i])]]} {to_text(program.rhs[i])} {_terms(program.rows.row(i))}"
        for i in range(program.rows.count)
    ]


def _terms(terms: Iterable[tuple[int, Exact]]) -> str:
    entries = [f"{index} {to_text(value)}" for index, value in terms]
    return " ".join([str(len(entries)), *entries])


def _solution(name: str, primal: Sequence[Exact]) -> list[str]:
    return ["SOL 1", f"{name} {_terms((j, x) for j, x in enumerate(primal) if x)}"]


def _derivation(program: LinearProgram, bounds: Bounds, outcome: Optimal | Infeasible) -> str:
    if isinstance(outcome, Optimal):
        weights = _weights(program, bounds, program.costs, program.sign, outcome.dual)
        sense = "G" if program.sense == "minimise" else "L"
        return f"D0 {sense} {to_text(outcome.value)} OBJ {{ lin {_terms(weights.items())} }} -1"
    weights = _farkas_weights(program, bounds, outcome)
    side = sum((w * _side(program, bounds, k) for k, w in weights.items()), start=Fraction(0))
    return f"D0 G {to_text(side)} 0 {{ lin {_terms(weights.items())} }} -1"


def _farkas_weights(program: LinearProgram, bounds: Bounds, outcome: Infeasible) -> dict[int, Exact]:
    """Multipliers of rows and bounds that add up to 0 >= something positive."""
    if outcome.column is None:
        return _weights(program, bounds, (0,) * len(program.costs), 1, outcome.dual)
    signs = {"G": 1, "L": -1}
    return {program.rows.count + k: signs[sense] for k, (j, sense, _) in enumerate(bounds) if j == outcome.column}


def _side(program: LinearProgram, bounds: Bounds, index: int) -> Exact:
    count = program.rows.count
    side: Exact = program.rhs[index] if index < count else bounds[index - count][2]
    return side


def _weights(
    program: LinearProgram,
    bounds: Bounds,
    costs: Sequence[Exact],
    sign: int,
    dual: Mapping[int, Exact],
) -> dict[int, Exact]:
    """Multipliers of rows and bounds: a bound carries what the rows leave of its column's cost."""
    index = {(j, sense): program.rows.count + k for k, (j, sense, _) in enumerate(bounds)}
    weights = dict(sorted(dual.items()))
    for j, rest in enumerate(program.reduced(costs, dual)):
        if rest:
            weights[index[j, "G" if sign * rest > 0 else "L"]] = rest
    return weights
