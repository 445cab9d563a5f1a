"""Imports point one way: exact <- solvers <- systems <- lp_models <- proofs_numeric <- benchmarks, tests."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("optcheck", "lp_models", "proofs_numeric", "proofs_formal", "benchmarks", "tests")
SYSTEMS = ("gaussian", "sampling", "noise", "tpmdp", "randomized_response", "cordp", "chained_dp", "adpml")

# A layer may import itself and what is listed; nothing else of ours.
LAYERS: dict[str, set[str]] = {
    "errors": set(),
    "extras": {"errors"},
    "checker": {"errors"},
    "exact": {"errors", "checker"},
    "files": {"errors", "checker", "exact"},
    "solvers": {"errors", "checker", "exact"},
    "analysis": {"errors", "checker", "exact", "files", "solvers"},
    "formal": {"errors"},
    "extracted": {"errors"},
    "claims": {"errors", "checker", "exact", "solvers"},
    "audit": {"errors", "checker", "exact", "formal", "claims"},
    "testing": {"errors", "claims", "audit"},
    "systems": {"errors", "checker", "exact", "solvers"},
    "cli": {
        "errors",
        "checker",
        "exact",
        "files",
        "solvers",
        "analysis",
        "claims",
        "audit",
        "systems",
        "formal",
        "extracted",
    },
    "__main__": {"cli"},
    "lp_models": {"errors", "checker", "exact", "solvers", "systems"},
    "proofs_numeric": {"errors", "checker", "exact", "solvers", "systems", "lp_models", "claims", "audit"},
    "proofs_formal": {"errors", "checker", "exact", "solvers", "systems", "lp_models", "claims", "audit"}
    | {"formal", "extracted"},
    "benchmarks": {"errors", "checker", "exact", "solvers", "systems", "lp_models", "audit", "proofs_numeric", "cli"}
    | {"files", "claims"},
}


def _layer(module: str) -> str:
    parts = module.split(".")
    if parts[0] != "optcheck" or len(parts) == 1:
        return parts[0]
    return "systems" if parts[1] in SYSTEMS else parts[1]


def _imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} uses a relative import"
            deeper = {f"{node.module}.{alias.name}" for alias in node.names} if node.module == "optcheck" else set()
            found |= deeper or {node.module or ""}
    return {name for name in found if name.split(".")[0] in PACKAGES}


def _files() -> list[Path]:
    return [path for package in PACKAGES[:-1] for path in sorted((ROOT / package).rglob("*.py"))]


# The package's front door loads names on first use, from every layer.
FRONT_DOOR = {
    "Answer": "solvers",
    "Model": "exact",
    "LinearProgram": "exact",
    "Certificate": "exact",
    "verify": "exact",
}
FRONT_DOOR |= {"Verified": "exact", "solve": "solvers", "solve_with_separation": "solvers", "OptcheckError": "errors"}
FRONT_DOOR |= {"InvalidInput": "errors", "CertificateRejected": "errors", "read": "files"}


@pytest.mark.parametrize("path", _files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_one_way(path: Path) -> None:
    module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    if module in ("optcheck.__init__", "optcheck.cli.__init__", "optcheck.cli.__main__"):
        return
    own = _layer(module)
    for name in _imports(path):
        target = _layer(name)
        target = FRONT_DOOR.get(target, target)
        everywhere = {"optcheck"} if own in ("errors", "checker") else {"optcheck", "extras"}
        assert target == own or target in LAYERS[own] | everywhere, f"{module} ({own}) imports {name} ({target})"


def test_the_audit_knows_no_paper_by_name() -> None:
    for folder in ("audit", "cli"):
        for path in (ROOT / "optcheck" / folder).rglob("*.py"):
            assert not any(name.startswith("proofs_numeric.") for name in _imports(path)), path
