"""The page of measurements says what the files of figures say."""

from __future__ import annotations

import csv
import re

from docs.__main__ import HERE

PAGE = " ".join((HERE / "measured.md").read_text(encoding="utf-8").split())
OURS = ("separated, proved", "compact, proved", "closed form", "closed form, proved")


def rows(name: str) -> list[dict[str, str]]:
    with (HERE / "figures" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_how_far_each_way_goes() -> None:
    reached = {row["contender"]: int(row["largest n solved at t = 0.5n"]) for row in rows("fig4-summary")}
    generic = [size for name, size in reached.items() if name not in OURS]
    assert f"the generic solvers end at {min(generic)} to {max(generic)} parties" in PAGE
    assert f"reaches {reached['separated, proved']} parties" in PAGE
    assert f"(2n + 1 rows) {reached['compact, proved']:,}," in PAGE


def test_how_long_the_closed_form_takes() -> None:
    seconds = {
        (row["contender"], int(row["n"])): float(row["seconds"])
        for row in rows("fig4")
        if row["threshold"] == "t = 0.5n" and row["status"] == "ok"
    }
    assert f"ten million parties in {seconds['closed form', 10**7]:.2g} seconds" in PAGE
    assert f"a million with a proof in {seconds['closed form, proved', 10**6]:.2g};" in PAGE


def test_how_the_times_of_table_1_grow() -> None:
    grown = {row["entry"]: row["times grow as"] for row in rows("table1") if row["quantity"].startswith("time")}
    exponents = [shown(text, 1) for text in grown.values()][:3]
    shares, own = [shown(text, 2) for text in grown.values()][3:5], shown(grown["Alg. 3 (corrected)"], 2)
    assert ", ".join(f"n^{value}" for value in exponents) + " |" in PAGE
    assert f"2^(bn), b = {', '.join(shares)} |" in PAGE
    assert f"n^{own} |" in PAGE


def shown(text: str, digits: int) -> str:
    """The fitted exponent and its interval, rounded."""
    exponent, low, high = (float(part) for part in re.findall(r"= (\S+) \[(\S+), (\S+)\]", text)[0])
    return f"{exponent:.{digits}f} [{low:.{digits}f}, {high:.{digits}f}]"
