"""Eq. 8: the variance of the noise that a party adds to its model.

Statement: by Proposition 2 the variance is D^2/(2 rho), and that is 2 C^2/(|D_i|^2 rho).

Model: the stated sensitivity is the 2C/|D_i| of Eq. 12, which is what Eq. 8 needs. The oracle puts the form's
variance back into Proposition 2 and asks for exactly rho. Relation: identity.

Other reading: the bullet on parameter clipping says that the sensitivity is bounded by C. With that the variance
would be C^2/(2 rho), and with the valid 2C it is 2 C^2/rho; both are larger than Eq. 8 as soon as |D_i| exceeds 2 or
1. Whether 2C/|D_i| is a sensitivity at all is the claim adpml/eq-12 (it is not, so this noise is too small by the
factor |D_i|^2); here only the factors are checked. OCR: the scan is clear. Algorithm 1 adds the noise to the model of
round t, not t + 1, in lines 9 and 11: read as a slip of the index.

Proof, executed: the same substitution with symbols.

Verdict expected: holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import sympy
from hypothesis import strategies as st

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Proof, Relation
from optcheck.errors import NotCertified
from proofs_numeric.adpml._findings import unequal
from proofs_numeric.adpml._terms import differ


@dataclass(frozen=True, slots=True)
class Upload:
    """Clipping threshold, number of records of the party, and the round's loss."""

    clip: Any
    records: Any
    rho: Any


def as_printed(instance: Upload) -> Any:
    """Variance of Eq. 8."""
    return 2 * instance.clip**2 / (instance.records**2 * instance.rho)


def loss_at(variance: Any, instance: Upload) -> Any:
    """Proposition 2 at the sensitivity that Eq. 12 states."""
    sensitivity = 2 * instance.clip / instance.records
    return sensitivity**2 / (2 * variance)


def compare(form: Callable[[Upload], Any], instance: Upload) -> Discrepancy | None:
    """The form's variance must cost exactly rho."""
    return unequal(
        instance.rho,
        loss_at(form(instance), instance),
        lambda stated, spent: differ(spent, stated, "loss of the printed variance by Proposition 2, against rho"),
        explanation="By Proposition 2 and the stated sensitivity this variance costs another loss than rho.",
    )


def proof() -> Proof:
    """Substitute with symbols."""
    unknowns = Upload(*sympy.symbols("C n rho", positive=True))
    rest = sympy.simplify(loss_at(as_printed(unknowns), unknowns) - unknowns.rho)
    if rest != 0:
        raise NotCertified(f"the loss differs from rho by {rest}")
    return Proof("substituting Eq. 8 into Proposition 2 at the sensitivity 2C/n gives rho back", steps=1)


def grid() -> Iterator[Upload]:
    """Few records, small numbers, and the paper's clipping threshold 4."""
    sizes = (Fraction(1), Fraction(4), Fraction(1, 2))
    return (Upload(clip, n, rho) for clip, n, rho in product(sizes, (1, 2, 3, 2000), (*sizes, Fraction(1, 50))))


def strategy() -> st.SearchStrategy[Upload]:
    """Any positive rationals, up to a million records."""
    size = st.fractions(Fraction(1, 100), 100, max_denominator=100)
    return st.builds(Upload, size, st.integers(1, 10**6), size)


def order(instance: Upload) -> tuple[Fraction, ...]:
    """Few records first, then small numbers."""
    denominator = max(instance.clip.denominator, instance.rho.denominator)
    return (Fraction(instance.records), Fraction(denominator), instance.clip, instance.rho)


CLAIM = Claim(
    id="adpml/eq-8",
    place="Eq. 8",
    title="the noise variance follows from Proposition 2 and the stated sensitivity 2C/|D_i|",
    relation=Relation.IDENTITY,
    domain=Domain(
        description="three clipping thresholds, 1, 2, 3 or 2000 records, four losses",
        grid=grid,
        strategy=strategy,
        order=order,
        examples=100,
    ),
    printed=Form("σ² = 2C² / (|D_i|² ρ)", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
