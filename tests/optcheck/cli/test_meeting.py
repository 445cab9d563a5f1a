"""The page for the meeting: the numbers of the command line, on loopback only, for people with keyboards and phones."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from optcheck import noise, verify
from optcheck.checker.delivery import check_delivery
from optcheck.errors import CertificateRejected, InvalidInput, OptcheckError
from tests import browser
from tests.optcheck.cli.conftest import Command

pytest.importorskip("tornado")
from optcheck.noise.meeting import Meeting, check

ROOT = Path(__file__).parents[3]
SHEET = ROOT / "examples" / "parties.csv"
EPSILONS = ["0.1", "0.3", "0.5", "1", "1", "2", "4"]
ASKED: dict[str, object] = {"threshold": 2, "dropouts": 1, "releases": 3, "epsilons": EPSILONS, "expected": "1200"}


def test_the_numbers_are_those_of_the_command_line(command: Command, tmp_path: Path) -> None:
    answer: Any = Meeting(SHEET).answer(ASKED)
    words = ["-t", "2", "-d", "1", "--releases", "3", "--expected-sum", "1200", "--plan", str(tmp_path / "plan.json")]
    screen = command("allocate", str(SHEET), *words).out
    assert (
        f"a standard deviation of {answer['sigma']} (variance {answer['variance']}): {answer['relative']} %" in screen
    )
    for name, row in zip(noise.Plan.load(tmp_path / "plan.json").question.names, answer["parties"], strict=True):
        cells = rf"│ {name} +│ +\S+ │ +\S+ │ +{row['needs']} │ +{row['adds']} │ +{row['part']} │"
        assert re.search(cells.replace(".", r"\."), screen)
    curve = json.loads(command("curve", str(SHEET), "-t", "2", "-d", "1", "--json").out)["curve"]
    assert [missing for missing, _ in answer["curve"]] == [point["missing"] for point in curve]
    assert answer["missing"] == 3


def test_a_saved_plan_is_the_proof_and_is_checked_for_one_party(tmp_path: Path) -> None:
    saved: Any = Meeting(SHEET).plan(ASKED)
    path = tmp_path / "plan.json"
    path.write_text(saved["file"])
    assert verify(path).statement == saved["statement"]
    assert check({"file": saved["file"]})["names"] == list(noise.Plan.load(path).question.names)
    mine = {"file": saved["file"], "party": "clinic", "epsilon": "0.3", "delta": "1e-6"}
    assert '"clinic" gets epsilon 0.3' in str(check(mine)["statement"])
    with pytest.raises(CertificateRejected, match=r"at most 0\.2 as asked"):
        check(mine | {"epsilon": "0.2"})
    with pytest.raises(CertificateRejected, match="sensitivity planned for"):
        check(mine | {"sensitivity": "2"})
    assert "at sensitivity 1" in str(check(mine | {"sensitivity": "1"})["statement"])
    with pytest.raises(OptcheckError, match="got '0,3'"):  # or a thousand might be read as 1
        check(mine | {"epsilon": "0,3"})
    (tmp_path / "noise.csv").write_text(saved["noise"])
    assert check_delivery(path, tmp_path / "noise.csv")
    (tmp_path / "noise.csv").write_text(saved["noise"].replace("clinic,yes", "clinic,no"))
    with pytest.raises(CertificateRejected, match="active"):
        check_delivery(path, tmp_path / "noise.csv")
    with pytest.raises(CertificateRejected):
        check({"file": saved["file"].replace('"threshold": 2', '"threshold": 3')})


def test_bad_questions_name_value_and_rule(tmp_path: Path) -> None:
    meeting = Meeting(SHEET)
    for change, message in (
        ({"threshold": -1}, "threshold"),
        ({"threshold": 7}, "threshold"),
        ({"dropouts": 5}, "dropouts"),
        ({"releases": 0}, "releases"),
        ({"epsilons": ["1"]}, "an epsilon for each of 7 parties"),
        ({"epsilons": ["x", *EPSILONS[1:]]}, "epsilon of hospital"),
        ({"expected": "0"}, "expected sum must be above 0"),
    ):
        with pytest.raises(OptcheckError, match=message):
            meeting.answer(ASKED | change)
    (tmp_path / "v.csv").write_text("name,variance\na,1\nb,2\n")
    with pytest.raises(OptcheckError, match="needs epsilon and delta"):
        Meeting(tmp_path / "v.csv")
    for bad in ({}, {"file": 3}, {"file": "[]"}, {"file": "{}"}, {"file": "x"}):
        with pytest.raises((OptcheckError, CertificateRejected, InvalidInput, ValueError)):
            check(bad)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    words = [sys.executable, "-m", "optcheck", "plan", str(SHEET), "--serve"]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        yield server.stdout.readline().strip()
        server.terminate()


def _status(url: str, headers: dict[str, str] | None = None, body: bytes | None = None) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body, headers or {}), timeout=60) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def test_the_server_answers_this_machine_and_who_knows_the_word(address: str) -> None:
    assert address.startswith("http://127.0.0.1:")
    root = address.rsplit("/", 2)[0]
    assert _status(address)[0] == 200
    assert _status(f"{root}/")[0] == 404
    assert _status(f"{root}/guess/sheet")[0] == 404
    assert _status(f"{address}sheet", {"Host": "evil.example"})[0] == 421
    assert _status(f"{address}..%2f..%2fpyproject.toml")[0] == 404
    asked = json.dumps(ASKED).encode()
    assert _status(f"{address}answer", {"Content-Type": "text/plain"}, asked)[0] == 415  # what other sites may send
    kind = {"Content-Type": "application/json"}
    assert json.loads(_status(f"{address}answer", kind, asked)[1])["sigma"]
    status, text = _status(f"{address}answer", kind, b"{")
    assert (status, list(json.loads(text))) == (400, ["error"])


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser.launched() as launched:
        yield launched


class TestInABrowser:
    """With a real browser: wide and narrow, by keyboard, axe clean."""

    pytestmark = browser.MARKS

    @pytest.mark.parametrize("width", [1280, 390])
    def test_people_can_use_it(self, chromium: Any, address: str, width: int, tmp_path: Path) -> None:
        page = chromium.new_context(viewport={"width": width, "height": 900}).new_page()
        errors: list[str] = []
        page.on("console", lambda message: errors.append(message.text))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address)
        page.wait_for_selector("#adds-0:not(:empty)", timeout=browser.PATIENCE)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        first = page.inner_text("#sigma")
        page.focus("#threshold")
        page.keyboard.press("ArrowRight")
        browser.sync_api.expect(page.locator("#sigma")).not_to_have_text(first, timeout=browser.PATIENCE)
        assert page.inner_text("#threshold-shown") == "2"
        expected: Any = Meeting(SHEET).answer(ASKED | {"dropouts": 0, "releases": 1, "expected": ""})
        assert page.inner_text("#sigma") == expected["sigma"]
        page.fill("#parties tr:nth-child(1) input", "-1")
        page.keyboard.press("Tab")
        page.wait_for_selector("#message:not([hidden])", timeout=browser.PATIENCE)
        assert "epsilon" in page.inner_text("#message")
        errors.clear()  # the browser notes the refused request
        page.fill("#parties tr:nth-child(1) input", "0.2")
        page.keyboard.press("Tab")
        page.wait_for_selector("#message", state="hidden", timeout=browser.PATIENCE)
        with page.expect_download(timeout=browser.PATIENCE) as download:
            page.click("#save-plan")
        download.value.save_as(tmp_path / "plan.json")
        assert noise.Plan.load(tmp_path / "plan.json").question.threshold == 2
        with page.expect_download(timeout=browser.PATIENCE) as download:
            page.click("#save-noise")
        download.value.save_as(tmp_path / "noise.csv")
        check_delivery(tmp_path / "plan.json", tmp_path / "noise.csv")
        page.set_input_files("#file", tmp_path / "plan.json")
        page.wait_for_selector("#who option", state="attached", timeout=browser.PATIENCE)
        page.select_option("#who", "gym")
        page.fill("#own-epsilon", "3.5")
        page.fill("#own-delta", "1e-6")
        page.click("#ask")
        browser.sync_api.expect(page.locator("#checked")).to_contain_text("Rejected", timeout=browser.PATIENCE)
        page.fill("#own-epsilon", "4")
        page.click("#ask")
        browser.sync_api.expect(page.locator("#checked")).to_contain_text(
            '"gym" gets epsilon 4', timeout=browser.PATIENCE
        )
        assert browser.violations(page) == []
        assert [text for text in errors if "400" not in text] == []
