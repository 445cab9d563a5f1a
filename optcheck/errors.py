"""Everything that optcheck raises on purpose, how its messages show values, and which extra brings a package.

::

    OptcheckError
    ├── InvalidInput            a value breaks a rule; the message names both (also a ValueError)
    │   ├── BeyondDoubles       a number exceeds the largest double where one is needed (also an OverflowError)
    │   └── ModelTooLarge       an explicit model would not fit; says how many rows and bytes
    ├── CertificateRejected     a proof does not prove what it says; names the place and the gap
    │   └── TooCostly           checking it would cost more than the limit; it may be right or wrong
    │       └── TooLarge        its file is longer than the caller allows; nothing of it was checked
    ├── SolverFailed            a solver gave no usable answer
    ├── NotCertified            no exact certificate could be recovered from a solver's answer
    └── MissingExtra            an optional package or data set is not installed; says how to get it
"""

from __future__ import annotations

import unicodedata
from fractions import Fraction
from importlib.util import find_spec

from optcheck.checker.errors import CertificateRejected, InvalidInput, OptcheckError, TooCostly, TooLarge

__all__ = [
    "BeyondDoubles", "CertificateRejected", "InvalidInput", "MissingExtra", "ModelTooLarge", "NotCertified",
    "OptcheckError", "SolverFailed", "TooCostly", "TooLarge", "shown", "steers",
]  # fmt: skip

_LONGEST_VALUE = 200  # characters of one value in a message
_MOST_BITS = 4000  # of a numerator or denominator that is written out
_STEERING = ("Cc", "Cs", "Zl", "Zp")  # control characters, halves of characters, line and paragraph separators
_TURNING = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)  # right-to-left and back


class BeyondDoubles(InvalidInput, OverflowError):
    """A number exceeds the largest double, 1.8e308, where a double is needed."""


class ModelTooLarge(InvalidInput):
    """An explicit model would not fit in memory."""


class SolverFailed(OptcheckError):
    """A solver stopped without a usable answer."""


class NotCertified(OptcheckError):
    """A solver answered, but no exact certificate confirms the answer."""


class MissingExtra(OptcheckError):
    """An optional package or data set is needed and not there."""


def shown(value: object) -> str:
    """A value as a message shows it.

    Python refuses to write integers of more than 4300 digits: a message with one in it would become another error.

    >>> shown(Fraction(3, 2)), shown("x"), shown(10**5000)
    ('3/2', "'x'", 'a number of about 5000 digits')
    """
    if type(value).__module__ == "numpy" and getattr(value, "ndim", 1) == 0:
        value = value.item()  # type: ignore[attr-defined]  # numpy's numbers, without importing numpy
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        bits = max(abs(value.numerator), value.denominator).bit_length()
        return str(value) if bits <= _MOST_BITS else f"a number of about {bits * 30103 // 100000} digits"
    try:
        text = " ".join(repr(value).split())
    except Exception:  # a list with such an integer in it, or a stranger's class
        return f"a {type(value).__name__} that cannot be shown"
    return text if len(text) <= _LONGEST_VALUE else f"{text[:_LONGEST_VALUE]}... ({len(text)} characters)"


def steers(character: str) -> bool:
    """Whether a character steers the terminal or reorders the line instead of being shown.

    >>> steers("\x1b"), steers("é")
    (True, False)
    """
    return character in _TURNING or unicodedata.category(character) in _STEERING


# --- Optional packages: which extra brings them, and one line that says so where one is missing ---


# As in pyproject.toml, by the names under which the packages are imported.
EXTRAS: dict[str, tuple[str, ...]] = {
    "audit": ("hypothesis", "jinja2", "latex2mathml", "latexify", "sympy"),
    "crypto": ("cryptography",),
    "dask": ("dask", "distributed"),
    "data": ("duckdb",),
    "excel": ("openpyxl",),
    "figures": ("matplotlib",),
    "mpc": ("mpyc",),
    "serve": ("tornado",),
    "solvers": ("clarabel", "cvxpy", "pulp", "scipy"),
    "training": ("sklearn", "threadpoolctl"),
}


def require(what: str, *packages: str) -> None:
    """Raise MissingExtra unless all of these packages are installed."""
    absent = [package for package in packages if find_spec(package) is None]
    if absent:
        raise _missing(what, absent)


def missing_extra(what: str, error: ModuleNotFoundError) -> Exception:
    """The failed import as MissingExtra, where the package belongs to an extra; otherwise the error itself."""
    package = (error.name or "").partition(".")[0]
    return _missing(what, [package]) if _extra_of(package) else error


def _missing(what: str, packages: list[str]) -> MissingExtra:
    extras = ",".join(sorted({_extra_of(package) for package in packages}))
    return MissingExtra(f"{what} needs {' and '.join(packages)}: pip install 'optcheck[{extras}]'")


def _extra_of(package: str) -> str:
    return next((extra for extra, packages in EXTRAS.items() if package in packages), "")
