"""Protocols given in full: the chance of every transcript on every input, or the tree of messages. Stdlib only.

k parties hold one bit each; inputs are numbered lexicographically, the first party's bit first. A protocol is private
where no transcript's chance changes by more than the factor lambda_i when bit i changes, and compatible with
interaction where each of its columns is a rank-one tensor: the bits stay independent given the transcript.
"""

from __future__ import annotations

from collections.abc import Iterator, Sized
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from optcheck.checker import work
from optcheck.checker.core import Exact, Fact, Finding, Kind, require, shown
from optcheck.checker.families._signature_problem import LAMBDAS, Instance, Problem, problem_of
from optcheck.checker.families.signature import ByRule, response_optimum, value_of
from optcheck.checker.reading import Nothing, Record, integer, needed, number, row, same_length, sequence

MOST_DEPTH = 40
MOST_PARTIES = 12
_ROWS = sequence(sequence(number(), least=1), least=2)
_CHANCES = sequence(number(least=0, most=1), least=1)


class _Protocol(Instance):
    matrix = needed(_ROWS)
    rule = needed(sequence(sequence(sequence(number(), least=1))))


def check_optimum(instance: _Protocol, evidence: ByRule) -> Finding:
    """Whether a protocol with a decision rule is private, compatible and optimal."""
    problem = problem_of(instance)
    best = response_optimum(problem, evidence)
    matrix, rule = instance.matrix, instance.rule
    same_length("matrix", matrix, 1 << len(problem.lambdas))
    same_length("rule", rule, len(problem.views))
    lines: list[Sized] = [*matrix, *rule]
    for chances in lines:
        same_length("matrix and rule", chances, len(matrix[0]))
    for options in (options for part in rule for options in part):
        same_length("rule", options, len(problem.payoffs))
    facts = [Fact("optimal accuracy", "=", best), Fact("protocol", "is", _word(problem.lambdas, matrix, rule))]
    if facts[1].value != "no distribution":
        facts.append(Fact("accuracy", "=", _accuracy(problem, matrix, rule)))
    reached = facts[1].value == "private and compatible" and facts[2].value == best
    facts.append(Fact("optimal", "is", reached))
    return Finding(f"{problem.goal}: {'; '.join(map(str, facts))}", best, tuple(facts))


def _word(lambdas: list[Exact], matrix: list[list[Exact]], rule: list[list[list[Exact]]]) -> str:
    """What is wrong with the protocol, the gravest fault first."""
    if not all(map(_is_distribution, [*matrix, *(chances for part in rule for chances in part)])):
        return "no distribution"
    if not _is_private(lambdas, matrix):
        return "not private"
    return "private and compatible" if all(map(_is_rank_one, zip(*matrix, strict=True))) else "not compatible"


def _is_distribution(chances: list[Exact]) -> bool:
    return min(chances) >= 0 and work.total(chances) == 1


def _is_private(lambdas: list[Exact], matrix: list[list[Exact]]) -> bool:
    for party, value in enumerate(lambdas):
        place = 1 << (len(lambdas) - 1 - party)
        for x, chances in enumerate(matrix):
            work.pay_each(chances, times=2)
            if any(p > value * q for p, q in zip(chances, matrix[x ^ place], strict=True)):
                return False
    return True


def _is_rank_one(column: tuple[Exact, ...]) -> bool:
    """Whether the entries for both values of each bit are proportional."""
    work.pay_each(column, times=len(column).bit_length())
    place = len(column) // 2
    while place:
        pairs = [(column[x], column[x | place]) for x in range(len(column)) if not x & place]
        low, high = next((pair for pair in pairs if any(pair)), (0, 0))
        if any(low * b != high * a for a, b in pairs):
            return False
        place //= 2
    return True


def _accuracy(problem: Problem, matrix: list[list[Exact]], rule: list[list[list[Exact]]]) -> Exact:
    earned = []
    for x, chances in enumerate(matrix):
        gains = [work.dot(options, (row[x] for row in problem.payoffs)) for options in rule[problem.own_bit(x)]]
        earned.append(work.dot(chances, gains))
    return value_of(problem, earned)


class _Matrix(Record):
    lambdas = needed(LAMBDAS)
    matrix = needed(_ROWS)


def check_rank_one(instance: _Matrix, evidence: Nothing) -> Finding:
    """Whether a protocol is private and compatible, and whether a conversation with a last message can have made it.

    The leaves after a last message that says something have signatures that differ in the speaker's factor only. Where
    no two signatures do, every last message says nothing and may be left out, until one signature is left.
    """
    lambdas, matrix = instance.lambdas, instance.matrix
    same_length("matrix", matrix, 1 << len(lambdas))
    for chances in matrix:
        same_length("matrix", chances, len(matrix[0]))
    word = _word(lambdas, matrix, [])
    facts = [Fact("protocol", "is", word)]
    if word == "private and compatible":
        impossible = _never_last(len(lambdas), matrix)
        facts.append(Fact("conversation", "is", "impossible" if impossible else "not excluded"))
    words = "; ".join(map(str, facts))
    return Finding(f"the protocol at lambdas {shown(tuple(lambdas))}: {words}", facts=tuple(facts))


def _never_last(parties: int, matrix: list[list[Exact]]) -> bool:
    """Whether there are several signatures, and every two of them differ in two parties' factors at least."""
    columns = [column for column in zip(*matrix, strict=True) if any(column)]
    work.pay_each(entry for column in columns for entry in column)
    places = [1 << place for place in range(parties)]
    signatures = {tuple(Fraction(column[place]) / column[0] for place in places) for column in columns}
    work.spend(200 * len(signatures) ** 2 * parties)
    apart = [sum(a != b for a, b in zip(one, other, strict=True)) for one, other in combinations(signatures, 2)]
    return bool(apart) and min(apart) >= 2


@dataclass(frozen=True, slots=True)
class Node:
    """A message: who speaks, the chances of what it says for each of its bits, and what follows."""

    speaker: int
    chances: tuple[list[Exact], list[Exact]]
    following: list[Node | None]


class _Message(Record):
    speaker = needed(integer(0))
    chances = needed(row(_CHANCES, _CHANCES))
    next = needed(sequence(lambda value, where: value, least=1))


def node(value: object, where: str, depth: int = 0) -> Node | None:
    """Read a tree; null is the end of a conversation."""
    if value is None:
        return None
    require(depth < MOST_DEPTH, where, f"at most {MOST_DEPTH} messages", "more")
    found = _Message(value, where)
    for chances in found.chances:
        require(_is_distribution(chances), where, "chances with total 1", shown(tuple(chances)))
        same_length("next", found.next, len(chances))
    return Node(found.speaker, found.chances, [node(child, where, depth + 1) for child in found.next])


class _Conversation(Record):
    lambdas = needed(LAMBDAS)
    tree = needed(node)


def check_interactive(instance: _Conversation, evidence: Nothing) -> Finding:
    """The transcripts of a conversation: how many, how private, and whether the bits stay independent."""
    lambdas = instance.lambdas
    require(len(lambdas) <= MOST_PARTIES, "lambdas", f"at most {MOST_PARTIES}", len(lambdas))
    columns = list(_columns(instance.tree, len(lambdas), [1] * (1 << len(lambdas))))
    matrix = [list(chances) for chances in zip(*columns, strict=True)]
    compatible = all(_is_rank_one(tuple(column)) for column in columns)
    facts = (
        Fact("transcripts", "=", len(columns)),
        Fact("columns", "is", "all of rank one" if compatible else "not all of rank one"),
        Fact("privacy", "is", "kept" if _is_private(lambdas, matrix) else "broken"),
    )
    return Finding(f"the conversation at lambdas {shown(tuple(lambdas))}: {'; '.join(map(str, facts))}", facts=facts)


def _columns(tree: Node | None, parties: int, chances: list[Exact]) -> Iterator[list[Exact]]:
    """The chance of each transcript on every input, from what led there."""
    if tree is None:
        yield chances
        return
    require(tree.speaker < parties, "speaker", f"0..{parties - 1}", tree.speaker)
    place = parties - 1 - tree.speaker
    for message, later in enumerate(tree.following):
        work.pay_each(chances, times=4)
        said = [chance * tree.chances[x >> place & 1][message] for x, chance in enumerate(chances)]
        yield from _columns(later, parties, said)


KINDS = {
    "rank-one-protocol": Kind(_Matrix, Nothing, check_rank_one),
    "protocol-optimum": Kind(_Protocol, ByRule, check_optimum),
    "interactive-protocol": Kind(_Conversation, Nothing, check_interactive),
}
