"""The checker on correlated noise: true proofs pass; a changed one is rejected unless what it says is true."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from contextlib import suppress
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck import Certificate, CertificateRejected, verify
from optcheck.claims.claim import number_of
from optcheck.claims.expressions import compare
from optcheck.cordp import exact_noise, least_effective_variance
from optcheck.cordp.accuracy import dual_matrix
from optcheck.cordp.noise import integer_noise
from optcheck.cordp.sources import covariance_matrix
from optcheck.cordp.sources import settings as sets_of_users
from optcheck.exact.numbers import parse_quadratic
from proofs_numeric.cordp._enumeration import triples as sizes
from proofs_numeric.cordp._enumeration import unbiased_errors
from tests.strategies.cordp import Triple, floors, least_conditional_variance, least_covariance, triples

Document = dict[str, Any]


def _document(kind: str, instance: Document, evidence: Document) -> Document:
    return {"format": 1, "kind": kind, "instance": instance, "evidence": evidence}


def _case(n: int, t: int, c: int, **more: Any) -> Document:
    return {"n": n, "t": t, "c": c, "sigma2_min": "1", **more}


def _optimum(triple: Triple, floor: Fraction) -> Document:
    return exact_noise(*triple, floor, within=Fraction(3, 2) if triple[0] == triple[1] else None).certify().document()


_SHIFTS = ("1", "-1", "1/1000000000", "-1/1000000000")


@settings(max_examples=120, deadline=None)
@given(
    triples(largest=4),
    floors(),
    st.sampled_from(["variance", "covariance", "dual0", "dual1", "dual2", "sigma2_min", "n", "t", "c"]),
    st.sampled_from(_SHIFTS),
)
def test_whatever_is_accepted_is_true(triple: Triple, floor: Fraction, place: str, shift: str) -> None:
    document = copy.deepcopy(_optimum(triple, floor))
    _change(document, place, Fraction(shift))
    try:
        proved = verify(document)
    except CertificateRejected:
        return
    instance, evidence = document["instance"], document["evidence"]
    n, t, c, least = instance["n"], instance["t"], instance["c"], Fraction(instance["sigma2_min"])
    pair = [parse_quadratic(text) for text in evidence["pair"]]
    assert least_conditional_variance(n, t, c, *pair) >= least
    worst = max(unbiased_errors(n, t, c, *pair).values())
    assert proved.fact("least error", "<=").value == worst
    assert proved.fact("least error", ">=").value <= least_effective_variance(n, t, c, least) / (t - c)


def _change(document: Document, place: str, shift: Fraction) -> None:
    instance, evidence = document["instance"], document["evidence"]
    if place in ("n", "t", "c"):
        instance[place] += 1 if shift > 0 else -1
    elif place == "sigma2_min":
        instance[place] = str(Fraction(instance[place]) + shift)
    else:
        name, index = ("dual", int(place[-1])) if place.startswith("dual") else ("pair", int(place == "covariance"))
        evidence[name][index] = str(parse_quadratic(evidence[name][index]) + shift)


@settings(max_examples=60, deadline=None)
@given(triples(largest=6), floors(), st.sampled_from([0, 1, 2]), st.sampled_from(_SHIFTS))
def test_a_changed_dual_is_rejected(triple: Triple, floor: Fraction, index: int, shift: str) -> None:
    if triple[0] - triple[2] == 1 and index > 0:
        return  # with one honest user only the first entry exists
    document = copy.deepcopy(_optimum(triple, floor))
    _change(document, f"dual{index}", Fraction(shift))
    with pytest.raises(CertificateRejected, match="dual"):
        verify(document)


def test_one_side_of_the_least_error_is_enough() -> None:
    dual = [str(entry) for entry in dual_matrix(3, 2, 0)]
    noise = exact_noise(3, 2, 0, 1)
    pair = [str(noise.variance), str(noise.covariance)]
    true = Fraction(4, 13)  # d = 1: 4/9 unbiased, 4/13 decoded
    case = _case(3, 2, 0, d=1)
    assert verify(_document("cordp-optimum", case, {"dual": dual})).fact("least decoded error", ">=").value == true
    assert verify(_document("cordp-optimum", case, {"pair": pair})).fact("least decoded error", "<=").value == true
    both = verify(_document("cordp-optimum", case, {"pair": pair, "dual": dual}))
    assert both.fact("least error", "=").value == Fraction(4, 9)
    assert "d" not in _case(3, 2, 0)
    with pytest.raises(CertificateRejected, match="evidence: expected a pair, a dual or both"):
        verify(_document("cordp-optimum", case, {}))
    for d in (0, -2):
        with pytest.raises(CertificateRejected, match="d: expected >= 1"):
            verify(_document("cordp-optimum", _case(3, 2, 0, d=d), {"dual": dual}))


def test_without_dropouts_the_least_error_is_a_limit() -> None:
    dual = [str(entry) for entry in dual_matrix(4, 4, 1)]
    proved = verify(_document("cordp-optimum", _case(4, 4, 1, d=3), {"dual": dual}))
    assert proved.fact("infimum of the error").value == Fraction(1, 9)
    assert proved.fact("infimum of the decoded error").value == Fraction(1, 4)
    assert (proved.fact("optimal variance").value, proved.fact("optimal pair").value) == ("infinite", "none")
    reached = exact_noise(4, 3, 1, 1).certify().verify()
    assert reached.fact("optimal variance").value == Fraction(4, 3)


def _everything_said(n: int, t: int, c: int, whole: bool) -> dict[str, set[tuple[str, Any]]]:
    """What certificates about one instance say when pairs on and off the boundary meet all bounds."""
    m, case = n - c, _case(n, t, c, whole=whole)
    noises = [exact_noise(m, k, 0, 1) for k in range(1, max(m, 2)) if m > 1]
    pairs: list[Any] = [(x.variance - c * x.covariance, x.covariance) for x in noises]
    pairs += [(Fraction(v, 2), Fraction(-r, 2)) for v in range(2, 9) for r in range(6)]
    duals: list[list[str] | None] = [None, *([str(x) for x in dual_matrix(m, k, 0)] for k in range(1, m + 1))]
    said: dict[str, set[tuple[str, Any]]] = {}
    for pair, dual in product([None, *pairs], duals):
        texts = None if pair is None else [str(x) for x in pair]
        evidence = {name: value for name, value in (("pair", texts), ("dual", dual)) if value is not None}
        with suppress(CertificateRejected):
            for fact in verify(_document("cordp-optimum", case, evidence)).facts:
                said.setdefault(fact.quantity, set()).add((fact.relation, fact.value))
    return said


def _errors(n: int, t: int, c: int, whole: bool, variances: Iterable[Any]) -> list[Any]:
    """The least error at some variances from the definition: every source, every set of responders and colluders."""
    found = []
    for variance in variances:
        covariance = least_covariance(n, c, variance, 1) if n > 1 else 0
        assert least_conditional_variance(n, t, c, variance, covariance) == 1 or n == 1
        if not whole:
            found.append(max(unbiased_errors(n, t, c, variance, covariance).values()))
            continue
        matrices = [covariance_matrix(n, one.honest, (), variance, covariance) for one in sets_of_users(n, t, c)]
        found.append(max(sum(sum(row) for row in matrix) / len(matrix) ** 2 for matrix in matrices))
    return found


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize(("n", "t", "c"), [(1, 1, 0), *sizes(4)])
def test_what_is_said_about_an_optimum_is_true_and_never_excludes_itself(n: int, t: int, c: int, whole: bool) -> None:
    """All certificates about one instance against the explicit problem, at every corner."""
    said = _everything_said(n, t, c, whole)
    exact = {name: {fact for fact in facts if fact[0] in ("=", "is")} for name, facts in said.items()}
    assert {name: facts for name, facts in exact.items() if len(facts) > 1} == {}
    ((_, least),), ((_, most),) = exact["optimal variance"], exact["largest optimal variance"]
    ((_, infimum),) = exact["infimum of the error"]
    grid = [Fraction(1), *(Fraction(6 + i, 5) for i in range(6)), Fraction(100)]
    at_grid = _errors(n, t, c, whole, grid)
    assert all(
        compare(error, infimum) == int(not _serves(v, least, most)) for v, error in zip(grid, at_grid, strict=True)
    )
    if least != "infinite":
        assert compare(_errors(n, t, c, whole, [least])[0], infimum) == 0
    if most == "infinite":
        far = _errors(n, t, c, whole, [Fraction(10**6)])[0]
        assert compare(far, infimum + Fraction(1, 10**5)) == -1


def _serves(variance: Fraction, least: Any, most: Any) -> bool:
    return (
        least != "infinite" and compare(variance, least) != -1 and (most == "infinite" or compare(variance, most) != 1)
    )


@given(triples(largest=7), st.fractions(0, 1, max_denominator=8), st.fractions(1, 9, max_denominator=4))
def test_with_the_whole_noise_no_private_pair_beats_the_bound(triple: Triple, share: Fraction, a: Fraction) -> None:
    """Any private pair against the dual matrix of n - c users whose total is t - 2c (or 1)."""
    n, t, c = triple
    m, k = n - c, t - c
    total = max(k - c, 1)
    case = {**_case(n, t, c), "whole": True}
    found = verify(_document("cordp-optimum", case, {"dual": [str(x) for x in dual_matrix(m, total, 0)]}))
    bound = number_of(found.fact("least error", ">="))
    along = a / (m * a - (m - 1)) if m > 1 else Fraction(1)  # a pair on the boundary, moved inwards by the share
    r = min((along - a) / m * (1 - share), Fraction(0)) if m > 1 else -share
    v = max(a - (c - 1) * r, along - (n - 1) * r)
    error = verify(_document("cordp-optimum", case, {"pair": [str(v), str(r)]})).fact("least error", "<=")
    assert bound <= number_of(error) == (v + (k - 1) * r) / k
    if k - c > 1:
        with pytest.raises(CertificateRejected, match="total of the dual"):
            verify(_document("cordp-optimum", case, {"dual": [str(x) for x in dual_matrix(m, total - 1, 0)]}))


@pytest.mark.parametrize("pair", [["2", "-3/2"], ["2", "1/2"], ["1/2", "0"]])
def test_pairs_that_are_not_private_prove_nothing(pair: list[str]) -> None:
    with pytest.raises(CertificateRejected, match=r"pair|covariance"):
        verify(_document("cordp-optimum", _case(2, 2, 1), {"pair": pair}))


@pytest.mark.parametrize("change", [{"c": 2}, {"t": 4}, {"c": -1}, {"sigma2_min": "0"}, {"n": "3"}, {"n": True}])
def test_sizes_that_make_no_sense(change: Document) -> None:
    document = copy.deepcopy(_optimum((3, 2, 0), Fraction(1)))
    document["instance"].update(change)
    with pytest.raises(CertificateRejected):
        verify(document)


def test_more_users_than_can_be_tried_are_refused() -> None:
    instance = {"n": 10**9, "t": 10**9, "c": 0, "sigma2_min": 1}
    with pytest.raises(CertificateRejected, match=r"n: expected >= 1 and <= 1000000"):
        Certificate("cordp-optimum", instance, {"pair": [1, 0]}).verify()


@pytest.mark.parametrize(("n", "t", "c"), [(3, 2, 0), (4, 3, 1), (6, 4, 2), (6, 5, 3)])
def test_a_round_keeps_what_is_left_of_a_report_given_the_others(n: int, t: int, c: int) -> None:
    """The variance that remains is 1 / (inverse of the covariance of honest reports)[0, 0], by elimination."""
    certificate = integer_noise(n, t, c, 1, "1e-5", 1).certify(1, "1e-5")
    drawn, honest = {name: Fraction(str(value)) for name, value in certificate.evidence.items()}, n - c
    own, pair = drawn["own_variance"] - drawn["smoothing"], drawn["pair_variance"]
    matrix = [[own + (honest - 1) * pair if i == j else -pair for j in range(honest)] for i in range(honest)]
    for last in range(honest - 1, 0, -1):  # what the last report tells about the others is taken out
        matrix = [
            [matrix[i][j] - matrix[i][last] * matrix[last][j] / matrix[last][last] for j in range(last)]
            for i in range(last)
        ]
    assert verify(certificate).fact("kept variance").value == matrix[0][0] / drawn["steps"] ** 2
