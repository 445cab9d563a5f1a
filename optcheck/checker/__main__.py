"""Check certificate files with nothing but the standard library: ``python -m optcheck.checker proof.json ...``"""

from __future__ import annotations

import sys

from optcheck.checker.core import check_file
from optcheck.errors import CertificateRejected

PROVED, REJECTED, UNREADABLE = 0, 1, 2


def main(paths: list[str]) -> int:
    """Print a line for each file. The exit status is that of ``optcheck verify``.

    0: every file is proved. 1: one was rejected. 2: one could not be read, or no file was given.
    """
    if not paths:
        print("usage: python -m optcheck.checker FILE ...", file=sys.stderr)
        return UNREADABLE
    return max(map(_judge, paths))


def _judge(path: str) -> int:
    try:
        print(f"{path}: proved: {check_file(path).statement}")
    except CertificateRejected as error:
        print(f"{path}: REJECTED: {error}", file=sys.stderr)
        return REJECTED
    except OSError as error:
        print(f"{path}: cannot be read: {error.strerror or error}", file=sys.stderr)
        return UNREADABLE
    return PROVED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
