"""Eq. 12: the sensitivity of local training.

Statement: replacing one record of a party moves its (clipped) trained model by at most 2C/|D_i|.

Model: Algorithm 1, lines 5 and 6: minimise the party's loss, then clip the model to norm C. Training is least
squares through the origin. The exact sensitivity is 2C for every number of records: two clipped models are never
further apart, and a pair of data sets attains it. With x = 1 in every record the model is just the mean of the y, and
one record C n or -C n among zeros puts the mean at C or -C. Even Eq. 11 is true for these data sets.
Relation: equals (the printed chain ends in a bound; the bound is wrong, so it is no matter of tightness).

Adjacent data sets differ in one record that is replaced. Adding or removing one gives 2C as well: n - 1 records at -C
and one more at (2n - 1) C have the mean C.

Where the chain breaks: its last step bounds the norm of the trained model by C/|D_i|, but clipping gives C. Had each
record's own minimiser been clipped before the mean was taken, 2C/|D_i| would be right; the algorithm does not do that.

Corners: one record, where 2C is what is printed. Proof of the correction, executed with symbols for n and C: no
clipped models are further apart than C - (-C), and the worst pair's models are C and -C for every n.

Verdict expected: corrected, 2C. The library offers a smaller valid bound for training by gradient steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import sympy
from hypothesis import strategies as st

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Proof, Relation
from optcheck.errors import NotCertified
from proofs_numeric.adpml._findings import unequal
from proofs_numeric.adpml._training import sensitivity, sensitivity_certificate


@dataclass(frozen=True, slots=True)
class Training:
    """Number of records of the party, and the clipping threshold."""

    records: int
    clip: Fraction


def as_printed(instance: Training) -> Fraction:
    """The last line of Eq. 12."""
    return 2 / Fraction(instance.records) * instance.clip


def corrected(instance: Training) -> Fraction:
    """The diameter of the ball that clipped models live in."""
    return 2 * instance.clip


def compare(form: Callable[[Training], Fraction], instance: Training) -> Discrepancy | None:
    """The form must be the exact sensitivity."""
    return unequal(
        form(instance),
        sensitivity(instance.records, instance.clip),
        lambda claimed, _: sensitivity_certificate(instance.records, instance.clip, Fraction(1)),
        explanation="Replacing one record moves the clipped model from C to -C, however many records there are.",
    )


def proof() -> Proof:
    """The models of the worst pair with symbols: n - 1 records (1, 0) and one record (1, C n) or (1, -C n)."""
    n, clip = sympy.symbols("n C", positive=True)
    models = [sympy.simplify(((n - 1) * 0 + extreme) / ((n - 1) + 1)) for extreme in (clip * n, -clip * n)]
    if models != [clip, -clip]:
        raise NotCertified(f"the worst pair's models are {models}, not C and -C")
    if sympy.simplify(corrected(Training(n, clip)) - (models[0] - models[1])) != 0:
        raise NotCertified("the corrected form is not the distance of the worst pair")
    return Proof("clipped models are at most C - (-C) apart, and the worst pair attains it for every n and C", steps=2)


def grid() -> Iterator[Training]:
    """Up to eight records, and the size of the paper's parties."""
    clips = (Fraction(1), Fraction(2), Fraction(4), Fraction(1, 2))
    return (Training(n, clip) for n, clip in product((*range(1, 9), 2000), clips))


def strategy() -> st.SearchStrategy[Training]:
    """Up to 200 records, any rational threshold."""
    return st.builds(Training, st.integers(1, 200), st.fractions(Fraction(1, 50), 50, max_denominator=50))


def order(instance: Training) -> tuple[int, int, Fraction]:
    """Few records first, then small numbers."""
    return (instance.records, instance.clip.denominator, instance.clip)


CLAIM = Claim(
    id="adpml/eq-12",
    place="Eq. 12",
    title="the sensitivity of local training is 2C/|D_i|",
    relation=Relation.EQUALS,
    domain=Domain(
        description="1 to 8 and 2000 records, four clipping thresholds",
        grid=grid,
        strategy=strategy,
        order=order,
        examples=60,
    ),
    printed=Form("Δω_i = 2C / |D_i|", as_printed),
    corrected=Form("Δω_i = 2C", corrected),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=proof,
)
