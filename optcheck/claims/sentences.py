"""Sentences about figures, as reproductions judged them: read from the CSV files that they wrote."""

from __future__ import annotations

import csv
from importlib import resources

from optcheck.claims import Measurement


def judged(package: str, reason: str, *names: str) -> Measurement:
    """The sentences of one figure with verdict and measured ratios; verdicts are counted anew from the comparisons."""
    sentences: dict[str, list[dict[str, str]]] = {}
    for name in names:
        text = resources.files(package).joinpath(name).read_text(encoding="utf-8")
        for row in csv.DictReader(text.splitlines()):
            sentences.setdefault(f"{row['place']}: {row['statement']}", []).append(row)
    verdicts = {sentence: _verdict(sentence, rows) for sentence, rows in sentences.items()}
    counts = {word: list(verdicts.values()).count(word) for word in dict.fromkeys(verdicts.values())}
    measured: dict[str, object] = {
        sentence: {"verdict": verdicts[sentence], **{row["comparison"]: row["measured"] for row in rows}}
        for sentence, rows in sentences.items()
    }
    return Measurement(reason=reason, figures={"sentences": counts, **measured})


def _verdict(sentence: str, rows: list[dict[str, str]]) -> str:
    held, made = (sum(int(row[name]) for row in rows) for name in ("held", "of"))
    if held == made or ("most cases" in sentence and 2 * held > made):
        return "reproduced"
    return "partly" if held else "not reproduced"
