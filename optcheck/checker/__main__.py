"""Check certificate files with nothing but the standard library: ``python -I optcheck/checker proof.json ...``

The folder of the checker is run as it stands, or by ``python -m optcheck.checker``. A proof may lie in a stranger's
folder among files named like modules: before anything is loaded, the current folder and this one leave the path.
"""

import sys

if __name__ == "__main__":
    if not __package__:  # run as a folder, which comes first on the path; the package comes last, behind the library
        import os

        sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(sys.path.pop(0)))))
    elif not sys.flags.safe_path:
        del sys.path[0]

import argparse
from collections.abc import Callable
from typing import NoReturn

from optcheck.checker.core import DEFAULT_LIMIT, MOST_BYTES, Verified, check_file, quoted
from optcheck.checker.errors import CertificateRejected, InvalidInput, TooCostly, TooLarge

PROVED, REJECTED, UNREADABLE, TOO_LARGE = 0, 1, 2, 6
MOST_SECONDS = 10**9
PLAN = ("noise", "party", "epsilon", "delta", "sensitivity")  # what is held against one plan of noise


class _Parser(argparse.ArgumentParser):
    """Names a wrong argument as it is, but for characters that would steer the terminal."""

    def error(self, message: str) -> NoReturn:
        super().error(quoted(message)[1:-1].replace('\\"', '"'))


def main(arguments: list[str]) -> int:
    """Print a line for each file. The exit status is that of ``optcheck verify``.

    0: every file is proved. 1: one was rejected. 2: one could not be read or was too costly, or no file was given.
    6: one is larger than --most-bytes allows.
    """
    parser = _Parser(prog="python -m optcheck.checker", description="Check certificate files.")
    parser.add_argument("files", nargs="*", metavar="FILE")
    parser.add_argument("--limit", type=float, default=DEFAULT_LIMIT, help="seconds' worth of work for one file")
    parser.add_argument("--most-bytes", type=int, default=MOST_BYTES, help="of a file, longer ones are left alone")
    for name in PLAN:
        parser.add_argument(f"--{name}", help="of a plan: noise as handed out (CSV), or what a party asks for")
    given = parser.parse_args(arguments)
    if not given.files:
        parser.print_usage(sys.stderr)
        return UNREADABLE
    try:
        check = _check(given)
    except (CertificateRejected, InvalidInput) as error:
        parser.error(str(error))
    return max(_judge(path, check) for path in given.files)


def _check(given: argparse.Namespace) -> Callable[[str], Verified]:
    if not 0 <= given.limit <= MOST_SECONDS:
        raise InvalidInput(f"--limit needs a number of seconds from 0 to {MOST_SECONDS}, got {given.limit}")
    if all(getattr(given, name) is None for name in PLAN):
        return lambda path: check_file(path, given.limit, given.most_bytes)
    from optcheck.checker.delivery import asked_check  # a linear program needs none of it

    return asked_check(given)


def _judge(path: str, check: Callable[[str], Verified]) -> int:
    name = path if quoted(path) == f'"{path}"' else quoted(path)
    try:
        print(f"{name}: proved: {check(path).statement}")
        return PROVED
    except TooCostly as error:
        print(f"{name}: NOT CHECKED: {error}", file=sys.stderr)
        return TOO_LARGE if isinstance(error, TooLarge) else UNREADABLE
    except CertificateRejected as error:
        print(f"{name}: REJECTED: {error}", file=sys.stderr)
        return REJECTED
    except OSError as error:
        other = "" if error.filename in (None, path) else f" ({quoted(str(error.filename))})"
        print(f"{name}: cannot be read: {error.strerror or error}{other}", file=sys.stderr)
        return UNREADABLE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
