"""The report as text: everything is in it, nothing leads out of it, and hostile text stays text."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path

import pytest

from optcheck.audit.registry import paper_title, papers, sources, statements
from optcheck.audit.report import Audit, Stamp, formulas, render, stamp, strip, write_report
from optcheck.audit.verdict import AS_WRITTEN, BELIEVED, Verdict, approximation, as_table, paragraphs, readable, written
from optcheck.claims.claim import Impact, Mark, Outcome, Strength, Substance
from optcheck.exact.files import verify
from tests.optcheck.audit.conftest import SAMPLES


@pytest.fixture(scope="module")
def audit(sample_verdicts: list[Verdict]) -> Audit:
    titles = {paper: paper_title(paper, SAMPLES) for paper in papers(SAMPLES)}
    made_from = Stamp("1.2", "abc1234", "2026-01-31")
    return Audit(
        sample_verdicts, statements(SAMPLES), titles, ["primes/absent"], 0, formulas(sources(SAMPLES)), made_from
    )


class Addresses(HTMLParser):
    """Collects what the page points to."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if name in ("href", "src", "action", "srcset")]


def test_it_is_self_contained(audit: Audit) -> None:
    page = render(audit)
    addresses = Addresses()
    addresses.feed(page)
    assert addresses.found
    assert all(address.startswith(("#", "data:")) for address in addresses.found)
    assert not re.search(r"https?://|url\(|@import", page)


def test_every_statement_is_there_with_its_verdict(audit: Audit) -> None:
    page = render(audit)
    for verdict in audit.verdicts:
        assert f'data-id="{verdict.id}" data-paper="{verdict.paper}" data-verdict="{verdict.verdict}"' in page
    assert 'data-id="primes/absent" data-paper="primes" data-verdict="missing"' in page
    assert page.count("<article") == page.count("<template>") == len(audit.verdicts) + 1


def test_certificates_can_be_taken_out_and_verified(audit: Audit) -> None:
    files = re.findall(r'download="([\w-]+)\.json" href="data:application/json;base64,([^"]+)"', render(audit))
    assert sorted(name for name, _ in files) == ["primes-euler", "sums-late", "sums-squares"]
    for _, content in files:
        assert verify(json.loads(base64.b64decode(content))).kind == "evaluation"


def test_the_same_audit_gives_the_same_bytes(audit: Audit, tmp_path: Path) -> None:
    write_report(tmp_path / "report.html", audit)
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == render(audit)


def test_text_from_claims_cannot_become_markup(audit: Audit) -> None:
    hostile = "<script>alert('x')</script> \"quoted\" & more"
    verdict = replace(audit.verdicts[0], title=hostile, printed=hostile, statement=hostile, error=hostile)
    page = render(replace(audit, verdicts=[verdict]))
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


def test_names_of_values_cannot_become_markup(audit: Audit) -> None:
    hostile = "</text><script>alert(1)</script>"
    refuted = next(verdict for verdict in audit.verdicts if verdict.counterexample is not None)
    found = replace(refuted.counterexample, claimed={hostile: 1, "b": 0}, true={hostile: 3, "b": 0})  # type: ignore[type-var]
    page = render(replace(audit, verdicts=[replace(refuted, counterexample=found, plot=None)]))
    assert page.count("<script") == 1


def test_the_policy_allows_the_page_s_own_script_and_style_only(audit: Audit) -> None:
    page = render(audit)
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', page)
    assert "unsafe" not in policy
    for kind in ("script", "style"):
        (content,) = re.findall(rf"<{kind}>(.*?)</{kind}>", page, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}';" in policy
    assert not re.search(r"\s(?:on\w+|style)=", page)


def test_it_says_what_it_was_made_from(audit: Audit) -> None:
    assert "optcheck 1.2 · commit <code>abc1234</code> · 2026-01-31 · seed 0" in render(audit)
    assert stamp() == stamp()  # no clock


def card(page: str, name: str) -> str:
    return page[page.index(f'<article id="{name}"') :].partition("</article>")[0]


def test_formulas_are_typeset_from_code_and_texts_are_left_alone(audit: Audit) -> None:
    shown = card(render(audit), "sums/squares")
    assert shown.count("<mfrac>") == 2  # the printed form and the corrected one
    assert "n (n + 1) (2n - 1) / 6" in shown
    assert shown.index("<template>") < shown.index("<math>")  # built when the card is opened


def test_a_card_says_first_what_must_be_believed(audit: Audit) -> None:
    shown = card(render(audit), "sums/squares")
    believed = shown[: shown.index("As printed")]
    assert BELIEVED in believed
    assert "<dt>For all instances</dt>" in believed
    assert "the definition “" in believed
    assert "the truth equals what the form gives" in believed


def test_every_word_of_a_verdict_is_in_the_legend(audit: Audit) -> None:
    page = render(audit)
    legend = page[page.index('<h2 id="legend"') : page.index('<h2 id="statements"')]
    for word in (*Outcome, *Strength, *Impact, *Mark, *Substance, "missing"):
        assert re.search(rf">{word}<", legend)


def test_every_card_has_an_address_and_every_paper_a_link(audit: Audit) -> None:
    page = render(audit)
    for verdict in audit.verdicts:
        assert f'<article id="{verdict.id}"' in page
        assert f'<a href="#{verdict.paper}">' in page


def test_errors_and_surprises_are_shown_at_the_top(audit: Audit) -> None:
    surprised = replace(audit.verdicts[0], expected="holds")
    failed = replace(audit.verdicts[1], verdict="error", error="ZeroDivisionError: division by zero", measurement=None)
    page = render(replace(audit, verdicts=[surprised, failed]))
    top = page[page.index("Needs attention") : page.index('<h2 id="statements"')]
    assert "computed refuted, expected holds" in top
    assert "ZeroDivisionError: division by zero" in top
    assert "a known statement without a claim" in top


def test_an_empty_audit_has_a_page_too() -> None:
    assert "0 printed statements" in render(Audit([], [], {}, [], seed=0))


def test_the_strip_shows_where_the_form_is_wrong(audit: Audit) -> None:
    assert [part.partition('"')[0] for part in strip("..xx!").split("mark-")[1:]] == ["right", "wrong", "undefined"]
    assert "Wrong at 10 of 11 instances in order of size." in render(audit)


def test_readable_texts() -> None:
    assert (
        readable({"n": 3, "sets": [[1, 2], None], "map": {"a": "1/2"}})
        == "n = 3, sets = ((1, 2), none), map = {a: 1/2}"
    )
    assert readable([True, False]) == "(yes, no)"
    assert as_table({}) is as_table([1]) is as_table({"a": 1, "b": {"x": 2}}) is None
    assert as_table({"a": [1, 2], "b": [3]}) == (["1", "2"], [("a", ["1", "2"]), ("b", ["3", ""])])
    assert readable("x" * 400).endswith("… (400 characters)")
    assert approximation(str(Fraction(1, 3))) == "≈ 0.333333"
    assert approximation(7) == approximation("text") == approximation("1/0") == approximation(f"{10**400}/3") == ""
    assert paragraphs("One\nline.\n\n- a\n- b\n  c\n") == ["One line.", "- a\n- b\n  c"]


def test_a_text_of_a_form_says_whether_it_was_compared_with_its_code(audit: Audit) -> None:
    counts = [count for verdict in audit.verdicts for count in verdict.texts.values()]
    page = render(audit)
    assert page.count(AS_WRITTEN) == counts.count(0)
    assert sum(page.count(written(count)) for count in set(counts) - {0}) == len(counts) - counts.count(0)
    assert 0 < counts.count(0) < len(counts)
