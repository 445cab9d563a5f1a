"""What the documents promise is there: kinds of certificates, the README's examples and table of verdicts."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from optcheck.audit import registry
from optcheck.audit.showing.markdown import counts
from optcheck.checker.core import kinds
from optcheck.cli import main

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
DOCUMENTS = [ROOT / "docs" / "certificates.md", *sorted((ROOT / "docs" / "certificates").glob("*.md"))]


@pytest.mark.parametrize("kind", sorted(kinds()))
def test_every_kind_of_certificate_is_documented(kind: str) -> None:
    headings = [line for path in DOCUMENTS for line in path.read_text().splitlines() if line.startswith("## ")]
    assert f"## {kind}" in headings


@pytest.mark.parametrize("example", re.findall(r"```python\n(.*?)```", README, re.DOTALL))
def test_the_readmes_examples_run(example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(example, "README.md", "exec"), {})


VERDICTS = (ROOT / "docs" / "verdicts.md").read_text()
ROW = re.compile(r"^\| `([a-z]+/[a-z0-9-]+)` \| (.*?) \| ([a-z]+)([a-z, ]*) \| ([a-z-]+) \|$", re.MULTILINE)


def test_the_page_of_verdicts_is_fresh() -> None:
    """`optcheck verdicts out/audit.json --out docs/verdicts.md --readme README.md` renews it."""
    written = {name: (title.replace("\\|", "|"), verdict) for name, title, verdict, _, _ in ROW.findall(VERDICTS)}
    claims = [registry.load(source) for source in registry.sources()]
    assert written == {claim.id: (claim.title, claim.expected.value) for claim in claims}


def test_the_readmes_counts_are_those_of_the_page() -> None:
    rows = [
        {"id": name, "verdict": verdict, "strength": strength}
        for name, _, verdict, _, strength in ROW.findall(VERDICTS)
    ]
    assert counts(rows) in README


def test_the_readmes_three_commands_lead_from_a_spreadsheet_to_noise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    commands = re.findall(r"^\$ optcheck ((?:allocate|verify plan.json|sample) .*)$", README, re.MULTILINE)
    assert [line.split()[0] for line in commands] == ["allocate", "verify", "sample"]
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    for line in commands:
        with pytest.raises(SystemExit) as ended:
            main(shlex.split(line))
        assert not ended.value.code, line
    shown = capsys.readouterr().out
    table = README[README.index("       Noise for 7 parties") :].partition("...")[0]
    for row in table.splitlines()[3:10]:
        cells = [cell.strip() for cell in row.split("│")[1:-1]]
        assert re.search("│ *" + " *│ *".join(map(re.escape, cells)) + " *│", shown), row
    assert shown.count('proved: each of "hospital"') == 1
    assert '"clipped": false' in shown
