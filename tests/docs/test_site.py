"""Pages of claims say what the audit found, and Sphinx builds them without a warning. `make docs` builds the whole."""

from __future__ import annotations

import re
import shutil
import warnings
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from docs.__main__ import HERE, gather
from docs.claim_pages import write_claims
from docs.markdown import plain, prose
from optcheck.audit.verdict import entry
from optcheck.checker.core import check_file
from tests.browser import MARKS, launched, violations
from tests.proofs_numeric.judged import judged


def with_browser(test: Callable[..., None]) -> Callable[..., None]:
    for mark in MARKS:
        test = mark(test)
    return test


NAMES = ("chained/eq-21", "adpml/prop-2", "adpml/eq-8")


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Any]]:
    return [entry(judged(name)) for name in NAMES]


def test_a_page_has_forms_counterexample_readings_and_certificate(rows: list[dict[str, Any]], tmp_path: Path) -> None:
    write_claims(rows, tmp_path / "verdicts")
    page = (tmp_path / "verdicts" / "chained" / "eq-21.md").read_text()
    for part in (
        "As printed",
        "<math>",
        "Corrected",
        "counterexample",
        "## Other readings",
        "eq-21.json",
    ):
        assert part in page
    assert "## Proof" not in page
    assert "chained/eq-21.md" in (tmp_path / "verdicts" / "chained.md").read_text()
    assert "verdicts/chained" in (tmp_path / "verdicts.md").read_text()


def test_the_page_of_a_proved_claim_shows_the_goal_of_the_audit(rows: list[dict[str, Any]], tmp_path: Path) -> None:
    write_claims(rows, tmp_path / "verdicts")
    page = (tmp_path / "verdicts" / "adpml" / "eq-8.md").read_text()
    assert "## Proof\n\nThe audit's own goal, decided by algebra: for all clip" in page
    assert "## Argument" not in page


def test_a_certificate_on_the_site_is_accepted_by_the_checker(rows: list[dict[str, Any]], tmp_path: Path) -> None:
    write_claims(rows, tmp_path / "verdicts")
    assert check_file(tmp_path / "verdicts" / "chained" / "eq-21.json").statement


def test_a_page_without_a_certificate_leads_to_none(rows: list[dict[str, Any]], tmp_path: Path) -> None:
    write_claims([{**rows[0], "certificate": None, "more": []}], tmp_path / "verdicts")
    page = (tmp_path / "verdicts" / "chained" / "eq-21.md").read_text()
    assert "Not checked: " in page
    assert ".json" not in page


@pytest.fixture(scope="module")
def site(rows: list[dict[str, Any]], tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A small site and the warnings of Sphinx about it."""
    folder = tmp_path_factory.mktemp("site")
    source, out = folder / "source", folder / "out"
    write_claims(rows, source / "verdicts")
    (source / "index.md").write_text("# Index\n\n```{toctree}\n:caption: Start\nverdicts\n```\n")
    return out, _warnings(source, out, "html", "myst.xref_missing")


def _warnings(source: Path, out: Path, builder: str, suppressed: str) -> str:
    """Build the pages: what Sphinx warns of. What it registers in this process is taken back for the next time."""
    application = pytest.importorskip("sphinx.application")
    said, settings = StringIO(), {"suppress_warnings": [suppressed], "nitpicky": True}
    with pytest.importorskip("sphinx.util.docutils").docutils_namespace(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # deprecations inside Sphinx; its own warnings about pages are said
        application.Sphinx(source, HERE, out, out.parent, builder, settings, status=None, warning=said).build()
    return said.getvalue()


def test_sphinx_builds_the_pages_of_claims_without_a_warning(site: tuple[Path, str]) -> None:
    out, said = site
    assert said == ""
    page = (out / "verdicts" / "chained" / "eq-21.html").read_text()
    proved = (out / "verdicts" / "adpml" / "prop-2.html").read_text()
    assert "</math>" in re.findall(r'<dl class="forms">.*?</dl>', proved, re.DOTALL)[0]
    assert re.search(r'href="[^"]*_downloads/[^"]*/eq-21\.json"', page)
    scrolling = re.findall(r"<dd[^>]*>", page + proved)  # long formulas, also by keyboard
    assert scrolling
    assert all('tabindex="0"' in tag for tag in scrolling if "field" not in tag)
    assert not re.search(r'(?:src|href)="https?://(?!github\.com/pradyunsg/furo|pradyunsg\.me)', page)


@with_browser
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (400, "dark")])
def test_axe_finds_nothing(site: tuple[Path, str], width: int, scheme: str) -> None:
    with launched() as browser:
        page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
        for name in ("verdicts/chained/eq-21", "verdicts/chained"):
            page.goto((site[0] / f"{name}.html").as_uri())
            assert violations(page) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_written_pages_are_read_without_a_warning(tmp_path: Path) -> None:
    """All but the reference of the interface, which takes long: `make docs` reads it too."""
    source = tmp_path / "source"
    gather(source, [])
    shutil.rmtree(source / "api")
    assert _warnings(source, tmp_path / "out", "dummy", "toc") == ""


def test_signs_are_taken_by_their_letter() -> None:
    assert plain("|D_i| < *x*") == r"\|D\_i\| \< \*x\*"
    assert plain("- 1") == r"\- 1"
    assert plain("2. of") == r"2\. of"


def test_words_stay_words_and_code_is_code() -> None:
    assert prose("*Here* |x| <= ``sigma_i``") == r"\*Here\* \|x\| \<= `sigma_i`"
    assert prose("- an item") == r"\- an item"
