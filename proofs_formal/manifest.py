"""The manifest: what Coq says about the theorems of the sources, kept beside them and compared at every build."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime
from typing import Any

from optcheck.audit import registry
from optcheck.errors import InvalidInput
from optcheck.formal import statement_digest
from proofs_formal import definitions, sources
from proofs_formal.generated import definition_of, generated_name

PATH = sources.ROOT / "manifest.json"

# Those of Coq's standard real numbers; a theorem about rationals needs none.
STANDARD_REALS = (
    "ClassicalDedekindReals.sig_forall_dec",
    "ClassicalDedekindReals.sig_not_dec",
    "Classical_Prop.classic",
    "FunctionalExtensionality.functional_extensionality_dep",
)


def made_from(
    theorems: list[sources.Marked], answers: list[tuple[str, tuple[str, ...]]], versions: dict[str, str]
) -> dict[str, Any]:
    """The manifest that the sources give; InvalidInput when a theorem rests on anything it must not rest on."""
    return {
        "verified": datetime.now(UTC).date().isoformat(),
        "versions": versions,
        "theorems": [_entry(theorem, *answer) for theorem, answer in zip(theorems, answers, strict=True)],
        "sources": sources.digests(),
        "forms": form_digests(theorems),
    }


def form_digests(theorems: list[sources.Marked]) -> dict[str, str]:
    """The digests of the statements whose forms the bindings compare with Coq's."""
    marked = sorted({claim for theorem in theorems for claim in theorem.claims})
    return {claim: statement_digest(registry.find_source(claim).module) for claim in marked}


def _proposition(theorem: sources.Marked, statement: str) -> str:
    """What is proved: of a generated statement not only its name."""
    if theorem.generated is None:
        return statement
    _, _, body = definition_of(theorem.generated, theorem.claims[theorem.generated]).partition(":=")
    return " ".join(body.split()).removesuffix(".")


def _entry(theorem: sources.Marked, statement: str, axioms: tuple[str, ...]) -> dict[str, Any]:
    if theorem.generated is not None and statement != generated_name(theorem.generated):
        raise InvalidInput(f"{theorem.qualified} should say {generated_name(theorem.generated)}, and says {statement}")
    for axiom in axioms:
        if axiom not in STANDARD_REALS:
            raise InvalidInput(f"{theorem.qualified} rests on {axiom}, which is no axiom of the standard reals")
    proved = _proposition(theorem, statement)
    return {
        "theorem": theorem.name,
        "file": theorem.file,
        "claims": theorem.claims,
        "statement": proved,
        "digest": hashlib.sha256(proved.encode()).hexdigest(),
        "axioms": list(axioms),
        "generated": theorem.generated is not None,
        "lines": definitions.lines(theorem, statement),
    }


def committed() -> dict[str, Any]:
    """The manifest in this folder."""
    record: dict[str, Any] = json.loads(PATH.read_text(encoding="utf-8")) if PATH.exists() else {}
    return record


def differences(made: dict[str, Any], former: dict[str, Any]) -> list[str]:
    """Where two manifests say different things about the proofs; days and versions do not count."""
    entries = _entries(made, former, "sources", lambda record: dict(record.get("sources", {})))
    entries += _entries(made, former, "form", lambda record: dict(record.get("forms", {})))
    return entries + _entries(
        made,
        former,
        "theorem",
        lambda record: {f"{item['file']}:{item['theorem']}": item for item in record.get("theorems", [])},
    )


def _entries(made: dict[str, Any], former: dict[str, Any], what: str, table: Any) -> list[str]:
    ours, theirs = table(made), table(former)
    return [f"{what} {name}" for name in sorted(ours.keys() | theirs.keys()) if ours.get(name) != theirs.get(name)]


def write(record: dict[str, Any]) -> None:
    """Replace the manifest in this folder."""
    PATH.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
