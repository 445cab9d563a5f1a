"""The program that is extracted from the verified checks: built with OCaml, run on files or on lines."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable

from optcheck.formal import PROGRAM
from proofs_formal import build, sources

FOLDER = "extracted"
LIMIT = 600  # seconds for one batch of documents


def build_program() -> None:
    """Compile the extracted code and the hand-written reader into one executable, found by ``optcheck.formal``."""
    written = sorted(path.name for path in (sources.ROOT / FOLDER).glob("*.ml"))
    for name in written:
        shutil.copyfile(sources.ROOT / FOLDER / name, build.BUILD / FOLDER / name)
    inside = [f"{FOLDER}/{name}" for name in ["verified.ml", *written]]
    order = build.run("ocamlfind", "ocamldep", "-sort", "-I", FOLDER, *inside).split()
    options = ("-package", "zarith", "-linkpkg", "-w", "-a", "-I", FOLDER)
    fresh = build.BUILD / FOLDER / PROGRAM.name
    build.run("ocamlfind", "ocamlopt", *options, f"{FOLDER}/verified.mli", *order, "-o", str(fresh))
    os.replace(fresh, PROGRAM)  # one that is running stays as it is


def answers(documents: Iterable[str]) -> list[str]:
    """What the extracted checker says about each document, one a line: "proved: ..." or "REJECTED: ..."."""
    done = subprocess.run(
        [str(PROGRAM), "--lines"],
        input="".join(document + "\n" for document in documents),
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=True,
    )
    return done.stdout.splitlines()
