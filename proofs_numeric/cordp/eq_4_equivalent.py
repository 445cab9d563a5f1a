"""Statement: Eq. 3, which bounds the report's distribution given everything else that the server sees, is equivalent to
Eq. 4, the usual definition for the whole view.

Model: the least delta of Eq. 4 by going through all sets of views, against the least delta of Eq. 3, the largest one
over all values of the rest, for exact tables. The rest does not depend on the changed input.

Corners: one value of the rest, where both agree; equal deltas for all values.

Readings: Eq. 3 implies Eq. 4, not conversely: Eq. 4 averages over the rest. For the paper's Gaussian noise the
conditional delta is the same for every value of the rest, and there both agree.
"""

from fractions import Fraction

import sympy as sp

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Mark, Reading, Value
from optcheck.claims.relations import equals
from proofs_numeric._views import Views, joint, least_delta, small_views, views_order


def as_printed(at: Views) -> Value:
    return max(given(at))


def corrected(at: Views) -> Value:
    return sum((weight * delta for weight, delta in zip(at.rest, given(at), strict=True)), 0)


def given(at: Views) -> list[Value]:
    """The least delta for each value of the rest."""
    return [least_delta(one, other, at.ratio) for one, other in zip(at.one, at.other, strict=True)]


def whole(at: Views) -> Value:
    """The least delta of Eq. 4."""
    return least_delta(joint(at.rest, at.one), joint(at.rest, at.other), at.ratio)


def proof(argument: Argument, form: Formula[Views]) -> None:
    p, q, ratio, weight = sp.symbols("p q ratio weight", positive=True)
    argument.identity(
        "a view's excess is its rest's weight times the excess there",
        weight * p - ratio * weight * q,
        weight * (p - ratio * q),
    )
    sure, coin = (Fraction(1), Fraction(0)), (Fraction(1, 2), Fraction(1, 2))
    at = Views((Fraction(1, 3), Fraction(2, 3)), (sure, coin), (sure[::-1], sure), Fraction(1))
    argument.truth("a case", form(at) == Fraction(1, 3) + Fraction(2, 3) * Fraction(1, 2))
    argument.words(
        "The best set takes the views with a positive excess, for each value of the rest, so the deltas add up."
    )


DOMAIN: Domain[Views] = Domain(
    "one or two values of the rest, a report with two values, e^ε in {1, 3/2, 3}", small_views, views_order
)
CLAIM = Claim(
    id="cordp/eq-4-equivalent",
    place="Section 2",
    title="the conditional form of privacy is equivalent to the definition",
    domain=DOMAIN,
    truth=Definition(whole),
    asserts=equals,
    printed=Form(as_printed, "the least δ of Eq. 4 is the largest δ of Eq. 3 over the rest"),
    corrected=Form(corrected, "it is the mean of the δ of Eq. 3 over the rest: Eq. 3 implies Eq. 4, not conversely"),
    impact=Impact.TEXT,
    proof=proof,
    readings=(
        Reading(
            name="noise whose δ is the same whatever the rest is, as Gaussian noise",
            domain=DOMAIN.where(lambda at: len(set(given(at))) == 1, "as above, equal δ for all values of the rest"),
            mark=Mark.AS_ITS_PROOF_USES_IT,
        ),
    ),
)
