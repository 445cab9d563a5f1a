"""docs/measured.md and the tables of the README, written from the ledgers of a run."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks.isolation import Ledger, Result

__all__ = ["page", "readme_section", "write_page"]

_MARKED = re.compile(r"(<!-- measured -->\n).*?(<!-- end of measured -->)", re.DOTALL)
LABELS = {
    "optcheck": "optcheck: build, solve, recover in fractions, check",
    "HiGHS, bulk": "optcheck with HiGHS, built in bulk",
    "HiGHS, bulk, presolve": "HiGHS with presolve",
    "HiGHS, interior point": "HiGHS, interior point with crossover",
    "cvxpy, matrix": "cvxpy, one matrix constraint",
    "PuLP, HiGHS": "PuLP with HiGHS",
    "PuLP, CBC": "PuLP with CBC",
    "cvxpy, rows": "cvxpy, one constraint for each row",
    "scipy": "scipy, a sparse matrix",
    "Gurobi, no licence": "Gurobi, no licence: up to 2,000 rows",
    "classical formula": "the classical formula, at any ε",
}
README = """\
Version {version}, one machine; times are multiples of optcheck's ([all of it](docs/measured.md),
[how](docs/benchmarks.md)). `optcheck bench --quick` measures on yours, in two minutes."""
README_PROGRAM = """\
This program has 48,620 rows in 18 columns. On small programs from files QSopt_ex is faster."""
HEAD = """\
# What was measured

Version {version}, on one machine with two cores, written by `make measured`. Compare ratios, not seconds.{busy}
`optcheck reproduce fig4 table1 signature --out DIR` measures again, within ten minutes each, in two with `--quick`; an
interrupted run goes on where it stopped. With `--from docs/figures` it only draws, from the times that are kept there
(`*-raw.jsonl`). [Benchmarks and figures](benchmarks.md) says how, and has linear programs from files and lists of
parties larger than memory. [Property tests](properties.md) lists what is held against what on random instances."""
PROGRAM = """\
The noise of 18 parties, 9 of whom may collude: 48,620 rows, one for each way to collude. Times are multiples of the
first line."""
FIGURE = """\
## Noise for many parties (Fig. 4 of TPMDP)

![Fig. 4 of TPMDP as measured here](figures/fig4.png)

*The paper's range above, the larger one below; everybody is active. {sentence}*

For a paper: [PDF](figures/fig4.pdf), [SVG](figures/fig4.svg); three programs with one optimum:
[PDF](figures/fig4-forms.pdf); all contenders: [PDF](figures/fig4-contenders.pdf); time against t:
[PDF](figures/fig4-independence.pdf). [What the paper says about its figure](figures/fig4-statements.md), sentence by
sentence, with the measured ratios; comparisons too close to call are left open.

Eq. 6 is meant as it is printed: a row for every coalition and every party outside it. Two shorter programs have the
same optimum. With n parties, t colluders, a active parties and C = C(n, t) − C(n − a, t) coalitions:

| program | rows | columns | nonzeros |
|---|---|---|---|
| as printed | C (n − t) | n | C (n − t)² |
| deduplicated: the strictest party outside each coalition | C | n | C (n − t) |
| compact: no coalitions | 2n + 1 | 2n + 3 | 7n + a + 3 |

| everybody active | as printed: rows, nonzeros | deduplicated | compact |
|---|---|---|---|"""
REACH = """\
As printed the generic solvers end at {least} to {most} parties when half of them may collude, and HiGHS on the
deduplicated program at {short}. A program whose rows are added on demand reaches {demand} parties, the compact one
{compact:,} (it was not tried beyond), both with a proof. The closed form plans ten million parties in {seconds:.2g}
seconds.

![rows and times of the three programs](figures/fig4-forms.png)

*Three programs with one optimum, and HiGHS on each. {self_made}*

![all contenders](figures/fig4-contenders.png)

*All contenders at t = 0.5n, everybody active: generic solvers on Eq. 6 as printed (solid), shorter programs (dashed),
Alg. 3 (dotted, hollow). A cross is a limit.*

| contender | program | mean time (s) | solved | largest n at t = 0.5n |
|---|---|---|---|---|"""
INDEPENDENCE = """\
Means are shifted geometric means (shift 10 ms, failures at the limit) over t = 2 and t = 0.5n with n up to 24; the
last column is about all sizes that were tried. Alg. 3 gives all parties' variances, line by line it gives one party's,
as each party runs it for itself.

![the slowest threshold over the fastest](figures/fig4-independence.png)

*Whether Alg. 3's time depends on t: the slowest threshold over the fastest, in paired rounds, with intervals that hold
for all pairs together. {verdict}. {measured}.*"""
TABLE = """\
## Table I of TPMDP

![Table I as counted and measured here](figures/table1.png)

*{sentence}*

| entry | quantity | printed order | counted / order, at the largest n | counts grow as | measured |
|---|---|---|---|---|---|"""
TABLE_NOTES = """\
n is the number of parties, t how many may collude, p = t/n, and H the entropy. The orders are right; the caption's
formula for H lacks its minus sign. In brackets: 95 % intervals of fitted exponents.
[Every sentence](figures/table1-statements.md); the picture as [PDF](figures/table1.pdf), [SVG](figures/table1.svg); the
table as [LaTeX](figures/table1.tex). Every number is in a CSV file in `docs/figures`."""
SIGNATURE = """\
## The signature program of Kairouz et al.

![what a grid without corners loses](figures/signature.png)

*Marks: the program on the grid, solved exactly; lines: the closed form. {sentence}*

XOR of 3 bits at λ = 6, average accuracy, on ever finer grids without corners (seconds):
"""
SIGNATURE_PICTURES = """\
![sizes and times](figures/signature-times.png)

*Time against the size of the program, and against the number of parties.*

![column generation](figures/signature-columns.png)

*Column generation from a grid of 6 points for each party to the optimum: in every round both bounds are certified.*

[Every sentence](figures/signature-statements.md); [values](figures/signature.csv),
[bounds](figures/signature-columns.csv), [times](figures/signature-times.csv); the mathematics is in [Randomised
response](kairouz.md)."""
CALIBRATION = """\
## Calibration of the Gaussian mechanism

How much noise does a budget (ε, δ) need? Ninety budgets, from very strict to very loose, and the noise that each
package gives. It has too little noise if the δ that is really kept exceeds the one that was asked for, by however
little.
"""


def write_page(root: Path) -> None:
    """Write the page, and the part of the README between its marks."""
    (root / "docs" / "measured.md").write_text(page(root / "docs" / "figures"), encoding="utf-8")
    readme = root / "README.md"
    section = readme_section(root / "docs" / "figures")
    text = _MARKED.sub(lambda match: f"{match[1]}{section}{match[2]}", readme.read_text(encoding="utf-8"))
    readme.write_text(text, encoding="utf-8")


def readme_section(figures: Path) -> str:
    """What the README repeats: who needs how long, and who calibrates with too little noise."""
    programs, calibrations = Ledger.read(figures / "programs-raw.jsonl"), Ledger.read(figures / "calibration-raw.jsonl")
    exact, _ = _race(programs, "exact", memory=False)
    cells, _ = _cells(calibrations)
    short = [line for line in cells if "classical" not in line]
    return "\n".join(
        [
            README.format(version=programs.run["version"]),
            "",
            *exact,
            "",
            README_PROGRAM,
            "",
            *short,
            "",
        ]
    )


def page(figures: Path) -> str:
    """The whole page."""
    programs = Ledger.read(figures / "programs-raw.jsonl")
    parts = (
        _head(programs, figures),
        _programs(programs),
        _fig4(figures),
        _table1(figures),
        _signature(figures),
        _calibrations(Ledger.read(figures / "calibration-raw.jsonl")),
    )
    return "\n".join(line for part in parts for line in (*part, "")).rstrip() + "\n"


def _head(programs: Ledger, figures: Path) -> list[str]:
    names = ("programs", "calibration", "fig4", "table1", "signature")
    ledgers = [Ledger.read(figures / f"{name}-raw.jsonl") for name in names]
    versions = sorted({str(ledger.run["version"]) for ledger in ledgers})
    warnings = [name for name, ledger in zip(names, ledgers, strict=True) if ledger.results["machine"].message]
    busy = (
        f" The machine had other work during {', '.join(warnings)}: times there are upper bounds." if warnings else ""
    )
    return [HEAD.format(version=" and ".join(versions), busy=busy)]


def _programs(ledger: Ledger) -> list[str]:
    exact, no_exact = _race(ledger, "exact", memory=False)
    floats, no_floats = _race(ledger, "float", memory=True)
    shares = {
        key.split("; ")[1]: r for key, r in ledger.results.items() if key.startswith("recovery; ") and r.status == "ok"
    }
    numbers = ", ".join(f"{float(result.value):.2g}" for result in shares.values())
    return [
        "## One linear program, exactly and in floats",
        "",
        PROGRAM,
        "",
        *exact,
        "",
        f"The others give no proof that a separate program can check.{_gone(no_exact)}",
        "",
        *floats,
        "",
        f"Recovering and checking the exact optimum takes {numbers} of the float solve at {', '.join(shares)} parties."
        + _gone(no_floats),
    ]


def _gone(names: Sequence[str]) -> str:
    return f" Not measured here: {', '.join(names)}." if names else ""


def _race(ledger: Ledger, kind: str, memory: bool) -> tuple[list[str], list[str]]:
    """A table of multiples of the first contender's time, fastest first after it, and who is not in it."""
    mine = {key.removeprefix(f"{kind}; "): r for key, r in ledger.results.items() if key.startswith(f"{kind}; ")}
    first = next(iter(mine))
    unit = mine[first].seconds
    ran = {name: result for name, result in mine.items() if result.status in ("ok", "time")}
    order = sorted(ran, key=lambda name: (name != first, ran[name].seconds))
    head = (
        ("exact optimum (optcheck's with a proof to recheck)", "time")
        if kind == "exact"
        else ("optimum in floats", "time", "peak memory")
    )
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    for name in order:
        result = ran[name]
        cells = [LABELS.get(name, name), _multiple(result, unit)]
        if memory:
            cells.append(f"{result.megabytes:.0f} MB" if result.status == "ok" else "")
        lines.append(f"| {' | '.join(cells)} |")
    return lines, [LABELS.get(name, name) for name in mine if name not in ran]


def _multiple(result: Result, unit: float) -> str:
    ratio = result.seconds / unit
    text = f"{ratio:.0f}" if ratio >= 9.95 else f"{ratio:.2g}"
    return text if result.status == "ok" else f"over {text}"


def _fig4(figures: Path) -> list[str]:
    rows = {row["contender"]: row for row in _rows(figures / "fig4-summary.csv")}
    reached = {name: int(row["largest n solved at t = 0.5n"] or 0) for name, row in rows.items()}
    generic = [size for name, size in reached.items() if rows[name]["program"] == "as printed" and size]
    seconds = {
        int(row["n"]): float(row["seconds"])
        for row in _rows(figures / "fig4.csv")
        if row["contender"] == "Alg. 3" and row["threshold"] == "t = 0.5n" and row["status"] == "ok"
    }
    sizes = [row for row in _rows(figures / "fig4-sizes.csv") if row["active"] == "everybody"]
    chosen = [row for row in sizes if row["t"] in ("t = 1", "t = 3", "t = 0.5n") and row["n"] in ("15", "24")]
    return [
        FIGURE.format(sentence=_sentence(figures, "fig4")),
        *map(_size_line, chosen),
        "",
        REACH.format(
            least=min(generic),
            most=max(generic),
            short=reached["HiGHS, deduplicated"],
            demand=reached["rows on demand, proved"],
            compact=reached["compact, proved"],
            seconds=seconds.get(10**7, 0),
            self_made=_note(figures, "table1", "All of the exponential"),
        ),
        *map(_contender_line, rows.values()),
        "",
        INDEPENDENCE.format(**_constant_in_t(figures)),
    ]


def _contender_line(row: dict[str, str]) -> str:
    name = LABELS.get(row["contender"], row["contender"])
    mean = next(value for title, value in row.items() if title.startswith("shifted geometric mean"))
    if mean == "not installed":
        return f"| {name} | {row['program']} | not installed | | |"
    cells = (
        f"{float(mean):.2g}",
        f"{row['solved']} of {row['of']}",
        f"{int(row['largest n solved at t = 0.5n'] or 0):,}",
    )
    return f"| {name} | {row['program']} | {' | '.join(cells)} |"


def _constant_in_t(figures: Path) -> dict[str, str]:
    """The verdict on Alg. 3's independence of t, and what was measured."""
    mine = [row for row in _rows(figures / "fig4-statements.csv") if "constant in t" in row["statement"]]
    return {"verdict": mine[0]["verdict"].capitalize(), "measured": "; ".join(_comparison(row) for row in mine)}


def _comparison(row: dict[str, str]) -> str:
    return f"{row['comparison']}: {row['measured']} ({row['held']}/{row['of']})"


def _size_line(row: dict[str, str]) -> str:
    printed = f"{int(row['as printed: rows']):,}, {int(row['as printed: nonzeros']):,}"
    short = f"{int(row['deduplicated: rows']):,}, {int(row['deduplicated: nonzeros']):,}"
    return f"| {row['t']}, n = {row['n']} | {printed} | {short} | {row['compact: rows']}, {row['compact: nonzeros']} |"


def _sentence(figures: Path, name: str) -> str:
    """How many of the paper's sentences are reproduced, and which are not."""
    verdicts = {row["statement"]: row["verdict"] for row in _rows(figures / f"{name}-statements.csv")}
    good = [text for text, verdict in verdicts.items() if verdict == "reproduced"]
    others = [f"{verdict}: {text}" for text, verdict in verdicts.items() if verdict != "reproduced"]
    rest = f" The others: {'; '.join(others)}." if others else ""
    return f"Of {len(verdicts)} sentences about it {len(good)} are reproduced.{rest}"


def _note(figures: Path, name: str, begins: str) -> str:
    text = (figures / f"{name}-statements.md").read_text(encoding="utf-8")
    found = re.search(rf"{begins}.*?(?=( The machine was)?$)", text, re.MULTILINE)
    return found[0].partition(" The machine was")[0] if found else ""


def _table1(figures: Path) -> list[str]:
    rows = _rows(figures / "table1.csv")
    shown = ("entry", "quantity", "printed order", "last", "counts grow as", "measured as")
    lines = [f"| {' | '.join(_digits(row[name]) if name == 'last' else row[name] for name in shown)} |" for row in rows]
    return [TABLE.format(sentence=_sentence(figures, "table1")), *lines, "", TABLE_NOTES]


def _digits(text: str) -> str:
    return f"{float(text):.3g}" if text else ""


def _signature(figures: Path) -> list[str]:
    times = _rows(figures / "signature-times.csv")
    sentence = _sentence(figures, "signature")
    return [SIGNATURE.format(sentence=sentence), *_time_table(times), "", SIGNATURE_PICTURES]


def _time_table(times: Iterable[dict[str, str]]) -> list[str]:
    mine = [row for row in times if row["criterion"] == "average" and row["k"] == "3"]
    names = list(dict.fromkeys(row["way"] for row in mine))
    columns = sorted({int(row["columns of the whole grid"]) for row in mine})
    cells = {(row["way"], int(row["columns of the whole grid"])): row["seconds"] for row in mine}
    lines = [f"| columns | {' | '.join(f'{count:,}' for count in columns)} |", "|" + "---|" * (len(columns) + 1)]
    for name in names:
        shown = [_digits_of_time(cells.get((name, count), "")) for count in columns]
        lines.append(f"| {name} | {' | '.join(shown)} |")
    return lines


def _digits_of_time(text: str) -> str:
    return f"{float(text):.2g}" if text else "over the limit"


def _calibrations(ledger: Ledger) -> list[str]:
    lines, gone = _cells(ledger)
    return [CALIBRATION, *lines, *(["", _gone(gone).strip()] if gone else [])]


def _cells(ledger: Ledger) -> tuple[list[str], list[str]]:
    names = list(dict.fromkeys(key.split("; ")[1] for key in ledger.results if "; " in key))
    unit = ledger.results["time; optcheck"].seconds
    lines = [
        "| calibration | cells of 90 with too little noise | of these, δ more than twice as large | time |",
        "|---|---|---|---|",
    ]
    gone = []
    for name in sorted(names, key=lambda name: (name != "optcheck", name == "classical formula", name)):
        time, cells = ledger.results[f"time; {name}"], ledger.results[f"cells; {name}"]
        if time.status != "ok" or cells.status != "ok":
            gone.append(LABELS.get(name, name))
            continue
        few, failed, off = (cells.value[field] for field in ("too_small", "failed", "off_twofold"))
        wrong = f"{few}, and {failed} failed" if failed else f"{few}"
        twice = f"{off}: all by a hair" if few and not off else f"{off}"
        label = "optcheck, proved" if name == "optcheck" else LABELS.get(name, name)
        lines.append(f"| {label} | {wrong} | {twice} | {_multiple(time, unit)} |")
    return lines, gone


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))
