"""The report in a real browser: filters, links, downloads, phone, print, no complaints in the console."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from optcheck.audit.registry import sources, statements
from optcheck.audit.report import Audit, formulas, stamp, write_report
from optcheck.audit.verdict import Verdict
from optcheck.exact.files import verify
from tests.browser import MARKS, PATIENCE, launched, sync_api, violations
from tests.optcheck.audit.conftest import SAMPLES

pytestmark = MARKS


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with launched() as browser:
        yield browser


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, sample_verdicts: list[Verdict]) -> str:
    path: Path = tmp_path_factory.mktemp("report") / "report.html"
    typeset = formulas(sources(SAMPLES))
    write_report(path, Audit(sample_verdicts, statements(SAMPLES), {}, ["primes/absent"], 0, typeset, stamp()))
    return path.as_uri()


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 1280, "height": 900}, offline=True)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("requestfailed", lambda request: complaints.append(request.url))
    page.goto(address)
    yield page
    assert complaints == []
    context.close()


def shown(page: Any) -> list[str]:
    return sorted(page.locator("article:visible .id").all_inner_texts())


def test_all_statements_are_shown_at_first(page: Any) -> None:
    assert len(shown(page)) == 6
    assert page.locator("#shown").inner_text() == "6 of 6 shown"


def test_filters_combine_and_can_be_cleared(page: Any) -> None:
    page.select_option("#verdict", "refuted")
    assert shown(page) == ["primes/euler", "sums/late"]
    page.select_option("#paper", "sums")
    assert shown(page) == ["sums/late"]
    assert page.locator("article:visible").count() == 1
    page.select_option("#impact", "text")
    assert shown(page) == []
    assert page.locator("#none").is_visible()
    page.click("button[type=reset]")
    sync_api.expect(page.locator("#shown")).to_have_text("6 of 6 shown")


def test_search_looks_into_formulas_and_statements(page: Any) -> None:
    page.fill("#search", "SQUARES wrong sign")
    assert shown(page) == ["sums/squares"]
    page.fill("#search", "n^2 + n + 41")
    assert shown(page) == ["primes/euler"]


def test_a_summary_button_sets_the_filter(page: Any) -> None:
    page.click("[data-set-result=holds]")
    assert shown(page) == ["sums/linear"]


def test_a_certificate_downloads_and_is_accepted(page: Any, tmp_path: Path) -> None:
    with page.expect_download() as waiting:
        page.click("[id='primes/euler'] summary")
        page.click("[id='primes/euler'] .certificate a")
    waiting.value.save_as(tmp_path / "proof.json")
    assert waiting.value.suggested_filename == "primes-euler.json"
    assert verify(tmp_path / "proof.json").kind == "evaluation"


def test_details_are_built_when_a_card_is_opened(page: Any) -> None:
    card = page.locator("[id='sums/squares']")
    assert card.locator("math").count() == 0
    card.locator("summary").first.click()
    sync_api.expect(card.locator("math").first).to_be_visible()
    card.locator("summary").first.click()
    card.locator("summary").first.click()
    assert card.locator(".formulas").count() == 2  # what must be believed and the forms, and only once


def test_a_link_opens_its_card(page: Any, address: str) -> None:
    page.goto(f"{address}#sums/late")
    assert page.locator("article:target .id").text_content() == "sums/late"
    assert page.locator("article:target .formulas").last.is_visible()


def test_the_address_keeps_the_filter_and_a_link_shows_its_card(page: Any, address: str) -> None:
    page.select_option("#verdict", "refuted")
    page.select_option("#sort", "instances")
    assert page.url == f"{address}?sort=instances&verdict=refuted"
    page.reload()
    assert shown(page) == ["primes/euler", "sums/late"]
    page.goto(f"{address}?verdict=refuted#sums/linear")  # a card that the filter would hide
    assert page.locator("article:target").is_visible()
    assert page.locator("#shown").inner_text() == "6 of 6 shown"
    page.goto(f"{address}?verdict=nonsense")
    assert len(shown(page)) == 6


def test_an_address_opens_at_its_card(browser: Any, address: str) -> None:
    page = browser.new_page(
        viewport={"width": 1280, "height": 300}
    )  # so low that every card but the last can be at the top
    for card in ("primes/euler", "sums/linear", "sums/late"):
        page.goto("about:blank")
        page.goto(f"{address}#{card}")
        top, bar = page.evaluate(
            "['article:target', 'nav'].map((it) => document.querySelector(it).getBoundingClientRect())"
        )
        assert bar["bottom"] <= top["top"] < 100
    page.close()


def test_cards_are_sorted_within_their_paper(page: Any) -> None:
    def order() -> list[str]:
        return list(page.locator("article .id").all_inner_texts())

    as_printed = order()
    page.select_option("#sort", "instances")
    counts = [int(card.get_attribute("data-instances")) for card in page.locator("article[data-paper=sums]").all()]
    assert counts == sorted(counts, reverse=True)
    assert sorted(order()) == sorted(as_printed)
    page.select_option("#sort", "")
    assert order() == as_printed


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (400, "dark")])
def test_axe_finds_nothing(browser: Any, address: str, width: int, scheme: str) -> None:
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page.goto(address)
    open_all(page)
    assert violations(page) == []
    page.close()


def open_all(page: Any) -> None:
    page.evaluate("document.querySelectorAll('.card').forEach((it) => { it.open = true; })")
    sync_api.expect(page.locator("template")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_it_without_sideways_scrolling(browser: Any, address: str, scheme: str) -> None:
    page = browser.new_page(viewport={"width": 400, "height": 740}, color_scheme=scheme)
    page.goto(address)
    open_all(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 400
    ink, paper = page.evaluate(
        "[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]"
    )
    assert ink != paper
    page.close()


def test_printing_opens_the_details_and_drops_the_controls(page: Any) -> None:
    page.emulate_media(media="print")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert page.locator("details:not([open])").count() == 0
    assert not page.locator(".filters").is_visible()
    assert page.locator("article:visible").count() == 6
    assert page.pdf(format="A4").startswith(b"%PDF")
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert page.locator("details[open]").count() == 0


def test_a_script_in_a_plot_does_not_run(browser: Any, tmp_path: Path, sample_verdicts: list[Verdict]) -> None:
    hostile = "<svg><script>document.title = 'owned'</script></svg><img src=x onerror=\"document.title = 'owned'\">"
    path = tmp_path / "report.html"
    write_report(path, Audit([replace(sample_verdicts[0], plot=hostile)], statements(SAMPLES), {}, [], seed=0))
    page = browser.new_page()
    page.goto(path.as_uri())
    assert "owned" not in page.title()
    assert page.locator("#shown").inner_text() == "1 of 1 shown"
    page.close()
