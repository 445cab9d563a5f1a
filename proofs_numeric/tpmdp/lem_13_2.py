"""Lemma 13, part 2: when n - t - t eta > 0, sigma_2+ vanishes at every optimum.

Statement: under Convention 6 and with n - t - t eta > 0, an optimum of Eq. 6 that meets the convention has
sigma_2+^2 = 0.

Model: sigma_2+^2 is maximised over the whole face of optima that meet the convention, by an exact linear program.
Relation: identity. Corners: t = 1, n = t |U+| + 1, |U+| = n - t, ties, zeros. Expected: holds, for all n: moving
noise from U+ to U- keeps the rows and lowers the total as long as there is some on every active party.
"""

from __future__ import annotations

from optcheck.audit import Claim, Expected, Form, Proof, Relation
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._algebra import Argument
from proofs_numeric.tpmdp._arguments import shift_between_groups
from proofs_numeric.tpmdp._domains import FEW_ACTIVE_SORTED
from proofs_numeric.tpmdp._faces import Condition, at_optima_under_convention_5


def as_printed(instance: Instance) -> list[Condition]:
    """sigma_2+ = 0; parties are numbered 1+, 2+, ... from 0."""
    second = instance.active[1]
    return [Condition({second: 1}, 0, "σ_2⁺² = 0")]


def proof() -> Proof:
    """The shift of part 1, backwards."""
    argument = Argument()
    shift_between_groups(argument)
    return argument.proof(
        "backwards, from U+ to U-, the shift lowers the total by (n-t-t eta)/m > 0 a unit and keeps Eq. 12; by "
        "Lemma 12 all of 2+, 3+, ... have one variance, and 1+ no less, so it is possible whenever sigma_2+ > 0"
    )


CLAIM = Claim(
    id="tpmdp/lem-13-2",
    place="Lemma 13, part 2",
    title="when n - t - t eta > 0, sigma_2+ vanishes at every optimum",
    relation=Relation.IDENTITY,
    domain=FEW_ACTIVE_SORTED,
    printed=Form("n − t − tη > 0, σ optimal ⇒ σ_2⁺² = 0", as_printed),
    compare=at_optima_under_convention_5,
    expected=Expected.HOLDS,
    proof=proof,
    also_true="A multiple of the same variance vanishes just as well.",
)
