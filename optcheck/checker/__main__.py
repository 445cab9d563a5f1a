"""Check certificate files with nothing but the standard library: ``python -m optcheck.checker proof.json ...``"""

from __future__ import annotations

import sys

from optcheck.checker.core import check_file
from optcheck.errors import CertificateRejected


def main(paths: list[str]) -> int:
    """Print a line for each file; the exit status is 0 only if every one is proved."""
    rejected = 0
    if not paths:
        print("usage: python -m optcheck.checker FILE ...", file=sys.stderr)
    for path in paths:
        try:
            print(f"{path}: proved: {check_file(path).statement}")
        except (CertificateRejected, OSError) as error:
            rejected += 1
            print(f"{path}: REJECTED: {error}", file=sys.stderr)
    return 1 if rejected or not paths else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
