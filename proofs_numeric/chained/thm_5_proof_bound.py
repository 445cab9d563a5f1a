"""Statement: the total cost under BAS is less than max beta / min beta times the least total cost.

Model: positive preferences, given by their roots, not all equal (BAS cannot run on equal ones; there the ratio and the
price of anarchy are both 1). Cubes are compared, which are rational.

Corners: nearly equal preferences, one user far above the others.

Readings: it holds although the proof writes beta for alpha. The bound is far from tight (see chained/thm-5-bound).
"""

from optcheck.claims import *

Roots = tuple[Fraction, ...]


class Unequal(Instance):
    """The roots of the users' preferences, which are not all equal."""

    roots: Roots = row(rational(above=0), least=2, symbol="√β")
    conditions = ("min(roots) < max(roots)",)


def as_printed(users: Unequal) -> Value:
    return 1, (largest(users.roots) / smallest(users.roots)) ** 2


def cubes(users: Unequal, bounds: Value) -> Value:
    """The cubes of both bounds."""
    return tuple(power(bound, 3) for bound in bounds)


def cubed_price(roots: Roots) -> Value:
    """The cube of what all users pay under BAS (Eq. 14 at (max beta, 0, ..., 0)) over the least total cost.

    With A the sum of the beta^(3/2), that is 3 K T at the optimal noise T = (A/K)^(2/3) (chained/thm-5-optimum).
    """
    top, weight = max(roots), sum(root**3 for root in roots)
    paid = sum(top**2 + 2 * root**3 / top for root in roots)
    return paid**3 / (27 * len(roots) * weight**2)


def price(users: Unequal) -> Value:
    return cubed_price(users.roots)


CLAIM = Statement(
    "chained/thm-5-proof-bound",
    place="proof of Theorem 5",
    title="the bound that the proof arrives at",
    domain=Unequal,
    truth=definition(price),
    means=cubes,
    asserts=between(strictly_above=True, strictly_below=True),
    printed=Form(as_printed, "1 < PoA < max β / min β"),
    argument=(
        "With z³ the mean of β^(3/2) over its maximum the price is (1 + 2z³)/(3z²), whose derivative −2(1 − z³)/(3z³) "
        "is negative up to z = 1, where the price is 1. Every β is at least the minimum, so z² ≥ min/max, and there "
        "the price is below max/min."
    ),
    rests_on=("chained/thm-5-optimum",),
)
