"""Exports hold what the plan holds, never less noise, and can be read by their own readers."""

from __future__ import annotations

import ast
import json
import math
import re
import shutil
import subprocess
import tomllib
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from optcheck import noise
from optcheck.errors import InvalidInput
from optcheck.noise.export import as_libprio, as_mp_spdz, as_opendp, as_public_json, as_toml

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


def test_libprio_gets_the_same_deviations_and_names_survive() -> None:
    listed = re.findall(r'^    \("(.*)", (\d+)\),$', as_libprio(PLAN), flags=re.MULTILINE)
    plain = json.loads(as_public_json(PLAN))["parties"]
    assert [(unescape(name), int(number)) for name, number in listed] == [(p["name"], p["std_num"]) for p in plain]
    with pytest.raises(InvalidInput, match="tops up"):
        as_libprio(noise.top_up(PLAN, ["c"]))


def unescape(text: str) -> str:
    return re.sub(r"\\u\{([0-9a-f]+)\}", lambda match: chr(int(match[1], 16)), text)


PRIO = """
pub mod dp {
    #[derive(Debug)]
    pub enum DpError { InvalidParameter(String) }
    pub struct Rational(pub u128, pub u128);
    impl Rational {
        pub fn from_unsigned<T: Into<u128>>(n: T, d: T) -> Result<Self, DpError> { Ok(Rational(n.into(), d.into())) }
    }
    pub mod distributions {
        pub struct DiscreteGaussian(pub super::Rational);
        impl DiscreteGaussian {
            pub fn new(std: super::Rational) -> Result<DiscreteGaussian, super::DpError> { Ok(DiscreteGaussian(std)) }
        }
    }
}
"""  # the part of prio 0.18 that the module uses, with its signatures


@pytest.mark.skipif(shutil.which("rustc") is None, reason="needs rustc")
def test_the_module_for_libprio_compiles_and_finds_its_parties(tmp_path: Path) -> None:
    (tmp_path / "prio.rs").write_text(PRIO)
    (tmp_path / "plan.rs").write_text(as_libprio(PLAN))
    main = 'mod plan;\nfn main() { let d = plan::noise("c").unwrap().0; println!("{} {}", d.0, d.1);'
    (tmp_path / "main.rs").write_text(main + ' assert!(plan::noise("nobody").is_err()); }\n')
    for words in (["--crate-type=rlib", "prio.rs"], ["main.rs", "--extern", "prio=libprio.rlib"]):
        subprocess.run(["rustc", "--edition=2021", *words], cwd=tmp_path, check=True, capture_output=True, timeout=300)
    printed = subprocess.run([tmp_path / "main"], check=True, capture_output=True, text=True, timeout=60).stdout
    party = json.loads(as_public_json(PLAN))["parties"][QUESTION.names.index("c")]
    assert printed.split() == [str(party["std_num"]), str(party["std_denom"])]


class _Secret(int):
    """An integer in the place of MP-SPDZ's secret one."""

    def reveal_to(self, player: int) -> int:
        return int(self)


class _Vector(list[int]):
    def __add__(self, other: Any) -> _Vector:  # type: ignore[override]  # vectors of secrets add up, lists are joined
        return _Vector(a + b for a, b in zip(self, other, strict=True))

    def __radd__(self, start: int) -> _Vector:
        return self


class _Array(list[_Secret]):
    def assign_vector(self, vector: _Vector) -> None:
        self[:] = map(_Secret, vector)


def test_the_program_adds_up_every_players_input() -> None:
    """MP-SPDZ programs are Python that its compiler runs: here with integers in the place of secrets.

    The program for this plan was also compiled with MP-SPDZ's own compiler (docs/which.md); inputs are
    whitespace-separated texts there, as ``optcheck sample --plain`` writes them.
    """
    files = {player: f"{10 * player + 1} {-player}\n".split() for player in range(3)}
    printed: list[tuple[int, str]] = []

    def given(player: int, size: int) -> _Vector:
        return _Vector(int(files[player].pop(0)) for _ in range(size))

    def repeated(times: int) -> Callable[[Callable[[int], None]], None]:
        def run(body: Callable[[int], None]) -> None:
            for i in range(times):
                body(i)

        return run

    def printed_to(player: int, form: str, value: int) -> None:
        printed.append((player, form % value))

    program = as_mp_spdz(PLAN)
    ast.parse(program)
    sint = SimpleNamespace(Array=lambda size: _Array([_Secret(0)] * size), get_input_from=given)
    exec(program, {"sint": sint, "for_range": repeated, "print_ln_to": printed_to})
    assert printed == [(0, "33"), (0, "-3"), (2, "33"), (2, "-3")]
    assert not any(files.values())


def test_a_top_up_says_what_was_drawn_before_and_what_is_added() -> None:
    later = noise.top_up(PLAN, ["c"])
    assert later.earlier is not None
    tables = tomllib.loads(as_toml(later))
    assert tables["tops_up"] is True
    for party, before, whole in zip(tables["parties"], later.earlier, later.variances, strict=True):
        assert not {"grid_variance", "std_num", "std_denom"} & set(party)  # which stand for the noise of a share
        assert party["drawn_before_grid_variance"] == before
        assert party["added_grid_variance"] == whole - before
        sigma = Fraction(int(party["added_std_num"]), int(party["added_std_denom"]))
        assert whole - before <= sigma**2
    assert "tops_up" not in json.loads(as_public_json(PLAN))
    program = as_mp_spdz(later)
    assert f"Drawn before, as variances in steps squared: {list(later.earlier)}." in program
    assert "--value" not in program
    ast.parse(program)


def test_too_wide_noise_for_libprio_is_refused() -> None:
    wide = replace(PLAN, variances=(1 << 192, *PLAN.variances[1:]))
    with pytest.raises(InvalidInput, match=r"below 2\^96 steps"):
        as_toml(wide)


def _as_module(plan: noise.Plan, opendp: object) -> Any:
    """The exported program, with another package in the place of OpenDP's."""
    tree = ast.parse(as_opendp(plan))
    tree.body = [node for node in tree.body if not isinstance(node, ast.Import)]
    module: dict[str, Any] = {"dp": opendp}
    exec(compile(tree, "exported", "exec"), module)
    return SimpleNamespace(**module)


def test_the_module_for_opendp_asks_for_the_plan_s_noise() -> None:
    asked: list[object] = []
    opendp = SimpleNamespace(
        enable_features=asked.append,
        vector_domain=lambda atom, size: (atom, size),
        atom_domain=lambda T: T,
        l2_distance=lambda T: T,
        m=SimpleNamespace(make_gaussian=lambda *space, scale: (*space, scale)),
    )
    exported = _as_module(PLAN, opendp)
    for name, variance in zip(QUESTION.names, PLAN.variances, strict=True):
        scale = exported.SCALES[name]
        assert exported.measurement(name) == (("i64", 2), "f64", scale)
        assert Fraction(scale) ** 2 >= variance
        assert not scale or Fraction(math.nextafter(scale, 0)) ** 2 < variance
    assert PLAN.grid == exported.GRID
    assert exported.steps_of(["0.5", Fraction(-1, 2)]) == [
        int(Fraction(1, 2) / PLAN.grid),
        int(Fraction(-1, 2) / PLAN.grid),
    ]


@pytest.mark.parametrize("plan", [PLAN, noise.make(noise.Question.of([1, 1], "1e-6", threshold=1))])
def test_opendp_itself_draws_it(plan: noise.Plan) -> None:
    prelude = pytest.importorskip("opendp.prelude")
    exported = _as_module(plan, prelude)
    name = plan.question.names[0]
    zero = exported.steps_of([0] * plan.question.dimension if plan.question.dimension > 1 else 0)
    drawn = [exported.measurement(name)(zero) for _ in range(2000)]
    firsts = [row[0] if isinstance(row, list) else row for row in drawn]
    mean_square = sum(x * x for x in firsts) / len(firsts)
    assert 0.8 < mean_square / plan.variances[0] < 1.2  # six standard deviations


def test_opendp_takes_no_plan_that_tops_up() -> None:
    with pytest.raises(InvalidInput, match="tops up shares"):
        as_opendp(noise.top_up(noise.make(noise.Question.of([1] * 4, "1e-6", threshold=1)), ["party 2"]))
