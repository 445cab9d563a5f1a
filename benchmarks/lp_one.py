"""Solve one MPS file with one solver that is a Python package, and print the outcome: the child of lp_sets."""

from __future__ import annotations

import atexit
import gc
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from time import process_time
from typing import Any

from optcheck.exact.numbers import Exact, to_text
from optcheck.lp.program import RELATIONS, LinearProgram

Outcome = tuple[str, Exact | None]
_NO_LIMIT = 10**6  # the parent's limit counts


def by_optcheck(program: LinearProgram) -> Outcome:
    """Our own: solved, and the certificate checked."""
    from optcheck import solve

    answer = solve(program, limit=_NO_LIMIT)
    return answer.status, answer.value


def by_z3(program: LinearProgram) -> Outcome:
    """z3's optimiser over the reals."""
    import z3

    def number(value: Exact) -> Any:
        return z3.Q(value.numerator, value.denominator)

    columns = [z3.Real(f"x{j}") for j in range(len(program.costs))]
    optimiser = z3.Optimize()
    for x, low, high in zip(columns, program.lower, program.upper, strict=True):
        optimiser.add(*([] if low is None else [x >= number(low)]), *([] if high is None else [x <= number(high)]))
    for i in range(program.rows.count):
        left = z3.Sum([number(a) * columns[j] for j, a in program.rows.row(i)])
        side, relation = number(program.rhs[i]), RELATIONS[int(program.relations[i])]
        optimiser.add(left >= side if relation == ">=" else left <= side if relation == "<=" else left == side)
    goal = z3.Sum([number(c) * x for c, x in zip(program.costs, columns, strict=True)])
    bound = optimiser.minimize(goal) if program.sense == "minimise" else optimiser.maximize(goal)
    if optimiser.check() != z3.sat:
        return "infeasible", None
    value = bound.value()
    return (
        ("optimal", Fraction(str(value)))
        if z3.is_rational_value(value) or z3.is_int_value(value)
        else ("unbounded", None)
    )


def by_cdd(program: LinearProgram) -> Outcome:
    """cdd's exact simplex method: rows b + A x >= 0, the equations last."""
    import cdd.gmp as cdd

    def dense(side: Exact, terms: dict[int, Exact], sign: int) -> list[Fraction]:
        return [Fraction(-side * sign), *(Fraction(terms.get(j, 0) * sign) for j in range(len(program.costs)))]

    rows = [(dict(program.rows.row(i)), program.rhs[i], int(program.relations[i])) for i in range(program.rows.count)]
    table = [dense(side, terms, relation) for terms, side, relation in rows if relation]
    table += [dense(low, {j: 1}, 1) for j, low in enumerate(program.lower) if low is not None]
    table += [dense(high, {j: 1}, -1) for j, high in enumerate(program.upper) if high is not None]
    equations = [dense(side, terms, 1) for terms, side, relation in rows if not relation]

    def solved(costs: Sequence[Exact]) -> Any:
        matrix = cdd.matrix_from_array(
            table + equations,
            lin_set=set(range(len(table), len(table) + len(equations))),
            rep_type=cdd.RepType.INEQUALITY,
            obj_type=cdd.LPObjType.MIN if program.sense == "minimise" else cdd.LPObjType.MAX,
            obj_func=[Fraction(0), *map(Fraction, costs)],
        )
        found = cdd.linprog_from_matrix(matrix)
        cdd.linprog_solve(found)
        return found

    answer = solved(program.costs)
    if answer.status == cdd.LPStatusType.OPTIMAL:
        return "optimal", answer.obj_value
    # An inconsistent dual leaves open which of the two it is: without costs, cdd says.
    feasible = solved([0] * len(program.costs)).status == cdd.LPStatusType.OPTIMAL
    return ("unbounded" if feasible else "infeasible"), None


SOLVERS: dict[str, Callable[[LinearProgram], Outcome]] = {"optcheck": by_optcheck, "z3": by_z3, "cdd": by_cdd}


def main() -> None:
    """Read, solve, print: first the time that starting took (loading what every MPS file needs), then the outcome."""
    from optcheck.checker import linear
    from optcheck.lp import mps, solve
    from optcheck.lp.read import read

    atexit.register(gc.freeze)  # as the command line has it
    print("start", process_time(), solve.__name__, linear.__name__, mps.__name__)
    status, value = SOLVERS[sys.argv[1]](read(sys.argv[2]))
    print(status, "" if value is None else to_text(value))


if __name__ == "__main__":
    main()
