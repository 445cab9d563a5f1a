"""Corollary 3: splitting the row never does worse than LDP.

Statement: for an arbitrary split into sub-sequences the estimation error of Chained-DP is less than that of LDP.

Model: part q (of L_q users, one of Q parts) ends with noise m max_q beta in its sum. The text before the corollary
averages the parts' means: the sum of part q is divided by Q L_q. LDP divides everybody's noise m beta_k by K. One
coordinate is enough, with data x_k: the expected squared error is the variance plus the square of the bias. Forms
return the server's divisors. Read as "never worse" (claims may be equal): strictly less is impossible when every
part is one user, for that is LDP.

Relation: at most. Corners: one part, all parts single, equal and unequal sizes, data zero and not, preference 0.

Expected: corrected. Equal parts are fine. Unequal parts weigh users unequally: with preferences (1, 1, 4) split 2 + 1
the last user's noise counts with weight 1/2 instead of 1/3, and the variance is 17/16 m against 2/3 m, whatever the
data. Bias comes on top: with three users of preference 1 split 1 + 2 and data (1, 0, 0) it alone makes the error
larger. Dividing every part's sum by K repairs both: the error is m (sum of max_q beta)/K^2, at most m (sum of
beta)/K^2, and equal only if each part has at most one user with a positive preference. (In terms of the sum of
variances, Eq. 11, the corollary holds for every split.)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import sympy
from hypothesis import strategies as st

from lp_models.chain_protocols import splits
from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.exact.certificate import Certificate
from proofs_numeric.chained._algebra import require_identity, require_positive_coefficients
from proofs_numeric.chained._common import Preferences, height, texts

Split = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class SplitRow:
    """The users' preferences, their data in one coordinate, and the parts."""

    preferences: Preferences
    data: tuple[int, ...]
    split: Split


def as_printed(instance: SplitRow) -> list[int]:
    return [len(instance.split) * len(part) for part in instance.split]


def corrected(instance: SplitRow) -> list[int]:
    return [sum(len(other) for other in instance.split) for _ in instance.split]


def compare(form: Any, instance: SplitRow) -> Discrepancy | None:
    divisors = form(instance)
    users = len(instance.preferences)
    local = Fraction(sum(instance.preferences)) / users**2
    noise, bias = Fraction(0), Fraction(-sum(instance.data), users)
    for part, divisor in zip(instance.split, divisors, strict=True):
        noise += max(instance.preferences[user] for user in part) / Fraction(divisor) ** 2
        bias += Fraction(sum(instance.data[user] for user in part), divisor)
    if not is_positive(noise - local, bias**2):
        return None
    return Discrepancy(
        claimed=f"{noise} m + {bias**2} ≤ {local} m",
        true=f"{noise} m + {bias**2} > {local} m",
        gap=f"{noise - local} m + {bias**2}",
        impact=Impact.OPTIMALITY,
        certificate=Certificate(
            "chain-split-error",
            {
                "preferences": texts(instance.preferences),
                "data": list(instance.data),
                "split": [list(part) for part in instance.split],
                "divisors": list(divisors),
            },
            {},
        ),
        explanation=f"The parts' sums are divided by {list(divisors)}; the mean of all users needs {users} each.",
    )


def is_positive(multiple: Fraction, rest: Fraction) -> bool:
    """Whether multiple * m + rest > 0, exactly: m^3 = 1/4, and cubing keeps the order."""
    return multiple**3 / 4 > (-rest) ** 3


def grid() -> Iterator[SplitRow]:
    values = tuple(Fraction(n) for n in (0, 1, 4))
    for users in (1, 2, 3, 4):
        for preferences in product(values, repeat=users):
            for split in splits(users):
                for data in {(0,) * users, (1,) + (0,) * (users - 1), (1,) * users}:
                    yield SplitRow(preferences, data, split)


@st.composite
def split_rows(draw: st.DrawFn) -> SplitRow:
    """A random row of up to seven users, split at random."""
    labels = draw(st.lists(st.integers(0, 3), min_size=2, max_size=7))
    split = tuple(tuple(user for user, own in enumerate(labels) if own == label) for label in sorted(set(labels)))
    preferences = draw(st.tuples(*(st.fractions(0, 50, max_denominator=20) for _ in labels)))
    data = draw(st.tuples(*(st.integers(-3, 3) for _ in labels)))
    return SplitRow(preferences, data, split)


def order(instance: SplitRow) -> tuple[object, ...]:
    row, size = instance.preferences, sum(map(abs, instance.data))
    return (len(row), size, *height(row), len(instance.split), instance.split)


def proof() -> Proof:
    top, more, users, data = sympy.symbols("top more K x", positive=True)
    steps = require_identity(users * (data / users), data)
    steps += require_positive_coefficients(top + more - top, top, more)
    steps += require_positive_coefficients(top + more - more, top, more)
    argument = (
        "Divided by K, every user's datum has weight 1/K: no bias. One more user raises a part's maximum from top to "
        "the larger of top and its own preference, which is at most top + more >= both: so the sum of the maxima is at "
        "most the sum of all preferences, by induction over the users."
    )
    return Proof(argument, steps)


CLAIM = Claim(
    id="chained/cor-3",
    place="Corollary 3",
    title="splitting never does worse than LDP",
    relation=Relation.AT_MOST,
    domain=Domain(
        description="up to 4 users with preferences 0, 1, 4, every split, data 0, one 1, all 1",
        grid=grid,
        strategy=split_rows,
        order=order,
    ),
    printed=Form("the server averages the parts' means: the sum of part q over Q·L_q", as_printed),
    corrected=Form("every part's sum over K: error m Σ_q max_q β / K² ≤ m Σ_k β_k / K²", corrected),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=proof,
)
