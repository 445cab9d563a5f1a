"""Statement: under Convention 6 with n - t - t eta <= 0, let sigma be an optimum with sigma_2+ different from sigma_t-.
Adding gamma to each active party's variance and taking eta gamma/(n - eta - t) from each non-active one, with gamma =
(2n - eta - t)/(n - eta - t) (sigma_t-^2 - sigma_2+^2), makes sigma_2+^2 and sigma_t-^2 equal, keeps feasibility and
does not raise the total.

Model: the form is gamma's factor. An instance names a party or a set outside a coalition; over all sorted optima that
meet the convention, the least new variance (or what it has beyond the requirements there) is the optimum of an explicit
program, and must not be negative. The total changes by gamma (n - t - t eta)/(n - eta - t), which is not positive.

Corners: zeros, ties, |U+| = n - t, n = t |U+| (the only sizes with optima at which sigma_2+ and sigma_t- differ).

Readings: that the two variances become equal is judged on its own. Setting sigma_2+^2 +
gamma equal to sigma_t-^2 - eta gamma/(n - eta - t) gives gamma = (n - eta - t)/(n - t) (sigma_t-^2 - sigma_2+^2). With
two of four parties active, requirements 0, 0 and 1, 1 and variances 0, 0 and 1, 1 the printed gamma is 5, and the
non-active variances become -4. The lemma itself survives (tpmdp/lem-13-1).
"""

from optcheck.claims import *
from optcheck.claims.claim import number_of
from optcheck.lp.program import LinearProgram
from optcheck.lp.solve import solve
from proofs_numeric.tpmdp._parties import CONVENTION_6, Ranked, X, at_optima, in_order_by_group, low_second

RIGHT = "γ = (n−η−t)/(n−t)·(σ_t⁻² − σ_2⁺²)"


class Target(Ranked):
    """And a party, whose new variance is asked for, or a set outside a coalition."""

    outside: tuple[int, ...] = subset("n", least=1, symbol="Ā (from 0)")
    conditions = (
        "n <= t * u",
        CONVENTION_6,
        "len(outside) == 1 or len(outside) == n - t and any(i not in outside for i in range(u))",
    )


def as_printed(at: Target) -> Value:
    eta = at.u - 1
    return Fraction(2 * at.n - eta - at.t, at.n - eta - at.t)


def corrected(at: Target) -> Value:
    eta = at.u - 1
    return Fraction(at.n - eta - at.t, at.n - at.t)


def least_after(at: Target, factor: Value) -> LinearProgram:
    """The least sum of new variances on the set less what is required there, over all sorted optima."""
    share = Fraction(at.u - 1, at.n - at.u + 1 - at.t)
    gammas = sum(1 if j < at.u else -share for j in at.outside)  # how often gamma is added
    need = 0 if len(at.outside) == 1 else max(at.required[j] for j in at.outside)

    def beyond(at: Target, x: X) -> Value:
        gamma = factor * (x[at.u + at.t - 1] - x[1])
        return sum(x[j] for j in at.outside) + gammas * gamma - need

    return at_optima(at, "minimise", beyond, conventions)


def conventions(at: Target, x: X) -> tuple[Value, ...]:
    """3 and 5."""
    return (*in_order_by_group(at, x), *low_second(at, x))


FEASIBLE: Property[Target] = Property(
    name="minimum",
    holds=lambda _, fact: number_of(fact) >= 0,
    describe=lambda at, factor: {"linear-program": least_after(at, factor).instance()},
    certify=lambda at, factor: solve(least_after(at, factor)).certificate,
)


class Pair(Instance):
    """Sizes, and the variances of 2+ and t-."""

    u: int = integer(2, symbol="|U⁺|")
    t: int = integer(1)
    n: int = integer("u + t")
    low: Fraction = rational(at_least=0, symbol="σ_2⁺²")
    high: Fraction = rational(at_least="low", symbol="σ_t⁻²")


def printed_pair(at: Pair) -> Value:
    eta = at.u - 1
    gamma = Fraction(2 * at.n - eta - at.t, at.n - eta - at.t) * (at.high - at.low)
    return at.low + gamma, at.high - Fraction(eta, at.n - eta - at.t) * gamma


def corrected_pair(at: Pair) -> Value:
    eta = at.u - 1
    gamma = Fraction(at.n - eta - at.t, at.n - at.t) * (at.high - at.low)
    return at.low + gamma, at.high - Fraction(eta, at.n - eta - at.t) * gamma


def difference(at: Pair, both: Value) -> Value:
    return both[1] - both[0]


def nothing(at: Pair) -> Value:
    """The two become equal."""
    return 0 * at.n


CLAIM = Statement(
    "tpmdp/lem-13-construction",
    place="proof of Lemma 13",
    title="the printed gamma makes sigma_2+ equal sigma_t- and keeps feasibility",
    domain=Target,
    truth=FEASIBLE,
    asserts=satisfies("feasible"),
    printed=Form(as_printed, "γ = (2n−η−t)/(n−η−t)·(σ_t⁻² − σ_2⁺²)"),
    corrected=Form(corrected, RIGHT),
    impact=Impact.TEXT,
    argument="Every row of Eq. 12 keeps its value: with m = n - eta - t, those of U- change by -eta gamma/m + eta "
    "gamma - (m - 1) eta gamma/m = 0, and that of 1+ by as much. With the right factor the two variances meet; by "
    "Lemma 12 no variance of U- is below sigma_t-, so none becomes negative.",
    effort=Effort(instances=60, drawn=12, largest={"u": 3, "t": 3, "n": 6}),
    rests_on=("tpmdp/cor-1", "tpmdp/lem-12"),
    readings=(
        Reading(
            name="the two variances become equal",
            domain=Pair,
            truth=definition(nothing),
            asserts=equals,
            means=difference,
            printed=Form(printed_pair, "γ = (2n−η−t)/(n−η−t)·(σ_t⁻² − σ_2⁺²)"),
            corrected=Form(corrected_pair, RIGHT),
            effort=Effort(instances=60, drawn=20),
        ),
    ),
)
