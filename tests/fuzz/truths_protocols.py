"""True values for private protocols: the set of optima by linear programs, given protocols input by input."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from math import prod
from typing import Any

from optcheck.randomized_response.optimum import solve_problem
from optcheck.randomized_response.problem import Problem
from proofs_numeric.kairouz._optimal_face import largest_mass, middle_signatures
from tests.fuzz.oracle import WORDS, Truth, need, rational, rationals, truths, whole
from tests.fuzz.truths_programs import Row, mechanism, solved

Matrix = list[list[Fraction]]
Path = tuple[tuple[int, list[list[Fraction]], int], ...]
ONE = Fraction(1)


def _problem(instance: dict[str, Any]) -> Problem:
    lambdas, table = _levels(instance), [whole(entry) for entry in instance["table"]]
    weights = [rationals(row) for row in instance["weights"]]
    need(len(table) == 1 << len(lambdas) and len({len(row) for row in weights}) == 1, "a table")
    need(max(table) < len(weights) and instance["criterion"] in ("average", "worst"), "a criterion")
    need(instance["observer"] is None or whole(instance["observer"]) < len(lambdas), "an observer")
    rows = tuple(tuple(row) for row in weights)
    return Problem(tuple(lambdas), tuple(table), rows, instance["criterion"], instance["observer"])


def _levels(instance: dict[str, Any]) -> list[Fraction]:
    lambdas = rationals(instance["lambdas"], 1)
    need(bool(lambdas), "a party")
    return lambdas


def _best(problem: Problem) -> Fraction:
    return Fraction(solve_problem(problem).value)


@truths("randomized-response-optimum")
def _response(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    return {"optimal accuracy": _best(_problem(instance)), "optimum": "reached by randomised response"}


@truths("signature-protocol")
def _protocol(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    problem = _problem(instance)
    best = _best(problem)
    need(_reached(problem, evidence["columns"]) == best, "a protocol that reaches the optimum")
    used = {tuple(rationals(signature)) for signature, _, _ in evidence["columns"]}
    return {
        "optimal accuracy": best,
        "optimum": "reached by a protocol other than randomised response",
        "optimal protocols": _optima(problem),
        "transcripts of an optimum": len(used),  # the protocol at hand is an optimum with so many
    }


def _reached(problem: Problem, columns: Any) -> Fraction:
    """The accuracy of a protocol, input by input."""
    found = []
    for x, bits in enumerate(product((0, 1), repeat=problem.k)):
        chances, hit = Fraction(0), Fraction(0)
        for signature, decisions, mass in columns:
            s = _signature(problem, signature)
            chance = rational(mass) * prod((v for v, bit in zip(s, bits, strict=True) if bit), start=ONE)
            need(chance > 0 and len(decisions) == len(problem.views), "a positive mass and decisions")
            chances += chance
            hit += chance * _gain(problem, x, whole(decisions[_view(problem, bits)]))
        need(chances == 1, "total probability 1")
        found.append(hit)
    return _value(problem, found)


def _signature(problem: Problem, value: Any) -> list[Fraction]:
    found = rationals(value)
    need(len(found) == problem.k, "an entry for each party")
    inside = all(1 / Fraction(end) <= v <= end for v, end in zip(found, problem.lambdas, strict=True))
    need(inside, "a private signature")
    return found


def _view(problem: Problem, bits: tuple[int, ...]) -> int:
    return 0 if problem.observer is None else bits[problem.observer]


def _gain(problem: Problem, x: int, decision: int) -> Fraction:
    return Fraction(problem.weights[problem.table[x]][decision])


def _value(problem: Problem, accuracies: list[Fraction]) -> Fraction:
    return sum(accuracies, Fraction()) / len(accuracies) if problem.criterion == "average" else min(accuracies)


def _optima(problem: Problem) -> str:
    """Whether an optimum can give mass to a signature that is not extremal."""

    def leaves(_: Any, signature: Any) -> bool:
        return any(1 / Fraction(end) < s < end for s, end in zip(signature, problem.lambdas, strict=True))

    mass = largest_mass(problem, middle_signatures(problem), leaves).mass
    return "randomised response and others" if mass else "randomised response only"


@truths("unique-optimum")
def _unique(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    problem = _problem(instance)
    # Randomised response uses every different corner; an optimum that is another protocol may use fewer.
    corners = set(product(*((1 / Fraction(v), v) for v in problem.lambdas)))
    word = _optima(problem)
    least = len(corners) if word == "randomised response only" else None
    return {"optimal accuracy": _best(problem), "optimal protocols": word, "transcripts of an optimum": least}


@truths("signature-use")
def _use(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    problem = _problem(instance)
    signature = tuple(_signature(problem, instance["signature"]))
    usable = largest_mass(problem, [signature], lambda _, s: tuple(s) == signature).mass > 0
    return {"usable": usable, WORDS: [_best(problem)]}


@truths("signature-dual")
def _dual(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    problem, nu, mu = _problem(instance), rationals(instance["nu"], 0), rationals(instance["mu"])
    inputs = list(product((0, 1), repeat=problem.k))
    need(len(nu) == len(mu) == len(inputs) and sum(nu) == 1, "a prior")
    need(problem.criterion == "worst" or len(set(nu)) == 1, "a uniform prior")
    met = True
    choices = list(product(range(problem.decisions), repeat=len(problem.views)))
    for corner in product(*((1 / Fraction(v), Fraction(v)) for v in problem.lambdas)):
        tensor = [prod((s for s, bit in zip(corner, bits, strict=True) if bit), start=ONE) for bits in inputs]
        for decisions in choices:
            gains = [_gain(problem, x, decisions[_view(problem, bits)]) for x, bits in enumerate(inputs)]
            met &= sum(t * (m - n * w) for t, m, n, w in zip(tensor, mu, nu, gains, strict=True)) >= 0
    return {"dual": "feasible" if met else "not feasible"}


def _matrix(value: Any, parties: int) -> Matrix:
    rows = [rationals(row) for row in value]
    need(len(rows) == 1 << parties and len({len(row) for row in rows}) == 1 and bool(rows[0]), "a matrix")
    return rows


def _is_distribution(row: list[Fraction]) -> bool:
    return all(chance >= 0 for chance in row) and sum(row) == 1


def _is_private(lambdas: list[Fraction], column: list[Fraction]) -> bool:
    chance = dict(zip(product((0, 1), repeat=len(lambdas)), column, strict=True))
    flips = (
        (chance[bits], chance[(*bits[:i], 1 - bits[i], *bits[i + 1 :])], level)
        for bits in chance
        for i, level in enumerate(lambdas)
    )
    return all(one <= level * other for one, other, level in flips)


def _is_rank_one(column: list[Fraction]) -> bool:
    """Whether a non-negative tensor is the product of its marginals, up to its total."""
    parties, total = len(column).bit_length() - 1, sum(column, Fraction())
    chance = dict(zip(product((0, 1), repeat=parties), column, strict=True))
    sides = [[sum((c for x, c in chance.items() if x[i] == b), Fraction()) for b in (0, 1)] for i in range(parties)]
    return all(
        c * total ** (parties - 1) == prod((side[b] for side, b in zip(sides, x, strict=True)), start=ONE)
        for x, c in chance.items()
    )


def _word(lambdas: list[Fraction], matrix: Matrix, rules: Matrix) -> str:
    columns = [list(column) for column in zip(*matrix, strict=True)]
    if not all(_is_distribution(row) for row in (*matrix, *rules)):
        return "no distribution"
    if not all(_is_private(lambdas, column) for column in columns):
        return "not private"
    return "private and compatible" if all(map(_is_rank_one, columns)) else "not compatible"


@truths("protocol-optimum")
def _given(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    problem, lambdas = _problem(instance), _levels(instance)
    matrix = _matrix(instance["matrix"], problem.k)
    rule = [[rationals(options) for options in part] for part in instance["rule"]]
    need(len(rule) == len(problem.views) and all(len(part) == len(matrix[0]) for part in rule), "a rule")
    need(all(len(options) == problem.decisions for part in rule for options in part), "decisions")
    found = []
    for x, bits in enumerate(product((0, 1), repeat=problem.k)):
        pairs = zip(matrix[x], rule[_view(problem, bits)], strict=True)
        found.append(
            sum((p * q * _gain(problem, x, d) for p, options in pairs for d, q in enumerate(options)), Fraction())
        )
    best, earned = _best(problem), _value(problem, found)
    word = _word(lambdas, matrix, [options for part in rule for options in part])
    reached = word == "private and compatible" and earned == best
    return {"optimal accuracy": best, "protocol": word, "accuracy": earned, "optimal": reached}


@truths("rank-one-protocol")
def _rank_one(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    lambdas = _levels(instance)
    matrix = _matrix(instance["matrix"], len(lambdas))
    word = _word(lambdas, matrix, [])
    if word != "private and compatible":
        return {"protocol": word}
    return {"protocol": word, "conversation": "not excluded" if _has_last_message(matrix) else "impossible"}


def _has_last_message(matrix: Matrix) -> bool:
    """Whether two different transcripts can be one before a last message: their sum keeps rank one."""
    columns = [column for column in zip(*matrix, strict=True) if any(column)]
    shapes = {tuple(entry / sum(column) for entry in column) for column in columns}
    pairs = combinations(shapes, 2)
    return len(shapes) == 1 or any(_is_rank_one([a + b for a, b in zip(*pair, strict=True)]) for pair in pairs)


@truths("interactive-protocol")
def _interactive(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    lambdas = _levels(instance)
    inputs = list(product((0, 1), repeat=len(lambdas)))
    paths = list(_paths(instance["tree"], len(lambdas)))
    columns = [[prod((says[x[i]][m] for i, says, m in path), start=ONE) for x in inputs] for path in paths]
    return {
        "transcripts": len(paths),
        "columns": "all of rank one" if all(map(_is_rank_one, columns)) else "not all of rank one",
        "privacy": "kept" if all(_is_private(lambdas, column) for column in columns) else "broken",
    }


def _paths(tree: Any, parties: int, before: Path = ()) -> Iterator[Path]:
    """Every conversation: who spoke, with which chances, and what was said."""
    if tree is None:
        yield before
        return
    need(set(tree) == {"speaker", "chances", "next"} and whole(tree["speaker"]) < parties, "a message")
    says = [rationals(row) for row in tree["chances"]]
    need(len(says) == 2 and all(map(_is_distribution, says)), "chances for both bits")
    need(len(says[0]) == len(says[1]) == len(tree["next"]), "what follows each message")
    for message, later in enumerate(tree["next"]):
        yield from _paths(later, parties, (*before, (tree["speaker"], says, message)))


@truths("region-point")
def _region(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    zero, one = mechanism(instance["mechanism"])
    errors = rationals(instance["errors"])
    need(len(errors) == 2, "two errors")
    size = len(zero)
    rows: list[Row] = [(dict(enumerate(one)), "=", 1 - errors[0]), (dict(enumerate(zero)), "=", errors[1])]
    status, _ = solved([Fraction(0)] * size, [Fraction(0)] * size, [ONE] * size, rows, "minimise")
    return {"in the region": status == "optimal"}


@truths("neighbour-privacy")
def _neighbours(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    level, rows = rational(instance["level"]), [rationals(row) for row in instance["rows"]]
    need(level >= 1 and bool(rows) and len({len(row) for row in rows}) == 1 and bool(rows[0]), "rows")
    pairs = [tuple(whole(place) for place in pair) for pair in instance["neighbours"]]
    need(all(len(pair) == 2 and max(pair) < len(rows) for pair in pairs), "pairs of rows")
    if not all(map(_is_distribution, rows)):
        return {"mechanism": "no distribution"}
    chances = [pair for i, j in pairs for pair in zip(rows[i], rows[j], strict=True)]
    private = all(max(pair) <= level * min(pair) for pair in chances)
    return {"mechanism": "private" if private else "not private"}
