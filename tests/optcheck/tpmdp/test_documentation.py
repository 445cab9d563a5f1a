"""The examples of docs/tpmdp.md run as they are printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from optcheck import verify

PAGE = (Path(__file__).parents[3] / "docs" / "tpmdp.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_run_and_leave_a_proof(example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(example, "tpmdp.md", "exec"), {})
    assert verify(tmp_path / "proof.json").value is not None
