"""Plans: no coalition and no dropouts break any budget, on small instances exhaustively; the price; the corners."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck import gaussian, noise, tpmdp, verify
from optcheck.errors import CertificateRejected, InvalidInput
from optcheck.noise import Plan, Question
from optcheck.noise.plan import steps
from tests.optcheck.noise.convolution import ball, delta, sum_of

EPSILONS = (Fraction(1, 2), Fraction(1), Fraction(3))


def attacks(question: Question) -> Iterator[tuple[frozenset[int], frozenset[int]]]:
    """Every set of colluders who see the result together, and every set of others who left."""
    everybody = range(question.n)
    for size in range(1, question.threshold + 1):
        for colluders in combinations(everybody, size):
            if not set(colluders) & set(question.active):
                continue
            others = [j for j in everybody if j not in colluders]
            for count in range(question.dropouts + 1):
                for gone in combinations(others, count):
                    yield frozenset(colluders), frozenset(gone)


def small_questions(n: int) -> Iterator[Question]:
    for epsilons in product(EPSILONS, repeat=n):
        for active in (range(n), [0], range(n)[-2:]):
            for threshold in range(n):
                for dropouts in range(n - threshold):
                    yield Question.of(
                        epsilons, "1/1000", [1, *[2] * (n - 1)], threshold=threshold, dropouts=dropouts, active=active
                    )


def lacking(plan: Plan) -> list[tuple[frozenset[int], frozenset[int], int]]:
    """Attacks after which somebody still there is hidden in too little variance, coalition by coalition."""
    question = plan.question
    return [
        (colluders, gone, party)
        for colluders, gone in attacks(question)
        for party in set(range(question.n)) - colluders - gone
        if noise.remaining(plan, colluders, gone) < plan.required[party] + plan.smoothing
    ]


@pytest.mark.parametrize("n", [1, 2, 3])
def test_every_small_plan_withstands_every_attack(n: int) -> None:
    checked = 0
    for question in small_questions(n):
        plan = noise.make(question, Fraction(1, 4))
        assert not lacking(plan), question
        assert all(worst_is_right(plan, party) for party in range(n))
        checked += 1
    assert checked == 3**n * 3 * n * (n + 1) // 2


def worst_is_right(plan: Plan, party: int) -> bool:
    """The sort finds the same least variance as the list of all attacks."""
    left = [
        noise.remaining(plan, colluders, gone)
        for colluders, gone in attacks(plan.question)
        if party not in colluders and party not in gone
    ]
    return noise.worst(plan, party) == min(left, default=None)


def test_every_attack_leaves_each_party_its_own_budget_by_brute_force() -> None:
    """The distribution that an attacker faces, convolved: no theorem between the plan and the budgets."""
    question = Question.of([1, "1/2", 3, 2], "1/1000", [1, 1, 2, 1], threshold=1, dropouts=1, active=[0, 2])
    plan = noise.make(question, Fraction(1, 3))
    seen = 0
    for colluders, gone in attacks(question):
        left = [v for j, v in enumerate(plan.variances) if j not in colluders | gone and v]
        probabilities, _ = sum_of(left)
        for party in set(range(question.n)) - colluders - gone:
            steps = 3 * int(question.sensitivities[party])
            for shift in range(1, steps + 1):
                loss = delta(probabilities, shift, Fraction(question.epsilons[party]))
                assert loss <= ball(Fraction(question.deltas[party])), (colluders, gone, party)
                seen += 1
    assert seen > 50


budgets = st.lists(
    st.tuples(
        st.sampled_from(["1/100", "1/10", "0.7", 1, 5, 20]),
        st.sampled_from(["1/2", "1e-3", "1e-9", "1e-40"]),
        st.sampled_from([1, "0.3", "7/3", 100]),
    ),
    min_size=2,
    max_size=7,
)


@given(budgets, st.data())
@settings(max_examples=60, deadline=None)
def test_the_price_is_below_one_percent(parties: list[tuple[object, object, object]], data: st.DataObject) -> None:
    n = len(parties)
    epsilon, delta_, sensitivity = (list(column) for column in zip(*parties, strict=True))
    threshold = data.draw(st.integers(1, n - 1))
    question = Question.of(
        epsilon,
        delta_,
        sensitivity,
        threshold=threshold,
        dropouts=data.draw(st.integers(0, n - 1 - threshold)),
        active=data.draw(st.lists(st.integers(0, n - 1), max_size=n, unique=True)),
        releases=data.draw(st.sampled_from([1, 3])),
        dimension=data.draw(st.sampled_from([1, 10])),
    )
    plan = noise.make(question)
    assert 0 <= plan.price < 0.01
    assert not lacking(plan)


def test_more_releases_cost_what_one_gaussian_costs() -> None:
    variances = noise.variance_per_release(Fraction(1), Fraction(1, 10**5), 8)
    assert variances["gaussian"] == min(variances.values())
    assert gaussian.delta_of_variance(variances["gaussian"] / 8, 1.0) <= 1e-5
    one, eight = (noise.make(Question.of([1, 1, 1], "1e-5", threshold=1, releases=k)).total for k in (1, 8))
    assert 7.9 < eight / one < 8.1


@pytest.mark.parametrize(("epsilon", "delta_", "releases"), [("1/2", "1e-6", 2), (3, "1e-9", 50), (20, "1e-3", 7)])
def test_the_choice_among_accountings_is_certified(epsilon: object, delta_: str, releases: int) -> None:
    """The proof of a plan bounds the total of all Gaussian noise that does the same, however releases are counted."""
    plan = noise.make(Question.of([epsilon] * 3, delta_, threshold=1, releases=releases))
    proved = plan.certify().verify()
    least, total = (Fraction(str(proved.fact(name).value)) for name in ("least total variance", "total variance"))
    assert f"in {releases} releases together" in proved.statement
    assert least <= total < least * Fraction(1001, 1000)
    ways = noise.variance_per_release(epsilon, delta_, releases)
    for way in ("zcdp", "advanced", "basic"):
        assert tpmdp.allocate([Fraction(ways[way])] * 3, 1).total > total, way
    document = plan.certify().document()
    more = {**document, "instance": {**document["instance"], "releases": releases + 1}}
    with pytest.raises(CertificateRejected, match="enough for its budget"):
        verify(more)


def test_zcdp_is_that_of_the_variance_that_remains() -> None:
    plan = noise.make(Question.of([1, 1, 2], "1e-5", threshold=1))
    rho, variance = noise.zcdp(plan, "party 1"), noise.worst(plan, 0)
    assert rho is not None
    assert variance is not None
    exact = 1 / (2 * variance * plan.grid**2)
    assert exact < rho < exact * Fraction(1_000_001, 1_000_000)


def test_nobody_to_guard_against_means_no_noise() -> None:
    assert noise.make(Question.of([1, 1], "1e-5", threshold=0)).variances == (0, 0)
    assert noise.make(Question.of([1, 1], "1e-5", threshold=1, active=[])).variances == (0, 0)
    assert noise.make(Question.of([1, 1], "1e-5", 0, threshold=1)).variances == (0, 0)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"dropouts": 2}, "dropouts must be between 0 and n-1-threshold = 1"),
        ({"threshold": 3}, "threshold must be between 0 and n-1 = 2"),
        ({"delta": 0}, "delta must be above 0 and below 1, got 0"),
        ({"epsilon": [-1, 1, 1]}, "epsilon must be at least 0, got -1"),
        ({"epsilon": [1, 1]}, "there must be one epsilon for all or one for each of 3 parties, got 2"),
        ({"names": ["a", "b", "a"]}, "all different"),
        ({"releases": 0}, "releases must be at least 1"),
    ],
)
def test_bad_questions_are_refused(changes: dict[str, object], words: str) -> None:
    given_: dict[str, object] = {"epsilon": [1, 1, 1], "delta": "1e-5", "sensitivity": [1, 1, 1], "threshold": 1}
    with pytest.raises(InvalidInput, match=words):
        Question.of(**(given_ | changes))  # type: ignore[arg-type]


def test_a_plan_prints_for_people() -> None:
    plan = noise.make(noise.Question.of([1, "0.5"], "1e-6", threshold=1, names=["<b>", "c"], active=[1]))
    assert repr(plan).startswith("Plan(2 parties, threshold 1, dropouts 0, releases 1, dimension 1, grid 1/1024: the")
    shown = plan._repr_html_()
    assert "<td>&lt;b&gt;</td><td>no</td><td>1</td>" in shown
    assert "<b>" not in shown
    first, second = plan.to_records()
    assert (first["active"], second["active"]) == ("no", "yes")
    assert Fraction(first["noise_sigma"]) ** 2 >= plan.noise_variance(0)
    many = noise.make(noise.Question.of([1] * 100, "1e-6", threshold=1))
    assert many._repr_html_().count("<tr>") == 61
    assert "40 more parties" in many._repr_html_()


@given(st.integers(1, 3), st.integers(1, 3), st.integers(0, 200), st.sampled_from(["1/8", "1/64", "1/1000"]))
@settings(max_examples=40, deadline=None)
def test_sums_wrap_around_no_more_often_than_proved(releases: int, dimension: int, more: int, grid: str) -> None:
    question = Question.of([1, "0.5", 2], "1e-6", threshold=1, releases=releases, dimension=dimension)
    with pytest.raises(InvalidInput, match="modulus must be at least") as refused:
        noise.make(question, grid, modulus=2)
    least = int(str(refused.value).split("at least ")[1].split(",")[0])
    plan = noise.make(question, grid, modulus=least + more)
    assert plan.certify().verify().fact("probability of a wrap-around", "<=").value == Fraction(1, 2**64)
    window = sum(steps(1, plan.grid, dimension) for _ in range(3))
    room = Fraction(least + more - window, 2)
    tail = 2 * releases * dimension * (-ball(room * room) / (2 * ball(Fraction(sum(plan.variances))))).exp()
    assert tail <= ball(Fraction(1, 2**64))


def test_a_modulus_without_room_is_rejected() -> None:
    plan = noise.make(Question.of([1, 1, 2], "1e-6", threshold=1), "1/64", modulus=1 << 20)
    for modulus in (64 * 3, 1000):
        proof = plan.certify()
        forged = type(proof)(proof.kind, proof.instance, {**proof.evidence, "modulus": modulus})
        with pytest.raises(CertificateRejected, match="modulus"):
            forged.verify()


def test_a_modulus_survives_the_file(tmp_path: Path) -> None:
    plan = noise.make(Question.of([1, 1, 2], "1e-6", threshold=1), "1/64", modulus=1 << 20)
    plan.save(tmp_path / "plan.json")
    assert Plan.load(tmp_path / "plan.json").modulus == 1 << 20
    assert max(noise.share_bits(plan, name) for name in plan.question.names) < 20
