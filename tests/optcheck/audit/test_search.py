"""The three stages: the first hit of the grid is the smallest, larger hits are shrunk, nothing depends on luck."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace
from fractions import Fraction
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optcheck.audit import kernel
from optcheck.audit.kernel import Search, Stage
from optcheck.audit.trial import Bench, Endless, cpu_limit, explore
from optcheck.audit.verdict import Discrepancy
from optcheck.claims import Claim, Definition, Effort, Form, Impact, Instance, rational
from optcheck.claims.expressions import exp
from tests.optcheck.audit._build import claim, triangle
from tests.optcheck.audit.samples._common import Count


def wrong_from(first: int) -> Form[Count]:
    return Form(lambda count: triangle(count) + max(0, count.n - first + 1), f"wrong from {first}")


def search(about: Claim[Count], form: Form[Count], seed: int) -> Search[Any]:
    bench = Bench(about)
    return kernel.search(about.domain, bench.instances, lambda instance: bench.compare(form, instance), seed)


def survey(about: Claim[Count], form: Form[Count], failing: int = 0) -> str:
    return kernel.survey(Bench(replace(about, printed=form)), failing)


def hit_at(found: Search[Any]) -> tuple[object, Stage]:
    assert found.hit is not None
    return found.hit.instance.n, found.hit.stage


@given(st.integers(0, 30))
def test_the_grid_gives_the_first_failure_in_its_order(first: int) -> None:
    about = claim("a/b", effort=Effort(instances=31, drawn=0))
    found = search(about, wrong_from(first), seed=0)
    failing = [place for place, count in enumerate(about.domain.grid()) if count.n >= first]
    assert hit_at(found) == (about.domain.grid()[failing[0]].n, Stage.GRID)
    assert found.checked == failing[0] + 1


def test_a_clean_grid_is_exhausted_before_anything_is_drawn() -> None:
    found = search(claim("a/b"), wrong_from(4), seed=0)
    assert found == Search(grid=4, random=0, hit=None)


@pytest.mark.parametrize("first", [4, 17, 38])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_random_hit_is_shrunk_to_the_smallest(first: int, seed: int) -> None:
    found = search(claim("a/b", effort=Effort(instances=4, drawn=60)), wrong_from(first), seed)
    assert hit_at(found)[0] == first
    assert hit_at(found)[1] is not Stage.GRID


def test_shrinking_follows_the_declared_order_and_not_that_of_hypothesis() -> None:
    """A corner comes last: so the larger number outside it is shown."""
    about = claim("a/b", corner="n < 20", effort=Effort(instances=4, drawn=60))
    assert hit_at(search(about, wrong_from(10), seed=0))[0] == 20


def test_the_same_seed_draws_the_same_instances() -> None:
    def drawn(seed: int) -> list[tuple[int, Fraction]]:
        found: list[tuple[int, Fraction]] = []
        explore(st.tuples(st.integers(), st.fractions()), found.append, examples=50, random_seed=seed)
        return found

    assert drawn(7) == drawn(7)
    assert drawn(7) != drawn(8)


def test_the_survey_marks_wrong_and_undefined_places_and_thins_out_large_grids() -> None:
    def undefined_at_two(count: Count) -> int:
        return triangle(count) + 0 // (count.n - 2)

    assert survey(claim("a/b"), Form(undefined_at_two, "undefined at 2")) == ".!.."
    many = claim("a/b", effort=Effort(instances=700, drawn=0))
    large = survey(many, wrong_from(350))
    assert len(large) == 234
    assert large.count("x") == 117
    assert survey(many, wrong_from(699), failing=699).endswith(".x")


def test_the_survey_calls_a_place_wrong_also_where_certifying_that_is_too_costly() -> None:
    about = claim("a/b", truth=Definition(triangle))
    huge: Form[Count] = Form(lambda count: exp(count.n * Fraction(10) ** 6), "far too much")
    bench = Bench(about)
    found = bench.compare(huge, Count(3))
    assert found is not None
    assert "too costly" in bench.certified(huge, Count(3), found).proves
    assert survey(about, huge) == "xxxx"


@pytest.mark.parametrize("swallowed_by", ["the collector", "a weak reference"])
def test_what_never_ends_is_ended_also_when_the_signal_comes_where_nobody_hears_it(swallowed_by: str) -> None:
    begin = process_time()

    def clock() -> float:
        return process_time() - begin

    def slow(*_: object) -> None:
        while clock() < 1:
            pass

    class Owner:
        pass

    def endless() -> None:
        owner = Owner()
        reference = weakref.ref(owner, slow) if swallowed_by == "a weak reference" else None
        del owner
        gc.collect()
        assert reference is None or reference() is None
        while clock() < 30:
            pass

    if swallowed_by == "the collector":
        gc.callbacks.append(slow)
    try:
        with pytest.raises(Endless), cpu_limit(0.5):
            endless()
    finally:
        gc.callbacks[:] = [callback for callback in gc.callbacks if callback is not slow]
    assert clock() < 30


class Budget(Instance):
    """Two rationals of which the second does not matter."""

    epsilon: Fraction = rational(above=0)
    delta: Fraction = rational(above=0, below=1)


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_what_does_not_matter_is_made_simple_in_a_random_hit(seed: int) -> None:
    """Hypothesis shrinks towards its own order, and draws seldom fall below the best: fields are tried in turn."""
    domain = claim("a/b", domain=Budget, effort=Effort(instances=4, drawn=60, largest={"epsilon": 1000})).domain
    wrong = Discrepancy(claimed=1, means=None, true=0, gap=1, impact=Impact.VALUE, certificates=[], proves="")
    found = kernel.search(domain, domain.grid(), lambda at: wrong if at.epsilon > 40 else None, seed)
    assert found.hit is not None
    assert found.hit.instance.delta == Fraction(1, 2)
    assert 40 < found.hit.instance.epsilon <= 50
