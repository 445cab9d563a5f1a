"""Exports hold what the plan holds, never less noise, and can be read by their own readers."""

from __future__ import annotations

import ast
import json
import tomllib
from fractions import Fraction

from optcheck import noise
from optcheck.noise.export import as_mp_spdz, as_public_json, as_toml

QUESTION = noise.Question.of(
    ["0.1", 1, 2], "1e-6", [1, "1/3", 2], threshold=1, active=[0, 2], dimension=2, names=['an "a"', "bé\\", "c"]
)
PLAN = noise.make(QUESTION)


def test_toml_and_json_say_the_same() -> None:
    tables, document = tomllib.loads(as_toml(PLAN)), json.loads(as_public_json(PLAN))
    for one, other in zip(tables.pop("parties"), document.pop("parties"), strict=True):
        assert {name: str(value) for name, value in one.items()} == {name: str(value) for name, value in other.items()}
    assert tables == document


def test_standard_deviations_are_rounded_up() -> None:
    for party, variance, name in zip(
        tomllib.loads(as_toml(PLAN))["parties"], PLAN.variances, QUESTION.names, strict=True
    ):
        assert party["name"] == name
        sigma = Fraction(int(party["std_num"]), int(party["std_denom"]))
        assert variance <= sigma**2 <= variance * (1 + Fraction(1, 10**9))
        assert party["active"] == (name != "bé\\")


def test_the_program_adds_up_every_players_input() -> None:
    """MP-SPDZ programs are Python that its compiler runs: here with integers in the place of secrets."""
    shares = {player: [[10 * player + 1, 10 * player + 2]] for player in range(3)}
    feeds = {player: iter(values[0]) for player, values in shares.items()}
    printed: list[tuple[int, str]] = []

    class Secret(int):
        def __add__(self, other: int) -> Secret:
            return Secret(int(self) + int(other))

        @staticmethod
        def get_input_from(player: int) -> Secret:
            return Secret(next(feeds[player]))

        def reveal_to(self, player: int) -> int:
            return int(self)

    program = as_mp_spdz(PLAN)
    ast.parse(program)
    exec(program, {"sint": Secret, "print_ln_to": lambda player, form, value: printed.append((player, form % value))})
    assert printed == [(0, "33"), (0, "36"), (2, "33"), (2, "36")]
