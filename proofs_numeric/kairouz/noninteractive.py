"""Statement: for any non-interactive protocol and decision rule there is a decision rule for randomised response with
the same accuracy, for any privacy level, function and measure.

Model: two private mechanisms and a rule for their outputs. The form gives the rule for randomised response that
simulates both mechanisms; with it the chance of every decision must be the same on every input, so that every
accuracy is.

Corners: lambda = 1, outputs of chance 0, exactly lambda-private mechanisms.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import sympy
from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Value
from optcheck.claims.claim import amounts, number_order
from optcheck.claims.relations import equals
from optcheck.errors import InvalidInput
from proofs_numeric.kairouz._mechanisms import Mechanism, distributions, mechanism_order, small_mechanisms
from proofs_numeric.kairouz._problems import levels, response_chance
from proofs_numeric.kairouz._steps import agrees

Rule = tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True, slots=True)
class Protocol:
    """Both parties' mechanisms at one lambda, and the chance of deciding 1 after each pair of outputs."""

    lambda_: Fraction
    one: Mechanism
    other: Mechanism
    rule: Rule


def as_printed(at: Protocol) -> Value:
    kernels = []
    for mechanism in (at.one, at.other):
        pairs = list(zip(mechanism.zero, mechanism.one, strict=True))
        scale = at.lambda_ - 1
        after_0 = [(at.lambda_ * p - q) / scale if scale else p for p, q in pairs]
        after_1 = [(at.lambda_ * q - p) / scale if scale else p for p, q in pairs]
        kernels.append((after_0, after_1))
    outputs = list(product(range(len(at.one.zero)), range(len(at.other.zero))))
    return [
        sum(kernels[0][r][a] * kernels[1][s][b] * at.rule[a][b] for a, b in outputs)
        for r, s in product((0, 1), repeat=2)
    ]


def by_response(at: Protocol, rule: Value) -> Value:
    """The chance of deciding 1 on every input, from randomised response."""
    if not all(0 <= chance <= 1 for chance in rule):
        raise InvalidInput(f"a rule has chances, got {rule}")
    lambdas = (at.lambda_, at.lambda_)
    return [sum(response_chance(lambdas, x, r) * chance for r, chance in enumerate(rule)) for x in range(4)]


def by_protocol(at: Protocol) -> Value:
    """The same from the protocol itself."""
    rows = (at.one.zero, at.one.one), (at.other.zero, at.other.one)
    pairs = list(product(range(len(at.one.zero)), range(len(at.other.zero))))
    inputs = product((0, 1), repeat=2)
    return [sum(rows[0][x][a] * rows[1][y][b] * at.rule[a][b] for a, b in pairs) for x, y in inputs]


def proof(argument: Argument, form: Formula[Protocol]) -> None:
    p, q = sympy.symbols("p q", nonnegative=True)
    v = sympy.Symbol("l", positive=True)
    after_0, after_1 = (v * p - q) / (v - 1), (v * q - p) / (v - 1)
    argument.identity("the kernel turns responses into the output for bit 0", (v * after_0 + after_1) / (1 + v), p)
    argument.identity("and for bit 1", (after_0 + v * after_1) / (1 + v), q)
    argument.words(
        "The kernel's entries are not negative exactly where the output is private. Each party's output is simulated "
        "on its own, so all pairs of outputs have the chances of the protocol on every input, and so has every "
        "decision; any number of parties works alike."
    )
    some = list(grid())[::3]
    agrees(argument, "the form decides so", ((tuple(by_response(at, form(at))), tuple(by_protocol(at))) for at in some))


def private(level: Fraction) -> list[Mechanism]:
    """Small mechanisms that are private at this level."""
    return [m for parts in (2, 3) for m in small_mechanisms(2, parts) if m.is_private(level)]


def grid() -> Iterator[Protocol]:
    rules: tuple[Rule, ...] = ((amounts("0 1"), amounts("1 0")), (amounts("0 0"), amounts("1/2 1")))
    for level in amounts("1 2 3"):
        for one, other, rule in product(private(level)[:5], private(level)[:5], rules):
            yield Protocol(level, one, other, rule)


@st.composite
def drawn(draw: st.DrawFn) -> Protocol:
    level, found = draw(levels()), []
    for _ in range(2):
        outputs = draw(st.integers(1, 3))
        after = [draw(distributions(outputs)) for _ in range(2)]
        keep = level / (1 + level)
        rows = [tuple(k * a + (1 - k) * b for a, b in zip(*after, strict=True)) for k in (keep, 1 - keep)]
        found.append(Mechanism(*rows))
    chances = st.builds(lambda part: Fraction(part, 4), st.integers(0, 4))
    rule = tuple(tuple(draw(chances) for _ in found[1].zero) for _ in found[0].zero)
    return Protocol(level, found[0], found[1], rule)


CLAIM = Claim(
    id="kairouz/noninteractive",
    place="Section 3.2",
    title="every non-interactive protocol with its rule is matched by randomised response with a rule",
    domain=Domain(
        description="private mechanisms, two outputs in halves or thirds, lambda in {1, 2, 3}; random: three outputs",
        grid=grid,
        order=lambda at: (number_order(at.lambda_), mechanism_order(at.one), mechanism_order(at.other), at.rule),
        strategy=drawn,
        examples=40,
    ),
    truth=Definition(by_protocol),
    means=by_response,
    asserts=equals,
    printed=Form(as_printed, "Q_RR(r, s) = Σ_{a,b} T_1(r → a) T_2(s → b) Q(a, b) decides as the protocol does"),
    impact=Impact.OPTIMALITY,
    proof=proof,
    rests_on=("kairouz/rr-dominates",),
)
