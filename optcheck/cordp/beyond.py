"""Privacy and error of noise beyond its thresholds: more colluders or fewer responders than it was made for.

With j colluders an honest report keeps (v + (j-1) r)(v + (n-1) r)/(v + (n-2) r), which falls by the same amount with
every colluder; of noise made for c it keeps at least the share (n-j)/(n-c) of what it keeps against c. The error of the
plain mean of f responders, j of them colluding, is d (v + (f-1) r)/(f-j), the colluders' terms taken out. Both are
exact for the numbers given (floats are the binary fractions that they are).
"""

from __future__ import annotations

from fractions import Fraction

from optcheck.cordp.sizes import LARGEST
from optcheck.errors import InvalidInput, shown
from optcheck.exact.inputs import whole_number
from optcheck.exact.numbers import Exact, exact


def kept_variance(n: int, colluders: int, variance: Exact, covariance: Exact) -> Fraction:
    """The variance that an honest report keeps given all that the server sees, against any number of colluders.

    >>> [str(kept_variance(4, colluders, Fraction(4, 3), Fraction(-2, 9))) for colluders in (0, 1, 2, 3)]
    ['7/6', '1', '5/6', '2/3']
    """
    users = whole_number(n, "n", 1, LARGEST)
    told = whole_number(colluders, "colluders", 0, users - 1)
    v, r = _pair(users, variance, covariance)
    if users - told == 1:
        return v + (users - 1) * r
    return (v + (told - 1) * r) * (v + (users - 1) * r) / (v + (users - 2) * r)


def error_with(n: int, responders: int, colluders: int, variance: Exact, covariance: Exact, d: int = 1) -> Fraction:
    """The mean squared error of the plain mean with so many responders, of whom so many collude.

    >>> [str(error_with(4, responders, 1, Fraction(4, 3), Fraction(-2, 9))) for responders in (4, 3, 2)]
    ['2/9', '4/9', '10/9']
    """
    users = whole_number(n, "n", 1, LARGEST)
    answering = whole_number(responders, "responders", 1, users)
    told = whole_number(colluders, "colluders", 0, answering - 1)
    v, r = _pair(users, variance, covariance)
    return whole_number(d, "d", 1, LARGEST) * (v + (answering - 1) * r) / (answering - told)


def _pair(users: int, variance: Exact, covariance: Exact) -> tuple[Fraction, Fraction]:
    """The two as fractions: noise that pairwise seeds can make, every user with some of its own."""
    v, r = Fraction(exact(variance, "variance")), Fraction(exact(covariance, "covariance"))
    if r > 0 or v <= 0 or v + (users - 1) * r <= 0:
        rule = "variance > 0 >= covariance and variance + (n-1) covariance > 0"
        raise InvalidInput(
            f"the noise must have {rule}, got variance {shown(variance)}, covariance {shown(covariance)}"
        )
    return v, r
