"""Statement: Lemmas 10 to 12 and Corollary 1 speak of variances under Convention 5 (Convention 6 adds to it), and their
proofs use that the variances of a group do not increase. So a point under Convention 5 must be sorted.

Model: an instance carries a point under Convention 5 as printed: sorted requirements (Convention 4), 2 <= |U+| <= n - t
and sigma_2+ <= sigma_t-. The form says how many neighbours of a group are out of order: none.

Corners: |U+| = n - t, t = 1, ties, zeros.

Readings: Convention 5 repeats Convention 4 but not Convention 3, to which the text has restricted all variances before;
that is the correction. It matters for Lemma 10, Lemma 11 and Corollary 1, which are false without it (see there), not
for Lemmas 12 to 14: an optimum under Convention 6 is sorted, except inside U- for t = 1. There Lemmas 12 and 13 state
nothing, and Lemma 14 is false anyway.
"""

from itertools import pairwise

from optcheck.claims import Argument, Claim, Definition, Form, Formula, Impact, Value
from optcheck.claims.relations import equals, provided
from proofs_numeric.tpmdp._eq6 import Point
from proofs_numeric.tpmdp._points import CONVENTION_5, CONVENTIONS_3_AND_5, is_sorted, with_convention_3


def as_printed(point: Point) -> Value:
    return 0 * len(point.variances)


def corrected(point: Point) -> Value:
    return is_sorted(point), 0 * len(point.variances)


def out_of_order(point: Point) -> int:
    """Neighbours of a group of which the later one has the larger variance."""
    x, size = point.variances, len(point.instance.active)
    return sum(later > own for part in (x[:size], x[size:]) for own, later in pairwise(part))


def proof(argument: Argument, form: Formula[Point]) -> None:
    said = [form(point) == (out_of_order(point) == 0, 0) for point in CONVENTION_5.grid() if point.instance.n <= 3]
    argument.cases("the premise is that no neighbour is out of order", said)
    argument.words("So with Convention 3 none is, whatever the sizes.")


CLAIM = Claim(
    id="tpmdp/convention-5",
    place="Conventions 3 to 6",
    title="what Lemmas 10 to 12 and Corollary 1 need and what Convention 5 says",
    domain=CONVENTION_5,
    truth=Definition(out_of_order),
    asserts=equals,
    printed=Form(as_printed, "Convention 5: Convention 4 holds, 2 ≤ |U⁺| ≤ n−t, σ_2⁺² ≤ σ_t⁻² (so groups are sorted)"),
    corrected=Form(
        corrected, "Convention 5: Conventions 3 and 4 hold, 2 ≤ |U⁺| ≤ n−t, σ_2⁺² ≤ σ_t⁻²", asserts=provided(equals)
    ),
    impact=Impact.TEXT,
    proof=proof,
    readings=(with_convention_3(CONVENTIONS_3_AND_5),),
)
