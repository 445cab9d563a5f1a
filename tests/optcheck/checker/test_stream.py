"""Plans made in chunks: what one pass over the files accepts, the check that sorts all parties accepts as well."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import tracemalloc
from collections.abc import Callable, Collection, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck import noise
from optcheck.checker import delivery as rows
from optcheck.checker.__main__ import main
from optcheck.checker.core import check_document
from optcheck.checker.delivery import QUESTION, check_delivery, check_stream, question_bytes
from optcheck.errors import CertificateRejected, TooCostly
from tests.optcheck.checker.wrong_values import assert_read, places, replaced, wrong_values

HEADER = [*QUESTION, "grid_variance"]
Row = list[str]


def _file(path: Path, table: list[Row], header: list[str] = HEADER) -> str:
    """Write a file of noise; returns the digest of what its parties ask."""
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows([header, *table])
    path.write_text(stream.getvalue(), encoding="utf-8")
    return hashlib.sha256(b"".join(question_bytes(row[:5]) for row in table)).hexdigest()


def _document(digests: list[str], sizes: dict[str, int], **evidence: int) -> dict[str, Any]:
    instance = {"files": digests, "releases": 1, "dimension": 1, "dropouts": 0, **sizes}
    return {
        "format": 1,
        "kind": "noise-stream",
        "instance": instance,
        "evidence": {"grid": 1, "smoothing": 5, "least_share": 12, **evidence},
    }


def _whole(table: list[Row], document: dict[str, Any]) -> dict[str, Any]:
    """The same promise as a plan of the kind that is checked by sorting all parties."""
    given, found = document["instance"], document["evidence"]
    lifts = [max(0, int(row[5]) - found["level"] + found["relief"] * (row[1] == "yes")) for row in table]
    active = [j for j, row in enumerate(table) if row[1] == "yes"]
    return {
        "format": 1,
        "kind": "noise-plan",
        "instance": {
            "names": [row[0] for row in table],
            **{name: [row[place] for row in table] for place, name in enumerate(QUESTION[2:], start=2)},
            "active": [end for j in active for end in (j, j + 1)],
            **{name: given[name] for name in ("threshold", "dropouts", "releases", "dimension")},
        },
        "evidence": {
            "grid": found["grid"],
            "smoothing": found["smoothing"],
            "required": [max(0, found["rest"] + lift - found["smoothing"]) for lift in lifts],
            "variances": [int(row[5]) for row in table],
        },
    }


@given(st.data())
@settings(max_examples=80, deadline=None)
def test_what_one_pass_accepts_sorting_accepts(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    n = data.draw(st.integers(2, 6))
    missing = data.draw(st.integers(1, n - 1))
    threshold = data.draw(st.integers(1, missing))
    shares = data.draw(st.lists(st.sampled_from([0, 12, 20, 21, 40, 90]), min_size=n, max_size=n))
    flags = data.draw(st.lists(st.sampled_from(["yes", "no"]), min_size=n, max_size=n))
    table = [[f"p{j}", flags[j], "20", "1/2", "1/4", str(shares[j])] for j in range(n)]
    path = tmp_path_factory.mktemp("stream") / "noise.csv"
    level, relief = data.draw(st.sampled_from(shares)), data.draw(st.sampled_from([0, *shares]))
    lifts = [max(0, share - level + relief * (flag == "yes")) for share, flag in zip(shares, flags, strict=True)]
    most = max(0, sum(shares) - missing * level + relief - sum(lifts))
    rest = max(0, most + data.draw(st.integers(-1, 1)))
    sizes = {"parties": n, "active": flags.count("yes"), "threshold": threshold, "dropouts": missing - threshold}
    document = _document([_file(path, table)], sizes, level=level, relief=relief, rest=rest)
    try:
        proved = check_stream(document, [path], 10)
    except CertificateRejected:
        return
    assert rest <= most or "yes" not in flags
    assert check_document(_whole(table, document)).value == proved.value == sum(shares)


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[Row], int, int]:
    n = draw(st.integers(1, 7))
    threshold = draw(st.integers(0, n - 1))
    column = {
        "epsilon": st.sampled_from(["1/100", "0.3", "1", "20"]),
        "delta": st.sampled_from(["1e-6", "0.1", "1e-30"]),
        "sensitivity": st.sampled_from(["0", "1", "1/3", "7"]),
        "active": st.sampled_from(["yes", "no"]),
    }
    table = [[f"p{j}", *(draw(column[name]) for name in QUESTION[1:])] for j in range(n)]
    return table, threshold, draw(st.integers(0, n - 1 - threshold))


@given(tables(), st.sampled_from([1, 5]), st.sampled_from([1, 7]))
@settings(max_examples=20, deadline=None)
def test_plans_in_chunks_are_proved_both_ways(
    tmp_path_factory: pytest.TempPathFactory, asked: tuple[list[Row], int, int], releases: int, dimension: int
) -> None:
    table, threshold, dropouts = asked
    folder = tmp_path_factory.mktemp("plan")
    cut = len(table) // 2
    inputs, outputs = ([folder / f"{part}{end}.csv" for part in "ab"] for end in ("", "-noise"))
    for path, part in zip(inputs, (table[:cut], table[cut:]), strict=True):
        _file(path, part, list(QUESTION))
    plan = folder / "plan.json"
    made = noise.plan_files(inputs, threshold, outputs, plan, dropouts, releases=releases, dimension=dimension)
    delivered = [row for path in outputs for row in rows.read_rows(path, *HEADER)]
    assert [[row[name] for name in ("name", "active")] for row in delivered] == [row[:2] for row in table]
    document = json.loads(plan.read_text())
    proved = check_document(_whole([[row[name] for name in HEADER] for row in delivered], document))
    assert proved.value == made.total
    assert made.price < 0.01


def _planned(folder: Path) -> tuple[Path, Path]:
    source, output, plan = folder / "in.csv", folder / "noise.csv", folder / "plan.json"
    budgets = ["0.1", "0.5", "1", "1", "2"]
    _file(source, [[f"p{j}", "yes", epsilon, "1e-6", "1"] for j, epsilon in enumerate(budgets)], list(QUESTION))
    noise.plan_files([source], 2, [output], plan, 1)
    return plan, output


def _added(text: str, name: str, cell: str) -> str:
    """The table with one more column."""
    first, *rest = text.splitlines()
    return "\n".join([f"{first},{name}", *(f"{line},{cell}" for line in rest)]) + "\n"


def _replaced(old: str, new: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return change


@pytest.mark.parametrize(
    ("which", "change", "message"),
    [
        ("plan", _replaced('"threshold":2', '"threshold":3'), "rest: expected at most"),
        ("plan", _replaced('"dropouts":1', '"dropouts":2'), "rest: expected at most"),
        ("plan", _replaced('"releases":1', '"releases":2'), "enough for its budget"),
        ("plan", _replaced('"dimension":1', '"dimension":1000'), "enough for its budget"),
        ("plan", _replaced('"grid":"1/', '"grid":"1/2'), "enough for its budget"),
        ("plan", _replaced('"parties":5', '"parties":6'), "rows: expected 6, got 5"),
        ("plan", _replaced('"parties":5', '"parties":4'), "rows: expected 4, got 5"),
        ("plan", _replaced('"active":5', '"active":4'), "active parties: expected 4, got 5"),
        ("plan", _replaced('"least_share":12', '"least_share":1'), "enough for its budget"),
        ("plan", _replaced('"smoothing":5', '"smoothing":0'), "smoothing"),
        ("plan", _replaced('"files":["', '"files":["0'), "a text of at most 64 characters"),
        ("plan", _replaced('"rest":', '"rest":9'), "rest: expected at most"),
        ("noise", _replaced("p1,yes,1/2", "p1,yes,2/3"), "names and budgets in"),
        ("noise", _replaced("p1,", "p7,"), "names and budgets in"),
        ("noise", _replaced("p1,yes", "p1,no"), "names and budgets in"),
        ("noise", _replaced("p1,yes", "p1,perhaps"), 'active of "p1": expected yes or no'),
        ("noise", lambda text: text.rsplit("\n", 2)[0] + "\n", "names and budgets in"),
        ("noise", lambda text: text.rsplit(",", 1)[0] + ",11\n", "0 or at least 12"),
        ("noise", lambda text: text.rsplit(",", 4)[0] + ",0,0,1/1024,0\n", "rest: expected at most"),
        ("noise", lambda text: text.rsplit(",", 1)[0] + ",1000\n", "rounded up, by a millionth at most"),
        ("noise", _replaced("1/1024", "1/1048576"), 'grid of "p0": expected 1/1024, got "1/1048576"'),
        ("noise", lambda text: _added(text, "eps", "1/9"), 'got column "eps"'),
        ("noise", _replaced("noise_variance", "noise_variance "), 'got column "noise_variance "'),
        ("noise", _replaced("noise_variance", "name"), "every column once"),
        ("noise", _replaced("grid_variance", "variance"), "columns name, active"),
        ("noise", lambda text: text.replace("\n", "\n" + "x" * (1 << 16), 1), "rows of at most"),
    ],
)
def test_whatever_makes_the_promise_larger_or_the_noise_smaller_is_rejected(
    tmp_path: Path, which: str, change: Callable[[str], str], message: str
) -> None:
    plan, output = _planned(tmp_path)
    assert check_delivery(plan, output).value is not None
    path = plan if which == "plan" else output
    path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")
    with pytest.raises(CertificateRejected) as caught:
        check_delivery(plan, output)
    assert message in str(caught.value)


def test_every_field_of_the_plan_is_read_strictly(tmp_path: Path) -> None:
    plan, noise_file = _planned(tmp_path)
    document = json.loads(plan.read_text(encoding="utf-8"))
    assert check_stream(document, [noise_file], 60)
    for place, value in places(document):
        spoilt: list[Any] = (
            [replaced(document, place, wrong) for wrong in wrong_values(place, value)] if place else [[], "x", 3]
        )
        if isinstance(value, dict):
            without = [{k: v for k, v in value.items() if k != name} for name in value if name != "note"]
            spoilt += [replaced(document, place, one) if place else one for one in [{**value, "unknown": 1}, *without]]
        for mutant in spoilt:
            with pytest.raises(CertificateRejected) as rejection:
                check_stream(mutant, [noise_file], 60)
            assert_read(rejection.value, place, mutant)


def test_numbers_for_people_are_held_against_the_steps(tmp_path: Path) -> None:
    plan, output = _planned(tmp_path)
    lines = output.read_text(encoding="utf-8").splitlines()
    cells = lines[1].split(",")
    for place, factor in ((5, 1 - 1e-9), (6, 1 - 1e-9), (5, 1 + 1e-5), (6, 1 + 1e-5)):
        short = [*cells[:place], str(float(cells[place]) * factor), *cells[place + 1 :]]
        output.write_text("\n".join([lines[0], ",".join(short), *lines[2:]]) + "\n", encoding="utf-8")
        with pytest.raises(CertificateRejected, match="rounded up"):
            check_delivery(plan, output)


def test_the_command_wants_the_noise_beside_the_plan(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan, output = _planned(tmp_path)
    assert main([str(plan)]) == 1
    assert "expected its files of noise beside it (--noise)" in capsys.readouterr().err
    assert main([str(plan), "--noise", str(output)]) == 0
    said = capsys.readouterr().out
    assert "each of the 5 rows gets the (epsilon, delta) that stands in it at its sensitivity, " in said
    assert "epsilon from 0.1 to 2, delta 0.000001, sensitivity 1, in one release" in said
    os.remove(output)
    assert main([str(plan), "--noise", str(output)]) == 2
    os.mkfifo(output)
    assert main([str(plan), "--noise", str(output)]) == 2
    assert "it is a pipe into which nobody writes" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("place", "cell", "message"),
    [
        (2, "much", 'epsilon of "p0": expected a decimal number or a fraction'),
        (3, "2", 'delta of "p0": expected strictly between 0 and 1'),
        (4, "-1", 'sensitivity of "p0": expected a decimal number or a fraction'),
    ],
)
def test_a_budget_that_nobody_can_break_is_one_all_the_same(
    tmp_path: Path, place: int, cell: str, message: str
) -> None:
    """The only one who sees the sums fears nobody, but the sentence speaks of its row too."""
    path = tmp_path / "noise.csv"
    table = [[f"p{j}", "no" if j else "yes", "1", "1/1000", "1/4", "200"] for j in range(3)]
    given = _document([_file(path, table)], {"parties": 3, "active": 1, "threshold": 1}, level=200, relief=0, rest=400)
    assert check_stream(given, [path], 10)
    table[0][place] = cell
    given["instance"]["files"] = [_file(path, table)]
    with pytest.raises(CertificateRejected, match=message):
        check_stream(given, [path], 10)


def test_long_numbers_in_a_plan_are_paid_for_row_by_row(tmp_path: Path) -> None:
    path, n = tmp_path / "noise.csv", 200
    digest = _file(path, [[f"p{j}", "yes", "1", "1/1000", "1/4", str(200 + j)] for j in range(n)])
    sizes = {"parties": n, "active": n, "threshold": 1}
    document = _document([digest], sizes, level=200, relief=0, rest=200 * (n - 1))
    document["evidence"]["smoothing"] = "5" + "0" * 50_000 + "/1" + "0" * 50_000
    check_stream(document, [path], 10)
    document["evidence"]["smoothing"] = "5" + "0" * 50_000 + "1/1" + "0" * 50_001
    with pytest.raises(TooCostly):
        check_stream(document, [path], 10)


def test_long_numbers_in_odd_places_are_rejected(tmp_path: Path) -> None:
    plan, output = _planned(tmp_path)
    text = plan.read_text(encoding="utf-8")
    for old, new in (('"parties":5', '"parties":[%s]'), ('"threshold":2', '"threshold":%s')):
        plan.write_text(_replaced(old, new % ("7" * 5000))(text), encoding="utf-8")
        with pytest.raises(CertificateRejected):
            check_delivery(plan, output)


def test_memory_and_cost_are_bounded(tmp_path: Path) -> None:
    path = tmp_path / "noise.csv"

    def peak(n: int) -> int:
        digest = _file(path, [[f"p{j}", "yes", "1", "1/1000", "1/4", "200"] for j in range(n)])
        sizes = {"parties": n, "active": n, "threshold": 1}
        document = _document([digest], sizes, level=200, relief=0, rest=200 * (n - 1))
        tracemalloc.start()
        assert check_stream(document, [path], 10).value == Fraction(200 * n)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    many = 8000
    assert peak(many) < 64 * many  # a single object kept for each row would take as much
    digest = _file(path, [[f"p{j}", "yes", f"{j + 1}/1000", "1/1000", "1/4", "200"] for j in range(30)])
    document = _document([digest], {"parties": 30, "active": 30, "threshold": 1}, level=200, relief=0, rest=5800)
    with pytest.raises(TooCostly):
        check_stream(document, [path], 0.0)


def test_a_party_asks_for_its_own_row(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan, output = _planned(tmp_path)
    asking = [str(plan), "--noise", str(output), "--delta", "1e-6", "--party"]
    assert main([*asking, "p1", "--epsilon", "1/2"]) == 0
    assert '"p1" gets epsilon 0.5, delta 0.000001 at sensitivity 1, no less than it asks for' in capsys.readouterr().out
    assert main([*asking, "p1", "--epsilon", "0.4"]) == 1
    assert 'epsilon planned for "p1": expected at most 0.4 as asked, got 0.5' in capsys.readouterr().err
    assert main([*asking, "p9", "--epsilon", "1"]) == 1
    assert 'party "p9": expected a party of the plan, got 0' in capsys.readouterr().err
    assert main([str(plan), "--party", "p1", "--epsilon", "1", "--delta", "1e-6"]) == 1
    assert "its files of noise beside it" in capsys.readouterr().err


def test_what_a_party_asks_is_answered_from_the_rows_that_were_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between two passes somebody could put another file in the place of the first."""
    plan, output = _planned(tmp_path)
    read, opened = rows.read_rows, list[object]()

    def noted(path: str | Path, *needed: str, known: Collection[str] = ()) -> Iterator[rows.Row]:
        opened.append(path)
        return read(path, *needed, known=known)

    monkeypatch.setattr(rows, "read_rows", noted)
    rows.check_asked(plan, [rows.Asked("p1", Fraction(100), Fraction(1, 2))], output)
    assert len(opened) == 1


def test_rows_without_noise_are_counted(tmp_path: Path) -> None:
    source, output, plan = (tmp_path / name for name in ("in.csv", "noise.csv", "plan.json"))
    table = [["a", "yes", "1", "1e-5", "1"], ["b", "yes", "1", "1e-5", "1"], ["c", "no", "0.5", "1e-5", "2"]]
    _file(source, table, list(QUESTION))
    said = noise.plan_files([source], 1, [output], plan).statement
    assert "2 add no noise: their shares are their values, hidden inside the secure sum only" in said
    assert "sensitivity from 1 to 2" in said
