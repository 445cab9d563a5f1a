"""Eq. 18: the sensitivity of the aggregated model.

Statement: replacing one record of party i moves the weighted average of the parties' models by 2 C p_i/|D_i|, where
p_i = |D_i|/|D| is the party's weight.

Model: only party i's model changes, so the aggregate moves by p_i times the sensitivity of local training (first two
lines of Eq. 18, which are right). The exact sensitivity of local training is 2C (see adpml/eq-12), so the aggregate's
is 2 C p_i. The other parties' models cancel and play no part. Relation: equals.

Corners: parties with one record, where the printed value is right; a party that holds most of the data. Algorithm 1
aggregates with weights p_i in line 15, Eq. 10 with 1/K; Eq. 18 uses p_i, and so do we.

Proof of the correction, executed with symbols: p_i times the corrected Eq. 12, whose own proof is run again.

Verdict expected: corrected, 2 C p_i.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, product
from types import SimpleNamespace
from typing import Any

import sympy
from hypothesis import strategies as st

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Proof, Relation
from optcheck.errors import NotCertified
from proofs_numeric.adpml import eq_12
from proofs_numeric.adpml._findings import unequal
from proofs_numeric.adpml._training import sensitivity, sensitivity_certificate


@dataclass(frozen=True, slots=True)
class Federation:
    """Numbers of records of all parties, the party whose record changes, and the clipping threshold."""

    sizes: tuple[int, ...]
    party: int
    clip: Fraction

    @property
    def weight(self) -> Fraction:
        """p_i: the party's share of all records."""
        return Fraction(self.sizes[self.party], sum(self.sizes))


def as_printed(instance: Federation) -> Fraction:
    """The last line of Eq. 18."""
    return 2 * instance.clip * instance.weight / instance.sizes[instance.party]


def corrected(instance: Federation) -> Fraction:
    """The weight of the party times the diameter of the ball of clipped models."""
    return 2 * instance.clip * instance.weight


def compare(form: Callable[[Federation], Fraction], instance: Federation) -> Discrepancy | None:
    """The form must be the exact sensitivity of the aggregate."""
    records = instance.sizes[instance.party]
    share = Fraction(records, sum(instance.sizes))
    return unequal(
        form(instance),
        share * sensitivity(records, instance.clip),
        lambda claimed, _: sensitivity_certificate(records, instance.clip, share),
        explanation="One record moves its party's clipped model by 2C, so the aggregate by 2C times the weight.",
    )


def proof() -> Proof:
    """Party i's weight times the sensitivity of local training, whose own proof is run again."""
    clip, weight = sympy.symbols("C p", positive=True)
    aggregate: Any = SimpleNamespace(clip=clip, weight=weight)
    local: Any = SimpleNamespace(clip=clip)
    if sympy.simplify(corrected(aggregate) - weight * eq_12.corrected(local)) != 0:
        raise NotCertified("the corrected form is not the weight times the sensitivity of local training")
    return Proof("the aggregate moves by p_i times the local model; " + eq_12.proof().argument, 1 + eq_12.proof().steps)


def grid() -> Iterator[Federation]:
    """Two or three parties with up to three records each."""
    for n in (2, 3):
        for sizes, clip in product(combinations_with_replacement((1, 2, 3), n), (Fraction(1), Fraction(4))):
            yield from (Federation(sizes, party, clip) for party in range(n))


def strategy() -> st.SearchStrategy[Federation]:
    """Up to six parties with up to fifty records."""
    clip = st.fractions(Fraction(1, 50), 50, max_denominator=50)
    sizes = st.lists(st.integers(1, 50), min_size=2, max_size=6).map(tuple)
    return sizes.flatmap(lambda s: st.builds(Federation, st.just(s), st.integers(0, len(s) - 1), clip))


def order(instance: Federation) -> tuple[int, int, int, Fraction, int]:
    """Few parties, few records, small numbers first."""
    clip = instance.clip
    return (len(instance.sizes), sum(instance.sizes), clip.denominator, clip, instance.party)


CLAIM = Claim(
    id="adpml/eq-18",
    place="Eq. 18",
    title="the sensitivity after aggregation is 2C p_i/|D_i|",
    relation=Relation.EQUALS,
    domain=Domain(
        description="two or three parties with one to three records each, two clipping thresholds",
        grid=grid,
        strategy=strategy,
        order=order,
        examples=80,
    ),
    printed=Form("Δω = 2C p_i / |D_i|", as_printed),
    corrected=Form("Δω = 2C p_i", corrected),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=proof,
)
