"""Pages of claims say what the audit found, and Sphinx builds them without a warning. `make docs` builds the whole."""

from __future__ import annotations

import re
import warnings
from pathlib import Path
from typing import Any

import pytest

from docs.__main__ import HERE
from docs.claim_pages import write_claims
from docs.markdown import formulas, plain, symbols
from optcheck.audit import registry
from optcheck.audit.judging.judge import judge
from optcheck.audit.showing.document import entry
from optcheck.checker.core import check_file

NAMES = ("chained/eq-26", "adpml/prop-2")


def judged(name: str) -> dict[str, Any]:
    source = next(source for source in registry.sources() if source.id == name)
    return entry(judge(registry.load(source)))


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Any]]:
    return [judged(name) for name in NAMES]


def test_a_page_has_forms_counterexample_proof_and_certificate(rows: list[dict[str, Any]], tmp_path: Path) -> None:
    write_claims(rows, tmp_path / "verdicts")
    page = (tmp_path / "verdicts" / "chained" / "eq-26.md").read_text()
    for part in ("As printed", "<math>", "Corrected", "counterexample", "## Proof", "## Other readings", "eq-26.json"):
        assert part in page
    assert "chained/eq-26.md" in (tmp_path / "verdicts" / "chained.md").read_text()
    assert "verdicts/chained" in (tmp_path / "verdicts.md").read_text()


def test_a_certificate_on_the_site_is_accepted_by_the_checker(rows: list[dict[str, Any]], tmp_path: Path) -> None:
    write_claims(rows, tmp_path / "verdicts")
    assert check_file(tmp_path / "verdicts" / "chained" / "eq-26.json").statement


def test_sphinx_builds_the_pages_of_claims_without_a_warning(
    rows: list[dict[str, Any]], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    sphinx = pytest.importorskip("sphinx.cmd.build")
    source, out = tmp_path / "source", tmp_path / "out"
    write_claims(rows, source / "verdicts")
    (source / "index.md").write_text("# Index\n\n```{toctree}\nverdicts\n```\n")
    options = ["-W", "--keep-going", "-n", "-q", "-D", "suppress_warnings=myst.xref_missing", "-c", str(HERE)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # deprecations inside Sphinx; its own warnings about pages go to stderr
        status = sphinx.main([*options, str(source), str(out)])
    assert (status, capfd.readouterr().err) == (0, "")
    page = (out / "verdicts" / "chained" / "eq-26.html").read_text()
    assert re.search(r'href="[^"]*_downloads/[^"]*/eq-26\.json"', page)
    assert not re.search(r'(?:src|href)="https?://(?!github\.com/pradyunsg/furo|pradyunsg\.me)', page)


def test_signs_are_taken_by_their_letter() -> None:
    assert plain("|D_i| < *x*") == r"\|D\_i\| \< \*x\*"
    assert plain("- 1") == r"\- 1"
    assert plain("2. of") == r"2\. of"


def test_formulas_of_a_text_are_typeset() -> None:
    text = formulas("*Here* |x| <= sigma_i, with 2 < 3_")
    assert text.startswith(r"\*Here\* <math>")
    assert '<mo form="infix">≤</mo><msub><mi>σ</mi><mi>i</mi></msub>' in text
    assert r'form="prefix">\|</mo>' in text
    assert text.endswith(r"\_")


def test_letters_and_signs_replace_their_names() -> None:
    assert symbols("rho_min <= beta^2, a metal bar") == "ρ_min ≤ β², a metal bar"
