"""The three stages: the first hit of the grid is the smallest, larger hits are shrunk, nothing depends on luck."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optcheck.audit import search as searching
from optcheck.audit.search import Search, Stage, explore, in_order
from optcheck.audit.trial import Bench
from optcheck.claims import Claim, Definition, Form
from optcheck.claims.functions import exp
from tests.optcheck.audit._build import claim, domain, triangle


def wrong_from(first: int) -> Form[int]:
    return Form(lambda n: triangle(n) + max(0, n - first + 1), f"wrong from {first}")


def search(about: Claim[int], form: Form[int], seed: int) -> Search[Any]:
    bench = Bench(about)
    return searching.search(about.domain, bench.instances, lambda instance: bench.compare(form, instance), seed)


def survey(about: Claim[int], form: Form[int], failing: int = 0) -> str:
    bench = Bench(about)
    return searching.survey(bench.instances, lambda instance: bench.agrees(form, instance), failing)


def hit_at(found: Search[Any]) -> tuple[object, Stage]:
    assert found.hit is not None
    return found.hit.instance, found.hit.stage


@given(st.integers(0, 30))
def test_the_grid_gives_the_smallest_failure_whatever_its_order(first: int) -> None:
    shuffled = random.Random(first).sample(range(31), 31)
    found = search(claim("a/b", domain=domain(grid=lambda: shuffled)), wrong_from(first), seed=0)
    assert hit_at(found) == (first, Stage.GRID)
    assert found.checked == first + 1


def test_a_clean_grid_is_exhausted_before_anything_is_drawn() -> None:
    found = search(claim("a/b"), wrong_from(4), seed=0)
    assert found == Search(grid=4, random=0, hit=None)


@pytest.mark.parametrize("first", [4, 38, 977])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_random_hit_is_shrunk_to_the_smallest(first: int, seed: int) -> None:
    larger = domain(strategy=lambda: st.integers(0, 10_000), examples=60)
    found = search(claim("a/b", domain=larger), wrong_from(first), seed)
    assert hit_at(found)[0] == first
    assert hit_at(found)[1] is not Stage.GRID


def test_shrinking_follows_the_declared_order_and_not_that_of_hypothesis() -> None:
    upwards = domain(grid=lambda: (), strategy=lambda: st.integers(0, 50), order=lambda n: -n, examples=40)
    found = search(claim("a/b", domain=upwards), wrong_from(10), seed=0)
    assert hit_at(found)[0] == 50


def test_the_guide_leads_to_failures_that_blind_search_misses() -> None:
    needle: Form[int] = Form(lambda n: triangle(n) + (1 if n >= 2**40 - 50 else 0), "wrong at a corner")

    def checked(**guide: object) -> Search[Any]:
        large = domain(strategy=lambda: st.integers(0, 2**40), examples=150, **guide)
        from_formula = claim("a/b", domain=large, truth=Definition(triangle))
        return search(from_formula, needle, seed=3)

    assert checked(guide=lambda n: n).hit is not None


def test_the_same_seed_draws_the_same_instances() -> None:
    def drawn(seed: int) -> list[tuple[int, Fraction]]:
        found: list[tuple[int, Fraction]] = []
        explore(st.tuples(st.integers(), st.fractions()), found.append, examples=50, random_seed=seed)
        return found

    assert drawn(7) == drawn(7)
    assert drawn(7) != drawn(8)


def test_the_survey_marks_wrong_and_undefined_places_and_thins_out_large_grids() -> None:
    def undefined_at_two(n: int) -> int:
        return triangle(n) + 0 // (n - 2)

    assert survey(claim("a/b"), Form(undefined_at_two, "undefined at 2")) == "..!."
    large = survey(claim("a/b", domain=domain(grid=lambda: range(700))), wrong_from(350))
    assert len(large) == 234
    assert large.count("x") == 117
    last_only = claim("a/b", domain=domain(grid=lambda: range(700)))
    assert survey(last_only, wrong_from(699), failing=699).endswith(".x")


def test_the_survey_calls_a_place_wrong_also_where_certifying_that_is_too_costly() -> None:
    about = claim("a/b", truth=Definition(triangle))
    huge: Form[int] = Form(lambda n: exp(n * Fraction(10) ** 6), "far too much")
    bench = Bench(about)
    found = bench.compare(huge, 3)
    assert found is not None
    assert "too costly" in bench.certified(huge, 3, found).proves
    assert survey(about, huge) == "xxxx"


def test_grids_are_sorted_by_the_declared_order() -> None:
    assert in_order(domain(grid=lambda: [3, 1, 2])) == [1, 2, 3]
