"""Statement: Eq. 3, which bounds the report's distribution given everything else that the server sees, is equivalent to
Eq. 4, the usual definition for the whole view.

Model: the least delta of Eq. 4 by going through all sets of views, against the least delta of Eq. 3, the largest one
over all values of the rest, for exact tables. The rest does not depend on the changed input.

Corners: one value of the rest, where both agree; equal deltas for all values.

Readings: Eq. 3 implies Eq. 4, not conversely: Eq. 4 averages over the rest. For the paper's Gaussian noise the
conditional delta is the same for every value of the rest, and there both agree.
"""

from optcheck.claims import *
from proofs_numeric._views import joint, least_delta


class Views(Instance):
    """For each value of the rest its probability and the report's distribution under two inputs; ``ratio`` is e^eps."""

    values: int = integer(1, symbol="values of G_i")
    reports: int = integer(1, symbol="values of M(x_i)")
    rest: tuple[Fraction, ...] = distribution("values", symbol="P(G_i)")
    one: tuple[tuple[Fraction, ...], ...] = row(distribution("reports"), "values", symbol="P(M(x_i) | G_i)")
    other: tuple[tuple[Fraction, ...], ...] = row(distribution("reports"), "values", symbol="P(M(x_i') | G_i)")
    ratio: Fraction = rational(at_least=1, symbol="e^ε")
    conditions = ("all(chance > 0 for chance in rest)",)


def as_printed(at: Views) -> Value:
    return max(given(at))


def corrected(at: Views) -> Value:
    return sum((weight * delta for weight, delta in zip(at.rest, given(at), strict=True)), Fraction(0))


def given(at: Views) -> list[Fraction]:
    """The least delta for each value of the rest."""
    return [least_delta(one, other, at.ratio) for one, other in zip(at.one, at.other, strict=True)]


def whole(at: Views) -> Value:
    """The least delta of Eq. 4."""
    return least_delta(joint(at.rest, at.one), joint(at.rest, at.other), at.ratio)


ARGUMENT = (
    "A view's excess is its rest's weight times the excess there; the best set takes the views with a positive excess, "
    "for each value of the rest, so the deltas add up."
)
CLAIM = Statement(
    "cordp/eq-4-equivalent",
    place="Section 2",
    title="the conditional form of privacy is equivalent to the definition",
    domain=Views,
    truth=definition(whole),
    asserts=equals,
    printed=Form(as_printed, "the least δ of Eq. 4 is the largest δ of Eq. 3 over the rest"),
    corrected=Form(corrected, "it is the mean of the δ of Eq. 3 over the rest: Eq. 3 implies Eq. 4, not conversely"),
    impact=Impact.TEXT,
    argument=ARGUMENT,
    effort=Effort(instances=1100, drawn=20, largest={"values": 2, "reports": 2}),
    readings=(
        Reading(
            name="noise whose δ is the same whatever the rest is, as Gaussian noise",
            domain=Views.where(
                "all(sum(max(one[i][k] - ratio * other[i][k], 0) for k in range(reports))"
                " == sum(max(one[0][k] - ratio * other[0][k], 0) for k in range(reports)) for i in range(values))"
            ),
            argument=ARGUMENT,
            mark=Mark.AS_ITS_PROOF_USES_IT,
        ),
    ),
)
