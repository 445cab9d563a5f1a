"""Statement: an optimum of Eq. 6 that meets Convention 6 has (1) sigma_t-^2 = ... = sigma_(n-eta-1)-^2 if t >= 2, (2)
sigma_2+^2 = ... = sigma_(eta+1)+^2, and (3) for j < t, a tight row of j- wherever sigma_j-^2 > sigma_(j+1)-^2.

Model: the form decides the three conditions at a point, the checker whether the point is an optimum: the conditions
must hold wherever it is one.

Corners: Subcases 3 and 4, n = t |U+| (where there are many optima), sigma_2+ = sigma_t-, t = 1 and 2, ties, zeros.

Readings: Convention 6 does not repeat Convention 3 (sorted variances; see Lemma 10). Here that does no harm: an optimum
that meets Convention 6 is sorted for t >= 2; for t = 1 it is sorted inside U+, and of U- nothing is stated (there with
requirements 3, 3 of the active parties and 3, 2 of the others the variances 0, 0 and 0, 3 are optimal). The paper
leaves the proof out; the argument here also treats sigma_2+ = sigma_t-, where lowering sigma_t- alone would leave the
convention.
"""

from optcheck.claims import Argument, Claim, Form, Formula, Impact
from optcheck.claims.relations import implied_by
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._eq6 import OPTIMAL, Point
from proofs_numeric.tpmdp._points import OPTIMA_UNDER_6, shared
from proofs_numeric.tpmdp._steps import a, c, eta, t


def as_printed(point: Point) -> bool:
    x, required, t = point.variances, point.instance.required, point.instance.threshold
    u, rest = len(point.instance.active), shared(point)
    level = t < 2 or len(set(x[u + t - 1 :])) == 1
    even = len(set(x[1:u])) == 1
    drops = (j for j in range(u, u + t - 1) if x[j] > x[j + 1])
    return level and even and all(x[j] + rest == required[j] for j in drops)


def proof(argument: Argument, form: Formula[Point]) -> None:
    bind(argument, form)
    argument.identity("(1) lower 1-..t- by gamma, raise a later rank by gamma: no row of U- changes", -1 + 1, 0)
    argument.positive("and the total falls by (t-1) gamma", (t - 1).subs(t, 2 + a))
    row, total = -1 - eta + (eta + 1), -t - (eta + 1) + (eta + 1)
    argument.identity("(1) at sigma_2+ = sigma_t-: lower 1-..t- and U+, raise a later rank |U+| times: rows", row, 0)
    argument.identity("the row of 1+ keeps its value, for 1+ and 2+ fall alike", -1 - eta + 1 - 1 + (eta + 1), 0)
    argument.positive("and the total falls by t gamma", -total.subs(t, 2 + a))
    argument.identity("(2) level 2+ and later: lower 1+ and 2+ by gamma, raise 3+ by gamma: rows of U-", -1 + 1, 0)
    argument.identity("the row of 1+ keeps its value", -1 + (-1 + 1) - (-1), 0)
    argument.positive("and the total falls by gamma", (2 - 1) + 0 * c)
    argument.words(
        "Eq. 12 decides feasibility (Corollary 1). Were (1) or (2) violated, level the ranks named first, which "
        "changes no row and leaves room for a small gamma; were (3) violated, j- alone could add less, for it is in "
        "its own row only. Every move keeps the conventions and lowers the total. That was for sorted optima. Any "
        "optimum x becomes a sorted one, y, inside its groups (Lemma 8). In y the ranks of U- up to a drop before t- "
        "have tight rows, and 1+ has one if it has more than 2+. A party of these ranks to which x gives less than y "
        "does would miss its row, so x has y's values there; the later ones are level in U+, and for t >= 2 in U-. So "
        "x is y, except inside U- for t = 1, of which (1) and (3) state nothing. And y meets Convention 6: if y gave "
        "2+ more than t-, it would be an optimum with everyone active (Lemma 9); there at most t parties have more "
        "than the least variance (Lemmas 4 and 6), by the same rows the strictest ones, ties in whatever order; but "
        "1-, ..., t- are no less strict than 2+."
    )


def bind(argument: Argument, form: Formula[Point]) -> None:
    """What the form asks, at points of two and three active parties."""
    said = {
        ((0, 0, 5, 5, 3), 2, 2): False, ((0, 0, 5, 5, 5), 2, 2): True, ((0, 0, 5, 5, 3), 1, 2): True,
        ((4, 2, 1, 5, 5), 2, 3): False, ((4, 2, 2, 5, 5), 2, 3): True, ((2, 1, 1, 1, 1), 1, 4): True,
        ((0, 0, 3, 2, 2), 2, 2): False,
    }  # fmt: skip
    found = [form(Point(Instance((0,) * 5, t, tuple(range(u))), x)) is holds for (x, t, u), holds in said.items()]
    tight = Instance((0, 0, 5, 0, 0), 2, (0, 1))
    found.append(form(Point(tight, (0, 0, 3, 2, 2))))
    argument.cases("the form asks for level ranks from t- and from 2+ on, and for tight rows at drops", found)


CLAIM = Claim(
    id="tpmdp/lem-12",
    place="Lemma 12",
    title="necessary conditions of an optimum under Convention 6",
    domain=OPTIMA_UNDER_6,
    truth=OPTIMAL,
    asserts=implied_by,
    printed=Form(
        as_printed,
        "t ≥ 2: σ_t⁻² = … = σ_(n−η−1)⁻²;  σ_2⁺² = … = σ_(η+1)⁺²;  j < t, σ_j⁻² > σ_(j+1)⁻² ⇒ σ_j⁻² + Σ_E σ_i² = σ_Γj⁻²",
    ),
    impact=Impact.TEXT,
    proof=proof,
    rests_on=("tpmdp/cor-1", "tpmdp/lem-4", "tpmdp/lem-6-1", "tpmdp/lem-6-2", "tpmdp/lem-8", "tpmdp/lem-9"),
)
