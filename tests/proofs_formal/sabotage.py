"""``python -m tests.proofs_formal.sabotage [--all]``: change signs in machine-checked claims, and see what notices.

Every change is made in a copy of ``proofs_numeric``: an operator, a comparison or a number of a form, a truth or a
bound of the domain. It is noticed if the generated statement is no longer the committed one, or the digest with which
the claim was compared has changed: either fails ``make test`` and ``make formal``. Changes of Coq's own definitions are
noticed by the digests of the sources (``make test``), and in ``make formal`` by the proofs.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from optcheck.audit import registry
from optcheck.claims.claim import Definition
from proofs_formal import sources

ROOT = Path(__file__).parents[2]
_SWAPPED: dict[type[ast.AST], type[Any]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.Lt: ast.LtE, ast.LtE: ast.Lt,
    ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
}  # fmt: skip
_CHECK = """
import sys
from proofs_formal import generated, manifest, sources
claim, marked = sys.argv[1:]
theorem = next(one for one in sources.all_theorems() if claim in one.claims)
file = f"{sources.STATEMENTS}/{claim.partition('/')[0].capitalize()}.v"
if theorem.generated and generated.definition_of(claim, marked) not in sources.text(file):
    print("statement")
elif manifest.form_digests([theorem])[claim] != manifest.committed()["forms"][claim]:
    print("digest")
else:
    print("nothing")
"""


def claims() -> dict[str, str]:
    """Every claim with a theorem, and which of its forms is proved."""
    return {claim: marked for theorem in sources.all_theorems() for claim, marked in theorem.claims.items()}


def parts(claim: str, marked: str) -> set[str]:
    """The functions and classes that the statement is made of, by name."""
    found = registry.find(claim)
    functions = [getattr(found, marked).evaluate, found.means]
    functions += [found.truth.value] if isinstance(found.truth, Definition) else []
    names = {getattr(function, "__name__", "") for function in functions if function is not None}
    return names | ({found.domain.declared.of.__name__} if found.domain.declared is not None else set())


def changed(source: str, names: set[str]) -> Iterator[tuple[int, str]]:
    """The file with one sign or number changed, and the line."""
    tree = ast.parse(source)
    nodes = [node for node in tree.body if getattr(node, "name", None) in names]
    places = [inner for node in nodes for inner in ast.walk(node) if _is_place(inner)]
    for index in range(len(places)):
        twin = copy.deepcopy(tree)
        wanted = [node for node in twin.body if getattr(node, "name", None) in names]
        place = [inner for node in wanted for inner in ast.walk(node) if _is_place(inner)][index]
        line = getattr(place, "lineno", 0)
        _change(place)
        yield line, ast.unparse(twin)


def _is_place(node: ast.AST) -> bool:
    if isinstance(node, ast.BinOp):
        return type(node.op) in _SWAPPED
    if isinstance(node, ast.Compare):
        return type(node.ops[0]) in _SWAPPED
    return isinstance(node, ast.Constant) and type(node.value) is int


def _change(node: ast.AST) -> None:
    if isinstance(node, ast.BinOp):
        node.op = _SWAPPED[type(node.op)]()
    elif isinstance(node, ast.Compare):
        node.ops[0] = _SWAPPED[type(node.ops[0])]()
    elif isinstance(node, ast.Constant):
        assert isinstance(node.value, int)
        node.value += 1


def noticed(claim: str, marked: str, text: str, folder: Path) -> str:
    """What notices the change: the statement, the digest, an error where the claim cannot even be read, or nothing."""
    module = registry.find_source(claim).module.replace(".", "/") + ".py"
    target = folder / module
    kept = target.read_text(encoding="utf-8")
    target.write_text(text, encoding="utf-8")
    try:
        environment = os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            [sys.executable, "-c", _CHECK, claim, marked], cwd=folder, env=environment, capture_output=True, text=True
        )
        return done.stdout.strip() or "error"
    finally:
        target.write_text(kept, encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Print what noticed each change; the exit status is 1 where nothing did."""
    parser = argparse.ArgumentParser(prog="python -m tests.proofs_formal.sabotage")
    parser.add_argument("--all", action="store_true", help="every place, not one in each claim")
    options = parser.parse_args(arguments)
    tally: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(ROOT / "proofs_numeric", folder / "proofs_numeric")
        for claim, marked in sorted(claims().items()):
            source = (ROOT / (registry.find_source(claim).module.replace(".", "/") + ".py")).read_text()
            if (why := noticed(claim, marked, source, folder)) != "nothing":
                raise SystemExit(f"{claim} differs by its {why} even without a change: run make formal first")
            for line, text in list(changed(source, parts(claim, marked)))[: None if options.all else 1]:
                found = noticed(claim, marked, text, folder)
                tally[found] += 1
                print(f"{claim} ({marked}), line {line}: noticed by {found}", flush=True)
    print(f"{sum(tally.values())} changes, noticed by: " + ", ".join(f"{k} {v}" for k, v in tally.items()))
    return int(tally["nothing"] > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
