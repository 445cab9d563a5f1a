"""Statement: Lemmas 10 to 12 and Corollary 1 speak of variances under Convention 5 (Convention 6 adds to it), and their
proofs use that the variances of a group do not increase: that Convention 3 is still in force.

Model: a convention asserts nothing by itself; what is looked at is what the lemmas need of it. An instance carries a
point under Convention 5: sorted requirements (Convention 4), 2 <= |U+| <= n - t and sigma_2+ <= sigma_t-; and under
Convention 3, to which the text has restricted all variances before. The form says how many neighbours of a group are
out of order: none.

Corners: |U+| = n - t, t = 1, ties, zeros.

Readings: Convention 5 repeats Convention 4 but not Convention 3. By the letter a point under it need not be sorted.
This is counted once, at Lemma 10, the first that is false without it; Lemma 11 and Corollary 1 have it as a reading.
For Lemmas 12 to 14 it does not matter: what they state holds at every optimum under Convention 6, sorted or not (for t
= 1 some are not sorted inside U-: requirements 3, 3 and 3, 2, variances 0, 0 and 0, 3), but for Lemma 14 at t = 1,
which is false anyway.
"""

from optcheck.claims import *
from proofs_numeric.tpmdp._parties import CONVENTION_5, IN_ORDER, Point


def as_printed(point: Point) -> Value:
    return 0 * point.n


def out_of_order(point: Point) -> Value:
    """Neighbours of a group of which the later one has the larger variance."""
    x, y = point.x_plus, point.x_minus
    rising_plus = sum(1 for i in range(len(x) - 1) if x[i + 1] > x[i])
    return rising_plus + sum(1 for i in range(len(y) - 1) if y[i + 1] > y[i])


CLAIM = Statement(
    "tpmdp/convention-5",
    place="Conventions 3 to 6",
    title="what Lemmas 10 to 12 and Corollary 1 need and what Convention 5 says",
    domain=Point.where(CONVENTION_5, *IN_ORDER),
    truth=definition(out_of_order),
    asserts=equals,
    printed=Form(as_printed, "Conventions 3 to 5: groups are sorted, 2 ≤ |U⁺| ≤ n−t, σ_2⁺² ≤ σ_t⁻²"),
    impact=Impact.TEXT,
    argument="With Convention 3 no neighbour is out of order, whatever the sizes.",
    effort=Effort(instances=100, drawn=30, largest={"u": 3, "t": 3, "n": 6}),
    readings=(
        Reading(
            name="Convention 5 by its letter, which does not name Convention 3",
            domain=Point.where(CONVENTION_5),
            printed=Form(
                as_printed, "Convention 5: Convention 4 holds, 2 ≤ |U⁺| ≤ n−t, σ_2⁺² ≤ σ_t⁻² (so groups are sorted)"
            ),
            expected=Outcome.REFUTED,
        ),
    ),
)
