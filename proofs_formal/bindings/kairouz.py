"""Randomised response: best accuracies, programs and rules, for a central observer and for a party with its own bit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from random import Random
from typing import Any

from optcheck.randomized_response.average import average_accuracy
from optcheck.randomized_response.problem import Problem
from proofs_formal.binding import Binding, bind_claim, boolean, listed, rational

CASES = 1000
_AVERAGE = (
    "fun '(lambdas, party, row, rows, best) => Qeq_bool (match party with\n"
    "  | None => central_average lambdas row rows | Some i => party_average lambdas i row rows end) best"
)
TABLES = (
    "let rows (a b : list (list Q)) := Nat.eqb (length a) (length b)\n"
    "  && forallb (fun p => same_list (fst p) (snd p)) (combine a b) in\n"
    "let tables (a b : list (list (list Q))) := Nat.eqb (length a) (length b)\n"
    "  && forallb (fun p => rows (fst p) (snd p)) (combine a b) in\n"
)


def _cases(random: Random) -> Iterator[tuple[str, ...]]:
    for _ in range(CASES):
        problem = _problem(random)
        yield _case(problem, Fraction(average_accuracy(problem)))


def _problem(random: Random) -> Problem:
    k, truths, decisions = random.randint(1, 3), random.randint(1, 3), random.randint(1, 3)
    return Problem(
        lambdas=tuple(1 + Fraction(random.randint(0, 6), random.randint(1, 4)) for _ in range(k)),
        table=tuple(random.randrange(truths) for _ in range(1 << k)),
        weights=tuple(tuple(Fraction(random.randint(-4, 6), 2) for _ in range(decisions)) for _ in range(truths)),
        observer=random.choice([None, *range(k)]),
    )


def _case(problem: Any, best: Fraction) -> tuple[str, ...]:
    first, *others = (rationals(row) for row in problem.payoffs)
    party = "None" if problem.observer is None else f"(Some {problem.observer}%nat)"
    return rationals(problem.lambdas), party, first, listed(others), rational(best)


def rationals(values: Iterable[Any]) -> str:
    return listed(rational(Fraction(value)) for value in values)


def table(rows: Iterable[Iterable[Any]]) -> str:
    return listed(map(rationals, rows))


def _claimed(given: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    return _case(given.problem("average"), Fraction(claimed))


def _program(given: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    return rationals(given.lambdas), table(given.weights), listed(map(table, claimed))


def _programs(given: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    zero, one = (listed(map(table, part)) for part in claimed)
    return rationals(given.lambdas), f"{given.party}%nat", table(given.weights), zero, one


def _input_rows(given: Any) -> str:
    return listed(f"({rationals(p)}, {rationals(w)})" for p, w in zip(given.matrix, given.weights, strict=True))


def _numbers(values: Iterable[int]) -> str:
    return listed(f"{value}%nat" for value in values)


def _rule(given: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    return _input_rows(given), f"{given.transcripts}%nat", f"{given.decisions}%nat", _numbers(claimed)


def _own_rule(given: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    sizes = (f"{size}%nat" for size in (given.k, given.party, given.transcripts, given.decisions))
    return (*sizes, _input_rows(given), *map(_numbers, claimed))


def talk(given: Any, node: int = 0, depth: int = 0) -> str:
    """The conversation from a node of the heap on."""
    if depth == given.length:
        return "Silent"
    after = (talk(given, 2 * node + 1 + message, depth + 1) for message in range(2))
    chances = f"{rational(given.zero[node])} {rational(given.one[node])}"
    return f"(Message {given.speaker[node]}%nat {chances} {' '.join(after)})"


def _private(given: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    """The first number is the largest minor: 0, as rank one says."""
    flags = listed(boolean(flag) for flag in claimed[1:])
    return rationals(given.lambdas), talk(given), rational(Fraction(claimed[0])), flags


def _matched(at: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    mechanisms = map(rationals, (at.zero, at.one, at.other_zero, at.other_one))
    return rational(at.lambda_), *mechanisms, table(at.rule), rationals(claimed)


def _xor(at: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    return f"{at.k}%nat", rational(at.lambda_), rational(Fraction(claimed))


_XOR = "fun '(k, lambda, accuracy) => Qeq_bool (cor310 k lambda) accuracy"

BINDINGS = (
    Binding("randomized_response.average_accuracy", "kairouz.Average", _AVERAGE, _cases),
    bind_claim("kairouz/thm-3-1-average", "kairouz.Average", _AVERAGE, _claimed),
    bind_claim("kairouz/thm-3-2", "kairouz.Average", _AVERAGE, _claimed),
    bind_claim("kairouz/rem-3-4-deterministic", "kairouz.Average", _AVERAGE, _claimed),
    bind_claim(
        "kairouz/thm-3-6",
        "kairouz.Conversation Worst",
        f"{TABLES}fun '(lambdas, W, table) => tables (coefficients lambdas W (all_bits (length lambdas))) table",
        _program,
    ),
    bind_claim(
        "kairouz/thm-3-1-worst",
        "kairouz.Worst",
        f"{TABLES}fun '(lambdas, party, W, zero, one) =>\n"
        "  tables (coefficients lambdas W (with_bit (length lambdas) party false)) zero\n"
        "  && tables (coefficients lambdas W (with_bit (length lambdas) party true)) one",
        _programs,
    ),
    bind_claim(
        "kairouz/eq-5",
        "kairouz.Rules",
        "fun '(rows, transcripts, decisions, rule) =>\n"
        "  if list_eq_dec Nat.eq_dec (chosen rows transcripts decisions) rule then true else false",
        _rule,
    ),
    bind_claim(
        "kairouz/eq-2",
        "kairouz.Rules",
        "fun '(k, party, transcripts, decisions, rows, zero, one) =>\n"
        "  let same a b := if list_eq_dec Nat.eq_dec a b then true else false in\n"
        "  let own := own_chosen k party rows transcripts decisions in same (own false) zero && same (own true) one",
        _own_rule,
    ),
    bind_claim(
        "kairouz/eq-8",
        "kairouz.Eq8",
        "fun '(lambdas, t, minor, flags) => Qeq_bool minor 0\n"
        "  && if list_eq_dec Bool.bool_dec (eq8 lambdas t) flags then true else false",
        _private,
    ),
    bind_claim(
        "kairouz/rr-private",
        "kairouz.Mechanisms",
        "fun '(lambdas, bounds) => same_list (rr_bounds lambdas) bounds",
        lambda given, bounds, _: (rationals(given.lambdas), rationals(bounds)),
    ),
    bind_claim(
        "kairouz/rr-dominates",
        "kairouz.Mechanisms",
        "fun '(lambda, zero, one, private) => Bool.eqb (is_private lambda zero one) private",
        lambda at, private, _: (rational(at.lambda_), rationals(at.zero), rationals(at.one), boolean(private)),
    ),
    bind_claim(
        "kairouz/noninteractive",
        "kairouz.Noninteractive",
        "fun '(lambda, zero, one, zero', one', rule, matching) =>\n"
        "  same_list (matching_rule lambda zero one zero' one' rule) matching",
        _matched,
    ),
    bind_claim("kairouz/cor-3-10-average", "kairouz.Xor", _XOR, _xor),
    bind_claim("kairouz/cor-3-10-worst", "kairouz.Xor", _XOR, _xor),
)
