"""The second checker: extracted from Coq, where what it accepts is proved true. Built by ``make formal``."""

from __future__ import annotations

import subprocess
from pathlib import Path

from optcheck.errors import CertificateRejected, InvalidInput

__all__ = ["PROGRAM", "require_built", "verify_extracted"]

PROGRAM = Path(__file__).parent.parent / "build" / "optcheck-extracted"
_DAY = 86_400.0


def require_built() -> None:
    """Raise InvalidInput with what to do where the program is not there."""
    if not PROGRAM.is_file():
        raise InvalidInput("the extracted checker is not built: run make formal (it needs Coq and OCaml)")


def verify_extracted(path: str | Path, limit: float = _DAY) -> str:
    """Have the extracted checker read a certificate file; the sentence that it proves, or CertificateRejected."""
    require_built()
    try:
        done = subprocess.run([PROGRAM, "--", path], capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        raise InvalidInput(f"the extracted checker gave no answer within {limit:g} seconds") from None
    verdict, _, words = done.stdout.strip().removeprefix(f"{path}: ").partition(": ")
    if verdict == "REJECTED":
        raise CertificateRejected("by the extracted checker", actual=words)
    if verdict != "proved" or done.returncode != 0:
        raise InvalidInput(words or f"the extracted checker ended with exit status {done.returncode}")
    return words
