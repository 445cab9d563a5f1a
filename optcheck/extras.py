"""Optional packages: which extra brings them, and one line that says so where one is missing."""

from __future__ import annotations

from importlib.util import find_spec

from optcheck.errors import MissingExtra

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
