"""docs/paper_mapping.md: every result of the papers beside its theorem, or the reason why there is none."""

from __future__ import annotations

import re

from optcheck.audit import registry
from optcheck.formal import Manifest
from proofs_formal import sources
from proofs_formal.proposition import Untranslatable, definition_text

__all__ = ["PATH", "page"]

PATH = sources.ROOT.parent / "docs" / "paper_mapping.md"
_VERDICT = re.compile(r"^\| `([^`]+)` \|.*\| [a-z, ]+ \| ([a-z-]+) \|$", re.MULTILINE)
_HEAD = """# Results of the papers and their theorems

Written by `make formal UPDATE=1`; a test compares it with the sources. *Generated*: the theorem proves the proposition
that the machine writes from the declared statement (`optcheck formal ID` prints it). *Compared*: the statement was
typed, and its form agrees with the claim's on the claim's instances. Lines are those of our own definitions that a
reader must read to know what the statement says. A statement may be called less than machine-checked in
[verdicts.md](verdicts.md) although it has a theorem: where it rests on others that have none.
"""
# Why there is no theorem, where the way to one is known to be long.
_FAR = {
    "adpml/alg-1": "no theorem yet; needs a loop whose states are named in the proof",
    "chained/cor-4": "no theorem yet; needs a count of ranked maxima",
    "chained/eq-12": "no theorem yet; needs sums of costs that may be infinite",
    "chained/footnote-5": "no theorem yet; needs a count of permutations",
    "chained/thm-7-delta": "no theorem yet; needs a count of permutations",
    "chained/thm-7-release": "no theorem yet; needs a count of permutations",
    "chained/thm-8-release": "no theorem yet; needs a count of permutations",
    "cordp/claim-2": "no theorem yet; needs all sources of noise enumerated",
    "cordp/claim-4": "needs determinants",
    "cordp/special-cases": "no theorem yet; needs one-time pads between all pairs",
    "libraries/sparse-vector": "needs improper integrals of piecewise exponentials",
    "libraries/sparse-vector-chen": "needs improper integrals of piecewise exponentials",
    "libraries/sparse-vector-lee-clifton": "needs improper integrals of piecewise exponentials",
    "libraries/textbook-noisy-max": "needs improper integrals of piecewise exponentials",
    "kairouz/eq-4": "needs a minimax theorem",
    "kairouz/eq-6": "needs a minimax theorem",
    "kairouz/eq-20": "needs a minimax theorem",
    "kairouz/thm-3-9": "needs Farkas' lemma",
    "kairouz/rem-3-4": "needs all optima of the program over signatures, not their value alone",
    "kairouz/rem-3-4-proof": "needs all optima of the program over signatures, not their value alone",
    "kairouz/transcripts": "needs all optima of the program over signatures, not their value alone",
    "kairouz/unique": "its form asks for optimal rules, which a linear program finds",
    "kairouz/worst-extremal": "its form asks for optimal rules, which a linear program finds",
    "tpmdp/thm-5": "needs Hoeffding's tail bound",
    "tpmdp/table-1-alg-3": "needs a recurrence for selection by medians",
    "tpmdp/table-1-entropy": "needs bounds on binomial coefficients by entropy",
    "tpmdp/table-1-space-proportional": "needs Stirling's formula with constants",
    "tpmdp/table-1-time-proportional": "needs Stirling's formula with constants",
    "libraries/textbook-composition": "needs a tail bound of sums of independent losses (Azuma's inequality)",
    "libraries/textbook-corollary": "needs a tail bound of sums of independent losses (Azuma's inequality)",
    "libraries/diffprivlib-accountant": "needs a tail bound of sums of independent losses",
}
_WORDS = {
    "measured": "is a measurement: there is nothing to prove",
    "exhaustive": "has finitely many instances, all of which the audit compares",
}


def page(manifest: Manifest) -> str:
    """The page."""
    strengths = dict(_VERDICT.findall((PATH.parent / "verdicts.md").read_text(encoding="utf-8")))
    parts = [_HEAD]
    for paper in registry.papers(registry.BUILT_IN):
        parts.append(f"## {registry.paper_title(paper, registry.BUILT_IN)}\n")
        parts.append("| statement | place | theorem, or why there is none | lines |\n|---|---|---|---|")
        claims = [source.id for source in registry.sources(registry.BUILT_IN) if source.paper == paper]
        parts += [_row(claim, strengths.get(claim, ""), manifest) for claim in claims]
        parts.append("")
    return "\n".join(parts)


def _row(claim: str, strength: str, manifest: Manifest) -> str:
    statement = registry.find(claim)
    theorem = next((one for one in manifest.theorems if claim in one.forms), None)
    place = statement.place.replace("|", "\\|")
    if theorem is None:
        return f"| `{claim}` | {place} | {_reason(claim, strength)} | |"
    how = f"{theorem.forms[claim]}, {'generated' if theorem.generated else 'compared'}"
    return f"| `{claim}` | {place} | `{theorem.name}` in `{theorem.file}`, {how} | {theorem.lines} |"


def _reason(claim: str, strength: str) -> str:
    if claim in _FAR:
        return _FAR[claim]
    if strength in _WORDS:
        return _WORDS[strength]
    statement = registry.find(claim)
    try:
        definition_text(statement, statement.corrected or statement.printed)
    except Untranslatable as reason:
        return f"not written in Coq: {reason.construct[:60]}".replace("|", "\\|")
    return "no theorem yet; the proposition is written"
