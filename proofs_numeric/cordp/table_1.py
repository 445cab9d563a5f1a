"""Statement: six rates in n, the number u of dropouts, d and eps; delta is held fixed, its ln(1/delta) is not printed.

Model: Gaussian noise of the variance s that the budget needs, of the order 1/min(eps, eps^2) for fixed delta by
Proposition 2; so the errors over d s are compared with the rates over d/min(eps, eps^2). Independent noise (LDP) has
1/(n-u); noise drawn once for the responders' sum (SecAgg, as the paper describes it: as good as central privacy)
1/(n-u)^2; CorDP-DME the least error for t = n-u, c = 0.

Corners: u = 0 (first row), u = 1, u = n-1, n = 10^6. The row with dropouts is read for u >= 1, as Corollary 2 has it:
at u = 0 its CorDP-DME entry would be zero.

Readings: the rows on computation and collusion are claims of their own (cordp/table-1-computation, -collusion).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Value
from optcheck.claims.relations import order as within
from optcheck.cordp.closed_form import least_effective_variance
from proofs_numeric.cordp import _steps as steps
from proofs_numeric.cordp.cor_2 import band, prove_square


@dataclass(frozen=True, slots=True)
class Entry:
    """A column of the table, and the sizes."""

    n: int
    u: int
    column: str


def as_printed(entry: Entry) -> Value:
    n, u, one = entry.n, entry.u, Fraction(1)
    if entry.column == "LDP":
        return one / (n - u)
    if entry.column == "SecAgg":
        return one / (n - u) ** 2
    return one / n**2 if u == 0 else one / (n * (n - u)) * u


def error(entry: Entry) -> Value:
    """The unbiased error over d s."""
    t = entry.n - entry.u
    if entry.column == "CorDP":
        return least_effective_variance(entry.n, t, 0) / t
    return Fraction(1, t) if entry.column == "LDP" else Fraction(1, t**2)


def proof(argument: Argument, form: Formula[Entry]) -> None:
    m, k, s, t, w = steps.m, steps.k, steps.s, steps.t, steps.w
    f, g = steps.v, m - k
    argument.identity("LDP: f >= t responders with noise s each", f * s / f**2 * t, s * t / f)
    argument.identity("SecAgg: f >= t responders with noise s/t each", (f * s / t) / f**2 * t**2, s * t / f)
    argument.words("Both are largest at f = t.")
    argument.identity("LDP", form(Entry(m, g, "LDP")), 1 / k)
    argument.identity("SecAgg", form(Entry(m, g, "SecAgg")), 1 / k**2)
    whole = steps.LEAST.subs({k: m, w: 0}) / (m * s)
    argument.identity("CorDP-DME without dropouts", form(Entry(m, 0, "CorDP")), whole)
    argument.identity("with dropouts the rate is n g/(t n²)", form(Entry(m, g, "CorDP")), m * g / (k * m**2))
    prove_square(argument)
    band(argument)


def grid() -> Iterator[Entry]:
    sizes = ((2, 0), (2, 1), (10, 0), (10, 3), (10, 9), (10**6, 0), (10**6, 1), (10**6, 10**5), (10**6, 10**6 - 1))
    return (Entry(n, u, column) for n, u in sizes for column in ("LDP", "SecAgg", "CorDP"))


CLAIM = Claim(
    id="cordp/table-1",
    place="Table 1",
    title="orders of the error of LDP, SecAgg and CorDP-DME (Gaussian noise, δ fixed)",
    domain=Domain(
        "nine pairs (n, u) up to n = 10^6, three columns", grid, lambda entry: (entry.n, entry.u, entry.column)
    ),
    truth=Definition(error),
    asserts=within(1, 4),
    printed=Form(
        as_printed,
        "LDP O(d/((n−u)min{ε,ε²})), SecAgg O(d/((n−u)²min{ε,ε²})), CorDP-DME O(d/(n²min{ε,ε²})) for u "
        "= 0, O(du/(n(n−u)min{ε,ε²})) for u ≥ 1",
    ),
    proof=proof,
    rests_on=("cordp/eq-14", "cordp/prop-2"),
)
