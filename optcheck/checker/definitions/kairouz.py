"""The accuracy problem behind signature certificates, read from its instance. Standard library only.

Inputs are numbered lexicographically, the first party's bit first.

Check optimal private protocols of bits: the infinite signature program, decided at its corners. Stdlib only.

k parties hold one bit each. A transcript of a private interactive protocol has a signature s in the box
[1/l_1, l_1] x ... x [1/l_k, l_k]: on input x its probability is mass * prod of s_i over the ones of x. For a prior
nu on the inputs, let mu be such that <S_s, mu> >= sum over x of nu_x W_x(d) S_s(x) for every signature s and every
decision d. Then no protocol has a larger nu-average than sum(mu), hence none has a larger worst case; with nu
uniform, none has a larger average. Both sides are multilinear in s, so the inequality on the whole box follows
from the 2^k corners, and these are what is checked. A party that sees its own bit decides for each bit apart.
Inputs are numbered lexicographically, the first party's bit first.

Which transcripts an optimal private protocol can use. Standard library only.

An optimal dual (nu, mu) leaves a slack at each signature: <S_s, mu> less the best that decisions earn there. No optimum
uses a signature with a positive slack (complementary slackness). The slack of a choice of decisions is multilinear in s
and not negative at the corners, so where it is positive in the middle of every edge of the box, an optimum uses corners
only; with all equations met that is randomised response.

Facts about the hull of rank-one tensors [1, t_1] x ... x [1, t_k] with 1/l_i <= t_i <= l_i. Stdlib only.

The hull is spanned by its corners, the tensors with every t_i in {1/l_i, l_i}: the tensor is linear in each t_i.
Entries are numbered lexicographically by the inputs, the first party's bit first; corners likewise, 1/l_i before l_i.
The matrix of corners is the Kronecker product of the matrices [[1, 1/l_i], [1, l_i]], so it is never written out. Its
rank is the product of theirs: parties with l_i = 1 count once, and different corners are always independent.

Facts about mechanisms that publish a randomised version of one bit. Standard library only.

A mechanism is two rows of probabilities over its outputs, for bit 0 and bit 1. A test rejects bit 0 on a set of
outputs; its errors are (missed detection, false alarm) = (chance of not rejecting on bit 1, of rejecting on bit 0).
The region of a mechanism is the convex hull of the errors of all tests.

Protocols given in full: the chance of every transcript on every input, or the tree of messages. Stdlib only.

k parties hold one bit each; inputs are numbered lexicographically, the first party's bit first. A protocol is private
where no transcript's chance changes by more than the factor lambda_i when bit i changes, and compatible with
interaction where each of its columns is a rank-one tensor: the bits stay independent given the transcript.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Sized
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product

from optcheck.checker import work
from optcheck.checker.core import Exact, Fact, Finding, Kind, number_text, require, shown, whole
from optcheck.checker.facts import counted
from optcheck.checker.reading import (
    Nothing,
    Reader,
    Record,
    choice,
    either,
    integer,
    needed,
    nullable,
    number,
    row,
    same_length,
    sequence,
)

MOST_PARTIES = 20
MOST_ROWS = 12  # of weights that a sentence shows
Kernel = tuple[tuple[Exact, Exact], tuple[Exact, Exact]]

LAMBDAS = sequence(number(least=1), least=1, most=MOST_PARTIES)


class Instance(Record):
    """Privacy levels, a function's values, the weights of decisions, criterion and reader."""

    lambdas = needed(LAMBDAS)
    table = needed(sequence(integer(0)))
    weights = needed(sequence(sequence(number(), least=1), least=1))
    criterion = needed(choice("average", "worst"))
    observer = needed(nullable(integer(0)))


@dataclass(frozen=True, slots=True)
class Problem:
    """Privacy levels, payoffs, criterion and reader."""

    lambdas: list[Exact]
    payoffs: list[list[Exact]]  # one row for each decision: its accuracy on every input
    average: bool
    observer: int | None  # None sees the transcript only; i sees bit i as well
    function: str  # in words: its values, and what decisions are worth

    def own_bit(self, x: int) -> int:
        """The bit of input x that the reader knows; 0 for a central observer."""
        return 0 if self.observer is None else x >> (len(self.lambdas) - 1 - self.observer) & 1

    @property
    def views(self) -> range:
        """The values of the own bit, one for a central observer."""
        return range(1 if self.observer is None else 2)

    @property
    def goal(self) -> str:
        """What is optimised, in words."""
        who = "a central observer" if self.observer is None else f"party {self.observer + 1}"
        kind = "average" if self.average else "worst-case"
        return f"the optimal {kind} accuracy of {who} about {self.function} at lambdas {shown(tuple(self.lambdas))}"


def problem_of(instance: Instance) -> Problem:
    """Rebuild the problem from the instance alone."""
    parties, rows = len(instance.lambdas), instance.weights
    same_length("table", instance.table, 1 << parties)
    require(len({len(row) for row in rows}) == 1, "weights", "rows of one length")
    for truth in instance.table:
        require(truth < len(rows), "table", f"entries in 0..{len(rows) - 1}", truth)
    known = instance.observer is None or instance.observer < parties
    require(known, "observer", f"null or 0..{parties - 1}", instance.observer)
    work.spend(len(rows[0]) * len(instance.table) * 20)
    payoffs = [[rows[truth][decision] for truth in instance.table] for decision in range(len(rows[0]))]
    return Problem(instance.lambdas, payoffs, instance.criterion == "average", instance.observer, _words(instance))


def _words(instance: Instance) -> str:
    """The function by its values; where a decision is not just right or wrong, also by the weights of the decisions."""
    rows, function = instance.weights, f"the function {shown(tuple(instance.table))}"
    if all(weight == (i == j) for i, row in enumerate(rows) for j, weight in enumerate(row)):
        return function
    more = f", ... {len(rows)} in all" if len(rows) > MOST_ROWS else ""
    return f"{function} with weights {', '.join(shown(tuple(row)) for row in rows[:MOST_ROWS])}{more}"


def transform(vector: Sequence[Exact], kernels: Sequence[Kernel]) -> list[Exact]:
    """Multiply by the Kronecker product of 2x2 matrices, one factor at a time."""
    values, width = list(vector), len(vector)
    for (a, b), (c, d) in kernels:
        width //= 2
        work.spend(len(values) * 2 * (work.size(a) + work.size(b) + work.size(c) + work.size(d)) ** 2)
        for start in range(0, len(values), 2 * width):
            for i in range(start, start + width):
                low, high = values[i], values[i + width]
                values[i], values[i + width] = a * low + b * high, c * low + d * high
                work.pay(values[i], values[i + width], times=4)
    return values


_ENTRY = 600  # steps for making and keeping a number
Column = tuple[list[Exact], list[int], Exact]


class Dual(Record):
    """A prior nu, and mu."""

    nu = needed(sequence(number(least=0, most=1)))
    mu = needed(sequence(number()))


class ByRule(Dual):
    """The dual, and for each view and response the chances of the decisions."""

    rule = needed(sequence(sequence(sequence(number(least=0, most=1)))))


class ByColumns(Dual):
    """The dual, and transcripts: a signature, a decision for each view, and the mass."""

    columns = needed(sequence(row(sequence(number(above=0)), sequence(integer(0)), number(above=0))))


def check_randomized_response(instance: Instance, evidence: ByRule) -> Finding:
    """Randomised response with the given rule reaches a value that no private protocol exceeds."""
    problem = problem_of(instance)
    value = response_optimum(problem, evidence)
    facts = (Fact("optimal accuracy", "=", value), Fact("optimum", "is", "reached by randomised response"))
    return Finding(f"{problem.goal} is {shown(value)}, reached by randomised response", value, facts)


def response_optimum(problem: Problem, evidence: ByRule) -> Exact:
    """The optimal accuracy, after checking that no protocol exceeds the bound and that the rule reaches it."""
    best = bound(problem, evidence)
    value = value_of(problem, rule_accuracies(problem, evidence.rule))
    require(value == best, "accuracy of the rule", number_text(best), number_text(value))
    return value


def protocol_optimum(problem: Problem, evidence: ByColumns) -> Exact:
    """The same with a protocol that is given by its transcripts."""
    for column in evidence.columns:
        check_column(problem, column)
    best = bound(problem, evidence)
    value = value_of(problem, column_accuracies(problem, evidence.columns))
    require(value == best, "accuracy of the protocol", number_text(best), number_text(value))
    return value


def check_protocol(instance: Instance, evidence: ByColumns) -> Finding:
    """A protocol, given by its transcripts, reaches a value that no private protocol exceeds."""
    problem = problem_of(instance)
    value = protocol_optimum(problem, evidence)
    different = len({tuple(signature) for signature, _, _ in evidence.columns})
    facts = [Fact("optimal accuracy", "=", value), Fact("transcripts of an optimum", "<=", different)]
    text = f"{problem.goal} is {shown(value)}"
    inside = [s for s, _, _ in evidence.columns if _is_inside(problem, s)]
    if inside:
        facts.append(Fact("optimum", "is", "reached by a protocol other than randomised response"))
        facts.append(Fact("optimal protocols", "is", "randomised response and others"))
        text += f", and a protocol with the signature {shown(tuple(inside[0]))} that is not extremal reaches it"
    return Finding(text, value, tuple(facts))


def _is_inside(problem: Problem, signature: list[Exact]) -> bool:
    """Whether some entry lies strictly between the ends that randomised response uses."""
    return any(1 / Fraction(bound) < entry < bound for entry, bound in zip(signature, problem.lambdas, strict=True))


def bound(problem: Problem, evidence: Dual) -> Exact:
    """The bound sum(mu), after checking the prior and all corners of the box."""
    left, right = corner_sides(problem, evidence)
    for corner, (low, high) in enumerate(zip(map(sum, zip(*map(_best, right), strict=True)), left, strict=True)):
        require(high >= low, f"dual at corner {corner}", f">= {number_text(low)}", number_text(high))
    return work.total(evidence.mu)


def corner_sides(problem: Problem, dual: Dual) -> tuple[list[Exact], list[list[list[Exact]]]]:
    """Both sides of the dual constraint at every corner; the right one for each view and decision."""
    size = 1 << len(problem.lambdas)
    nu, mu = dual.nu, dual.mu
    same_length("nu", nu, size)
    same_length("mu", mu, size)
    total = work.total(nu)
    require(total == 1, "prior 'nu'", "non-negative, total 1", number_text(total))
    require(not problem.average or max(nu) == min(nu), "prior 'nu'", "uniform for the average", "not uniform")
    corners: list[Kernel] = [((1, 1 / Fraction(value)), (1, value)) for value in problem.lambdas]
    right = [[transform(row, corners) for row in masked(problem, nu, view)] for view in problem.views]
    return transform(mu, corners), right


def masked(problem: Problem, nu: list[Exact], view: int) -> list[list[Exact]]:
    """For each decision its accuracy on every input that shows this view, weighted by the prior."""
    work.spend(_ENTRY * len(problem.payoffs) * len(nu))
    return [
        [p * q if problem.own_bit(x) == view else 0 for x, (p, q) in enumerate(zip(row, nu, strict=True))]
        for row in problem.payoffs
    ]


def _best(options: list[list[Exact]]) -> list[Exact]:
    return [max(entries) for entries in zip(*options, strict=True)]


def value_of(problem: Problem, accuracies: list[Exact]) -> Exact:
    return whole(Fraction(work.total(accuracies)) / len(accuracies) if problem.average else min(accuracies))


def rule_accuracies(problem: Problem, chances: list[list[list[Exact]]]) -> list[Exact]:
    """Expected accuracy on each input, for a rule that gives each view and response its chances of the decisions."""
    size, count = 1 << len(problem.lambdas), len(problem.payoffs)
    same_length("rule", chances, len(problem.views))
    for part in chances:
        same_length("rule", part, size)
    for options in (options for part in chances for options in part):
        fits = len(options) == count and work.total(options) == 1
        require(fits, "rule", "chances with total 1", shown(tuple(options)))
    keep = [value / Fraction(1 + value) for value in problem.lambdas]
    respond: list[Kernel] = [((p, 1 - p), (1 - p, p)) for p in keep]
    reached = [[transform([row[d] for row in part], respond) for d in range(count)] for part in chances]
    every = range(count)
    return [
        work.dot((problem.payoffs[d][x] for d in every), (reached[problem.own_bit(x)][d][x] for d in every))
        for x in range(size)
    ]


def check_column(problem: Problem, column: Column) -> None:
    """A signature inside the box and a decision for each view; the mass is positive by its reader."""
    signature, decisions, _ = column
    require(len(signature) == len(problem.lambdas), "signature", f"{len(problem.lambdas)} entries", len(signature))
    for value, bound in zip(signature, problem.lambdas, strict=True):
        work.pay(value, bound)
        inside = value * bound >= 1 and value <= bound
        require(inside, "signature", f"within 1/l..l for l = {number_text(bound)}", number_text(value))
    known = len(decisions) == len(problem.views) and all(d < len(problem.payoffs) for d in decisions)
    require(known, "decisions", "one for each view", decisions)


def column_accuracies(problem: Problem, columns: list[Column]) -> list[Exact]:
    accuracies: list[Exact] = []
    for x, bits in enumerate(product((0, 1), repeat=len(problem.lambdas))):
        chances = [_chance(column, bits) for column in columns]
        total, view = work.total(chances), problem.own_bit(x)
        require(total == 1, f"total probability on input {x}", 1, number_text(total))
        accuracies.append(work.dot(chances, (problem.payoffs[d[view]][x] for _, d, _ in columns)))
    return accuracies


def _chance(column: Column, bits: tuple[int, ...]) -> Exact:
    """The chance of a transcript: its mass times the entries of its signature at the ones of the input."""
    signature, _, chance = column
    for value, bit in zip(signature, bits, strict=True):
        if bit:
            chance = chance * value
            work.pay(chance)
    return chance


_SIGNATURE_KINDS = {
    "randomized-response-optimum": Kind(Instance, ByRule, check_randomized_response),
    "signature-protocol": Kind(Instance, ByColumns, check_protocol),
}


class _Signature(Instance):
    signature = needed(sequence(number(above=0)))


class _Bounded(Dual, Instance): ...


def check_unique(instance: Instance, evidence: ByRule) -> Finding:
    """Randomised response is optimal, and nothing else is (up to renaming, merging and splitting transcripts)."""
    problem = problem_of(instance)
    value = response_optimum(problem, evidence)
    left, right = corner_sides(problem, evidence)
    for low, high in _edges(problem):
        earned = [max(options[low] + options[high] for options in view) for view in right]
        slack = left[low] + left[high] - work.total(earned)
        require(slack > 0, f"slack between corners {low} and {high}", "> 0", number_text(slack))
    different = 1 << sum(level > 1 for level in problem.lambdas)
    facts = (
        Fact("optimal accuracy", "=", value),
        Fact("optimal protocols", "is", "randomised response only"),
        Fact("transcripts of an optimum", ">=", different),
    )
    return Finding(f"{problem.goal} is {shown(value)}, reached by randomised response only", value, facts)


def _edges(problem: Problem) -> Iterator[tuple[int, int]]:
    """Pairs of different corners that are neighbours."""
    parties = len(problem.lambdas)
    for party, value in enumerate(problem.lambdas):
        step = 1 << (parties - 1 - party)
        if value > 1:
            yield from ((corner, corner | step) for corner in range(1 << parties) if not corner & step)


def check_use(instance: _Signature, evidence: ByColumns | ByRule) -> Finding:
    """Some optimum uses the signature, or none does."""
    problem, signature = problem_of(instance), instance.signature
    check_column(problem, (signature, [0] * len(problem.views), 1))
    where = f"the signature {shown(tuple(signature))}; {problem.goal}"
    if isinstance(evidence, ByColumns):
        value = protocol_optimum(problem, evidence)
        used = any(column[0] == signature for column in evidence.columns)
        require(used, "columns", "one with the signature", "none")
        return Finding(f"an optimum uses {where} is {shown(value)}", value, (Fact("usable", "is", True),))
    value = response_optimum(problem, evidence)
    slack = _slack(problem, signature, evidence)
    require(slack > 0, "slack at the signature", "> 0", number_text(slack))
    return Finding(f"no optimum uses {where} is {shown(value)}", value, (Fact("usable", "is", False),))


def _slack(problem: Problem, signature: list[Exact], evidence: Dual) -> Exact:
    entries: list[Exact] = [1]
    for factor in signature:
        work.pay(factor, *entries[:1], times=2 * len(entries))
        entries = [entry * step for entry in entries for step in (1, factor)]
    earned = [max(work.dot(entries, row) for row in masked(problem, evidence.nu, view)) for view in problem.views]
    return work.dot(entries, evidence.mu) - Fraction(work.total(earned))


def check_dual(instance: _Bounded, evidence: Nothing) -> Finding:
    """Whether a prior and mu satisfy the dual constraint on the whole box."""
    problem = problem_of(instance)
    left, right = corner_sides(problem, instance)
    feasible = True
    for corner, high in enumerate(left):
        earned = work.total(max(options[corner] for options in view) for view in right)
        feasible = feasible and high >= earned
    word = "feasible" if feasible else "not feasible"
    return Finding(f"for {problem.goal} the dual is {word}", facts=(Fact("dual", "is", word),))


_PROOF: Reader[ByColumns | ByRule] = either(ByColumns, ByRule)
_SIGNATURE_USE_KINDS = {
    "signature-dual": Kind(_Bounded, Nothing, check_dual),
    "unique-optimum": Kind(Instance, ByRule, check_unique),
    "signature-use": Kind(_Signature, _PROOF, check_use),
}


MOST_TENSORS = 12
_LAMBDAS = sequence(number(least=1), least=1, most=MOST_TENSORS)
_NUMBERS = sequence(number())


class _Box(Record):
    lambdas = needed(_LAMBDAS)


def check_corners(instance: _Box, evidence: Nothing) -> Finding:
    """How many different corners there are, and whether their matrix can be inverted."""
    different, every = _different(instance.lambdas), 1 << len(instance.lambdas)
    verdict = "invertible" if different == every else "singular"
    facts = (
        Fact("different corners", "=", different),
        Fact("corners", "=", every),
        Fact("matrix of corners", "is", verdict),
    )
    text = f"at lambdas {shown(tuple(instance.lambdas))} {different} of the {every} corners are different"
    return Finding(f"{text}, and the matrix of corners is {verdict}", different, facts)


def _different(lambdas: list[Exact]) -> int:
    """Corners differ where their factors do: the entries at inputs with a single one are the factors themselves."""
    return 1 << sum(value > 1 for value in lambdas)


class _Tensor(_Box):
    tensor = needed(_NUMBERS)


class _Inside(Record):
    weights = needed(_NUMBERS)


class _Outside(Record):
    separating = needed(_NUMBERS)


def check_tensor(instance: _Tensor, evidence: _Inside | _Outside) -> Finding:
    """Where a tensor lies: in the hull, on its boundary or not, by a mixture of corners; outside by a functional."""
    lambdas, tensor = instance.lambdas, instance.tensor
    same_length("tensor", tensor, 1 << len(lambdas))
    corners, is_corner = _different(lambdas), _is_corner(lambdas, tensor)
    met = tensor[0] == 1 and min(_half_spaces(lambdas, tensor)) >= 0
    facts = [
        Fact("different corners", "=", corners),
        Fact("corner", "is", is_corner),
        Fact("half-spaces of Eq. 22", "is", "all met" if met else "not all met"),
        Fact("in the hull", "is", isinstance(evidence, _Inside)),
    ]
    if isinstance(evidence, _Outside):
        _check_separating(lambdas, tensor, evidence.separating)
        place = f"lies outside the hull of {counted(corners, 'corner')}"
    else:
        used = _corners_used(lambdas, tensor, evidence.weights)
        on_boundary = used < corners  # the hull is a simplex
        facts += [Fact("corners needed", "=", used), Fact("on the relative boundary", "is", on_boundary)]
        boundary = f"is {'' if on_boundary else 'not '}on its relative boundary"
        place = f"lies in the hull, of whose {counted(corners, 'corner')} it needs {used}, and {boundary}"
    text = (
        f"the tensor {shown(tuple(tensor))} at lambdas {shown(tuple(lambdas))} is {'a' if is_corner else 'no'} corner, "
        f"meets {'all' if met else 'not all'} half-spaces of Eq. 22 and {place}"
    )
    return Finding(text, facts=tuple(facts))


def _columns(lambdas: list[Exact]) -> list[Kernel]:
    """Turns a functional into its values at all corners."""
    return [((1, 1 / Fraction(value)), (1, value)) for value in lambdas]


def _rows(lambdas: list[Exact]) -> list[Kernel]:
    """Turns weights of the corners into their mixture."""
    return [((1, 1), (1 / Fraction(value), value)) for value in lambdas]


def _is_corner(lambdas: list[Exact], tensor: list[Exact]) -> bool:
    """Whether the factors that a rank-one tensor would have are ends, and give this tensor."""
    factors = [tensor[1 << place] for place in reversed(range(len(lambdas)))]
    if not all(t in (value, 1 / Fraction(value)) for t, value in zip(factors, lambdas, strict=True)):
        return False
    entries: list[Exact] = [1]
    for factor in factors:
        work.pay(factor, times=2 * len(entries))
        work.pay_each(entries)
        entries = [entry * step for entry in entries for step in (1, factor)]
    return entries == tensor


def _half_spaces(lambdas: list[Exact], tensor: list[Exact]) -> list[Exact]:
    """The left sides of Eq. 22 for all signs a: (-1)^k prod a_j times the sum of T_x prod (-l_i)^(a_i x_i)."""
    kernels: list[Kernel] = [((1, -1 / Fraction(value)), (-1, value)) for value in lambdas]
    return transform(tensor, kernels)  # the sign -a of each party is folded into its row


def _heights(lambdas: list[Exact], functional: list[Exact]) -> list[Exact]:
    same_length("functional", functional, 1 << len(lambdas))
    heights = transform(functional, _columns(lambdas))
    require(min(heights) >= 0, "functional on the corners", ">= 0", number_text(min(heights)))
    return heights


def _check_separating(lambdas: list[Exact], tensor: list[Exact], functional: list[Exact]) -> None:
    _heights(lambdas, functional)
    below = work.dot(functional, tensor)
    require(below < 0, "functional at the tensor", "< 0", number_text(below))


def _corners_used(lambdas: list[Exact], tensor: list[Exact], weights: list[Exact]) -> int:
    """How many different corners the mixture uses; it is the only one, as different corners are independent."""
    same_length("weights", weights, len(tensor))
    total = work.total(weights)
    require(min(weights) >= 0 and total == 1, "weights", "non-negative, total 1", number_text(total))
    require(transform(weights, _rows(lambdas)) == tensor, "combination of corners", "the tensor", "another one")
    moving = sum(1 << place for place, value in enumerate(reversed(lambdas)) if value > 1)
    return len({corner & moving for corner, weight in enumerate(weights) if weight})


_PLACE: Reader[_Inside | _Outside] = either(_Inside, _Outside)
_HULL_KINDS = {
    "hull-corners": Kind(_Box, Nothing, check_corners),
    "hull-tensor": Kind(_Tensor, _PLACE, check_tensor),
}


Mechanism = tuple[list[Exact], list[Exact]]
_CHANCES = sequence(number(least=0, most=1), least=1)
_LINE = row(number(), number(), number())


def mechanism(value: object, where: str) -> Mechanism:
    """Read two rows of probabilities over the same outputs."""
    found = row(_CHANCES, _CHANCES)(value, where)
    require(len(found[0]) == len(found[1]), where, "two rows of one length", [len(found[0]), len(found[1])])
    for chances in found:
        total = work.total(chances)
        require(total == 1, where, "probabilities with total 1", number_text(total))
    return found


class _Two(Record):
    strong = weak = needed(mechanism)


class _Kernel(Record):
    kernel = needed(sequence(_CHANCES))


class _Separation(Record):
    test = needed(sequence(integer(0, 1)))
    line = needed(_LINE)


def check_post_processing(instance: _Two, evidence: _Kernel | _Separation) -> Finding:
    """A kernel turns the first mechanism into the second, or a test shows that none does."""
    words = f"the mechanism {_shown(instance.weak)} is {{}} {_shown(instance.strong)}"
    if isinstance(evidence, _Kernel):
        _check_kernel(instance.strong, instance.weak, evidence.kernel)
        found = Fact("weak", "is", "a post-processing of strong")
        return Finding(words.format("a post-processing of"), facts=(found,))
    _check_separated(instance.strong, instance.weak, evidence.test, evidence.line)
    outside = Fact("region of weak", "is", "not inside the region of strong")
    facts = (Fact("weak", "is", "not a post-processing of strong"), outside)
    return Finding(words.format("not a post-processing of"), facts=facts)


def _shown(mechanism: Mechanism) -> str:
    return f"[{shown(tuple(mechanism[0]))}, {shown(tuple(mechanism[1]))}]"


def _check_kernel(strong: Mechanism, weak: Mechanism, kernel: list[list[Exact]]) -> None:
    same_length("kernel", kernel, len(strong[0]))
    for chances in kernel:
        same_length("kernel", chances, len(weak[0]))
        total = work.total(chances)
        require(total == 1, "kernel", "rows with total 1", number_text(total))
    for bit in (0, 1):
        made = [work.dot(strong[bit], column) for column in zip(*kernel, strict=True)]
        require(made == weak[bit], f"processed row {bit}", shown(tuple(weak[bit])), shown(tuple(made)))


def _check_separated(strong: Mechanism, weak: Mechanism, test: list[int], line: tuple[Exact, Exact, Exact]) -> None:
    """A test of the weak mechanism has errors below a line that all tests of the strong one respect.

    a * missed + b * alarm is a sum over outputs, so the least of all tests takes the smaller share of each output.
    """
    same_length("test", test, len(weak[0]))
    a, b, c = line
    shares = [(a * q, b * p) for p, q in zip(*strong, strict=True)]
    least = work.total(min(share) for share in shares)
    require(least >= c, "errors of every test", f">= {number_text(c)}", number_text(least))
    low = work.total(b * p if mark else a * q for p, q, mark in zip(*weak, test, strict=True))
    require(low < c, "errors of the separated test", f"< {number_text(c)}", number_text(low))


class _One(Record):
    mechanism = needed(mechanism)


def check_privacy(instance: _One, evidence: Nothing) -> Finding:
    """The least lambda for which the mechanism is lambda-private: the largest ratio of an output's two chances."""
    pairs = [pair for pair in zip(*instance.mechanism, strict=True) if any(pair)]
    for pair in pairs:
        work.pay(*pair)
    if any(0 in pair for pair in pairs):
        facts = (Fact("least lambda", "is", "infinite"),)
        return Finding(f"the mechanism {_shown(instance.mechanism)} is private for no lambda", facts=facts)
    least = whole(max(Fraction(max(pair)) / min(pair) for pair in pairs))
    text = f"the mechanism {_shown(instance.mechanism)} is lambda-private from lambda = {shown(least)} on"
    return Finding(text, least, (Fact("least lambda", "=", least),))


class _Point(_One):
    errors = needed(row(number(), number()))


class _Test(Record):
    test = needed(sequence(number(least=0, most=1)))


class _Line(Record):
    line = needed(_LINE)


def check_point(instance: _Point, evidence: _Test | _Line) -> Finding:
    """A test of the mechanism has exactly these errors, or a line keeps all tests from them."""
    zero, one = instance.mechanism
    missed, alarm = instance.errors
    inside = isinstance(evidence, _Test)
    if isinstance(evidence, _Test):
        same_length("test", evidence.test, len(zero))
        found = (
            work.total(q * (1 - r) for q, r in zip(one, evidence.test, strict=True)),
            work.dot(zero, evidence.test),
        )
        require(found == (missed, alarm), "errors of the test", shown((missed, alarm)), shown(found))
    else:
        a, b, c = evidence.line
        least = work.total(min(a * q, b * p) for p, q in zip(zero, one, strict=True))
        require(least >= c, "errors of every test", f">= {number_text(c)}", number_text(least))
        low = a * missed + b * alarm
        require(low < c, "the given errors", f"< {number_text(c)}", number_text(low))
    where = f"the errors {shown((missed, alarm))} are {'' if inside else 'not '}in the region of"
    return Finding(f"{where} {_shown(instance.mechanism)}", facts=(Fact("in the region", "is", inside),))


class _Rows(Record):
    level = needed(number(least=1))
    rows = needed(sequence(sequence(number(), least=1), least=1))
    neighbours = needed(sequence(row(integer(0), integer(0))))


def check_neighbours(instance: _Rows, evidence: Nothing) -> Finding:
    """Rows of chances, some of which are neighbours: no output may be more than lambda times as likely in one."""
    rows, pairs = instance.rows, instance.neighbours
    for chances in rows:
        same_length("rows", chances, len(rows[0]))
    for one, other in pairs:
        require(max(one, other) < len(rows), "neighbours", f"0..{len(rows) - 1}", [one, other])
    word = "private" if _keeps(rows, pairs, instance.level) else "not private"
    if not all(min(chances) >= 0 and work.total(chances) == 1 for chances in rows):
        word = "no distribution"
    facts = (Fact("mechanism", "is", word),)
    more = f", ... {len(rows)} in all," if len(rows) > MOST_ROWS else ""
    shape = ", ".join(shown(tuple(chances)) for chances in rows[:MOST_ROWS]) + more
    return Finding(f"the mechanism with rows {shape} at lambda {shown(instance.level)} is {word}", facts=facts)


def _keeps(rows: list[list[Exact]], pairs: list[tuple[int, int]], level: Exact) -> bool:
    for one, other in pairs:
        work.pay_each(rows[one], times=2)
        work.pay_each(rows[other], times=2)
        for p, q in zip(rows[one], rows[other], strict=True):
            if p > level * q or q > level * p:
                return False
    return True


_PROCESSED: Reader[_Kernel | _Separation] = either(_Kernel, _Separation)
_LOCATED: Reader[_Test | _Line] = either(_Test, _Line)
_MECHANISM_KINDS = {
    "bit-privacy": Kind(_One, Nothing, check_privacy),
    "post-processing": Kind(_Two, _PROCESSED, check_post_processing),
    "region-point": Kind(_Point, _LOCATED, check_point),
    "neighbour-privacy": Kind(_Rows, Nothing, check_neighbours),
}


MOST_DEPTH = 40
MOST_SPEAKERS = 12
_ROWS = sequence(sequence(number(), least=1), least=2)


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
    require(len(lambdas) <= MOST_SPEAKERS, "lambdas", f"at most {MOST_PARTIES}", len(lambdas))
    columns = list(_protocol_columns(instance.tree, len(lambdas), [1] * (1 << len(lambdas))))
    matrix = [list(chances) for chances in zip(*columns, strict=True)]
    compatible = all(_is_rank_one(tuple(column)) for column in columns)
    facts = (
        Fact("transcripts", "=", len(columns)),
        Fact("columns", "is", "all of rank one" if compatible else "not all of rank one"),
        Fact("privacy", "is", "kept" if _is_private(lambdas, matrix) else "broken"),
    )
    return Finding(f"the conversation at lambdas {shown(tuple(lambdas))}: {'; '.join(map(str, facts))}", facts=facts)


def _protocol_columns(tree: Node | None, parties: int, chances: list[Exact]) -> Iterator[list[Exact]]:
    """The chance of each transcript on every input, from what led there."""
    if tree is None:
        yield chances
        return
    require(tree.speaker < parties, "speaker", f"0..{parties - 1}", tree.speaker)
    place = parties - 1 - tree.speaker
    for message, later in enumerate(tree.following):
        work.pay_each(chances, times=4)
        said = [chance * tree.chances[x >> place & 1][message] for x, chance in enumerate(chances)]
        yield from _protocol_columns(later, parties, said)


_PROTOCOL_KINDS = {
    "rank-one-protocol": Kind(_Matrix, Nothing, check_rank_one),
    "protocol-optimum": Kind(_Protocol, ByRule, check_optimum),
    "interactive-protocol": Kind(_Conversation, Nothing, check_interactive),
}


KINDS = _SIGNATURE_KINDS | _SIGNATURE_USE_KINDS | _HULL_KINDS | _MECHANISM_KINDS | _PROTOCOL_KINDS
