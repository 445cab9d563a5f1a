"""Statement: under Convention 6 and with n - t - t eta > 0, an optimum of Eq. 6 that meets the convention has
sigma_2+^2 = 0.

Model: the form decides the condition at a point, the checker whether the point is an optimum.

Corners: t = 1, n = t |U+| + 1, |U+| = n - t, ties, zeros.

Readings: Convention 6 does not repeat Convention 3 (sorted variances), which does no harm here: an optimum is sorted,
except inside U- for t = 1 (Lemma 12), and sorting U- leaves sigma_2+ alone.
"""

from optcheck.claims import Argument, Claim, Form, Formula, Impact
from optcheck.claims.relations import implied_by
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._eq6 import OPTIMAL, Point
from proofs_numeric.tpmdp._points import FEW_ACTIVE_OPTIMA
from proofs_numeric.tpmdp._steps import FEW_ACTIVE, eta, n, shift_between_groups, t


def as_printed(point: Point) -> bool:
    return point.variances[1] == 0


def proof(argument: Argument, form: Formula[Point]) -> None:
    points = [Point(Instance((0, 0, 0), 1, (0, 1)), (1, second, 1)) for second in (0, 1)]
    argument.cases("the form asks for no noise of 2+", [form(points[0]), not form(points[1])])
    shift_between_groups(argument)
    argument.positive("backwards, onto U-, the shift lowers the total", (n - t - t * eta).subs(FEW_ACTIVE))
    argument.words(
        "Sort U-, which is unsorted only for t = 1 (Lemma 12): this keeps the total, feasibility (Lemma 8) and U+. By "
        "Lemma 12 all of 2+, 3+, ... have one variance, and 1+ no less, so the shift from U+ to U- is possible "
        "whenever sigma_2+ > 0; it keeps Eq. 12 and the conventions, and lowers the total."
    )


CLAIM = Claim(
    id="tpmdp/lem-13-2",
    place="Lemma 13, part 2",
    title="when n - t - t eta > 0, sigma_2+ vanishes at every optimum",
    domain=FEW_ACTIVE_OPTIMA,
    truth=OPTIMAL,
    asserts=implied_by,
    printed=Form(as_printed, "n − t − tη > 0, σ optimal ⇒ σ_2⁺² = 0"),
    impact=Impact.TEXT,
    proof=proof,
    rests_on=("tpmdp/cor-1", "tpmdp/lem-12", "tpmdp/lem-8"),
)
