"""The checker on correlated noise: true proofs pass; a changed one is rejected unless what it says is true."""

from __future__ import annotations

import copy
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck import Certificate, CertificateRejected, verify
from optcheck.cordp import exact_noise, least_effective_variance
from optcheck.cordp.closed_form import dual_matrix, least_covariance
from optcheck.cordp.enumeration import least_conditional_variance, unbiased_errors
from optcheck.exact.quadratic import parse_quadratic
from tests.strategies.cordp import Triple, floors, triples

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
    st.sampled_from(["variance", "covariance", "dual0", "dual1", "dual2", "sigma2_min", "n", "t", "c", "within"]),
    st.sampled_from(_SHIFTS),
)
def test_whatever_is_accepted_is_true(triple: Triple, floor: Fraction, place: str, shift: str) -> None:
    document = copy.deepcopy(_optimum(triple, floor))
    _change(document, place, Fraction(shift))
    try:
        verify(document)
    except CertificateRejected:
        return
    instance, evidence = document["instance"], document["evidence"]
    n, t, c, least = instance["n"], instance["t"], instance["c"], Fraction(instance["sigma2_min"])
    pair = [parse_quadratic(text) for text in evidence["pair"]]
    assert least_conditional_variance(n, t, c, *pair) >= least
    worst = max(unbiased_errors(n, t, c, *pair).values())
    assert worst <= Fraction(evidence.get("within", 1)) * least_effective_variance(n, t, c, least) / (t - c)


def _change(document: Document, place: str, shift: Fraction) -> None:
    instance, evidence = document["instance"], document["evidence"]
    if place in ("n", "t", "c"):
        instance[place] += 1 if shift > 0 else -1
    elif place == "sigma2_min":
        instance[place] = str(Fraction(instance[place]) + shift)
    elif place == "within":
        evidence[place] = str(Fraction(evidence.get(place, 1)) + shift)
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


@pytest.mark.parametrize(
    ("claimed", "evidence", "words"),
    [
        (["2", "1"], {"better": ["2", "-1"]}, "error 3 per dimension, a private one has 1"),
        (["1", "1/2"], {"broken": True}, "keeps only the variance 3/4 < 1"),
    ],
)
def test_pairs_that_are_no_optimum(claimed: list[str], evidence: Document, words: str) -> None:
    document = _document("cordp-pair", _case(2, 2, 1, claimed=claimed), evidence)
    assert words in verify(document).statement


@pytest.mark.parametrize(
    ("claimed", "evidence", "place"),
    [
        (["2", "-1"], {"better": ["2", "-1"]}, "error of the better pair"),
        (["2", "1"], {"better": ["2", "-3/2"]}, "better pair"),
        (["2", "1"], {"better": ["2", "1/2"]}, "better pair"),
        (["2", "-1"], {"broken": True}, "conditional variance"),
        (["2", "-1"], {}, "field 'better'"),
    ],
)
def test_pairs_that_prove_nothing(claimed: list[str], evidence: Document, place: str) -> None:
    document = _document("cordp-pair", _case(2, 2, 1, claimed=claimed), evidence)
    with pytest.raises(CertificateRejected, match=place):
        verify(document)


def test_errors_on_both_sides() -> None:
    dual = [str(entry) for entry in dual_matrix(3, 2, 0)]
    pair = exact_noise(3, 2, 0, 1)
    true = "4/13"  # d = 1: 4/9 unbiased, 4/13 decoded
    texts = [str(pair.variance), str(pair.covariance)]
    assert (
        "no private pair"
        in verify(_document("cordp-error", _case(3, 2, 0, d=1, claimed="1/4"), {"dual": dual})).statement
    )
    assert true in verify(_document("cordp-error", _case(3, 2, 0, d=1, claimed="1/3"), {"pair": texts})).statement
    for evidence in ({"dual": dual}, {"pair": texts}):
        with pytest.raises(CertificateRejected, match=r"claimed error|error of the pair"):
            verify(_document("cordp-error", _case(3, 2, 0, d=1, claimed=true), evidence))


@pytest.mark.parametrize(("relation", "pair"), [("=", ["2", "-2/3"]), (">", ["2", "-1/2"]), ("<", ["2", "-3/4"])])
def test_privacy_of_a_pair(relation: str, pair: list[str]) -> None:
    case = _case(3, 3, 1, pair=pair)
    assert f" {relation} 1" in verify(_document("cordp-privacy", case, {"relation": relation})).statement
    for wrong in {"<", "=", ">"} - {relation}:
        with pytest.raises(CertificateRejected, match="relation"):
            verify(_document("cordp-privacy", case, {"relation": wrong}))


def test_positive_covariance_with_colluders_is_outside_the_protocol() -> None:
    with pytest.raises(CertificateRejected, match="not positive where users collude"):
        verify(_document("cordp-privacy", _case(2, 2, 1, pair=["1", "1/2"]), {"relation": ">"}))


def _secants(variances: tuple[str, str, str]) -> Document:
    pairs = [[text, str(least_covariance(3, 1, Fraction(text), 1))] for text in variances]
    return dict(zip(("below", "at", "above"), pairs, strict=True))


def test_slopes() -> None:
    case = _case(3, 3, 1, variance="2", claimed="-1")
    assert verify(_document("cordp-slope", case, _secants(("3/2", "2", "5/2")))).statement.endswith("it is not -1")
    attempts = [
        ({**case, "claimed": "-1/9"}, _secants(("3/2", "2", "5/2")), "claimed derivative"),
        ({**case, "variance": "3"}, _secants(("3/2", "2", "5/2")), "variance of the middle pair"),
        (case, _secants(("5/2", "2", "3/2")), "increasing"),
        (case, {**_secants(("3/2", "2", "5/2")), "at": ["2", "-1/2"]}, "least private"),
    ]
    for instance, evidence, place in attempts:
        with pytest.raises(CertificateRejected, match=place):
            verify(_document("cordp-slope", instance, evidence))


def test_spectra() -> None:
    case = {"n": 3, "c": 1, "pair": ["2", "-1/2"], "claimed": ["1", "2", "2"]}
    assert verify(_document("cordp-spectrum", case, {})).statement == "3 eigenvalues sum to 5, the trace is 3"
    with pytest.raises(CertificateRejected, match="sum of the eigenvalues"):
        verify(_document("cordp-spectrum", {**case, "claimed": ["1", "2"]}, {}))


@pytest.mark.parametrize("change", [{"c": 2}, {"t": 4}, {"c": -1}, {"sigma2_min": "0"}, {"n": "3"}, {"n": True}])
def test_sizes_that_make_no_sense(change: Document) -> None:
    document = copy.deepcopy(_optimum((3, 2, 0), Fraction(1)))
    document["instance"].update(change)
    with pytest.raises(CertificateRejected):
        verify(document)


def test_more_users_than_can_be_tried_are_refused() -> None:
    instance = {"n": 10**9, "t": 10**9, "c": 0, "sigma2_min": 1}
    with pytest.raises(CertificateRejected, match="n <= 1000"):
        Certificate("cordp-optimum", instance, {}).verify()
