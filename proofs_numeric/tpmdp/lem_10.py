"""Statement: let 2 <= |U+| <= n - t, requirements be sorted inside groups, and sigma_2+^2 <= sigma_t-^2. With E = {2+,
..., (eta+1)+, (t+1)-, ..., (n-eta-1)-}, variances are feasible for Eq. 6 if and only if sigma_j^2 + sum over E is at
least sigma_Gamma_j^2 for j = 1-, ..., t-, sigma_t-^2 + sum over E is at least sigma_Gamma_2+^2, and sigma_1+^2 + sum
over E - sigma_2+^2 + sigma_t-^2 is at least sigma_Gamma_1+^2.

Model: the form decides Eq. 10 at a point, the checker Eq. 6.

Corners: |U+| = n - t (E has no non-active party), t = 1, ties, zeros.

Readings: Convention 5 repeats Convention 4 (sorted requirements) but not Convention 3 (sorted variances). By the letter
the lemma is false: three parties, t = 1, requirements 0, 0 (active) and 2, variances 0, 1 and 1 satisfy Eq. 10, but the
coalition {2+} leaves 1 < 2 outside. The text restricts all variances to Convention 3 before; with it the lemma holds.
"""

from optcheck.claims import Argument, Claim, Form, Formula, Impact, Value
from optcheck.claims.relations import decides, provided
from proofs_numeric.tpmdp._eq6 import FEASIBLE, Point
from proofs_numeric.tpmdp._points import CONVENTION_5, CONVENTIONS_3_AND_5, is_sorted, shared, with_convention_3
from proofs_numeric.tpmdp._steps import a, b, eta, exact_rows, n, t

EQ_10 = "σ feasible ⇔ σ_j² + Σ_E ≥ σ_Γj² (j = 1⁻…t⁻), σ_t⁻² + Σ_E ≥ σ_Γ2⁺², σ_1⁺² + Σ_E − σ_2⁺² + σ_t⁻² ≥ σ_Γ1⁺²"


def as_printed(point: Point) -> bool:
    x, required, u = point.variances, point.instance.required, len(point.instance.active)
    last, rest = u + point.instance.threshold - 1, shared(point)
    rows = all(x[j] + rest >= required[j] for j in range(u, last + 1))
    return rows and x[last] + rest >= required[1] and x[0] + rest - x[1] + x[last] >= required[0]


def corrected(point: Point) -> Value:
    return is_sorted(point), as_printed(point)


def proof(argument: Argument, form: Formula[Point]) -> None:
    exact_rows(argument, "the form asks what Eq. 10 says, party by party", lambda point: form(point)[1], sides)
    argument.identity("E has n-t-1 members", eta + (n - eta - 1 - t), n - t - 1)
    argument.not_negative("as sigma_2+ <= sigma_t-, a set with fewer active parties costs no less", (a + b) - a)
    argument.words(
        "A set of n-t parties that misses an active one holds at most eta active ones, at the least 2+, 3+, ...; for "
        "each of 1-, ..., t- E completes it to the cheapest set, t- and E contain 2+ and all later parties, and with "
        "1+ in it 1+ takes the place of 2+; later parties of a group require no more."
    )


def sides(point: Point) -> Value:
    """The left sides of Eq. 10 by party; None where it has no row."""
    x, u, t = point.variances, len(point.instance.active), point.instance.threshold
    rest, last = shared(point), x[u + t - 1]
    own = (x[0] + rest - x[1] + last, last + rest, *[None] * (u - 2))
    return (*own, *(x[j] + rest if j < u + t else None for j in range(u, point.instance.n)))


CLAIM = Claim(
    id="tpmdp/lem-10",
    place="Lemma 10, Eq. 10",
    title="the constraints that decide feasibility under Convention 5",
    domain=CONVENTION_5,
    truth=FEASIBLE,
    asserts=decides,
    printed=Form(as_printed, EQ_10),
    corrected=Form(corrected, f"under Conventions 3 and 5: {EQ_10}", asserts=provided(decides)),
    impact=Impact.TEXT,
    proof=proof,
    readings=(with_convention_3(CONVENTIONS_3_AND_5),),
)
