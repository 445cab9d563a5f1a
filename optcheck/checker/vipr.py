"""Check a proof in the VIPR format, versions 1.0 and 1.1, as it streams by. Standard library only.

A file states variables, which of them are integers, an objective, constraints, what is to be proved (infeasibility, or
a range of the optimum), solutions, and derivations. A derived constraint carries the assumptions that it rests on:

    asm   assumes itself
    lin   a sum of constraints with multipliers of fitting signs dominates it
    rnd   such a sum, rounded, does so
    uns   two constraints dominate it, one under "a x <= b", the other under "a x >= b + 1", integers throughout: these
          two assumptions are discharged
    sol   the objective is no worse than that of the best solution, better by 1 where its values are integers: who
          looks for the optimum may assume this

The sums and the rounding are those of optcheck.checker.integer, whose trees are proofs of the same kind. "0 >= 1" and
its like dominate everything. The proof is done when a constraint without assumptions is the bound that was to be
proved, or absurd. The optimum's range is what a user reads, so where a file is laxer than the format's text it is
refused: a rounded constraint with a continuous variable, a split at b that is no integer, "sol" in a proof of
infeasibility, or in one of a bound beyond the best solution.

"lin incomplete" and "lin weak" leave multipliers to be found. A completer, which need not be trusted, may find them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from hashlib import sha256
from math import ceil, floor
from pathlib import Path
from typing import BinaryIO

from optcheck.checker import integer, work
from optcheck.checker.core import DEFAULT_LIMIT, Fact, Verified, counted, quoted, rejecting, shown
from optcheck.checker.integer import Constraint
from optcheck.checker.pipes import opened
from optcheck.checker.reading import Exact, number_text, parse_number, rejected, require, whole
from optcheck.checker.work import longest

KIND = "vipr"
_SENSES = {"E": 0, "L": -1, "G": 1}
_COMMENT = re.compile(r"(?<!\S)%")
_INDEX = re.compile(r"-?[0-9]{1,18}")
_PIECE, _LONGEST_WORD = 1 << 16, 1 << 18  # bytes that are read at once, and characters of a word
_MOST_COUNT = 10**8


@dataclass(slots=True)
class Derived(Constraint):
    """A constraint with the assumptions that it rests on."""

    assumptions: frozenset[int] = frozenset()

    @property
    def absurd(self) -> bool:
        """Whether no point satisfies it, whatever the columns are."""
        return not self.terms and ((self.sense <= 0 and self.side < 0) or (self.sense >= 0 and self.side > 0))

    def dominates(self, other: Constraint) -> bool:
        """Whether it says at least as much as another one, by comparison of the two alone."""
        if self.absurd:
            return True
        if self.terms != other.terms:
            return False
        if other.sense == 0:
            return self.sense == 0 and self.side == other.side
        return self.sense in (0, other.sense) and other.sense * self.side >= other.sense * other.side


Multipliers = Sequence[tuple[int, Exact]]
Completer = Callable[["Proof", Derived, Sequence[int], Multipliers], Multipliers]


@dataclass(slots=True)
class Proof:
    """What the file has stated and derived so far."""

    variables: list[str] = field(default_factory=list)
    integers: frozenset[int] = frozenset()
    minimise: bool = True
    objective: dict[int, Exact] = field(default_factory=dict)
    given: int = 0
    constraints: list[Derived | None] = field(default_factory=list)
    ending: dict[int, list[int]] = field(default_factory=dict)  # what no later derivation than this one may use
    infeasible: bool = False
    lower: Exact | None = None
    upper: Exact | None = None
    best: Exact | None = None
    assumed_better: bool = False
    tightened: dict[tuple[int, int], int] = field(default_factory=dict)  # by column and sense: the last global bound

    def constraint(self, index: int) -> Derived:
        """A constraint by its number, as long as it may be used."""
        require(0 <= index < len(self.constraints), "number of a constraint", f"0..{len(self.constraints) - 1}", index)
        found = self.constraints[index]
        if found is None:
            raise rejected(f"constraint {index}", "one that may still be used")
        return found

    def total(self, multipliers: Multipliers) -> Derived:
        """The sum of constraints with multipliers whose signs fit."""
        used = [(self.constraint(index), multiplier) for index, multiplier in multipliers if multiplier]
        found, assumptions = integer.total(used), set[int]()
        for constraint, _ in used:
            work.spend(10 * len(constraint.assumptions))
            assumptions |= constraint.assumptions  # in place
        work.hold(len(assumptions), work.WORDS_OF_AN_ENTRY)
        return Derived(found.terms, found.sense, found.side, assumptions=frozenset(assumptions))

    def rounded(self, found: Derived) -> Derived:
        """The constraint with its right side rounded: integers on integer columns only."""
        for j, factor in found.terms.items():
            require(factor.denominator == 1 and j in self.integers, "a rounded sum", "integers on integer variables", j)
        side = ceil(found.side) if found.sense > 0 else floor(found.side) if found.sense < 0 else found.side
        return replace(found, side=side)

    def add(self, derived: Derived, last: int) -> None:
        """Keep a derived constraint for the derivations up to the last one that may use it (-1: all may)."""
        index = len(self.constraints)
        self.constraints.append(derived)
        if last >= 0:
            self.ending.setdefault(max(last, index), []).append(index)
        for ended in self.ending.pop(index, ()):
            self.constraints[ended] = None

    def value(self, point: Mapping[int, Exact]) -> Exact:
        """The objective at a point."""
        return work.dot(list(self.objective.values()), [point.get(j, 0) for j in self.objective])


class _Words:
    """The words of a file, one after another; a word that begins with % ends its line. Lines may be of any length."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream, self._words, self._rest, self.digest = stream, list[str](), "", sha256()

    def next(self) -> str:
        while not self._words:
            piece = self.read()
            require(bool(piece or self._rest), "VIPR file", "more words", "its end: is it cut off?")
            text = self._rest + piece.decode("utf-8", errors="replace")
            mark = _COMMENT.search(text)
            words = text[: mark.start() if mark else None].split()
            open_end = bool(piece) and not piece.endswith(b"\n")
            self._rest = words.pop() if open_end and not mark and words and not text[-1].isspace() else ""
            require(len(self._rest) <= _LONGEST_WORD, "VIPR file", f"words of at most {_LONGEST_WORD} characters")
            while open_end and mark:
                piece = self.read()
                open_end = bool(piece) and not piece.endswith(b"\n")
            work.earn(len(words))
            self._words = words[::-1]
        return self._words.pop()

    def read(self) -> bytes:
        """The next piece of a line."""
        piece = self._stream.readline(_PIECE)
        self.digest.update(piece)
        return piece

    def put_back(self, word: str) -> None:
        """Let a word be the next one again."""
        self._words.append(word)

    def has_mark(self) -> bool:
        """Whether the line ends with the word "global", by which SCIP marks bounds for weak steps."""
        return self._words == ["global"] and bool(self._words.pop())

    def skip_doubled_brace(self) -> None:
        """An example of the format's own repository closes a weak step twice."""
        if self._words[-2:] == ["}", "}"]:
            self._words.pop()

    def expect(self, *choices: str) -> str:
        """The next word, one of a few."""
        word = self.next()
        if word not in choices:
            raise rejected("VIPR file", " or ".join(choices), ascii(word[:30]))
        return word

    def count(self) -> int:
        """How many things follow."""
        return _integer(self.next(), 0, _MOST_COUNT)

    def integer(self) -> int:
        """An index, in digits."""
        return _integer(self.next())

    def number(self) -> Exact:
        """A fraction or a decimal."""
        return _number(self.next())

    def terms(self, most: int, objective: Mapping[int, Exact] | None = None) -> Mapping[int, Exact]:
        """Indices, all different and below a limit, with numbers; or the word OBJ for those of the objective."""
        word = self.next()
        if word == "OBJ" and objective is not None:
            work.spend(10 * len(objective))  # for what it is compared with
            return objective  # shared: it takes no room again
        found: dict[int, Exact] = {}
        for _ in range(_integer(word, 0, _MOST_COUNT)):
            index, value = self.integer(), self.number()
            if not 0 <= index < most or index in found:
                raise rejected("index", f"a new one below {most}", index)
            found[index] = value
        return found


def _integer(word: str, least: int = -(10**18), most: int = 10**18) -> int:
    if _INDEX.fullmatch(word) is None or not least <= int(word) <= most:
        raise rejected("VIPR file", f"an integer from {least} to {most}", ascii(word[:30]))
    return int(word)


def _number(word: str) -> Exact:
    """A fraction or a finite decimal."""
    before, point, after = word.removeprefix("+").partition(".")
    if not point or "/" in word:
        return parse_number(word.removeprefix("+"), "VIPR file")
    return whole(Fraction(parse_number(before + after, "VIPR file"), 10 ** len(after)))


def check_vipr(path: str | Path, limit: float = DEFAULT_LIMIT, completer: Completer | None = None) -> Verified:
    """What a VIPR file proves; raises CertificateRejected. Incomplete steps are left to the completer, then checked."""
    with opened(path) as stream, work.budget(limit), rejecting(f"malformed {KIND} file"):
        words = _Words(stream)
        proof = Proof()
        _read_problem(words, proof)
        _read_goal(words, proof)
        _read_solutions(words, proof)
        _read_derivations(words, proof, completer)
        while words.read():
            pass
        return _verified(proof, words.digest.hexdigest())


def _read_problem(words: _Words, proof: Proof) -> None:
    words.expect("VER")
    words.expect("1.0", "1.1")
    words.expect("VAR")
    proof.variables = [words.next() for _ in range(words.count())]
    count = len(proof.variables)
    words.expect("INT")
    proof.integers = frozenset(words.integer() for _ in range(words.count()))
    require(not proof.integers or 0 <= min(proof.integers) <= max(proof.integers) < count, "INT", f"0..{count - 1}")
    words.expect("OBJ")
    proof.minimise = words.expect("min", "max") == "min"
    proof.objective = {j: c for j, c in words.terms(count).items() if c}
    words.expect("CON")
    proof.given, _ = words.count(), words.count()
    for _ in range(proof.given):
        proof.constraints.append(_read_constraint(words, proof))


def _read_constraint(words: _Words, proof: Proof) -> Derived:
    words.next()  # its name
    sense = _SENSES[words.expect(*_SENSES)]
    side = words.number()
    terms = words.terms(len(proof.variables), proof.objective)
    if terms is proof.objective:  # which has no zeros
        return Derived(terms, sense, side)
    terms = {j: a for j, a in terms.items() if a}
    integers = [a for a in (side, *terms.values()) if type(a) is int]
    return Derived(terms, sense, side, words=longest(integers) if len(integers) > len(terms) else 0)


def _read_goal(words: _Words, proof: Proof) -> None:
    words.expect("RTP")
    proof.infeasible = words.expect("infeas", "range") == "infeas"
    if not proof.infeasible:
        lower, upper = words.next(), words.next()
        proof.lower = None if lower == "-inf" else _number(lower)
        proof.upper = None if upper == "inf" else _number(upper)
        order = proof.lower is None or proof.upper is None or proof.lower <= proof.upper
        require(order, "RTP", "a lower end below the upper one")


def _read_solutions(words: _Words, proof: Proof) -> None:
    words.expect("SOL")
    sign = 1 if proof.minimise else -1
    for _ in range(words.count()):
        name = quoted(words.next())
        work.spend(30 * len(proof.integers) + 200 * proof.given)
        point = words.terms(len(proof.variables), proof.objective)
        for j in proof.integers:
            require(point.get(j, 0).denominator == 1, f"solution {name}", f"an integer for variable {j}")
        for index in range(proof.given):
            found = proof.constraint(index)
            rest = work.dot(list(found.terms.values()), [point.get(j, 0) for j in found.terms]) - found.side
            holds = rest == 0 if found.sense == 0 else found.sense * rest >= 0
            require(holds, f"solution {name}", f"constraint {index} to hold")
        value = proof.value(point)
        proof.best = value if proof.best is None else sign * min(sign * value, sign * proof.best)
    goal = None if proof.infeasible else proof.upper if proof.minimise else proof.lower
    if goal is not None:
        reached = proof.best is not None and sign * proof.best <= sign * goal
        require(reached, "SOL", f"a solution as good as {number_text(goal)}")


def _read_derivations(words: _Words, proof: Proof, completer: Completer | None) -> None:
    words.expect("DER")
    count = words.count()
    if not proof.infeasible and _dual(proof) is None:
        return
    reached = False
    for _ in range(count):
        derived = _derived(words, proof, completer)
        index, last = len(proof.constraints), words.integer()
        proof.add(derived, last)
        if words.has_mark() and last < 0:
            proof.tightened.update({(column, derived.sense): index for column in derived.terms})
        reached = (not derived.assumptions and _reaches(proof, derived)) or reached
    require(reached, "DER", "a derivation of what is to be proved, without assumptions")


def _dual(proof: Proof) -> Exact | None:
    return proof.lower if proof.minimise else proof.upper


def _reaches(proof: Proof, derived: Derived) -> bool:
    """Whether a constraint without assumptions is what is to be proved."""
    goal = _dual(proof)
    if proof.infeasible or goal is None:
        return derived.absurd
    if proof.assumed_better and proof.best is not None:
        within = goal <= proof.best if proof.minimise else goal >= proof.best
        require(within, "RTP", "a bound not beyond the best solution, which the proof has assumed not to be beaten")
    return derived.dominates(Constraint(proof.objective, 1 if proof.minimise else -1, goal))


def _derived(words: _Words, proof: Proof, completer: Completer | None) -> Derived:
    """The next derivation, checked."""
    target, index = _read_constraint(words, proof), len(proof.constraints)
    words.expect("{")
    kind = words.expect("asm", "lin", "rnd", "uns", "sol")
    if kind == "asm":
        target.assumptions = frozenset([index])
    elif kind == "uns":
        _check_unsplit(proof, target, *(words.integer() for _ in range(4)))
    elif kind == "sol":
        _check_better(proof, target)
    else:
        multipliers = _read_multipliers(words, proof, target, completer)
        found = proof.total(multipliers)
        found = proof.rounded(found) if kind == "rnd" else found
        if not found.dominates(target):
            gap = number_text(found.side - target.side) if found.terms == target.terms else "other terms"
            raise rejected(f"derivation {index}", "a sum that dominates it", gap)
        target.assumptions = found.assumptions
    words.expect("}")
    return target


def _read_multipliers(words: _Words, proof: Proof, target: Derived, completer: Completer | None) -> Multipliers:
    word = words.next()
    if word not in ("incomplete", "weak"):
        return _pairs(words, _integer(word, 0, _MOST_COUNT), len(proof.constraints))
    if completer is None:
        raise rejected("an incomplete step", "somebody who completes it")
    if word == "incomplete":
        active = list[int]()
        while (word := words.next()) != "}":
            active.append(int(_number(word)))
        words.put_back(word)
        return completer(proof, target, active, ())
    words.expect("{")
    local = [(words.expect("L", "U"), words.integer(), words.integer(), words.number()) for _ in range(words.count())]
    words.expect("}")
    given = _pairs(words, words.count(), len(proof.constraints))
    words.skip_doubled_brace()
    return completer(proof, target, [*proof.tightened.values(), *(line for _, _, line, _ in local)], given)


def _pairs(words: _Words, count: int, most: int) -> list[tuple[int, Exact]]:
    found = [(words.integer(), words.number()) for _ in range(count)]
    require(len({index for index, _ in found}) == len(found), "multipliers", "one for each constraint")
    require(all(0 <= index < most for index, _ in found), "multipliers", f"of constraints below {most}")
    return found


def _check_unsplit(proof: Proof, target: Derived, one: int, first: int, other: int, second: int) -> None:
    left, right = proof.constraint(first), proof.constraint(second)
    require(left.sense * right.sense == -1, "a split", "one <= and one >=")
    below, above = (left, right) if left.sense < 0 else (right, left)
    fits = below.side + 1 == above.side and below.side.denominator == 1 and below.terms == above.terms
    fits = fits and all(j in proof.integers and factor.denominator == 1 for j, factor in below.terms.items())
    require(fits, "a split", "a x <= b and a x >= b + 1 in integers")
    work.spend(20 * (len(below.terms) + len(target.terms)))
    sides = proof.constraint(one), proof.constraint(other)
    require(all(side.dominates(target) for side in sides), "an unsplit constraint", "one that both sides dominate")
    work.hold(len(sides[0].assumptions) + len(sides[1].assumptions), work.WORDS_OF_AN_ENTRY)
    target.assumptions = (sides[0].assumptions - {first}) | (sides[1].assumptions - {second})


def _check_better(proof: Proof, target: Derived) -> None:
    """The objective may be assumed as good as the best solution's; strictly better in steps of 1 where it has such."""
    if proof.best is None or proof.infeasible:
        raise rejected("sol", "a solution, and an optimum to be proved")
    steps = all(j in proof.integers and c.denominator == 1 for j, c in proof.objective.items())
    sign = 1 if proof.minimise else -1
    limit = proof.best - sign if steps else proof.best
    fits = target.terms == proof.objective and target.sense == -sign and sign * target.side >= sign * limit
    require(fits, "sol", f"the objective no worse than {number_text(limit)}")
    proof.assumed_better = True


def _verified(proof: Proof, digest: str) -> Verified:
    goal, ends = "minimum" if proof.minimise else "maximum", ((">=", proof.lower), ("<=", proof.upper))
    bounds = tuple(Fact(goal, relation, end) for relation, end in ends if end is not None)
    words = " and ".join(f"{fact.relation} {shown(fact.value)}" for fact in bounds)
    facts, value, said = bounds, None, f"the {goal} is {words}" if words else "nothing is claimed"
    if proof.infeasible:
        facts, said = (Fact("program", "is", "infeasible"),), "no point is feasible"
    elif proof.lower is not None and proof.lower == proof.upper:
        value, said = proof.lower, f"the {goal} is {shown(proof.lower)}"
        facts = Fact("program", "is", "optimal"), Fact(goal, "=", value)
    kind, sizes = "integer" if proof.integers else "linear", counted(len(proof.variables), "variable")
    where = f"of the {kind} program in the file, with {sizes} and {counted(proof.given, 'constraint')}"
    return Verified(KIND, f"{where}: {said}", digest, facts, value)
