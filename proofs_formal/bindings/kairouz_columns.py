"""Functions of two bits, extremal columns, their hull, and the programs over signatures."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from proofs_formal.binding import bind_claim, boolean, listed, rational
from proofs_formal.bindings.kairouz import TABLES, rationals, table

_SAME = "let same a b := if list_eq_dec Bool.bool_dec a b then true else false in\n"


def _number(value: int) -> str:
    return f"{value}%nat"


def _two_party(at: Any, best: Any, _: Random) -> tuple[str, ...]:
    return listed(map(boolean, at.table)), rational(at.lambda_), rational(Fraction(best))


def _best(at: Any, best: Any, _: Random) -> tuple[str, ...]:
    return rational(at.lambda_), rational(Fraction(best))


def _letters(at: Any, said: Any, _: Random) -> tuple[str, ...]:
    rows, decided = said
    return rational(at.lambda_), table(rows), listed(listed(map(boolean, row)) for row in decided)


def _rule(at: Any, rule: Any, _: Random) -> tuple[str, ...]:
    return rational(at.lambda_), table(rule)


def _eq12(at: Any, said: Any, _: Random) -> tuple[str, ...]:
    matrix, rule = said
    return rational(at.lambda_), boolean(at.criterion == "average"), table(matrix), table(rule)


def _count(given: Any, columns: Any, _: Random) -> tuple[str, ...]:
    return rationals(given.lambdas), _number(columns)


def _corners_and_facets(given: Any, said: Any, _: Random) -> tuple[str, ...]:
    corners, facets = said
    return rationals(given.lambdas), _number(corners), _number(facets)


def _rank_and_masses(given: Any, said: Any, _: Random) -> tuple[str, ...]:
    rank, masses = said
    return rationals(given.lambdas), _number(rank), rationals(masses)


def _point(at: Any, on_boundary: Any, _: Random) -> tuple[str, ...]:
    return rationals(at.lambdas), rationals(at.point), boolean(on_boundary)


def _needed(at: Any, needed: Any, _: Random) -> tuple[str, ...]:
    return rationals(at.lambdas), rationals(at.point), listed(map(boolean, at.upper)), boolean(needed)


def _tensor(at: Any, inside: Any, _: Random) -> tuple[str, ...]:
    return rationals(at.lambdas), rationals(at.entries), boolean(inside)


def _program(at: Any, coefficients: Any, _: Random) -> tuple[str, ...]:
    return rationals(at.lambdas), table(at.weights), _number(at.decisions), table(coefficients)


def _rows(at: Any, coefficients: Any, _: Random) -> tuple[str, ...]:
    return rationals(at.lambdas), table(at.weights), _number(at.decisions), listed(map(table, coefficients))


def _dual(at: Any, feasible: Any, _: Random) -> tuple[str, ...]:
    data = rationals(at.lambdas), table(at.weights), _number(at.decisions), rationals(at.nu), rationals(at.mu)
    return (*data, boolean(feasible))


_AVERAGE = (
    f"{TABLES}fun '(lambdas, W, decisions, table) =>\n"
    "  rows (eq16_table (length lambdas) W decisions (grid 2 lambdas)) table"
)

BINDINGS = (
    bind_claim(
        "kairouz/two-party-functions",
        "kairouz.TwoParty",
        "fun '(table, lambda, best) => Qeq_bool (two_party_best table lambda) best",
        _two_party,
    ),
    bind_claim(
        "kairouz/and-optimum", "kairouz.TwoParty", "fun '(lambda, best) => Qeq_bool (and_best lambda) best", _best
    ),
    bind_claim(
        "kairouz/and-mechanism",
        "kairouz.AndXor",
        f"{TABLES}{_SAME}fun '(lambda, printed, decisions) => rows (letters lambda) printed\n"
        "  && Nat.eqb (length decided) (length decisions)\n"
        "  && forallb (fun p => same (fst p) (snd p)) (combine decided decisions)",
        _letters,
    ),
    bind_claim(
        "kairouz/and-rr-rule",
        "kairouz.AndXor",
        f"{TABLES}fun '(lambda, rule) => rows (and_rule lambda) rule",
        _rule,
    ),
    bind_claim(
        "kairouz/eq-12",
        "kairouz.AndXor",
        f"{TABLES}fun case : Q * bool * list (list Q) * list (list Q) => let '(lambda, _, matrix, rule) := case in\n"
        "  rows (eq12_matrix lambda) matrix && rows eq12_rule rule",
        _eq12,
    ),
    bind_claim(
        "kairouz/def-3-3",
        "kairouz.Corners",
        "fun '(lambdas, columns) => Nat.eqb (2 ^ free_parties lambdas) columns",
        _count,
    ),
    bind_claim(
        "kairouz/lem-3-5-polytope",
        "kairouz.Corners Lemma35",
        "fun '(lambdas, corners, count) =>\n"
        "  Nat.eqb (2 ^ free_parties lambdas) corners && Nat.eqb (facets lambdas) count",
        _corners_and_facets,
    ),
    bind_claim(
        "kairouz/rem-3-4-invertible",
        "kairouz.Corners Lemma35",
        "fun '(lambdas, rank, masses) =>\n"
        "  Nat.eqb (2 ^ free_parties lambdas) rank && same_list (rational_masses lambdas) masses",
        _rank_and_masses,
    ),
    bind_claim(
        "kairouz/lem-3-5-boundary",
        "kairouz.Hull",
        "fun '(lambdas, point, on_boundary) => Bool.eqb (boundary_test lambdas point) on_boundary",
        _point,
    ),
    bind_claim(
        "kairouz/lem-3-5-all-corners",
        "kairouz.Hull",
        "fun '(lambdas, point, upper, needs) => Bool.eqb (corner_test lambdas point upper) needs",
        _needed,
    ),
    bind_claim(
        "kairouz/eq-22",
        "kairouz.Eq22",
        "fun '(lambdas, entries, inside) => Bool.eqb (eq22 lambdas entries) inside",
        _tensor,
    ),
    bind_claim("kairouz/eq-16", "kairouz.Grids Programs", _AVERAGE, _program),
    bind_claim("kairouz/eq-17", "kairouz.Grids Programs", _AVERAGE, _program),
    bind_claim(
        "kairouz/eq-19",
        "kairouz.Grids Programs",
        f"{TABLES}fun '(lambdas, W, decisions, table) =>\n"
        "  tables (eq19_table (length lambdas) W decisions (grid 2 lambdas)) table",
        _rows,
    ),
    bind_claim(
        "kairouz/worst-feasible",
        "kairouz.Grids Eq16",
        "fun '(lambdas, W, decisions, nu, mu, feasible) =>\n"
        "  Bool.eqb (rows_hold (length lambdas) W decisions nu mu (grid 3 lambdas)) feasible",
        _dual,
    ),
)
