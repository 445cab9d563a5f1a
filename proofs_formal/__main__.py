"""``python -m proofs_formal [--update] [--mutants N]``: build the proofs, print a table, compare with the manifest;
build the extracted checker and hold it against the Python one."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from optcheck.errors import OptcheckError
from optcheck.formal import read_manifest
from proofs_formal import agreement, binding, build, extraction, generated, manifest, mapping, sources


def main(arguments: list[str]) -> int:
    """The steps of ``make formal``; the exit status is 0 only if all of them pass."""
    options = _options(arguments)
    missing = build.missing_tools()
    if missing:
        print(f"formal: {', '.join(missing)} missing; on Debian: apt-get install {build.PACKAGES}", file=sys.stderr)
        return 3
    try:
        _proofs(options.update)
        _bindings()
        extraction.build_program()
        _agreement(options.mutants)
    except OptcheckError as error:
        print(f"formal: {error}", file=sys.stderr)
        return 1
    return 0


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m proofs_formal")
    parser.add_argument("--update", action="store_true", help="replace the manifest by what the sources give")
    parser.add_argument("--mutants", type=int, default=10_000, help="documents on which the two checkers are compared")
    return parser.parse_args(arguments)


def _bindings() -> None:
    """Every closed form is what Coq computes; a claim that a theorem names is bound so, or its statement generated."""
    bindings = binding.bindings()
    typed = {claim for theorem in sources.all_theorems() if theorem.generated is None for claim in theorem.claims}
    unbound = typed - {b.claim for b in bindings}
    if unbound:
        raise build.BuildFailed(f"theorems name claims whose forms are not compared with Coq's: {sorted(unbound)}")
    for bound in bindings:
        print(f"{bound.name} is what Coq computes, on {binding.check(bound)} cases")


def _agreement(mutants: int) -> None:
    tally = agreement.compare_mutants(mutants)
    if tally.differ:
        raise build.BuildFailed(
            f"the checkers disagree about {tally.differ} of {tally.compared} documents:\n" + "\n".join(tally.first)
        )
    print(f"the two checkers agree on {tally.compared} documents, {tally.accepted} of which they accept")


def _proofs(update: bool) -> None:
    for file in sources.files():
        if words := sources.gaps(file):
            raise build.BuildFailed(f"{file} contains {', '.join(words)}")
    _statements(update)
    seconds = build.compile_all()
    theorems = sources.all_theorems()
    made = manifest.made_from(theorems, build.ask(theorems), build.versions())
    _print_table(made["theorems"], seconds)
    changed = manifest.differences(made, manifest.committed())
    if update:
        mapping.PATH.write_text(mapping.page(read_manifest(made)), encoding="utf-8")
    if changed and update:
        manifest.write(made)
        print(f"manifest.json is new: {len(changed)} entries changed")
    elif changed:
        raise build.BuildFailed(
            "the manifest is not what the sources give (make formal UPDATE=1 replaces it): " + ", ".join(changed)
        )


def _statements(update: bool) -> None:
    """The generated statements are those of the claims."""
    if update:
        generated.write()
    elif changed := generated.differences():
        raise build.BuildFailed(f"not what the claims give (make formal UPDATE=1 replaces it): {', '.join(changed)}")


def _print_table(theorems: list[dict[str, Any]], seconds: dict[str, float]) -> None:
    lines = {file: sources.text(file).count("\n") for file in seconds}
    print(f"{'theorem':<64} {'lines':>6} {'seconds':>8}  axioms      (lines and seconds are those of the file)")
    for item in theorems:
        name, axioms = f"{item['file'].removesuffix('.v')}.{item['theorem']}", len(item["axioms"])
        print(f"{name:<64} {lines[item['file']]:>6} {seconds[item['file']]:>8.1f}  {axioms or 'none'}")
    print(f"{len(theorems)} theorems in {len(lines)} files, {sum(lines.values())} lines, {sum(seconds.values()):.0f} s")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
