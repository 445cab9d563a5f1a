"""``python -m wild page`` writes docs/wild.md; ``python -m wild confirm PYTHON`` calls that interpreter's packages."""

from __future__ import annotations

import argparse
from pathlib import Path

from optcheck.exact.files import write_atomically
from wild.confirm import confirm
from wild.page import page


def main() -> None:
    """Parse and run."""
    parser = argparse.ArgumentParser(prog="python -m wild", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    written = commands.add_parser("page", help="judge the statements and write the page")
    written.add_argument("--out", type=Path, default=Path("docs/wild.md"))
    called = commands.add_parser("confirm", help="call the packages that an interpreter has")
    called.add_argument("python", type=Path)
    chosen = parser.parse_args()
    if chosen.command == "page":
        write_atomically(chosen.out, page())
    else:
        print("\n".join(confirm(chosen.python)))


if __name__ == "__main__":
    main()
