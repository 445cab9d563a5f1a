"""Run commands as if no extra were installed. Reads a JSON list of them, prints status and both outputs of each."""

from __future__ import annotations

import contextlib
import io
import json
import sys

from optcheck.errors import EXTRAS

BLOCKED = [package for packages in EXTRAS.values() for package in packages]


def _answer(words: list[str]) -> list[object]:
    """A command of optcheck; with ``python`` as the first word, a statement."""
    from optcheck.cli import _console, main

    out, err, status = io.StringIO(), io.StringIO(), 0
    _console.out.file, _console.err.file = out, err
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            exec(words[1], {}) if words[0] == "python" else main(words)
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 0
        except Exception as error:
            err.write(f"{type(error).__name__}: {error}")
            status = 1
    return [status, out.getvalue(), err.getvalue()]


if __name__ == "__main__":
    sys.modules.update(dict.fromkeys(BLOCKED))  # type: ignore[arg-type]  # None makes an import fail
    answers = [_answer(words) for words in json.load(sys.stdin)]
    json.dump(answers, sys.stdout)
