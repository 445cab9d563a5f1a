"""Exported proofs hold up under a reader of VIPR's text that shares nothing with the writer."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings

from optcheck import Model
from optcheck.lp.program import Infeasible, LinearProgram, Optimal, Unbounded
from optcheck.lp.solve import solve
from optcheck.lp.vipr import to_vipr
from tests.strategies.programs import linear_programs

Row = tuple[str, Fraction, dict[int, Fraction]]


class _Reader:
    """Tokens of a VIPR file, read from the left."""

    def __init__(self, text: str) -> None:
        self._tokens = iter(text.split())

    def word(self, expected: str | None = None) -> str:
        token = next(self._tokens)
        assert expected is None or token == expected
        return token

    def terms(self, count: str) -> dict[int, Fraction]:
        return {int(self.word()): Fraction(self.word()) for _ in range(int(count))}

    def row(self) -> Row:
        self.word()
        return self.word(), Fraction(self.word()), self.terms(self.word())


def _combine(rows: list[Row], weights: dict[int, Fraction]) -> tuple[set[str], Fraction, dict[int, Fraction]]:
    """The sum of weighted rows, with the directions that the weights allow."""
    senses, side, left = set(), Fraction(0), dict[int, Fraction]()
    for index, weight in weights.items():
        sense, bound, terms = rows[index]
        if sense != "E" and weight:
            senses.add(sense if weight > 0 else {"L": "G", "G": "L"}[sense])
        side += weight * bound
        for column, a in terms.items():
            left[column] = left.get(column, Fraction(0)) + weight * a
    return senses, side, {column: a for column, a in left.items() if a}


def _check(text: str) -> str:
    """Check a VIPR file of one linear derivation; returns what it proves."""
    read = _Reader(text)
    read.word("VER"), read.word("1.0"), read.word("VAR")
    names = [read.word() for _ in range(int(read.word()))]
    assert len(set(names)) == len(names)
    read.word("INT"), read.word("0"), read.word("OBJ")
    sense, costs = read.word(), read.terms(read.word())
    read.word("CON")
    count, _ = int(read.word()), read.word()
    rows = [read.row() for _ in range(count)]
    read.word("RTP")
    goal = read.word()
    value = Fraction(0)
    ends = [read.word(), read.word()] if goal == "range" else []
    if ends:
        value = next(Fraction(end) for end in ends if end not in ("-inf", "inf"))
    read.word("SOL")
    for _ in range(int(read.word())):
        read.word("optimum" if len(set(ends)) == 1 else "feasible")
        point = read.terms(read.word())
        assert sum(a * point.get(j, 0) for j, a in costs.items()) == value
        for relation, side, terms in rows:
            activity = sum(a * point.get(j, 0) for j, a in terms.items())
            assert {"L": activity <= side, "G": activity >= side, "E": activity == side}[relation]
    read.word("DER")
    if read.word() == "0":
        assert ends == (["-inf", str(value)] if sense == "min" else [str(value), "inf"])
        return "feasible"
    assert len(set(ends)) <= 1
    read.word("D0")
    direction, bound = read.word(), Fraction(read.word())
    derived = read.word()
    left = costs if derived == "OBJ" else read.terms(derived)
    read.word("{"), read.word("lin")
    senses, side, combined = _combine(rows, read.terms(read.word()))
    read.word("}"), read.word("-1")
    assert senses <= {direction}
    assert combined == {j: a for j, a in left.items() if a}
    assert side == bound
    if goal == "infeas":
        assert not left
        assert (direction, bound > 0) == ("G", True)
        return "infeasible"
    assert (direction, bound) == ("G" if sense == "min" else "L", value)
    return f"optimal {value}"


@given(linear_programs())
@settings(max_examples=100, deadline=None)
def test_every_exported_proof_is_accepted(program: LinearProgram) -> None:
    outcome = solve(program).outcome
    word = {Optimal: "optimal", Infeasible: "infeasible", Unbounded: "feasible"}[type(outcome)]
    expected = f"{word} {outcome.value}" if isinstance(outcome, Optimal) else word
    assert _check(to_vipr(program, outcome)) == expected


def test_the_text_is_as_documented() -> None:
    model = Model("minimise")
    x, y = model.variable("x", cost=2), model.variable("y", cost=1, upper=3)
    model.row("cover", {x: 1, y: 1}, ">=", 5)
    program = model.build()
    assert to_vipr(program, solve(program).outcome).splitlines() == [
        "VER 1.0",
        "VAR 2",
        "x0",
        "x1",
        "INT 0",
        "OBJ min",
        "2 0 2 1 1",
        "CON 4 3",
        "C0 G 5 2 0 1 1 1",
        "B0 G 0 1 0 1",
        "B1 G 0 1 1 1",
        "B2 L 3 1 1 1",
        "RTP range 7 7",
        "SOL 1",
        "optimum 2 0 2 1 3",
        "DER 1",
        "D0 G 7 OBJ { lin 2 0 2 3 -1 } -1",
    ]


def test_a_program_without_constraints_gets_one_that_says_nothing() -> None:
    """The original checker refuses a file whose section CON is empty."""
    model = Model("maximise")
    model.variable("x", cost=3, lower=None)
    lines = to_vipr(model.build(), Unbounded((0,), (1,))).splitlines()
    assert lines[lines.index("CON 1 0") + 1] == "C0 G 0 0"
