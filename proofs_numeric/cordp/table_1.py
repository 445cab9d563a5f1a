"""Statement: six rates in n, the number u of dropouts, d and eps; delta is held fixed, its ln(1/delta) is not printed.

Model: Gaussian noise of the variance s that the budget needs, of the order 1/min(eps, eps^2) for fixed delta by
Proposition 2; so the errors over d s are compared with the rates over d/min(eps, eps^2). Independent noise (LDP) has
1/(n-u); noise drawn once for the responders' sum (SecAgg, as the paper describes it: as good as central privacy)
1/(n-u)^2; CorDP-DME the least error for t = n-u, c = 0 (cordp/eq-14).

Corners: u = 0 (first row), u = 1, u = n-1. The row with dropouts is read for u >= 1, as Corollary 2 has it: at u = 0
its CorDP-DME entry would be zero.

Readings: the rows on computation and collusion are claims of their own (cordp/table-1-computation, -collusion).
"""

from optcheck.claims import *


class Entry(Instance):
    """A column of the table, and the sizes."""

    column: str = choice("LDP", "SecAgg", "CorDP")
    n: int = integer(2)
    u: int = integer(0, "n - 1")


def as_printed(entry: Entry) -> Value:
    n, u = entry.n, entry.u
    if entry.column == "LDP":
        return Fraction(1, n - u)
    if entry.column == "SecAgg":
        return Fraction(1, (n - u) ** 2)
    return Fraction(1, n**2) if u == 0 else Fraction(u, n * (n - u))


def error(entry: Entry) -> Value:
    """The unbiased error over d s with t responders: their noises' variance over the square of their number."""
    n, u, t = entry.n, entry.u, entry.n - entry.u
    if entry.column == "LDP":
        return Fraction(t, t**2)
    if entry.column == "SecAgg":
        return Fraction(1, t**2)
    return (u * (n - 1) + t + 2 * surd(u * (n - 1) * t)) / Fraction(t * n**2)


CLAIM = Statement(
    "cordp/table-1",
    place="Table 1",
    title="orders of the error of LDP, SecAgg and CorDP-DME (Gaussian noise, δ fixed)",
    domain=Entry,
    truth=definition(error),
    asserts=order(1, 4),
    printed=Form(
        as_printed,
        "LDP O(d/((n−u)min{ε,ε²})), SecAgg O(d/((n−u)²min{ε,ε²})), CorDP-DME O(d/(n²min{ε,ε²})) for u "
        "= 0, O(du/(n(n−u)min{ε,ε²})) for u ≥ 1",
    ),
    argument=(
        "With more than t responders LDP's and SecAgg's errors are smaller. For CorDP-DME and u >= 1 the error is "
        "(x+y)²/(tn²), x² = u(n-1), y² = t; both squares are at most nu, and (x+y)² is at least x² + 2xy >= nu."
    ),
    rests_on=("cordp/eq-14", "cordp/prop-2"),
)
