"""The verdicts on the CorDP claims that matter most, with their smallest counterexamples and their readings."""

from __future__ import annotations

from fractions import Fraction

import pytest

from optcheck.audit import registry
from optcheck.audit.trial import Bench
from optcheck.claims import Claim
from optcheck.cordp.accuracy import least_effective_variance
from optcheck.cordp.sources import covariance_matrix
from proofs_numeric.cordp import claim_5, eq_14, lem_1_eq_46, prop_1
from proofs_numeric.cordp._declared import Dimension, Pair
from proofs_numeric.cordp._enumeration import conditional_variance, solve
from tests.proofs_numeric.judged import judged
from tests.strategies.cordp import least_covariance


def _found(name: str) -> Claim[object]:
    claim = registry.find(f"cordp/{name}")
    assert isinstance(claim, Claim)
    return claim


@pytest.mark.parametrize(
    ("claim", "instance", "claimed", "true"),
    [
        ("eq-13-c1", {"n": 4, "t": 3, "c": 1, "sigma2_min": 1}, "1/6", "-1/6"),
        ("eq-14", {"n": 3, "t": 2, "c": 0, "sigma2_min": 1, "d": 1}, "41/131", "4/13"),
        ("eq-44", {"n": 4, "t": 3, "c": 2, "sigma2_min": 1}, "2/3", 0),
        ("eq-155", {"n": 4, "c": 2, "y": 2}, "2*sqrt(3)", "1/6*sqrt(3)"),
        ("eq-10", {"n": 3, "responders": 3, "told": 1, "variance": 1, "covariance": "-1/3", "d": 1}, "1/7", "1/4"),
        ("thm-1-eq-10", {"n": 4, "t": 3, "c": 1, "sigma2_min": 1}, "5/9", "1/2"),
    ],
)
def test_smallest_counterexamples(claim: str, instance: object, claimed: object, true: object) -> None:
    found = judged(f"cordp/{claim}").counterexample
    assert found is not None
    assert (found.instance, found.claimed, found.true) == (instance, claimed, true)


def test_main_text_and_appendix_are_each_wrong_once() -> None:
    found = {name: _found(name).expected.value for name in ("eq-13-c1", "eq-13", "eq-44-c1", "eq-44")}
    assert found == {"eq-13-c1": "corrected", "eq-13": "holds", "eq-44-c1": "holds", "eq-44": "corrected"}


def test_the_first_counterexample_to_eq_14_with_dropouts() -> None:
    case = Dimension(n=3, t=2, c=0, sigma2_min=Fraction(3, 2), d=1)
    bench = Bench(eq_14.CLAIM)
    found = bench.compare(eq_14.CLAIM.printed, case)
    assert found is not None
    assert found.certificates[0]["kind"] == "cordp-optimum"
    assert eq_14.CLAIM.corrected is not None
    assert bench.compare(eq_14.CLAIM.corrected, case) is None


def test_lemma_1_is_unsafe_for_positive_covariances() -> None:
    """With a colluder Eq. 46 is met, yet the other report leaves 3/4."""
    case = Pair(n=2, c=1, sigma2_min=Fraction(1), variance=Fraction(1), covariance=Fraction(1, 2))
    assert lem_1_eq_46.as_printed(case)
    assert not lem_1_eq_46.corrected(case)
    matrix = covariance_matrix(2, (0, 1), (), case.variance, case.covariance)
    assert conditional_variance(matrix, 0) == Fraction(3, 4)


def test_proposition_1_by_the_letter_of_eq_10() -> None:
    """With the full noise of a report, without removing the colluder's terms, the best weight is another one."""
    case = prop_1.Decoding(n=2, responders=2, told=1, variance=Fraction(2), covariance=Fraction(-1), d=1)
    literal = solve([[1 + entry for entry in row] for row in covariance_matrix(2, (1,), (), 2, -1)], [Fraction(1)])
    assert literal == [Fraction(1, 3)] == [prop_1.corrected(case)]
    assert prop_1.as_printed(case) == Fraction(1, 2)


@pytest.mark.parametrize(("name", "marks"), [("eq-10", ["as its proof uses it"]), ("cor-1", ["degenerate"])])
def test_marks(name: str, marks: list[str]) -> None:
    assert judged(f"cordp/{name}").marks == marks


@pytest.mark.parametrize("variance", [Fraction(1), Fraction(3, 2), Fraction(10)])
@pytest.mark.parametrize("sizes", [(2, 0), (2, 1), (5, 0), (5, 1), (5, 3), (5, 4)])
def test_eq_102_is_the_library_s_least_covariance(sizes: tuple[int, int], variance: Fraction) -> None:
    assert claim_5.least(*sizes, Fraction(1), variance) == least_covariance(*sizes, variance, 1)


@pytest.mark.parametrize(("n", "t", "c"), [(2, 1, 0), (5, 3, 0), (6, 4, 3), (7, 7, 2)])
def test_independent_noise_loses_unless_one_honest_responder_is_left(n: int, t: int, c: int) -> None:
    assert (least_effective_variance(n, t, c) < 1) == (c < t - 1)
