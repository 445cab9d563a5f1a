"""Certificates of one claim, offered for those of another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from optcheck.audit.trial import Bench, UnfoundedClaim, establish
from optcheck.audit.verdict import Record
from optcheck.claims import Claim, Combination, Property, Quantity, Truth
from optcheck.errors import CertificateRejected
from optcheck.exact.files import Certificate

I = TypeVar("I")  # noqa: E741 - the instance


def foreign_certificates_accepted(claim: Claim[I], others: Mapping[str, Certificate | None]) -> list[str]:
    """The names of the others whose certificate would pass for this claim's, at its first instance."""
    if not isinstance(claim.truth, Quantity | Property | Combination):
        return []  # of a definition the kernel itself makes the certificate
    bench, form = Bench(claim), claim.right_form or claim.printed
    instance = bench.instances[0]
    said = bench.value(form, instance)
    own = bench.truth(instance, said).documents
    accepted = []
    for name, certificate in others.items():
        if certificate is not None and own and not _same(certificate, own[0]):
            try:
                establish(_replaced(claim.truth, certificate), instance, said, claim.id)
            except (UnfoundedClaim, CertificateRejected):
                continue
            accepted.append(name)
    return accepted


def own_certificate(claim: Claim[I]) -> Certificate | None:
    """The certificate of a claim at its first instance, where its truth has one."""
    bench, form = Bench(claim), claim.right_form or claim.printed
    instance = bench.instances[0]
    match claim.truth:
        case Quantity() | Property() | Combination():
            document = bench.truth(instance, bench.value(form, instance)).documents[0]
            return Certificate(document["kind"], document["instance"], document["evidence"])
    return None


def _same(certificate: Certificate, document: Record) -> bool:
    return bool(certificate.kind == document["kind"] and certificate.instance == document["instance"])


def _replaced(truth: Quantity[I] | Property[I] | Combination[I], certificate: Certificate) -> Truth[I]:
    if isinstance(truth, Combination):
        first, *rest = truth.parts
        return replace(truth, parts=(replace(first, certify=lambda _: certificate), *rest))
    if isinstance(truth, Property):
        return replace(truth, certify=lambda _, said: certificate)
    return replace(truth, certify=lambda _: certificate)
