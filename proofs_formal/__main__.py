"""``python -m proofs_formal [--update]``: build the proofs, print a table, compare with the manifest."""

from __future__ import annotations

import sys
from typing import Any

from optcheck.errors import OptcheckError
from proofs_formal import build, manifest, sources


def main(arguments: list[str]) -> int:
    """The steps of ``make formal``; the exit status is 0 only if all of them pass."""
    missing = build.missing_tools()
    if missing:
        print(f"formal: {', '.join(missing)} missing; on Debian: apt-get install {build.PACKAGES}", file=sys.stderr)
        return 3
    try:
        _proofs(update="--update" in arguments)
    except OptcheckError as error:
        print(f"formal: {error}", file=sys.stderr)
        return 1
    return 0


def _proofs(update: bool) -> None:
    for file in sources.files():
        if words := sources.gaps(file):
            raise build.BuildFailed(f"{file} contains {', '.join(words)}")
    seconds = build.compile_all()
    theorems = sources.all_theorems()
    made = manifest.made_from(theorems, build.ask(theorems), build.versions())
    _print_table(made["theorems"], seconds)
    changed = manifest.differences(made, manifest.committed())
    if changed and update:
        manifest.write(made)
        print(f"manifest.json is new: {len(changed)} entries changed")
    elif changed:
        raise build.BuildFailed(
            "the manifest is not what the sources give (make formal UPDATE=1 replaces it): " + ", ".join(changed)
        )


def _print_table(theorems: list[dict[str, Any]], seconds: dict[str, float]) -> None:
    lines = {file: sources.text(file).count("\n") for file in seconds}
    print(f"{'theorem':<64} {'lines':>6} {'seconds':>8}  axioms      (lines and seconds are those of the file)")
    for item in theorems:
        name, axioms = f"{item['file'].removesuffix('.v')}.{item['theorem']}", len(item["axioms"])
        print(f"{name:<64} {lines[item['file']]:>6} {seconds[item['file']]:>8.1f}  {axioms or 'none'}")
    print(f"{len(theorems)} theorems in {len(lines)} files, {sum(lines.values())} lines, {sum(seconds.values()):.0f} s")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
