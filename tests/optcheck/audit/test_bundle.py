"""An erratum to be sent: it can be rechecked with Python alone, and is written whole or not at all."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from optcheck.audit import registry
from optcheck.audit.errata import Paper, as_latex, check_folder, escaped, files, write_folder
from optcheck.audit.registry import UNVERSIONED, commit_of
from optcheck.audit.run import work
from optcheck.cli import main
from optcheck.cli.new import template
from optcheck.errors import InvalidInput

TRUE = ("value", "bound")
FALSE = {
    "value": ("(party.n - 1), 2)", "(party.n - 1), 3)"),
    "optimum": ("Fraction(ring.n, 2)", "Fraction(ring.n, 3)"),
    "equilibrium": ("coins.b + coins.c) /", "coins.a + coins.c) /"),
    "property": ("max(a, b, c) < a", "max(a, b, c) <= a"),
    "bound": ("**2 / 16", "**2 / 20"),
}


def _false(text: str) -> str:
    """The claim as one that is expected to be refuted, with words for its formula."""
    expected = text.replace("    place=", "    expected=Outcome.REFUTED,\n    place=")
    return re.sub(r"Form\((\w+), .*\)", r'Form(\1, "a formula")', expected)


@pytest.fixture(scope="module")
def claims(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a false statement of each kind, and two true ones."""
    paper = tmp_path_factory.mktemp("bundled") / "my claims" / "note"
    paper.mkdir(parents=True)
    (paper / "__init__.py").write_text('"""A note on σ² ≤ 1 & more."""\n')
    for kind in TRUE:
        (paper / f"true_{kind}.py").write_text(template(kind, f"note/true-{kind}"))
    for kind, (right, wrong) in FALSE.items():
        text = template(kind, f"note/{kind}")
        assert right in text
        (paper / f"{kind}.py").write_text(_false(text.replace(right, wrong)))
    return paper.parent


@pytest.fixture(scope="module")
def bundle(claims: Path) -> Iterator[Path]:
    """The bundle of these claims."""
    folder = claims.parent / "bundle"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(registry.SETTING, "json")
        with pytest.raises(SystemExit) as ended:
            main(["errata", "note", "--claims", str(claims), "--jobs", "1", "--bundle", str(folder)])
        assert not ended.value.code
        yield folder


@pytest.fixture
def own_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A claim whose form the checker's language cannot say."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    paper = tmp_path / "own_code" / "note"
    paper.mkdir(parents=True)
    text = template("value", "note/own").replace("Fraction(party.n * (party.n - 1), 2)", "len(str(10**party.n))")
    (paper / "own.py").write_text(_false(text))
    return str(paper.parent)


def recheck(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """The script, by a Python that sees nothing but its own library, in an empty environment."""
    command = [sys.executable, "-I", "-S", *options, str(folder / "recheck.py")]
    return subprocess.run(command, cwd="/", env={}, capture_output=True, text=True, timeout=100, check=False)


@pytest.mark.parametrize("kind", FALSE)
def test_every_finding_is_rechecked_with_python_alone(bundle: Path, kind: str, tmp_path: Path) -> None:
    sent = shutil.copytree(bundle, tmp_path / "somewhere else")
    done = recheck(sent / f"note-{kind}")
    assert done.returncode == 0, done.stderr
    assert "certificate.json: proved: " in done.stdout
    assert f"the claims: {UNVERSIONED}" in done.stdout
    assert ("compared: claimed " in done.stdout) == (kind == "optimum")


def test_the_script_runs_the_checker_that_was_sent(bundle: Path, tmp_path: Path) -> None:
    """Not an optcheck that may be installed, and nothing from the folder in which it is started."""
    sent = shutil.copytree(bundle, tmp_path / "sent")
    core = sent / "checker" / "optcheck" / "checker" / "core.py"
    core.write_text(core.read_text() + "\nraise SystemExit('the sent one')\n")
    done = subprocess.run(
        [sys.executable, str(sent / "note-value" / "recheck.py")], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (1, "the sent one\n")


def test_a_page_for_each_and_nothing_for_what_holds(bundle: Path) -> None:
    folders = {path.name for path in bundle.iterdir() if path.is_dir()}
    assert folders == {"checker", *(f"note-{kind}" for kind in FALSE)}
    for kind in FALSE:
        names = {path.name for path in (bundle / f"note-{kind}").iterdir()}
        assert names == {"certificate.json", "erratum.md", "erratum.tex", "recheck.py"}
        assert len((bundle / f"note-{kind}" / "recheck.py").read_text().splitlines()) <= 75
    readme = (bundle / "README.md").read_text()
    assert readme.startswith("# Findings in: A note on σ² ≤ 1 & more\n")
    assert readme.count("`python3 -I note-") == len(FALSE)


def test_texts_name_the_commit_and_how_to_recheck(bundle: Path) -> None:
    for name in ("erratum.md", "note-value/erratum.md"):
        text = (bundle / name).read_text()
        assert "- Recheck: `python3 -I note-value/recheck.py`" in text
        assert f"The claims: {UNVERSIONED}." in text
        assert str(bundle.parent) not in text
    text = (bundle / "note-value" / "erratum.md").read_text()
    assert "## What must be believed" in text
    assert "sum(" in text.partition("```")[2].partition("```")[0]
    assert "- Instances: n >= 1, whole; indices count from 0, in the checker's sentences from 1\n" in text
    assert "\n- Truth: the definition “shaken”" in text
    text = (bundle / "note-optimum" / "erratum.md").read_text()
    assert "the minimum of the linear program" in text
    assert 'model = Model("minimise")' in text.replace("'", '"')
    latex = (bundle / "note-value" / "erratum.tex").read_text()
    assert r"\texttt{python3 -I note-value/recheck.py}" in latex
    assert r"\ensuremath{\sigma}\ensuremath{^{2}} \ensuremath{\leq} 1 \& more" in latex


@pytest.mark.parametrize(
    ("file", "before", "after", "message"),
    [
        ("certificate.json", '"n": 2', '"n": 3', "is not the certificate that was sent"),
        ("certificate.json", '"format": 1', '"format": 2', "is not the certificate that was sent"),
        ("recheck.py", "that the true value", "that no value", "proves something else"),
    ],
)
def test_what_was_changed_is_noticed(
    bundle: Path, tmp_path: Path, file: str, before: str, after: str, message: str
) -> None:
    sent = shutil.copytree(bundle, tmp_path / "sent")
    path = sent / "note-value" / file
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after))
    done = recheck(sent / "note-value")
    assert done.returncode == 1
    assert message in done.stderr


def test_a_claimed_number_that_is_right_is_noticed(bundle: Path, tmp_path: Path) -> None:
    sent = shutil.copytree(bundle, tmp_path / "sent")
    script = sent / "note-optimum" / "recheck.py"
    script.write_text(script.read_text().replace("COMPARED = ('1',", "COMPARED = ('3/2',"))
    done = recheck(sent / "note-optimum")
    assert (done.returncode, done.stderr) == (1, "the claimed 3/2 does not contradict minimum = 3/2\n")


def test_a_finding_without_a_certificate_says_so(own_code: str) -> None:
    source = registry.find_source("note/own", own_code)
    verdict = work(source, 0).verdict
    assert (verdict.verdict, verdict.evidence) == ("refuted", "own code")
    paper = Paper("Note", [verdict], {verdict.id: registry.load(source)}, UNVERSIONED)
    found = files(paper)
    assert {name for name in found if name.startswith("note-own/")} == {"note-own/erratum.md", "note-own/erratum.tex"}
    assert "no certificate, see its text" in found["README.md"]
    assert "- No certificate: " in found["note-own/erratum.md"]


def test_nothing_is_overwritten_and_nothing_half_written_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("x")
    (tmp_path / "file").write_text("x")
    (tmp_path / "link").symlink_to(tmp_path / "empty")
    (tmp_path / "empty").mkdir()
    for name in ("full", "file", "link"):
        with pytest.raises(InvalidInput, match="must be a folder that is empty or not there yet"):
            check_folder(tmp_path / name)
    with pytest.raises(InvalidInput, match="there is no folder"):
        check_folder(tmp_path / "no" / "bundle")
    check_folder(tmp_path / "empty")
    write_folder(tmp_path / "empty", {"a/b.txt": "σ", "c.txt": ""})
    assert sorted(path.name for path in (tmp_path / "empty").rglob("*")) == ["a", "b.txt", "c.txt"]
    before = sorted(tmp_path.iterdir())
    with pytest.raises(InvalidInput, match="cannot be written: Directory not empty"):
        write_folder(tmp_path / "full", {"a.txt": ""})
    with pytest.raises(InvalidInput, match="cannot be written"):
        write_folder(tmp_path / "other", {"a": "", "a/b": ""})
    monkeypatch.setattr(Path, "rename", _interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_folder(tmp_path / "other", {"a.txt": ""})
    assert sorted(tmp_path.iterdir()) == before


def _interrupted(*_: object) -> None:
    raise KeyboardInterrupt


def test_a_folder_in_use_is_refused_before_anything_is_judged(
    claims: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(registry.SETTING, "json")
    (tmp_path / "x").write_text("")
    with pytest.raises(SystemExit) as ended:
        main(["errata", "note", "--claims", str(claims), "--bundle", str(tmp_path)])
    assert ended.value.code == 2
    assert "must be a folder that is empty or not there yet" in capsys.readouterr().err


def test_the_commit_is_that_of_the_files(tmp_path: Path) -> None:
    git = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b"]
    claims = tmp_path / "claims"
    claims.mkdir()
    (claims / "a.py").write_text("1")
    assert commit_of([claims]) == UNVERSIONED
    subprocess.run([*git, "init", "-q"], check=True)
    (tmp_path / "other").write_text("")
    subprocess.run([*git, "add", "other"], check=True)
    subprocess.run([*git, "commit", "-qm", "x"], check=True)
    assert commit_of([claims]) == UNVERSIONED
    subprocess.run([*git, "add", "claims"], check=True)
    subprocess.run([*git, "commit", "-qm", "y"], check=True)
    assert re.fullmatch("commit [0-9a-f]{40}", commit_of([claims]))
    (claims / "b.py").write_text("1")
    assert commit_of([claims]).endswith(", with changes that are not committed")


def test_latex_shows_what_the_text_shows() -> None:
    assert escaped("50 % of a_i & {x} #1 $ \\ ^ ~") == (
        r"50 \% of a\_i \& \{x\} \#1 \$ \textbackslash{} \textasciicircum{} \textasciitilde{}"
    )
    assert escaped("Ŝ ω̂ λ Λ Α ½ ⁻¹ ₁ “é” ☃") == (
        r"Ŝ \ensuremath{\hat{\ensuremath{\omega}}} \ensuremath{\lambda} \ensuremath{\Lambda} \ensuremath{A} 1/2 "
        r"\ensuremath{^{-}}\ensuremath{^{1}} \ensuremath{_{1}} ``é'' [snowman]"
    )
    assert "\\begin{verbatim}\n- a_b % c\n\\end{verbatim}" in as_latex("```\n- a_b % c\n```")
    text = as_latex("# A\n\nwords\n\n- one `a_b`\n- two\n\n## B\n- last")
    assert text.count("\\begin{itemize}") == text.count("\\end{itemize}") == 2
    assert "\\item one \\texttt{a\\_b}\n\\item two\n\\end{itemize}\n" in text
    assert text.endswith("\\item last\n\\end{itemize}\n\\end{document}\n")


def test_latex_has_a_name_for_every_character_of_our_own_findings() -> None:
    claims = [registry.load(source) for source in registry.sources(registry.BUILT_IN)]
    texts = [text for claim in claims for text in (claim.title, claim.place, claim.printed.text)]
    texts += [claim.corrected.text for claim in claims if claim.corrected is not None]
    assert len(texts) > 500
    for text in map(escaped, texts):
        assert not re.search(r"[^\x00-\u024f]", text), text
        assert not re.search(r"\[[a-z]+ [a-z -]+\]", text), text


def test_the_certificates_are_those_of_the_verdicts(bundle: Path) -> None:
    document = json.loads((bundle / "note-optimum" / "certificate.json").read_text())
    assert document["kind"] == "linear-program"
    assert json.loads((bundle / "note-value" / "certificate.json").read_text())["kind"] == "evaluation"
